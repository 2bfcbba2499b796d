import Testing
import TestSupport
import YokeStandards

/// Runs the public suites of JSON Pointer and JSONPath unchanged.
@Suite(.enabled(if: SharedData.isUsable, "\(SharedData.reason)"))
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

    /// The cases "explicit caret" and "explicit dollar" test for anchors, which RFC 9485 section 3 does not have. See `IRegexp`.
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

/// Runs the public suites of JSON Patch and Merge Patch unchanged, including the cases that the suite disables.
@Suite(.enabled(if: SharedData.isUsable, "\(SharedData.reason)"))
struct PatchConformanceTests {
    static let patches = ["tests", "spec_tests"].flatMap { SuiteCase.all(in: "conformance/json-patch/\($0).json") { $0 } }
    static let merges = SuiteCase.all(in: "conformance/json-merge-patch/rfc7396.json") { $0["cases"] ?? $0 }

    @Test func theSuitesAreThere() {
        #expect(Self.patches.count == 112)
        #expect(Self.merges.count == 15)
    }

    @Test(arguments: patches)
    func aPatchGivesTheDocumentOrTheErrorOfTheSuite(_ sample: SuiteCase) throws {
        for engine in engines {
            let document = try json(#require(sample["doc"]).description, engine)
            let text = try #require(sample["patch"]).description
            var options = JSONReadOptions.strict
            options.engine = engine
            if sample["error"] != nil {
                #expect(throws: JSONError.self) { try JSONPatch(json: text, options: options).applied(to: document) }
                continue
            }
            let patch = try JSONPatch(json: text, options: options)
            let result = try patch.applied(to: document)
            if let expected = sample["expected"] {
                #expect(result == expected)
                #expect(try JSONPatch(from: document, to: expected).applied(to: document) == expected)
                #expect(try JSONPatch(from: expected, to: document).applied(to: expected) == document)
            }
            #expect(try JSONPatch(json: patch.jsonString()) == patch)
        }
    }

    @Test(arguments: merges)
    func aMergePatchGivesTheResultOfTheSuite(_ sample: SuiteCase) throws {
        let original = try #require(sample["original"]), result = try #require(sample["result"])
        for engine in engines {
            var document = try json(original.description, engine)
            document.merge(patch: try json(#require(sample["patch"]).description, engine))
            #expect(document == result)
        }
        // A merge patch cannot set a new member to null. In this case `mergePatch(from:to:)` throws an error.
        guard let patch = try? JSONValue.mergePatch(from: original, to: result) else { return }
        var document = original
        document.merge(patch: patch)
        #expect(document == result)
    }
}
