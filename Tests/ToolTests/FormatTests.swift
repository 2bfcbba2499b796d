import Foundation
import Testing

@Suite("yoke format")
struct FormatTests {
    static let text = #"{ "b":[1, {"x":null} ,[] ], "a": {},"b":1.50e+3, "s": "\u00e9\n/" }"#

    @Test("indents by two spaces")
    func pretty() throws {
        let outcome = try Tool.run("format", input: #"{"b":[1,{"x":null},[]],"a":{}}"#)
        #expect(outcome.status == 0)
        #expect(
            outcome.output == """
                {
                  "b": [
                    1,
                    {
                      "x": null
                    },
                    []
                  ],
                  "a": {}
                }

                """)
    }

    @Test("takes out all white space, and keeps numbers, order and repeated keys")
    func compact() throws {
        let outcome = try Tool.run("format", "--compact", input: Self.text)
        #expect(outcome.status == 0)
        #expect(outcome.output == #"{"b":[1,{"x":null},[]],"a":{},"b":1.50e+3,"s":"é\n/"}"# + "\n")
    }

    @Test("indents by as much as asked")
    func indent() throws {
        #expect(try Tool.run("format", "--indent", "4", input: "[1]").output == "[\n    1\n]\n")
    }

    @Test("tabs, short arrays on one line, and ASCII")
    func layout() throws {
        let text = #"{"a":[1,"é😀"],"b":[1,[22,3]]}"#
        let outcome = try Tool.run("format", "--tabs", "--short-arrays", "25", "--ascii", input: text)
        #expect(outcome.output == "{\n\t\"a\": [1, \"\\u00e9\\ud83d\\ude00\"],\n\t\"b\": [\n\t\t1,\n\t\t[22, 3]\n\t]\n}\n")
        let sorted = try Tool.run("format", "--tabs", "--short-arrays", "25", "--ascii", "--sort-keys", input: text)
        #expect(sorted.output == outcome.output)
        #expect(try Tool.run("format", "--tabs", "--compact", input: "1").status == 64)
        #expect(try Tool.run("format", "--tabs", "--indent", "4", input: "1").status == 64)
    }

    @Test("sorts keys by their bytes, at every depth")
    func sorted() throws {
        let outcome = try Tool.run("format", "--sort-keys", "--compact", input: #"{"b":1,"é":2,"B":{"z":1,"y":2},"a":3}"#)
        #expect(outcome.status == 0)
        #expect(outcome.output == #"{"B":{"y":2,"z":1},"a":3,"b":1,"é":2}"# + "\n")
    }

    @Test("formats what it has formatted to the same bytes, whatever the style on the way")
    func stable() throws {
        let folder = try Folder()
        let once = try Tool.run("format", try folder.file("a.json", longDocument(count: 5000)))
        let compact = try Tool.run("format", "--compact", try folder.file("b.json", once.output))
        let again = try Tool.run("format", try folder.file("c.json", compact.output))
        #expect(once.status == 0 && again.status == 0)
        #expect(again.output == once.output)
        #expect(compact.output.utf8.count < once.output.utf8.count)
    }

    @Test("ends with 1 where the text is not JSON, after what came before")
    func invalid() throws {
        let outcome = try Tool.run("format", "--compact", input: "[1, 2, oops]")
        #expect(outcome.status == 1)
        #expect(outcome.output.hasPrefix("[1,2"))
        #expect(outcome.error.hasPrefix("standard input:1:8: "), "\(outcome.error)")
    }

    @Test("writes nothing of an empty text", arguments: ["", " \n", "x"], [[], ["--sort-keys"]])
    func empty(text: String, options: [String]) throws {
        let outcome = try Tool.shell(#"text=$1; shift; printf %s "$text" | "$yoke" format "$@""#, [text] + options)
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(outcome.error.hasPrefix("standard input:1:") || outcome.error.hasPrefix("standard input:2:"), "\(outcome.error)")
    }

    @Test("replaces bad UTF-8 when asked to")
    func badUTF8() throws {
        let text = #"printf '["a\xff"]' | "$yoke" format --compact"#
        #expect(try Tool.shell(text).status == 1)
        #expect(try Tool.shell(text + " --replace-bad-utf8").output == "[\"a\u{FFFD}\"]\n")
    }

    @Test(
        "says that comments are not written",
        arguments: [["--allow-comments"], ["--jsonc", "--sort-keys"], ["--jsonc", "--lines"], ["--json5"]])
    func comments(options: [String]) throws {
        let text = "[1, /* one */ \"// two\"] // three\n"
        let outcome = try Tool.shell(
            #"text=$1; shift; printf %s "$text" | "$yoke" format --compact "$@""#, [text] + options)
        #expect(outcome.status == 0 && outcome.output == "[1,\"// two\"]\n")
        #expect(outcome.error.contains("comments") && outcome.error.contains("left out"), "\(outcome.error)")
        #expect(try Tool.run("format", "--help").output.contains("not written"))
        #expect(try Tool.run("format", "--compact", input: "[1]").error == "")
    }

    @Test("shows where a number is that JSON lacks", arguments: [[], ["--sort-keys"]])
    func nonFinite(options: [String]) throws {
        let outcome = try Tool.shell(#"printf '[1,\n {"a":NaN}]' | "$yoke" format --json5 "$@""#, options)
        #expect(outcome.status == 1)
        #expect(outcome.error.contains("standard input:2:7: $[1].a: "), "\(outcome.error)")
    }

    @Test("formats each line with --lines, and leaves bad ones out")
    func lines() throws {
        let outcome = try Tool.run("format", "--lines", "--compact", "--sort-keys", input: "{\"b\": 1, \"a\": 2}\n\n[1,\n 3 \n")
        #expect(outcome.output == "{\"a\":2,\"b\":1}\n3\n" && outcome.status == 1)
        #expect(outcome.error.hasSuffix("standard input: 1 of 3 lines is left out\n"), "\(outcome.error)")
        let infinite = try Tool.run("format", "--lines", "--json5", "--compact", input: "[1]\n[NaN]\n[2]")
        #expect(infinite.output == "[1]\n[2]\n" && infinite.status == 1)
        #expect(infinite.error.hasSuffix("standard input: 1 of 3 lines is left out\n"), "\(infinite.error)")
        #expect(try Tool.run("format", "--lines", input: "[1]\n[2]").output == "[\n  1\n]\n[\n  2\n]\n")
        #expect(try Tool.run("format", "--compact", "--allow-trailing-commas", input: "[1,{\"a\":2,},]").output == "[1,{\"a\":2}]\n")
    }

    @Test(
        "refuses a command line that says two things",
        arguments: [["--indent", "2", "--compact"], ["--indent", "0"], ["--indent", "x"], ["--nonsense"], ["a", "b"]])
    func usage(arguments: [String]) throws {
        let outcome = try Tool.shell(#""$yoke" format "$@" </dev/null"#, arguments)
        #expect(outcome.status == 64)
        #expect(outcome.error.contains("Usage: yoke format"))
    }
}
