import Foundation
import Testing

@Suite("yoke stats")
struct StatsTests {
    /// Returns the printed figures by their names.
    private func figures(_ output: String) -> [String: String] {
        var figures: [String: String] = [:]
        for line in output.split(separator: "\n") {
            guard let gap = line.range(of: "  ") else { continue }
            figures[String(line[..<gap.lowerBound])] = line[gap.upperBound...].trimmingCharacters(in: .whitespaces)
        }
        return figures
    }

    @Test("counts what a text is made of")
    func counts() throws {
        let text = #"{"a": [1, -2.5, "x", [true, false, null]], "b": {"c": "y"}}"#
        let outcome = try Tool.run("stats", input: text)
        #expect(outcome.status == 0)
        let figures = figures(outcome.output)
        let expected = [
            "objects": "2", "members": "3", "arrays": "2", "strings": "2", "numbers": "2", "booleans": "2", "nulls": "1",
            "depth": "3", "bytes": "\(text.utf8.count)", "in strings": "2", "in keys": "3",
        ]
        for (name, figure) in expected { #expect(figures[name] == figure, "\(name)") }
        #expect(figures["speed"]?.hasSuffix("MB/s") == true)
    }

    @Test("ends with 1 and no figures where the text is not JSON")
    func invalid() throws {
        let outcome = try Tool.run("stats", input: "[1")
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
    }

    @Test("counts texts one a line together with --lines")
    func lines() throws {
        #expect(try Tool.run("stats", input: "[1]\n[2]\n").status == 1)
        let outcome = try Tool.run("stats", "--lines", input: "[1]\n{\"a\":2}\n")
        let counts = figures(outcome.output)
        #expect(outcome.status == 0 && counts["numbers"] == "2" && counts["objects"] == "1")
        #expect(figures(try Tool.run("stats", "--lines", input: "\n").output)["numbers"] == "0")
    }

    @Test(
        "names each bad line with --lines, counts nothing of it, and goes on after it",
        arguments: [
            ("{\"a\":\n1}\n", ["1:6: $.a: the line ends inside a value", "2:2: there is more text"], 0),
            ("[1]\n\"a\n2\n", ["2:3: the line ends inside a value"], 2),
            ("[1]\n1 2\n[[3, 4\n5", ["2:3: there is more text after the end of the value", "3:7: "], 2),
            ("[1, 2, 3\n4\n5 x", ["1:9: ", "3:3: "], 1), ("x\n{\"a\": [7", ["1:1: ", "2:9: "], 0),
        ])
    func badLine(text: String, messages: [String], numbers: Int) throws {
        for engine in ["native", "yajl"] {
            let outcome = try Tool.run("stats", "--lines", "--engine", engine, input: text)
            if engine == "yajl", outcome.status == 64 { continue }
            #expect(outcome.status == 1)
            for message in messages { #expect(outcome.error.contains("standard input:\(message)"), "\(outcome.error)") }
            let lines = messages.count == 1 ? "1 line" : "\(messages.count) lines"
            #expect(outcome.error.hasSuffix("standard input: \(lines) could not be read\n"), "\(outcome.error)")
            #expect(figures(outcome.output)["numbers"] == "\(numbers)", "\(outcome.output)")
        }
    }

    @Test("ends at once where the lines are in another encoding")
    func encoding() throws {
        let outcome = try Tool.shell(#"printf '[\0001\0]\0\n\0' | "$yoke" stats --lines"#)
        #expect(outcome.status == 1 && outcome.output == "" && outcome.error.contains("iconv"), "\(outcome.error)")
    }
}
