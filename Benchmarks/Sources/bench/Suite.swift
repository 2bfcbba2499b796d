import CorpusModels
import Foundation
import Harness
import Rivals
import Workloads
import Yoke

/// The protocols to which the model of a corpus conforms.
typealias Model = Codable & Equatable & JSONConvertible

/// All contests that are measured in this process, and not in child processes. Each contest is made only when it runs, and first checks
/// that all contenders give the same result.
struct Suite {
    /// A contest that is made only when it runs.
    struct Entry {
        let workload, corpus: String
        /// Makes the contest. Nil if its text is not available.
        let contest: () throws -> Contest?

        /// Returns true if a contender of this contest may match the filter. The contest is not made yet, so the filter is tried with the
        /// names of all contenders.
        func couldMatch(_ filter: String?) -> Bool {
            guard let filter else { return true }
            return "\(workload)/\(corpus)".contains(filter)
                || Self.names.contains { "\(workload)/\(corpus)/\($0)".contains(filter) }
        }

        private static let names: Set<String> = [
            YokeEngine.native.name, YokeEngine.yajl.name, YokeEngine.native.name + "-over", YokeEngine.yajl.name + "-over",
            YokeWriter.name, YokeWriter.lending, YokeVerb.name, YokeVerb.generic, YokeCoder.name, Foreign.simdjson, Foreign.serde,
            "simdjson-dom", "serde-json-value", "yoke-native-model", "plain", "slow",
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
            [entry("walk-view", .twitter) { try walk($0, $1, byViews: true) }],
            [entry("walk-view", .citm) { try walk($0, $1, byViews: true) }],
            [entry("walk-view", .canada) { try walk($0, $1, byViews: true) }],
            [entry("walk-value", .twitter) { try walk($0, $1, byViews: false) }],
            [entry("walk-value", .citm) { try walk($0, $1, byViews: false) }],
            [entry("walk-value", .canada) { try walk($0, $1, byViews: false) }],
            [entry("write-edited-value", .twitter, writeEditedValue)],
            [entry("write-edited-value", .citm, writeEditedValue)],
            [entry("write-edited-value", .canada, writeEditedValue)],
            [Entry(workload: "stream-values", corpus: "lines") { try streamValues() }],
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
                },
                Entry(workload: "small-write", corpus: "37-bytes") {
                    try smallWrite("37-bytes", Small.object, Small.Account.self, times: 20_000)
                },
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
                },
                Entry(workload: "small-write", corpus: "one-tweet") {
                    guard let text = try corpora.text(.twitter) else { return nil }
                    return try smallWrite("one-tweet", Small.document(from: text), Twitter.SearchResult.self, times: 200)
                },
            ],
            [entry("records", .twitter, records)],
        ] + Self.slowSpotEntries.map { [$0] }
    }

    private func entry(
        _ workload: String, _ name: Corpora.Name, as title: String? = nil,
        _ make: @escaping (_ corpus: String, _ text: [UInt8]) throws -> Contest
    ) -> Entry {
        let title = title ?? "\(name)"
        return Entry(workload: workload, corpus: title) { try corpora.text(name).map { try make(title, $0) } }
    }
}

/// Throws if contenders give different results, because the time of a wrong result would mean nothing.
func expect(_ isEqual: @autoclosure () throws -> Bool, _ otherwise: String) throws {
    guard try isEqual() else { throw RivalFailure(otherwise) }
}
