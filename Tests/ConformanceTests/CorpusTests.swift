import CorpusModels
import Foundation
import TestSupport
import Testing
import Yoke

/// Reads real documents into models that keep every scalar.
@Suite("Corpora", .enabled(if: SharedData.isUsable, Comment(rawValue: SharedData.reason)))
struct CorpusTests {
    /// A corpus and its model. Closures hide the model's type, so that all corpora have the same type.
    struct Corpus: Sendable, CustomTestStringConvertible {
        let name: String
        /// Number of broken texts to test. A smaller corpus gets more broken texts.
        let breaks: Int
        let checkValues: @Sendable (Corpus) throws -> Void
        let checkChunks: @Sendable (Corpus, ChunkSplitter) throws -> Void
        let checkBroken: @Sendable (Corpus) throws -> Void

        init<Model: JSONConvertible & Codable & Equatable & Sendable>(_ name: String, _ type: Model.Type, breaks: Int) {
            self.name = name
            self.breaks = breaks
            checkValues = { try CorpusTests.checkValues(type, of: $0) }
            checkChunks = { try CorpusTests.checkChunks(type, of: $0, $1) }
            checkBroken = { try CorpusTests.checkBroken(type, of: $0) }
        }

        var text: [UInt8] { get throws { try SharedData.bytes("corpora/\(name).json") } }
        var testDescription: String { name }
    }

    static let corpora = [
        Corpus("twitter", Twitter.SearchResult.self, breaks: 60),
        Corpus("twitterescaped", Twitter.SearchResult.self, breaks: 60),
        Corpus("citm_catalog", Citm.Catalog.self, breaks: 20),
        Corpus("canada", GeoJSON.FeatureCollection.self, breaks: 10),
        Corpus("github_events", [GitHub.Event].self, breaks: 300),
        Corpus("gsoc-2018", [String: SummerOfCode.Project].self, breaks: 20),
    ]

    @Test("read and written as Foundation does, with every scalar", arguments: corpora)
    func everyScalar(corpus: Corpus) throws { try corpus.checkValues(corpus) }

    @Test(
        "the same in chunks", arguments: corpora,
        [.size(1), .size(7), .size(64), .size(4096), .random(seed: 1, largest: 300), .random(seed: 2, largest: 100_000)]
            as [ChunkSplitter])
    func chunks(corpus: Corpus, splitter: ChunkSplitter) throws { try corpus.checkChunks(corpus, splitter) }

    @Test("broken texts fail at the same place whole and in chunks", arguments: corpora)
    func broken(corpus: Corpus) throws { try corpus.checkBroken(corpus) }
}

// MARK: - The checks

extension CorpusTests {
    private static func checkValues<Model: JSONConvertible & Codable & Equatable>(
        _ type: Model.Type, of corpus: Corpus
    ) throws {
        let text = try corpus.text
        let value = try Model(json: text)
        let reference = try JSONDecoder().decode(type, from: Data(text))
        #expect(value == reference)

        let written = try value.jsonBytes()
        #expect(try Model(json: written) == reference)
        #expect(try JSONDecoder().decode(type, from: Data(written)) == reference)
        #expect(try Model(json: value.jsonBytes(.pretty)) == reference)

        let count = try ScalarCount(original: text, kept: written)
        let percent = Double(count.kept) / Double(count.all) * 100
        print("\(corpus.name): bound \(count.kept) of \(count.all) scalar values (\(percent.formatted()) %)")
        #expect(count.kept == count.all, "lost: \(count.lost)")
        #expect(try count.all == ScalarCount.byFoundation(text))
    }

    private static func checkChunks<Model: JSONConvertible & Equatable>(
        _ type: Model.Type, of corpus: Corpus, _ splitter: ChunkSplitter
    ) throws {
        let text = try corpus.text
        var splitter = splitter
        if case .size(let size) = splitter, size < 64, text.count > 100_000 { splitter = .patches(size: size) }
        var reader = try JSONReader<Model>()
        for chunk in splitter.chunks(of: text) { try reader.feed(chunk) }
        let value = try reader.finish()
        #expect(try value == Model(json: text))
    }

    private static func checkBroken<Model: JSONConvertible & Equatable>(_ type: Model.Type, of corpus: Corpus) throws {
        let text = try corpus.text
        for seed in 0..<UInt64(Sample.size(corpus.breaks / 6, full: corpus.breaks)) {
            var random = SeededGenerator(seed: seed)
            // Most broken texts are short, because only short texts are also read byte by byte. For long texts, that would take too much
            // time.
            let length = Int.random(in: 1...random.pick([200, 4000, 20_000, text.count]), using: &random)
            let broken = breakText(Array(text.prefix(min(length, text.count))), &random)
            let whole = Outcome { () throws(JSONError) in try Model(json: broken) }
            var splitters: [ChunkSplitter] = [.size(7), .random(seed: seed, largest: 5000)]
            if broken.count <= Sample.size(1500, full: 4000) { splitters.append(.size(1)) }
            for splitter in splitters {
                let chunked = Outcome { () throws(JSONError) in
                    var reader = try JSONReader<Model>()
                    for chunk in splitter.chunks(of: broken) { try reader.feed(chunk) }
                    return try reader.finish()
                }
                guard whole != chunked else { continue }
                let (a, b) = (whole.failure?.description ?? "a value", chunked.failure?.description ?? "a value")
                Issue.record("\(corpus.name), seed \(seed): \(a) as a whole, \(b) in \(splitter)")
            }
        }
    }

    /// Returns the text with up to two bytes changed, removed or inserted.
    private static func breakText(_ text: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var text = text
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            let index = Int.random(in: 0..<text.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: text[index] = random.pick(Array("{}[]\",:\\0123456789.eE+-tfnu/ \n".utf8))
            case 1: text[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: text.remove(at: index)
            default: text.insert(random.pick(Array("{}[]\",:\\09.e-".utf8) + [0, 0x0B, 0x80, 0xC3, 0xED, 0xFF]), at: index)
            }
            if text.isEmpty { break }
        }
        return text
    }
}
