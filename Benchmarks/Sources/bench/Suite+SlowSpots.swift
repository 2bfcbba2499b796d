import Foundation
import Harness
import Rivals
import Workloads
import Yoke
import YokeFoundation

/// Contests that compare a plain value with a value that costs more to make. Both are read from nearly the same text.
extension Suite {
    static let slowSpots = "slow-spots"

    static var slowSpotEntries: [Entry] {
        [
            Entry(workload: slowSpots, corpus: "url") {
                try pair("url", SlowSpots.urls, [String].self, SlowSpots.urls, [URL].self) { $0.map(\.absoluteString) == $1 }
            },
            Entry(workload: slowSpots, corpus: "data") {
                try pair("data", SlowSpots.data, [String].self, SlowSpots.data, [Data].self) { $0.map { $0.base64EncodedString() } == $1 }
            },
            Entry(workload: slowSpots, corpus: "date-by-format") {
                try pair("date-by-format", SlowSpots.days, [String].self, SlowSpots.days, [Date].self, SlowSpots.dayStyle) {
                    try $0.jsonString(JSONWriteOptions(dateStyle: SlowSpots.dayStyle)) == $1.jsonString()
                }
            },
            Entry(workload: slowSpots, corpus: "decimal") {
                try pair("decimal", SlowSpots.quotedDecimals, [String].self, SlowSpots.decimals, [Decimal].self) {
                    $0 == $1.map { Decimal(string: $0) }
                }
            },
            Entry(workload: slowSpots, corpus: "array-layout") {
                try pair("array-layout", SlowSpots.coordinates, [Double].self, SlowSpots.points, [SlowSpots.Point].self) {
                    $0.count * 2 == $1.count && $0.last?.x == $1[$0.count - 1]
                }
            },
            Entry(workload: slowSpots, corpus: "float") {
                try pair("float", SlowSpots.coordinates, [Double].self, SlowSpots.coordinates, [Float].self) { $0 == $1.map { Float($0) } }
            },
            Entry(workload: slowSpots, corpus: "extras") {
                try pair("extras", SlowSpots.extras, [SlowSpots.Closed].self, SlowSpots.extras, [SlowSpots.Open].self) {
                    try $0.jsonBytes() == $1.jsonBytes()
                }
            },
            Entry(workload: slowSpots, corpus: "write-extras") {
                let closed = try [SlowSpots.Closed](json: SlowSpots.extras), open = try [SlowSpots.Open](json: SlowSpots.extras)
                let bytes = try closed.jsonBytes()
                try expect(open.jsonBytes() == bytes, "write-extras: other members")
                return Contest(
                    slowSpots, "write-extras", bytes: bytes.count,
                    [Contender("plain", YokeWriter.writing(closed)), Contender("slow", YokeWriter.writing(open))])
            },
        ]
    }

    private static func pair<Plain: JSONReadable, Slow: JSONReadable>(
        _ corpus: String, _ plainText: String, _ plain: Plain.Type, _ slowText: String, _ slow: Slow.Type, _ dates: JSONDateStyle? = nil,
        _ isSame: (Slow, Plain) throws -> Bool
    ) throws -> Contest {
        let engine = YokeEngine.native.asking { $0.dateStyle = dates }
        let plain = try engine.reading(plain, Array(plainText.utf8)), slow = try engine.reading(slow, Array(slowText.utf8))
        try expect(isSame(slow.outcome(), plain.outcome()), "\(corpus): other values")
        return Contest(slowSpots, corpus, bytes: slowText.utf8.count, [Contender("plain", plain), Contender("slow", slow)])
    }
}
