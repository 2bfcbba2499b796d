import TestSupport
import Testing
import Yoke

/// Reads arrays of objects with plain members. The native engine's fast path reads them in one pass, and stops at anything unusual.
/// Wherever it stops, both engines must give the same result.
@Suite(.needsBothEngines) struct RowTests {
    private struct Row: JSONConvertible, Equatable {
        var id: Int
        var name: String
        var marks: [Int]
        var score: Double?

        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.add("name", \.name)
                $0.add("marks", \.marks)
                $0.add("score", \.score)
            }
        }
    }

    private let plain = Subject([Row].self), optional = Subject([Row?].self)

    private static func row(_ id: Int) -> String {
        let name = String(repeating: "n", count: id % 40)
        return "{\"id\":\(id),\"name\":\"\(name)\",\"marks\":[\(id % 3 == 0 ? "" : "1, 2")],\"score\":\(id % 2 == 0 ? "null" : "0.5")}"
    }

    /// Replaces one object of the array by another text, which may be invalid.
    @Test(arguments: [
        "null", "{}", "[]", "7", #"{"name":"x","id":1,"marks":[]}"#, #"{"id":1,"name":"x","marks":[],"more":[{"a":1}],"score":2}"#,
        #"{"id":1,"name":"x"}"#, #"{"id":1,"name":"x","marks":[1,"2"]}"#, #"{"id":1,"name":"x","marks":null}"#, #"{"id":1.5}"#,
        #"{"id":1,"id":2,"name":"x","marks":[]}"#, #"{"id":1,"name":"\u00e9\n","marks":[3]}"#, #"{"id":1,"name":"x","marks":[3],}"#,
        #"{"id":1 "name":"x"}"#, #"{"id":1,"name":"x","marks":[3]}}"#, #"{"id":1,"name":"x","marks":[3]"#, ",", "",
    ])
    func oneThatIsDifferent(other: String) {
        for place in [0, 1, 5, 40] {
            var rows = (0..<41).map(Self.row)
            rows[place] = other
            for separator in [",", ",\n    ", " , "] {
                let text = Array("[\(rows.joined(separator: separator))]".utf8)
                for subject in [plain, optional] {
                    expectSame(Trial(subject, text, .whole), "\(other) at \(place)")
                    expectSame(Trial(subject, text, .chunks, cuts: Array(stride(from: 1, to: text.count, by: 97))), "\(other) at \(place)")
                }
            }
        }
    }

    /// Reads long arrays. The longest ones need more memory than the first block of the value stack, where the engine collects elements.
    /// With a limit of 65 elements, the longer arrays are refused.
    @Test func longOnes() throws {
        for count in [64, 65, 66, 1000, 20_000] {
            let text = Array("[\((0..<count).map(Self.row).joined(separator: ",\n  "))]".utf8)
            expectSame(Trial(plain, text, .whole), "\(count) rows")
            let rows = try [Row](json: text)
            #expect(rows.count == count && rows.indices.allSatisfy { rows[$0].id == $0 && rows[$0].name.utf8.count == $0 % 40 })
            let limited = JSONReadOptions.with { $0.limits.members = 65 }
            expectSame(Trial(plain, text, .whole, limited), "\(count) rows, limited")
        }
    }
}
