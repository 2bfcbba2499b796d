import Foundation
import Testing

@Suite("yoke get")
struct GetTests {
    static let text = #"{"users": [{"name": "Bo", "age": 3}, {"name": "Mia", "n": 1.0}], "odd key": [[1, 2], [3]]}"#

    @Test(
        "prints what stands at a path, one value a line",
        arguments: [
            ("$.users[*].name", "\"Bo\"\n\"Mia\"\n"),
            ("$.users[1]", "{\"name\":\"Mia\",\"n\":1.0}\n"),
            ("$['odd key'][*][*]", "1\n2\n3\n"),
            ("users[0].age", "3\n"),
            ("$", #"{"users":[{"name":"Bo","age":3},{"name":"Mia","n":1.0}],"odd key":[[1,2],[3]]}"# + "\n"),
        ])
    func values(path: String, expected: String) throws {
        let outcome = try Tool.run("get", path, input: Self.text)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(outcome.output == expected)
    }

    @Test("prints strings as they are with --raw, and the rest as JSON", arguments: ["--raw", "-r"])
    func raw(flag: String) throws {
        let outcome = try Tool.run("get", flag, "$[*]", input: #"["a\n\"é\u00e9", 1.0, ["x"], null, ""]"#)
        #expect(outcome.status == 0)
        #expect(outcome.output == "a\n\"éé\n1.0\n[\"x\"]\nnull\n\n")
    }

    @Test("ends with 1 where nothing stands at the path")
    func nothing() throws {
        let outcome = try Tool.run("get", "$.people[*]", input: Self.text)
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(outcome.error.contains("$.people[*]"))
    }

    @Test("ends with 1 where nothing stands at the path after [*]")
    func nothingInElements() throws {
        #expect(try Tool.run("get", "$.users[*].email", input: Self.text).status == 1)
        #expect(try Tool.run("get", "$[*].email", input: "[]").status == 0)
    }

    @Test("prints what stands in each line with --lines, and goes on after a bad one")
    func lines() throws {
        let outcome = try Tool.run(
            "get", "--lines", "--raw", "$.user.name", input: "{\"user\":{\"name\":\"Bo\"}}\n{}\nx\n{\"user\":{\"name\":\"Mia\"}}\n")
        #expect(outcome.output == "Bo\nMia\n")
        #expect(outcome.status == 1)
        #expect(
            outcome.error.hasPrefix("standard input:3:1: ") && outcome.error.hasSuffix("standard input: 1 line could not be read\n"),
            "\(outcome.error)")
        let some = try Tool.run("get", "--lines", "$.a", input: "{}\n{\"a\":1}\n{\"b\":[]}\n\n")
        #expect(some.status == 0 && some.output == "1\n")
        #expect(some.error == "standard input: 2 lines have nothing at the path \"$.a\"\n")
        let each = try Tool.run("get", "--lines", "$.a[*]", input: "{\"a\":[]}\n{\"a\":[1,2]}\n{\"a\":null}\n")
        #expect(each.status == 0 && each.output == "1\n2\n" && each.error == "")
        let broken = try Tool.run("get", "--lines", "$.a", input: "{\"a\":1},\n{\"a\":2}\n")
        #expect(broken.status == 1 && broken.output == "2\n")
        let infinite = try Tool.run("get", "--lines", "--json5", "$.a", input: "{a:1}\n{a:[NaN]}\nx\n{a:4}\n")
        #expect(infinite.status == 1 && infinite.output == "1\n4\n")
        #expect(
            infinite.error.hasPrefix("standard input: value 2 is not written: ") && infinite.error.contains("standard input:3:1: ")
                && infinite.error.hasSuffix("2 lines could not be read\n"), "\(infinite.error)")
        let nothing = try Tool.run("get", "--lines", "$.b", input: "{}\n{\"a\":1}\n")
        #expect(nothing.status == 1 && nothing.error.contains("$.b"))
        for text in ["{\"a\":[]}", "{\"a\":null}", "", "\n"] {
            let none = try Tool.run("get", "--lines", "$.a[*]", input: text)
            #expect(none.status == 0 && none.output == "" && none.error == "", "\(text): \(none.error)")
        }
    }

    @Test("names the value that JSON cannot hold")
    func nonFinite() throws {
        let each = try Tool.run("get", "--json5", "$[*]", input: "[1, [NaN]]")
        #expect(each.status == 1 && each.output == "1\n")
        #expect(each.error.hasPrefix("standard input: value 2 at the path is not written: "), "\(each.error)")
        let one = try Tool.run("get", "--json5", "$[1]", input: "[1, [NaN]]")
        #expect(one.status == 1 && one.error.hasPrefix("standard input: the value at the path is not written: "), "\(one.error)")
    }

    @Test(
        "prints the last value of a repeated key",
        arguments: [
            ("$.b", "{\"b\":1,\"a\":0,\"b\":[2]}", "[2]\n", 0), ("$.a.b", "{\"a\":{\"b\":1},\"a\":{\"b\":2,\"b\":3}}", "3\n", 0),
            ("$.a.b", "{\"a\":{\"b\":1},\"a\":{}}", "", 1), ("$.a[*]", "{\"a\":[1],\"a\":[2]}", "1\n2\n", 0),
        ])
    func repeated(path: String, text: String, expected: String, status: Int32) throws {
        let whole = try Tool.run("get", path, input: text)
        #expect(whole.output == expected && whole.status == status, "\(whole.error)")
        let lines = try Tool.run("get", "--lines", path, input: text + "\n" + text)
        #expect(lines.output == expected + expected && lines.status == status, "\(lines.error)")
    }

    @Test("ends with 64 where the path is none", arguments: ["$.", "$[", "$..name", "$['a"])
    func badPath(path: String) throws {
        #expect(try Tool.run("get", path, input: Self.text).status == 64)
    }

    @Test("says what to give where there is no path")
    func noPath() throws {
        let folder = try Folder()
        let file = try folder.file("users.json", Self.text)
        let example = "yoke get '$.users[*].name' users.json"
        let none = try Tool.run("get")
        #expect(none.status == 64 && none.error.contains("give a path") && none.error.contains(example), "\(none.error)")
        #expect(none.error.contains("Usage: yoke get <path> [<file>]"), "\(none.error)")
        let only = try Tool.run("get", file)
        #expect(
            only.status == 64 && only.error.contains("users.json is a file: give a path before it") && only.error.contains(example),
            "\(only.error)")
        #expect(try Tool.run("get", "users[0].age", file).output == "3\n")
    }

    @Test("advises --lines for a text that is one object")
    func members() throws {
        let outcome = try Tool.run("get", "$[*].id", input: #"{"name":"x"}"#)
        #expect(outcome.status == 1)
        #expect(
            outcome.error.contains("and --lines reads one object from each line") && !outcome.error.contains(".lines"), "\(outcome.error)")
        #expect(try !Tool.run("get", "$[*][*]", input: #"{"name":"x"}"#).error.contains("hint"))
    }

    @Test("prints what came before the fault")
    func cut() throws {
        let outcome = try Tool.run("get", "$[*]", input: "[1, 2, {\"a\": ")
        #expect(outcome.status == 1)
        #expect(outcome.output == "1\n2\n")
    }
}
