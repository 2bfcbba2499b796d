import CTestSupport
import Foundation
import Testing

@Suite("yoke validate")
struct ValidateTests {
    @Test("says valid, and ends with 0", arguments: ["{}", "[1, 2.5e3, true, null, \"é\"]", " 7 ", "\"\"", "\u{FEFF}[]"])
    func valid(text: String) throws {
        let outcome = try Tool.run("validate", input: text)
        #expect(outcome.status == 0)
        #expect(outcome.output == "standard input: valid\n")
        #expect(outcome.error == "")
    }

    @Test("shows the place with a caret, and ends with 1")
    func invalid() throws {
        let folder = try Folder()
        let file = try folder.file("users.json", "{\n  \"name\": \"Bo\",\n  \"age\": oops\n}\n")
        let outcome = try Tool.run("validate", file)
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        let lines = outcome.error.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0].hasPrefix("\(file):3:10: "), "\(outcome.error)")
        let snippet = try #require(lines.dropFirst().first)
        let caret = try #require(lines.dropFirst(2).first)
        #expect(caret.last == "^")
        // The caret is under the bad character.
        #expect(snippet.dropFirst(caret.count - 1).hasPrefix("oops"), "\(outcome.error)")
    }

    @Test(
        "refuses what RFC 8259 does not allow",
        arguments: ["", "[1,]", "nulltrue", "[1] [2]", "{\"a\":1,}", "[01]", "\"\u{B}\"", "[\u{C}1]", "[\"\\ud834\"]", "// c\n1"])
    func strict(text: String) throws {
        #expect(try Tool.run("validate", input: text).status == 1)
    }

    @Test("takes comments when asked to")
    func comments() throws {
        #expect(try Tool.run("validate", "--allow-comments", input: "// c\n[1 /* d */]").status == 0)
    }

    @Test("reports each file, and ends with the worst")
    func severalFiles() throws {
        let folder = try Folder()
        let good = try folder.file("good.json", "[]")
        let bad = try folder.file("bad.json", "[")
        let both = try Tool.run("validate", bad, good)
        #expect(both.status == 1)
        #expect(both.output == "\(good): valid\n")
        #expect(both.error.hasPrefix(bad + ":1:"))
        let missing = try Tool.run("validate", folder.path + "/none.json", bad, good)
        #expect(missing.status == 74)
        #expect(missing.output == "\(good): valid\n")
    }

    @Test("says what it says in the order of the files, also if all goes to one pipe")
    func order() throws {
        let folder = try Folder()
        let good = try folder.file("good.json", "[]")
        let bad = try folder.file("bad.json", "[")
        let outcome = try Tool.shell(#""$yoke" validate "$1" "$2" "$1" 2>&1 | cat"#, [good, bad])
        #expect(
            outcome.output.hasPrefix("\(good): valid\n\(bad):1:2: ") && outcome.output.hasSuffix("\n\(good): valid\n"), "\(outcome.output)")
    }

    @Test("goes on after a line that begins with a byte of UTF-16")
    func otherBytes() throws {
        let outcome = try Tool.shell(#"printf '\377abc\n{"a":1}\n' | "$yoke" validate --lines"#)
        #expect(outcome.status == 1 && outcome.error.hasSuffix("standard input: 1 of 2 lines is not JSON\n"), "\(outcome.error)")
        let other = try Tool.shell(#"printf '\377\376[\0]\0\n\0[\0]\0\n\0' | "$yoke" validate --lines"#)
        #expect(other.status == 1 && other.error.contains("iconv") && !other.error.contains("lines"), "\(other.error)")
    }

    @Test("is silent with --quiet")
    func quiet() throws {
        let outcome = try Tool.run("validate", "--quiet", input: "[]")
        #expect(outcome.status == 0)
        #expect(outcome.output == "" && outcome.error == "")
    }

    @Test("checks each line with --lines")
    func lines() throws {
        #expect(try Tool.run("validate", "--lines", input: "{\"a\":1}\n\n[2]\n3").status == 0)
        let outcome = try Tool.run("validate", "--lines", input: "{\"a\":1}\n[2,]\n")
        #expect(outcome.status == 1)
        #expect(outcome.error.hasPrefix("standard input:2:4: "), "\(outcome.error)")
    }

    @Test("goes on after a bad line with --lines, and counts them all")
    func badLines() throws {
        let outcome = try Tool.run("validate", "--lines", input: "{\"a\":1}\nx\n\n[2,]\n3\n")
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(outcome.error.contains("standard input:2:1: ") && outcome.error.contains("standard input:4:4: "))
        #expect(outcome.error.hasSuffix("standard input: 2 of 4 lines are not JSON\n"))
        let many = try Tool.run("validate", "--lines", input: String(repeating: "x\n", count: 1200))
        #expect(many.status == 1)
        #expect(many.error.split(separator: "\n").filter { $0.hasPrefix("standard input:") && $0.contains("unexpected") }.count == 20)
        #expect(many.error.hasSuffix("standard input: 1,200 of 1,200 lines are not JSON; the first 20 are shown\n"))
    }

    @Test("counts a line with several things wrong once")
    func badLinesAreCountedOnce() throws {
        let outcome = try Tool.run("validate", "--lines", input: "{\"a\": 1},\n{\"a\": 2}{\"a\": 3}\n")
        #expect(outcome.status == 1)
        #expect(outcome.error.contains("standard input:1:9: ") && outcome.error.contains("standard input:2:9: "), "\(outcome.error)")
        #expect(
            outcome.error.hasSuffix("^\nstandard input: 2 of 2 lines are not JSON\n"), "\(outcome.error)")
        let cut = try Tool.run("validate", "--lines", input: "{\"a\": \"b\n1\n")
        #expect(cut.error.contains("standard input:1:9: $.a: the line ends inside a value\n"), "\(cut.error)")
        #expect(cut.error.hasSuffix("  hint: the line may have been cut\nstandard input: 1 of 2 lines is not JSON\n"), "\(cut.error)")
    }

    @Test("reads deeper with --depth")
    func depth() throws {
        let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        #expect(try Tool.run("validate", input: deep).status == 1)
        #expect(try Tool.run("validate", "--depth", "600", input: deep).status == 0)
        #expect(try Tool.run("validate", "--depth", "3", input: "[[[[]]]]").status == 1)
        #expect(try Tool.run("format", "--compact", "--sort-keys", "--depth", "600", input: deep).output == deep + "\n")
        #expect(try Tool.run("get", "$", "--depth", "600", input: deep).output == deep + "\n")
        #expect(try Tool.run("validate", "--depth", "0", input: "1").status == 64)
    }

    @Test(
        "advises options of the tool, and names nothing of the library",
        arguments: [
            ("[1 // one\n]", "--allow-comments"), ("[\"\\ud834\"]", "--replace-bad-utf8"), ("[1] [2]", "--lines"),
            (String(repeating: "[", count: 600), "--depth"), (String(repeating: "1", count: 5000), nil),
            ("[\0", "iconv"), ("[1,]", "--allow-trailing-commas"), ("{a:1}", "--json5"), ("['a']", "--json5"),
        ] as [(String, String?)])
    func advice(text: String, word: String?) throws {
        let error = try Tool.run("validate", input: text).error
        #expect(!error.contains("JSONRead") && !error.contains("JSONLimits") && !error.contains("JSONStream"), "\(error)")
        let hint = error.split(separator: "\n").first { $0.hasPrefix("  hint: ") }
        #expect((hint == nil) == (word == nil), "\(error)")
        if let word { #expect(hint?.contains(word) == true, "\(error)") }
    }

    @Test("names the engines when there is none of that name")
    func engine() throws {
        #expect(try Tool.run("validate", "--engine", "automatic", input: "[]").status == 0)
        let outcome = try Tool.run("validate", "--engine", "warp", input: "[]")
        #expect(outcome.status == 64)
        #expect(outcome.error.contains("warp") && outcome.error.contains("automatic"))
    }

    @Test("reads with each engine of the build")
    func engines() throws {
        var engines = ["native"]
        #if (Yajl && os(Linux)) || (YajlOnApple && os(macOS))
        engines.append("yajl")
        #endif
        for engine in engines {
            #expect(try Tool.run("validate", "--engine", engine, input: "[1]").status == 0)
            #expect(try Tool.run("validate", "--engine", engine, input: "[1").status == 1)
        }
    }

    @Test("escapes what a terminal would obey")
    func terminalInjection() throws {
        let folder = try Folder()
        let file = try folder.file("a\u{1B}[31m.json", "{\"k\u{202E}\": \u{1B}[2J}")
        let outcome = try Tool.run("validate", file)
        #expect(outcome.status == 1)
        #expect(!outcome.error.contains("\u{1B}") && !outcome.error.contains("\u{202E}"))
        let missing = try Tool.run("validate", folder.path + "/\u{1B}[31m")
        #expect(!missing.error.contains("\u{1B}"))
    }

    #if os(Linux)
    // The test limits the tool's memory. Sanitizers map more memory than the limit allows, so the test does not run with a sanitizer.
    // `yoke_test_counts_allocations` is false under a sanitizer.
    @Test("checks what is larger than the memory it may have", .enabled(if: yoke_test_counts_allocations()))
    func constantMemory() throws {
        // The limit of 200 MB includes the memory that the process and its libraries use at the start.
        let outcome = try Tool.shell(
            "ulimit -v 200000; { printf '['; yes '12345,' | head -c 210000000; echo '1]'; } | \"$yoke\" validate --quiet -")
        #expect(outcome.status == 0, "\(outcome.error)")
    }
    #endif
}
