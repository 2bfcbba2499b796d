import CorpusModels
import Foundation
import Harness
import Rivals
import Workloads
import Yoke

/// What a corpus model is.
typealias Model = Codable & Equatable & JSONConvertible

/// All contests of one process. Each is made only when it is run, and checks first that all contenders make the same.
struct Suite {
    /// A contest that is not made yet.
    struct Entry {
        let workload, corpus: String
        /// Nil when its text is not to be had.
        let contest: () throws -> Contest?

        /// Whether a contender of it may match; without knowing them.
        func couldMatch(_ filter: String?) -> Bool {
            guard let filter else { return true }
            return "\(workload)/\(corpus)".contains(filter) || !Self.names.isDisjoint(with: [filter])
                || Self.names.contains { "\(workload)/\(corpus)/\($0)".contains(filter) }
        }

        private static let names: Set<String> = [
            YokeYajl.name, YokeVerb.name, YajlNoop.name, YajlNoopDouble.name, FloorMaker.name, FoundationDecoder.name,
            FoundationEncoder.name, FoundationSerialization.name,
        ]
    }

    private let corpora: Corpora

    init(_ corpora: Corpora) { self.corpora = corpora }

    var entries: [Entry] {
        [
            entry("read-typed", .twitter) { try readTyped($0, $1, Twitter.SearchResult.self, FloorMaker.making) },
            entry("read-typed", .citm) { try readTyped($0, $1, Citm.Catalog.self, FloorMaker.making) },
            entry("read-typed", .canada) { try readTyped($0, $1, GeoJSON.FeatureCollection.self, FloorMaker.making) },
            entry("read-typed", .escaped) { try readTyped($0, $1, Twitter.SearchResult.self) },
            entry("read-typed", .github) { try readTyped($0, $1, [GitHub.Event].self) },
            entry("read-typed", .gsoc) { try readTyped($0, $1, [String: SummerOfCode.Project].self) },
            entry("write-typed", .twitter) { try writeTyped($0, $1, Twitter.SearchResult.self) },
            entry("write-typed", .citm) { try writeTyped($0, $1, Citm.Catalog.self) },
            entry("write-typed", .canada) { try writeTyped($0, $1, GeoJSON.FeatureCollection.self) },
            entry("read-document", .twitter, readDocument), entry("read-document", .citm, readDocument),
            entry("read-document", .canada, readDocument),
            entry("write-document", .twitter, writeDocument), entry("write-document", .citm, writeDocument),
            entry("write-document", .canada, writeDocument),
            Entry(workload: "small", corpus: "37-bytes") {
                try small("37-bytes", Small.object, Small.Account.self, times: 20_000)
            },
            Entry(workload: "small", corpus: "one-tweet") {
                guard let text = try corpora.text(.twitter) else { return nil }
                return try small("one-tweet", Small.document(from: text), Twitter.SearchResult.self, times: 200)
            },
        ]
    }

    private func entry(
        _ workload: String, _ name: Corpora.Name, _ make: @escaping (_ corpus: String, _ text: [UInt8]) throws -> Contest
    ) -> Entry {
        Entry(workload: workload, corpus: "\(name)") { try corpora.text(name).map { try make("\(name)", $0) } }
    }

    private func readTyped<Value: Model>(
        _ corpus: String, _ text: [UInt8], _ type: Value.Type, _ floor: ((Value) -> Making<Value>)? = nil
    ) throws -> Contest {
        let yoke = try YokeYajl.reading(type, text)
        let foundation = FoundationDecoder.reading(type, text)
        let value = try foundation.outcome()
        try expect(yoke.outcome() == value, "read-typed \(corpus): Yoke and Foundation read different values")
        var contenders = [
            Contender(YokeYajl.name, yoke), Contender(YajlNoop.name, YajlNoop.reading(text)),
            Contender(YajlNoopDouble.name, YajlNoopDouble.reading(text)),
        ]
        if let floor = floor?(value) {
            try expect(floor.outcome() == value, "read-typed \(corpus): the floor makes another value")
            contenders.append(Contender(FloorMaker.name, floor))
        }
        contenders.append(Contender(FoundationDecoder.name, foundation))
        return Contest("read-typed", corpus, bytes: text.count, contenders)
    }

    private func writeTyped<Value: Model>(_ corpus: String, _ text: [UInt8], _ type: Value.Type) throws -> Contest {
        let value = try Value(json: text)
        let yoke = YokeYajl.writing(value)
        let foundation = FoundationEncoder.writing(value)
        let written = try yoke.outcome()
        try expect(
            JSONDecoder().decode(type, from: Data(written)) == value,
            "write-typed \(corpus): Foundation does not read what Yoke writes")
        try expect(
            Value(json: foundation.outcome()) == value, "write-typed \(corpus): Yoke does not read what Foundation writes")
        return Contest(
            "write-typed", corpus, bytes: written.count,
            [Contender(YokeYajl.name, yoke), Contender(FoundationEncoder.name, foundation)])
    }

    private func readDocument(_ corpus: String, _ text: [UInt8]) throws -> Contest {
        let yoke = try YokeYajl.reading(JSONValue.self, text)
        let foundation = FoundationSerialization.reading(text)
        let copy = try FoundationSerialization.reading(yoke.outcome().jsonBytes()).outcome()
        try expect(copy == foundation.outcome(), "read-document \(corpus): Yoke and Foundation read different documents")
        return Contest(
            "read-document", corpus, bytes: text.count,
            [
                Contender(YokeYajl.name, yoke), Contender(YajlNoop.name, YajlNoop.reading(text)),
                Contender(FoundationSerialization.name, foundation),
            ])
    }

    private func writeDocument(_ corpus: String, _ text: [UInt8]) throws -> Contest {
        let object = try FoundationSerialization.reading(text).outcome()
        let yoke = try YokeYajl.writing(JSONValue(json: text))
        let written = try yoke.outcome()
        try expect(
            FoundationSerialization.reading(written).outcome() == object,
            "write-document \(corpus): Foundation does not read what Yoke writes")
        return Contest(
            "write-document", corpus, bytes: written.count,
            [Contender(YokeYajl.name, yoke), Contender(FoundationSerialization.name, FoundationSerialization.writing(object))])
    }

    private func small<Value: Model>(_ corpus: String, _ text: [UInt8], _ type: Value.Type, times: Int) throws -> Contest {
        try expect(
            YokeYajl.reading(type, text).outcome() == FoundationDecoder.reading(type, text).outcome(),
            "small \(corpus): Yoke and Foundation read different values")
        let fewer = max(1, times / 20)
        return Contest(
            "small", corpus, bytes: text.count,
            [
                Contender(YokeYajl.name, repetitions: times, try YokeYajl.reading(type, text, times: times)),
                Contender(YokeVerb.name, repetitions: times, YokeVerb.reading(type, text, times: times)),
                Contender(YajlNoop.name, repetitions: times, YajlNoop.reading(text, times: times)),
                Contender(FoundationDecoder.name, repetitions: fewer, FoundationDecoder.reading(type, text, times: fewer)),
            ])
    }
}

/// Contenders do not agree: nothing of theirs may be timed.
func expect(_ isEqual: @autoclosure () throws -> Bool, _ otherwise: String) throws {
    guard try isEqual() else { throw RivalFailure(otherwise) }
}
