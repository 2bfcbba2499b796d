import Testing
import TestSupport
import YokeFoundation
import YokeStandards

private struct Settings: JSONConvertible, Equatable {
    struct Server: JSONConvertible, Equatable {
        var address = "127.0.0.1"
        var port = 8080
        var timeout: Float = 30
        var certificate: String?

        static var jsonMapping: JSONMapping {
            JSONMapping(Server.self) {
                $0.add("address", \.address, default: "127.0.0.1")
                $0.add("port", \.port, default: 8080)
                $0.add("timeout", \.timeout, default: 30)
                $0.add("certificate", \.certificate)
            }
        }
    }

    var name = ""
    var server = Server()
    var hosts: [String] = []
    var limits: [String: Int] = [:]

    static var jsonMapping: JSONMapping {
        JSONMapping(Settings.self) {
            $0.add("name", \.name, default: "")
            $0.add("server", \.server, default: Server())
            $0.add("hosts", \.hosts, default: [])
            $0.add("limits", \.limits, default: [:])
        }
    }
}

@Suite struct WriteBackTests {
    static let text = """
        {
          // who we are
          "name": "demo",
          "unknown": {"kept": 1.0},
          "server": {
            "port": 80, // changed by the installer
            "timeout": 0.123456789012,
            "certificate": "c.pem",
          },
          "hosts": [
            "a", // the first
            "b", // the second
            "c"
          ],
          "limits": {"cpu": 1, "memory": 2}
        }
        """

    private func update(_ text: String = Self.text, _ engine: JSONEngine = .native, _ change: (inout Settings) -> Void) throws -> String {
        var settings = try Settings(json: text, options: .forEditing(engine))
        change(&settings)
        let result = try edited(text, engine) { try $0.update(from: settings) }
        #expect(try Settings(json: result, options: .forEditing(engine)) == settings)
        return result
    }

    @Test(arguments: JSONEngine.each) func anUnchangedModelChangesNoByte(_ engine: JSONEngine) throws {
        // The property `address` is missing in the text, and the Float `timeout` cannot hold all digits of the text. If the program changes
        // nothing, both members stay as they are.
        #expect(try update(Self.text, engine) { _ in } == Self.text)
    }

    @Test func onlyChangesAreWritten() throws {
        let text = try update {
            $0.server.port = 8080
            $0.server.address = "::1"
            $0.server.certificate = nil
            $0.hosts.remove(at: 0)
            $0.hosts.append("d")
            $0.limits["memory"] = nil
            $0.limits["cpu"] = 3
        }
        let expected = """
            {
              // who we are
              "name": "demo",
              "unknown": {"kept": 1.0},
              "server": {
                "address": "::1",
                "port": 8080, // changed by the installer
                "timeout": 0.123456789012,
              },
              "hosts": [
                "b", // the second
                "c",
                "d"
              ],
              "limits": {"cpu": 3}
            }
            """
        #expect(text == expected)
    }

    @Test func removingIsAChoice() throws {
        var settings = try Settings(json: Self.text, options: .forEditing())
        settings.server.certificate = nil
        #expect(try edited(Self.text) { try $0.update(from: settings, removesMissing: false) } == Self.text)
        let nulls = try edited(Self.text) { try $0.update(from: settings, writing: JSONWriteOptions(nulls: .write)) }
        #expect(nulls == Self.text.replacing("\"c.pem\"", with: "null"))
    }

    @Test func aPartOfTheTextMayBeUpdated() throws {
        var server = Settings.Server()
        server.port = 1
        let text = try edited(Self.text) { try $0.update(from: server, at: "$.server") }
        #expect(try Settings(json: text, options: .forEditing()).server == server)
        let new = try edited("{}") { try $0.update(from: server, at: "$.server") }
        #expect(try Settings.Server(json: new, at: "$.server") == server)
    }

    @Test func aTextThatIsNotValidForTheModelIsComparedItself() throws {
        let text = "{\n  \"name\": 7, // wrong\n  \"hosts\": [\"a\"],\n  \"limits\": {\"cpu\": 1.0},\n  \"other\": 1\n}"
        let result = try edited(text) { try $0.update(from: Settings(name: "n", hosts: ["a"], limits: ["cpu": 1])) }
        #expect(result.contains("\"name\": \"n\", // wrong\n  \"server\": {"))
        #expect(result.contains("\"limits\": {\"cpu\": 1.0},\n  \"other\": 1\n}"))
    }

    @Test func repeatedKeysAreUpdatedInTheLastMember() throws {
        let text = #"{"name":"a","name":"b","hosts":[]}"#
        #expect(try update(text) { _ in } == text)
        #expect(try update(text) { $0.name = "c" } == #"{"name":"a","name":"c","hosts":[]}"#)
    }

    private struct Three: JSONConvertible {
        var z, a, b: Int?

        static var jsonMapping: JSONMapping {
            JSONMapping(Three.self) {
                $0.add("z", \.z)
                $0.add("a", \.a)
                $0.add("b", \.b)
            }
        }
    }

    /// If a new member replaces the first member, the comment before the first member stays, and occurs only once.
    @Test func theFirstMemberIsReplacedByAnother() throws {
        for engine in JSONEngine.each {
            var editor = try JSONEditor(#"{/* c */ "a": 1, "b": 2}"#, options: .forEditing(engine))
            try editor.update(from: Three(z: 5, a: nil, b: 2))
            #expect(editor.text == #"{/* c */ "z": 5, "b": 2}"#)
        }
    }

    @Test(
        "elements in another order move with their comments",
        arguments: [
            (
                "[\n  // one\n  1, // a\n\n  // two\n  2,\n  3 // c\n]", [3, 1, 2],
                "[\n  3, // c\n  // one\n  1, // a\n\n  // two\n  2\n]"
            ),
            ("[ // head\n  1, // a\n  2 ]", [2, 1], "[ // head\n  2,\n  1 // a\n ]"),
            ("[\n  1 // a\n  , 2 // b\n  , 3\n]", [3, 2, 1], "[\n  3, 2 // b\n  , 1 // a\n]"),
            ("[1, /* two */ 2, 3 /* three */]", [3, 1, 2], "[3 /* three */, 1, /* two */ 2]"),
            ("[1, 2,\n 3, 4,]", [4, 2, 1, 3], "[4, 2,\n 1, 3,]"),
            ("[\n  1,\n  1, // second\n  2 // two\n]", [2, 1, 1], "[\n  2, // two\n  1,\n  1 // second\n]"),
        ] as [(String, JSONValue, String)])
    func moving(_ text: String, _ order: JSONValue, _ expected: String) throws {
        #expect(try edited(text) { try $0.update(from: order) } == expected)
    }

    @Test("a moved element keeps members that the model does not have")
    func movingModels() throws {
        let text = "[\n  // a\n  {\"port\": 1, \"note\": \"x\"},\n  {\"port\": 2.0} // b\n]"
        let moved = try edited(text) {
            try $0.update(from: Array([Settings.Server](json: text, options: .forEditing()).reversed()))
        }
        #expect(moved == "[\n  {\"port\": 2.0}, // b\n  // a\n  {\"port\": 1, \"note\": \"x\"}\n]")
    }

    @Test("moved elements of any text give the new array")
    func movingInAnyText() throws {
        for seed in 0..<400 as Range<UInt64> {
            let text = EditorPropertyTests.randomText(seed)
            let value = try JSONValue(json: text, options: .forEditing())
            guard let elements = value.array else { continue }
            var random = SeededGenerator(seed: seed)
            let shuffled = JSONValue.array(JSONArray(elements.shuffled(using: &random)))
            let moved = try edited(text) { try $0.update(from: shuffled) }
            #expect(try JSONValue(json: moved, options: .forEditing()) == shuffled, "\(text)")
            #expect(moved.count { $0 == "c" } == text.count { $0 == "c" }, "a comment is lost: \(text)")
        }
    }

    private struct Row: JSONConvertible, Equatable {
        var id: Int
        var counts: [String: Int]
        var last: Int?
        static var jsonMapping: JSONMapping {
            JSONMapping(Row.self, layout: .array) {
                $0.add("id", \.id)
                $0.add("counts", \.counts)
                $0.add("last", \.last)
            }
        }
    }

    /// The array of the text may be shorter than the array that the model writes.
    @Test func shortArraysOfPropertiesStayShort() throws {
        let text = #"[1, {"a": 1, "b": 2}]"#
        func updated(_ change: (inout Row) -> Void) throws -> String {
            var row = try Row(json: text), editor = try JSONEditor(text)
            change(&row)
            try editor.update(from: row)
            #expect(try Row(json: editor.text) == row)
            return editor.text
        }
        #expect(try updated { _ in } == text)
        #expect(try updated { $0.counts["b"] = nil } == #"[1, {"a": 1}]"#)
        #expect(try updated { $0.id = 2 } == #"[2, {"a": 1, "b": 2}]"#)
        #expect(try updated { $0.last = 3 } == #"[1, {"a": 1, "b": 2}, 3]"#)
    }

    private struct Part: JSONConvertible, Equatable {
        var x: Int
        var y: String?
        static var jsonMapping: JSONMapping {
            JSONMapping(Part.self) {
                $0.add("x", \.x)
                $0.add("y", \.y)
            }
        }
    }

    private struct Whole: JSONConvertible, Equatable {
        var id: Int
        var part: Part?
        static var jsonMapping: JSONMapping {
            JSONMapping(Whole.self) {
                $0.add("id", \.id)
                $0.flatten("part", \.part)
            }
        }
    }

    /// The member `y` with null belongs to a flattened value that has become nil. If it stays, the text can no longer be read.
    @Test func nullsOfAFlattenedValueGoWithIt() throws {
        let text = #"{"id": 1, "x": 2, "y": null, "more": null}"#
        func updated(_ change: (inout Whole) -> Void) throws -> String {
            var whole = try Whole(json: text), editor = try JSONEditor(text)
            change(&whole)
            try editor.update(from: whole)
            #expect(try Whole(json: editor.text) == whole)
            return editor.text
        }
        #expect(try updated { $0.id = 2 } == #"{"id": 2, "x": 2, "y": null, "more": null}"#)
        #expect(try updated { $0.part?.x = 3 } == #"{"id": 1, "x": 3, "y": null, "more": null}"#)
        #expect(try updated { $0.part = nil } == #"{"id": 1}"#)
    }

    /// Without `removesMissing`, no other way to compare the arrays may remove a member either.
    @Test func nothingIsRemovedIfTheCallSaysSo() throws {
        let text = #"[{"id": 1, "x": 2, "y": "a"}, {"id": 2, "x": 3}]"#
        var wholes = try [Whole](json: text), editor = try JSONEditor(text)
        wholes[0].part?.y = nil
        wholes[1].id = 3
        try editor.update(from: wholes, removesMissing: false)
        #expect(editor.text == #"[{"id": 1, "x": 2, "y": "a"}, {"id": 3, "x": 3}]"#)
    }

    /// If all members of a line are replaced, the new member stands on this line, and a comment before the members stays.
    @Test func membersOfOneLineMayAllBeReplaced() throws {
        for (text, expected) in [
            ("{\n  \"a\": 1, \"b\": 2\n}", "{\n  \"c\": 3\n}"), ("{\n  /* x */ \"a\": 1, \"b\": 2\n}", "{\n  /* x */ \"c\": 3\n}"),
            ("{\"a\": 1, \"b\": 2}", "{\"c\": 3}"),
        ] {
            var editor = try JSONEditor(text, options: .jsonc)
            try editor.update(from: ["c": 3] as JSONValue)
            #expect(editor.text == expected)
        }
    }
}
