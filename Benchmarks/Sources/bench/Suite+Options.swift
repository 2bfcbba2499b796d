import CorpusModels
import Foundation
import Harness
import Rivals
import Workloads
import Yoke

/// Measures reading with options (key styles) and with special forms of values (dates).
extension Suite {
    /// Reads tweets whose keys are made from the names of the properties by a key style. If `areNames` is true, the keys are the names
    /// themselves.
    func keys(_ corpus: String, _ twitter: [UInt8], areNames: Bool) throws -> Contest {
        let value = try Twitter.SearchResult(json: twitter)
        let text = try value.jsonBytes(JSONWriteOptions(usesPropertyNames: areNames))
        let contenders = try YokeEngine.all.map { engine in
            let engine = engine.asking { $0.usesPropertyNames = areNames }
            let reading = try engine.reading(Twitter.SearchResult.self, text)
            try expect(reading.outcome() == value, "options \(corpus): \(engine.name) reads another value")
            return Contender(engine.name, reading)
        }
        return Contest("options", corpus, bytes: text.count, contenders + [Contender(YajlNoop.name, YajlNoop.reading(text))])
    }

    /// Objects with one date each, which Foundation's formatter has written.
    func dates(_ corpus: String) throws -> Contest {
        let formatter = ISO8601DateFormatter()
        let dates = (0..<20_000).map { Date(timeIntervalSince1970: 1_357_803_510 + Double($0) * 86_399) }
        let days = dates.map { #"{"d":"\#(formatter.string(from: $0))"}"# }
        let text = Array("[\(days.joined(separator: ","))]".utf8)
        let contenders = try YokeEngine.all.map { engine in
            let reading = try engine.reading([Dated].self, text)
            try expect(
                reading.outcome().map(\.d.seconds) == dates.map(\.timeIntervalSinceReferenceDate),
                "options \(corpus): \(engine.name) reads other dates")
            return Contender(engine.name, reading)
        }
        return Contest("options", corpus, bytes: text.count, contenders + [Contender(YajlNoop.name, YajlNoop.reading(text))])
    }
}
