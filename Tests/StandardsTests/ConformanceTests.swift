import Testing
import TestSupport
import YokeStandards

/// The public suites of JSON Pointer and JSONPath, as they are.
@Suite(.enabled(if: SharedData.isUsable, SharedData.reason))
struct PathConformanceTests {
    static let pointers = SuiteCase.all(in: "conformance/json-pointer/rfc6901.json") { $0["cases"] }
    static let paths = SuiteCase.all(in: "conformance/jsonpath/cts.json") { $0["tests"] }

    @Test func theSuitesAreThere() {
        #expect(Self.pointers.count == 12)
        #expect(Self.paths.count > 700)
    }

    @Test(arguments: pointers)
    func bothFormsOfAPointerSelectTheValue(_ sample: SuiteCase) throws {
        let document = try JSONValue(json: SharedData.bytes("conformance/json-pointer/rfc6901.json"))["document"]
        let text = try #require(sample["pointer"]?.string), fragment = try #require(sample["fragment"]?.string)
        let pointer = try JSONPointer(text)
        #expect(document?[pointer] == sample["value"])
        #expect(try JSONPointer(fragment: fragment) == pointer)
        #expect(pointer.description == text)
        #expect(try JSONPointer(fragment: pointer.fragment) == pointer)
    }

    /// Two cases ("explicit caret", "explicit dollar") ask for anchors, which RFC 9485 section 3 does not have. See `IRegexp`.
    @Test(arguments: paths)
    func aPathSelectsWhatTheSuiteSays(_ sample: SuiteCase) throws {
        let selector = try #require(sample["selector"]?.string)
        if sample["invalid_selector"]?.bool == true {
            #expect(throws: JSONError.self) { try JSONPath(selector) }
            return
        }
        let path = try JSONPath(selector)
        for engine in engines {
            let document = try json(#require(sample["document"]).description, engine)
            let nodes = try path.nodes(in: document)
            let values = JSONValue.array(JSONArray(nodes.map(\.value)))
            let places = JSONValue.array(JSONArray(nodes.map { JSONValue($0.location.description) }))
            if let results = sample["results"]?.array, let paths = sample["results_paths"]?.array {
                #expect(results.contains(values))
                #expect(paths.contains(places))
            } else {
                #expect(values == sample["result"])
                if let expected = sample["result_paths"] { #expect(places == expected) }
            }
            #expect(try path.values(in: document) == nodes.map(\.value))
            #expect(try path.first(in: document) == nodes.first?.value)
            for node in nodes {
                #expect(document[node.location.pointer] == node.value)
                #expect(try JSONPath(node.location.description).values(in: document) == [node.value])
            }
        }
    }
}
