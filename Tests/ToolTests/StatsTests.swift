import Foundation
import Testing

@Suite("yoke stats")
struct StatsTests {
    /// The figures by their names.
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
        "ends at the first line that is no text of its own with --lines",
        arguments: [
            ("{\"a\":\n1}\n", "1:6: $.a: the line ends inside a value"), ("[1]\n\"a\n", "2:3: the line ends inside a value"),
            ("[1]\n1 2\n[\n", "2:3: there is something behind the end of the value"),
        ])
    func badLine(text: String, message: String) throws {
        let outcome = try Tool.run("stats", "--lines", input: text)
        #expect(outcome.status == 1 && outcome.output == "")
        #expect(outcome.error.hasPrefix("standard input:\(message)\n"), "\(outcome.error)")
    }
}
