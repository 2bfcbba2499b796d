import Testing
import TestSupport
import YokeStandards

@Suite struct PointerTests {
    @Test func aTokenIsAnIndexOnlyInAnArray() throws {
        let document = try json(#"{"a":[10,20],"0":"key"}"#)
        #expect(try document[JSONPointer("/a/1")] == 20)
        #expect(try document[JSONPointer("/0")] == "key")
        for text in ["/a/01", "/a/-", "/a/2", "/a/+1", "/a/1e0", "/a/ 1", "/a/99999999999999999999", "/a/", "/b", "/a/0/x"] {
            #expect(try document[JSONPointer(text)] == nil, "\(text)")
        }
    }

    @Test func settingChangesAddsAppendsAndRemoves() throws {
        var document = try json(#"{"a":[1,2],"b":{"c":true}}"#)
        document[try JSONPointer("/a/0")] = "x"
        document[try JSONPointer("/a/-")] = 3
        document[try JSONPointer("/a/3")] = 4
        document[try JSONPointer("/b/d~1e")] = []
        document[try JSONPointer("/b/c")] = nil
        document[try JSONPointer("/nowhere/x")] = 1
        document[try JSONPointer("/a/9")] = 1
        document[try JSONPointer("/a/0/x")] = 1
        #expect(document == (try json(#"{"a":["x",2,3,4],"b":{"d/e":[]}}"#)))
        document[try JSONPointer("/a/1")] = nil
        #expect(document["a"] == ["x", 3, 4])
        document[JSONPointer()] = "all"
        #expect(document == "all")
    }

    @Test func anErrorNamesTheContainer() throws {
        let document = try json(#"{"a":[{"b":1}]}"#)
        expectError(.pathNotFound, "$.a[0]", "\"c\"") { _ = try document.value(at: JSONPointer("/a/0/c")) }
        expectError(.pathNotFound, "$.a", "1 element") { _ = try document.value(at: JSONPointer("/a/5")) }
        expectError(.pathNotFound, "$.a", "leading zero") { _ = try document.value(at: JSONPointer("/a/00")) }
        expectError(.pathNotFound, "$.a[0].b") { _ = try document.value(at: JSONPointer("/a/0/b/x")) }
        #expect(try document.value(at: JSONPointer("/a/0/b")) == 1)
    }

    @Test(arguments: [
        ("a", "character 0"), ("/a~", "character 3"), ("/a~2", "character 3"), ("/é~x", "character 3"),
    ])
    func aTextThatIsNoPointerIsAnErrorWithItsPosition(_ text: String, _ position: String) {
        expectError(.invalidPath, position) { _ = try JSONPointer(text) }
    }

    @Test(arguments: ["", "/a", "#a", "#/%", "#/%4", "#/%zz", "#/%ff", "#/~2"])
    func aTextThatIsNoFragmentIsAnError(_ text: String) {
        expectError(.invalidPath) { _ = try JSONPointer(fragment: text) }
    }

    @Test func tokensThatLookAlikeAreDifferent() throws {
        let document = try json(#"{"\u00e9":1,"e\u0301":2}"#)
        #expect(document[JSONPointer(tokens: ["\u{e9}"])] == 1)
        #expect(document[JSONPointer(tokens: ["e\u{301}"])] == 2)
        #expect(JSONPointer(tokens: ["\u{e9}"]) != JSONPointer(tokens: ["e\u{301}"]))
    }

    @Test func aPointerIsReadAndWrittenAsAString() throws {
        let pointer = try JSONPointer(json: #""/a~1b/0""#)
        #expect(pointer.tokens == ["a/b", "0"])
        #expect(try pointer.jsonString() == #""/a~1b/0""#)
        expectError(.invalidPath) { _ = try JSONPointer(json: #""x""#) }
        #expect(pointer.parent?.appending(0) == pointer)
        #expect(try JSONPointer("/a~1b").isPrefix(of: pointer))
        #expect(try !JSONPointer("/a").isPrefix(of: pointer))
    }

    @Test func aLongPointerIntoADeepDocumentDoesNotUseTheCallStack() throws {
        #expect(
            onStack(ofBytes: 1 << 20) {
                let depth = 100_000
                var text = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
                guard var document = try? json(text) else { return false }
                let pointer = JSONPointer(tokens: Array(repeating: "0", count: depth))
                guard document[pointer] == 1 else { return false }
                document[pointer] = 2
                text = document.description
                return document[pointer] == 2 && text.utf8.count == 2 * depth + 1
            })
    }

    @Test func anIndexBeyondEveryArraySelectsNothing() throws {
        for index in ["2147483648", "4294967296", "999999999999999999", "1000000000000000000"] {
            let document: JSONValue = [1]
            #expect(try document[JSONPointer("/" + index)] == nil)
        }
    }

    @Test func changesOfAPartHappenInPlace() throws {
        let pointer = try JSONPointer("/a/1/list"), missing = try JSONPointer("/a/7/list"), new = try JSONPointer("/a/1/new")
        var document: JSONValue = ["a": [0, ["list": []]]]
        for i in 0..<100 { document[pointer]?.array?.append(JSONValue(i)) }
        #expect(document[pointer]?.array?.count == 100)
        let before = document
        func address(_ value: JSONValue) -> UnsafePointer<JSONValue>? {
            guard case .array(let array) = value else { return nil }
            return array.withContiguousStorageIfAvailable { $0.baseAddress } ?? nil
        }
        var value: JSONValue = ["list": [1, 2, 3]]
        let list = try JSONPointer("/list")
        value[list]?.array?[0] = 9
        let first = address(try #require(value[list]))
        value[list]?.array?[1] = 8
        #expect(address(try #require(value[list])) == first)
        document[missing]?.array?.append(1)
        document[pointer]?["x"] = 1
        #expect(document == before)
        document[new] = 5
        document[missing] = 5
        #expect(document[new] == 5 && document[missing] == nil)
        document[new] = nil
        #expect(document == before)
        document[JSONPointer()] = nil
        #expect(document == .null)
    }
}
