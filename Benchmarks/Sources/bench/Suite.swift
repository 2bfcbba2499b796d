import CorpusModels
import Foundation
import Harness
import Rivals
import Workloads
import Yoke

/// The protocols of a corpus model.
typealias Model = Codable & Equatable & JSONConvertible

/// All contests of a process. Each contest is made only when it runs, and first checks that all contenders give the same result.
struct Suite {
    /// A contest that was not made yet.
    struct Entry {
        let workload, corpus: String
        /// Makes the contest. Nil if its text is not available.
        let contest: () throws -> Contest?

        /// True if a contender of this contest may match the filter. The contenders are not known here.
        func couldMatch(_ filter: String?) -> Bool {
            guard let filter else { return true }
            return "\(workload)/\(corpus)".contains(filter)
                || Self.names.contains { "\(workload)/\(corpus)/\($0)".contains(filter) }
        }

        private static let names: Set<String> = [
            YokeEngine.native.name, YokeEngine.yajl.name, YokeEngine.native.name + "-over", YokeEngine.yajl.name + "-over", YokeWriter.name, YokeVerb.name, YokeCoder.name, Foreign.simdjson, Foreign.serde,
            "simdjson-dom", "serde-json-value",
            YajlNoop.name, YajlNoopDouble.name, FloorMaker.name, FoundationDecoder.name, FoundationEncoder.name,
            FoundationSerialization.name,
        ]
    }

    private let corpora: Corpora

    init(_ corpora: Corpora) { self.corpora = corpora }

    /// All contests. The contests of a group run in the same rounds, because their figures are compared.
    var groups: [[Entry]] {
        let result = Twitter.SearchResult.self, catalog = Citm.Catalog.self, features = GeoJSON.FeatureCollection.self
        return [
            [
                entry("read-typed", .twitter) { try readTyped($0, $1, result, FloorMaker.making) },
                entry("read-typed", .varied) { try readTyped($0, $1, result, FloorMaker.making) },
            ],
            [entry("read-typed", .citm) { try readTyped($0, $1, catalog, FloorMaker.making) }],
            [entry("read-typed", .canada) { try readTyped($0, $1, features, FloorMaker.making) }],
            [entry("read-typed", .escaped) { try readTyped($0, $1, result, FloorMaker.making) }],
            [entry("read-typed", .shuffled) { try readTyped($0, $1, result, FloorMaker.making) }],
            [entry("read-typed", .github) { try readTyped($0, $1, [GitHub.Event].self) }],
            [entry("read-typed", .gsoc) { try readTyped($0, $1, [String: SummerOfCode.Project].self) }],
            [Entry(workload: "read-typed", corpus: "weibo") { try readTyped("weibo", Weibo.text, Weibo.Timeline.self) }],
            [entry("write-typed", .twitter) { try writeTyped($0, $1, result) }],
            [entry("write-typed", .citm) { try writeTyped($0, $1, catalog) }],
            [entry("write-typed", .canada) { try writeTyped($0, $1, features) }],
            [entry("read-codable", .twitter) { try readCodable($0, $1, result) }],
            [entry("read-codable", .citm) { try readCodable($0, $1, catalog) }],
            [entry("read-codable", .canada) { try readCodable($0, $1, features) }],
            [entry("write-codable", .twitter) { try writeCodable($0, $1, result) }],
            [entry("write-codable", .citm) { try writeCodable($0, $1, catalog) }],
            [entry("write-codable", .canada) { try writeCodable($0, $1, features) }],
            [entry("read-document", .twitter, readDocument)],
            [entry("read-document", .citm, readDocument)],
            [entry("read-document", .canada, readDocument)],
            [entry("write-document", .twitter, writeDocument)],
            [entry("write-document", .citm, writeDocument)],
            [entry("write-document", .canada, writeDocument)],
            [entry("over", .twitter) { try readInPlace($0, $1, result) }],
            [entry("over", .citm) { try readInPlace($0, $1, catalog) }],
            [entry("over", .canada) { try readInPlace($0, $1, features) }],
            [
                entry("options", .twitter, as: "snake-case") { try keys($0, $1, areNames: false) },
                entry("options", .twitter, as: "property-names") { try keys($0, $1, areNames: true) },
            ],
            [Entry(workload: "options", corpus: "iso-dates") { try dates("iso-dates") }],
            [
                Entry(workload: "small", corpus: "37-bytes") {
                    try small("37-bytes", Small.object, Small.Account.self, times: 20_000)
                }
            ],
            [
                Entry(workload: "small", corpus: "github-user") {
                    try small("github-user", GitHubUser.text, GitHubUser.self, times: 10_000)
                }
            ],
            [
                Entry(workload: "small", corpus: "one-tweet") {
                    guard let text = try corpora.text(.twitter) else { return nil }
                    return try small("one-tweet", Small.document(from: text), Twitter.SearchResult.self, times: 200)
                }
            ],
        ]
    }

    private func entry(
        _ workload: String, _ name: Corpora.Name, as title: String? = nil,
        _ make: @escaping (_ corpus: String, _ text: [UInt8]) throws -> Contest
    ) -> Entry {
        let title = title ?? "\(name)"
        return Entry(workload: workload, corpus: title) { try corpora.text(name).map { try make(title, $0) } }
    }

    private func small<Value: Model>(_ corpus: String, _ text: [UInt8], _ type: Value.Type, times: Int) throws -> Contest {
        let value = try FoundationDecoder.reading(type, text).outcome()
        var contenders: [Contender] = []
        for engine in YokeEngine.all {
            try expect(engine.reading(type, text).outcome() == value, "small \(corpus): \(engine.name) reads another value")
            contenders.append(Contender(engine.name, repetitions: times, try engine.reading(type, text, times: times)))
        }
        contenders.append(Contender(YokeVerb.name, repetitions: times, YokeVerb.reading(type, text, times: times)))
        for (rival, model) in try foreign("small \(corpus)", text, value) {
            contenders.append(Contender(rival.name, repetitions: times, try rival.reading(model, text, times: times)))
        }
        let fewer = max(1, times / 20)
        contenders += [
            Contender(YajlNoop.name, repetitions: times, YajlNoop.reading(text, times: times)),
            Contender(FoundationDecoder.name, repetitions: fewer, FoundationDecoder.reading(type, text, times: fewer)),
        ]
        return Contest("small", corpus, bytes: text.count, contenders)
    }
}

/// Throws if contenders disagree. Then their work must not be timed.
func expect(_ isEqual: @autoclosure () throws -> Bool, _ otherwise: String) throws {
    guard try isEqual() else { throw RivalFailure(otherwise) }
}
