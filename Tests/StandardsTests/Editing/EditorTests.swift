import Testing
import TestSupport
import YokeStandards

extension JSONReadOptions {
    /// Returns options for files that people edit.
    static func forEditing(_ engine: JSONEngine = .native) -> JSONReadOptions {
        var options = JSONReadOptions.strict
        options.allowsComments = true
        options.allowsTrailingCommas = true
        options.engine = engine
        return options
    }
}

/// Edits a text, expects that the result is JSON, and returns it.
func edited(
    _ text: String, _ engine: JSONEngine = .native, _ edit: (inout JSONEditor) throws -> Void
) throws -> String {
    var editor = try JSONEditor(text, options: .forEditing(engine))
    try edit(&editor)
    _ = try JSONValue(json: editor.bytes, options: .forEditing(engine))
    return editor.text
}

@Suite struct EditorTests {
    static let config = """
        // The service
        {
          "name": "demo",   // shown to users
          /* network */
          "server": {
            "port": 80,
            "timeout": 1.50, // seconds
            "hosts": ["a", "b"]
          },
          "tags": [
            "x", // first
            "y"
          ]
        }

        """

    @Test(arguments: JSONEngine.each) func settingChangesOnlyTheValue(_ engine: JSONEngine) throws {
        let text = try edited(Self.config, engine) {
            try $0.set(8080, at: "$.server.port")
            try $0.set("y/z", at: "tags[1]")
        }
        let expected = Self.config.replacing("80,", with: "8080,").replacing("\"y\"", with: "\"y/z\"")
        #expect(text == expected)
    }

    @Test func aNewLineHasTheLineBreakOfTheLineBeforeIt() throws {
        let text = try edited("{\n  \"x\": 1,\r\n  \"y\": 2\r\n}") { try $0.set(["n": 1] as JSONValue, at: "z") }
        #expect(text == "{\n  \"x\": 1,\r\n  \"y\": 2,\r\n  \"z\": {\r\n    \"n\": 1\r\n  }\r\n}")
    }

    @Test func anEqualValueChangesNothing() throws {
        let text = try edited(Self.config) {
            try $0.set(1.5, at: "$.server.timeout")
            try $0.set(["a", "b"], at: "$.server.hosts")
            try $0.set(80.0, at: "$.server.port")
            try $0.set($0.value() ?? .null, at: "$")
        }
        #expect(text == Self.config)
        // Raw text is inserted with its own spelling, here with a trailing zero.
        let raw = try edited(Self.config) { try $0.set(JSONRawText("1.500"), at: "$.server.timeout") }
        #expect(raw == Self.config.replacing("1.50", with: "1.500"))
    }

    @Test func aNewMemberTakesTheLayoutOfItsNeighbours() throws {
        let text = try edited(Self.config) {
            try $0.set(true, at: "$.server.tls.enabled")
            try $0.append("c", to: "$.server.hosts")
            try $0.append("z", to: "$.tags")
        }
        let expected = """
            // The service
            {
              "name": "demo",   // shown to users
              /* network */
              "server": {
                "port": 80,
                "timeout": 1.50, // seconds
                "hosts": ["a", "b", "c"],
                "tls": {
                  "enabled": true
                }
              },
              "tags": [
                "x", // first
                "y",
                "z"
              ]
            }

            """
        #expect(text == expected)
    }

    @Test(arguments: [
        ("{\"a\":1}", "{\"a\":1,\"b\":{\"c\":[1,2]}}"),
        ("{ \"a\": 1 }", "{ \"a\": 1, \"b\": {\"c\": [1, 2]} }"),
        ("{\"a\" : 1, \"x\" : 2}", "{\"a\" : 1, \"x\" : 2, \"b\" : {\"c\" : [1, 2]}}"),
        ("{\n\t\"a\": 1\n}", "{\n\t\"a\": 1,\n\t\"b\": {\n\t\t\"c\": [\n\t\t\t1,\n\t\t\t2\n\t\t]\n\t}\n}"),
        (
            "{\r\n   \"a\":1,\r\n}\r\n",
            "{\r\n   \"a\":1,\r\n   \"b\":{\r\n      \"c\":[\r\n         1,\r\n         2\r\n      ]\r\n   },\r\n}\r\n"
        ),
        ("{}", "{\n  \"b\": {\n    \"c\": [\n      1,\n      2\n    ]\n  }\n}"),
        ("{ // none\n}", "{ // none\n  \"b\": {\n    \"c\": [\n      1,\n      2\n    ]\n  }\n}"),
        ("null", "{\n  \"b\": {\n    \"c\": [\n      1,\n      2\n    ]\n  }\n}"),
        ("{\n  \"a\": 1 // c\n}", "{\n  \"a\": 1, // c\n  \"b\": {\n    \"c\": [\n      1,\n      2\n    ]\n  }\n}"),
        ("{\n  \"a\": [1],\n  \"x\": 1\n}", "{\n  \"a\": [1],\n  \"x\": 1,\n  \"b\": {\n    \"c\": [1, 2]\n  }\n}"),
    ])
    func newPartsFollowTheStyleOfTheText(_ text: String, _ expected: String) throws {
        #expect(try edited(text) { try $0.set(["c": [1, 2]] as JSONValue, at: "$.b") } == expected)
    }

    @Test(
        "a new object is laid out like the objects beside it",
        arguments: [
            ("[{\"x\": 1},\n {\"x\": 2}]", "[{\"x\": 1},\n {\"x\": 2},\n {\"a\": 1, \"b\": [2, {\"c\": 3}]}]"),
            ("[\n  { \"x\":1,\"y\":2 }\n]", "[\n  { \"x\":1,\"y\":2 },\n  { \"a\":1,\"b\":[2,{ \"c\":3 }] }\n]"),
            (
                "[\n  {\"x\": 1},\n  {\n    \"x\": 2\n  }\n]",
                "[\n  {\"x\": 1},\n  {\n    \"x\": 2\n  },\n  {\n    \"a\": 1,\n    \"b\": [\n      2,\n      {\n        \"c\": 3\n      }\n    ]\n  }\n]"
            ),
            (
                "[{\n  \"x\": 1\n}, {\n  \"x\": 2\n}]",
                "[{\n  \"x\": 1\n}, {\n  \"x\": 2\n}, {\n  \"a\": 1,\n  \"b\": [\n    2,\n    {\n      \"c\": 3\n    }\n  ]\n}]"
            ),
            ("[\n  {\"x\": 1},\n  {}, 2\n]", "[\n  {\"x\": 1},\n  {}, 2, {\"a\": 1, \"b\": [2, {\"c\": 3}]}\n]"),
        ])
    func newObjects(_ text: String, _ expected: String) throws {
        #expect(try edited(text) { try $0.append(["a": 1, "b": [2, ["c": 3]]] as JSONValue, to: "$") } == expected)
        let around = try edited("{\n  \"other\": {\n    \"a\": 1\n  },\n  \"list\": {\n    \"x\": {\"y\": 1}\n  }\n}") {
            try $0.set(["y": 2] as JSONValue, at: "$.list.z")
        }
        #expect(around == "{\n  \"other\": {\n    \"a\": 1\n  },\n  \"list\": {\n    \"x\": {\"y\": 1},\n    \"z\": {\"y\": 2}\n  }\n}")
    }

    @Test(arguments: [
        ("[1, 2, 3]", 0, "[2, 3]"), ("[1, 2, 3]", 1, "[1, 3]"), ("[1, 2, 3]", 2, "[1, 2]"), ("[ 1 ]", 0, "[]"),
        ("[ 1, 2 ]", 0, "[ 2 ]"), ("[ 1, 2 ]", 1, "[ 1 ]"), ("[1, 2,]", 1, "[1,]"), ("[1,]", 0, "[]"),
        ("[\n  1, // a\n  2, // b\n  3 // c\n]", 0, "[\n  2, // b\n  3 // c\n]"),
        ("[\n  1, // a\n  2, // b\n  3 // c\n]", 1, "[\n  1, // a\n  3 // c\n]"),
        ("[\n  1, // a\n  2, // b\n  3 // c\n]", 2, "[\n  1, // a\n  2 // b\n]"),
        ("[\n  // above\n  1,\n  2\n]", 0, "[\n  // above\n  2\n]"),
        ("[\n  1, 2, 3,\n  4\n]", 0, "[\n  2, 3,\n  4\n]"),
        ("[\n  1, 2, // both\n  4\n]", 1, "[\n  1, // both\n  4\n]"),
        ("[1, // a\n2]", 0, "[ // a\n2]"), ("[1 // a\n, 2]", 1, "[1 // a\n]"), ("[/* x */ 1]", 0, "[/* x */ ]"),
        ("[// x\n1]", 0, "[// x\n]"), ("[\n  1\n]", 0, "[]"),
    ])
    func removingTakesTheCommaAndTheLine(_ text: String, _ index: Int, _ expected: String) throws {
        #expect(try edited(text) { try $0.remove(at: "$[\(index)]") } == expected)
    }

    @Test(arguments: [
        ("[1, 2]", 0, "[0, 1, 2]"), ("[1, 2]", 1, "[1, 0, 2]"), ("[1, 2]", 2, "[1, 2, 0]"), ("[ 1,2 ]", 0, "[ 0,1,2 ]"),
        ("[\n  1, // a\n  2\n]", 0, "[\n  0,\n  1, // a\n  2\n]"), ("[\n  1, // a\n  2\n]", 1, "[\n  1, // a\n  0,\n  2\n]"),
        ("[ // head\n  1\n]", 0, "[ // head\n  0,\n  1\n]"), ("[\n  // above\n  1\n]", 0, "[\n  0,\n  // above\n  1\n]"),
        ("[\n  1,\n  2]", 2, "[\n  1,\n  2,\n  0]"), ("[1 // a\n]", 1, "[1, // a\n 0\n]"), ("[\n1 /* a\n */]", 1, "[\n1,\n0 /* a\n */]"),
        ("[\n  1, 2,\n  3, 4\n]", 0, "[\n  0, 1, 2,\n  3, 4\n]"), ("[\n  1, 2,\n  3, 4\n]", 1, "[\n  1, 0, 2,\n  3, 4\n]"),
        ("[\n  1, 2,\n  3, 4\n]", 2, "[\n  1, 2, 0,\n  3, 4\n]"), ("[\n  1, 2,\n  3, 4\n]", 3, "[\n  1, 2,\n  3, 0, 4\n]"),
        ("[\n  1, 2,\n  3, 4\n]", 4, "[\n  1, 2,\n  3, 4, 0\n]"), ("[\n  // above\n  1, 2\n]", 0, "[\n  // above\n  0, 1, 2\n]"),
        ("[]", 0, "[\n  0\n]"), ("{\"a\":[]}", -1, "{\"a\":[0]}"), ("[1,]", 1, "[1,0,]"), ("[1\n,2\n]", 1, "[1\n, 0,2\n]"),
        ("[/* x */ 1]", 0, "[/* x */ 0, 1]"),
    ])
    func insertingKeepsEverythingElse(_ text: String, _ index: Int, _ expected: String) throws {
        #expect(try edited(text) { try $0.insert(0, at: index < 0 ? "$.a[0]" : "$[\(index)]") } == expected)
    }

    @Test func membersAreInsertedBesideOthersAndRenamed() throws {
        let text = try edited(Self.config) {
            try $0.insert(1, forKey: "version", before: "$.server")
            try $0.insert("::1", forKey: "address", after: "$.server.port")
            try $0.rename(at: "$.tags", to: "labels\n")
        }
        let expected = Self.config
            .replacing("  /* network */\n", with: "  \"version\": 1,\n  /* network */\n")
            .replacing("    \"port\": 80,\n", with: "    \"port\": 80,\n    \"address\": \"::1\",\n")
            .replacing("\"tags\"", with: "\"labels\\n\"")
        #expect(text == expected)
    }

    @Test func pointersLeadToTheSameParts() throws {
        let text = try edited(#"{"a/b":[1],"0":2}"#) {
            try $0.set(9, at: JSONPointer("/a~1b/0"))
            try $0.set(3, at: JSONPointer("/a~1b/-"))
            try $0.insert(0, at: JSONPointer("/a~1b/0"))
            try $0.set(true, at: JSONPointer("/0"))
            try $0.set(1, at: JSONPointer("/new/-/x"))
            try $0.rename(at: JSONPointer("/0"), to: "zero")
            try $0.append(4, to: JSONPointer("/a~1b"))
            try $0.insert(5, forKey: "f", before: JSONPointer("/zero"))
            try $0.insert(6, forKey: "g", after: JSONPointer("/zero"))
            #expect(try $0.value(at: JSONPointer("/a~1b/1")) == 9)
            try $0.remove(at: JSONPointer("/a~1b/1"))
        }
        #expect(text == #"{"a/b":[0,3,4],"f":5,"zero":true,"g":6,"new":[{"x":1}]}"#)
    }

    @Test func theLastOfRepeatedKeysCounts() throws {
        let text = #"{"a":1,"\u0061":2,"b":3}"#
        #expect(try JSONEditor(text).value(at: "a") == 2)
        #expect(try edited(text) { try $0.set(9, at: "a") } == #"{"a":1,"\u0061":9,"b":3}"#)
        #expect(try edited(text) { try $0.remove(at: "a") } == #"{"b":3}"#)
        #expect(try edited(text) { try $0.rename(at: "a", to: "c") } == #"{"c":2,"b":3}"#)
        #expect(try edited(text) { try $0.insert(0, forKey: "c", before: "a") } == #"{"c":0,"a":1,"\u0061":2,"b":3}"#)
        expectError(.duplicateKey, "\"b\"") { _ = try edited(text) { try $0.rename(at: "a", to: "b") } }
        expectError(.duplicateKey) { _ = try edited(text) { try $0.insert(0, forKey: "a", after: "b") } }
    }

    @Test func errorsNameThePlaceAndChangeNothing() throws {
        var editor = try JSONEditor(Self.config, options: .forEditing())
        expectError(.typeMismatch, "$.name", "found a string") { try editor.set(1, at: "$.name.x") }
        expectError(.typeMismatch, "$.server", "an array") { try editor.set(1, at: "$.server[0]") }
        expectError(.typeMismatch, "$.tags", "an object") { try editor.set(1, at: "$.tags.x") }
        expectError(.pathNotFound, "$.tags", "2 elements", "appends") { try editor.set(1, at: "$.tags[3]") }
        expectError(.pathNotFound, "$.tags", "past the end") { try editor.insert(1, at: "$.tags[3]") }
        expectError(.pathNotFound, "$.x", "0 elements") { try editor.set(1, at: "$.x[1]") }
        expectError(.pathNotFound) { try editor.set(1, at: "$.x.y", creatingParents: false) }
        expectError(.pathNotFound, "first set an array") { try editor.append(1, to: "$.x") }
        expectError(.typeMismatch, "$.server", "an array") { try editor.append(1, to: "$.server") }
        expectError(.pathNotFound) { try editor.rename(at: "$.x", to: "y") }
        expectError(.pathNotFound) { try editor.rename(at: "$.tags[0]", to: "y") }
        expectError(.pathNotFound) { try editor.insert(1, forKey: "y", before: "$.x") }
        expectError(.invalidPath) { try editor.set(1, at: "$.tags[*]") }
        expectError(.invalidPath) { try editor.set(1, at: "$..x") }
        expectError(.invalidPath, "entire text") { try editor.remove(at: "$") }
        expectError(.nonFiniteNumber) { try editor.set(Double.nan, at: "$.x") }
        try editor.remove(at: "$.nothing.here")
        #expect(editor.text == Self.config)
        expectError(.unexpectedCharacter) { _ = try JSONEditor("{\"a\": 1,}") }
        expectError(.unexpectedCharacter) { _ = try JSONEditor("// c\n1") }
        expectError(.trailingContent) { _ = try JSONEditor("1 2") }
        var shallow = JSONReadOptions.strict
        shallow.limits.depth = 2
        var small = try JSONEditor(#"{"a":{}}"#, options: shallow)
        expectError(.depthExceeded) { try small.set([Int](), at: "$.a.b") }
        expectError(.depthExceeded) { try small.set(1, at: "$.x.y.z") }
        try small.set(1, at: "$.a.b")
        #expect(small.text == #"{"a":{"b":1}}"#)
    }

    @Test func deepTextsNeedNoStack() throws {
        let depth = 20_000
        onStack(ofBytes: 256 << 10) {
            do {
                var options = JSONReadOptions.forEditing()
                options.limits.depth = .max
                let path = "$" + String(repeating: ".a", count: depth)
                var editor = try JSONEditor(#"{"x":1}"#, options: options)
                try editor.set(1, at: path, writing: JSONWriteOptions(depth: .max))
                try editor.set(2, at: path)
                try editor.insert([3], forKey: "b", after: path)
                try editor.remove(at: path)
                #expect(try editor.value(at: "$" + String(repeating: ".a", count: depth - 1) + ".b[0]") == 3)
            } catch {
                Issue.record("\(error)")
            }
        }
    }

    @Test func theEntireTextAndItsMarkMayStay() throws {
        var editor = try JSONEditor(bytes: [0xEF, 0xBB, 0xBF] + Array("[1] // end".utf8), options: .forEditing())
        try editor.set(2, at: "$[0]")
        #expect(editor.bytes == [0xEF, 0xBB, 0xBF] + Array("[2] // end".utf8))
        try editor.set("all", at: "$")
        #expect(editor.bytes == [0xEF, 0xBB, 0xBF] + Array("\"all\" // end".utf8))
        #expect(throws: JSONError.self) { try JSONEditor(bytes: [0xFF, 0xFE, 0x31, 0]) }
    }

    /// Each level repeats its key. The comparison of a value looks at the last member only, else its time would double with each level.
    @Test func repeatedKeysAreComparedOnce() throws {
        let depth = 200
        let text = String(repeating: #"{"a":0,"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
        var editor = try JSONEditor(text)
        try editor.set(try #require(try editor.value(at: "$")), at: "$")
        #expect(String(decoding: editor.bytes, as: UTF8.self) == text)
        var document = try JSONValue(json: text)
        let operations: JSONValue = [["op": "test", "path": "", "value": document]]
        let patch = try JSONPatch(operations)
        try document.apply(patch, limits: JSONPatchLimits(steps: 10_000))
    }
}
