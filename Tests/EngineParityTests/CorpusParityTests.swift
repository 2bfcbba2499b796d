import CorpusModels
import TestSupport
import Testing

/// Reads real documents with both engines: complete, and cut at many positions.
@Suite("Corpora", .enabled(if: SharedData.isUsable, Comment(rawValue: SharedData.reason)), .needsBothEngines)
struct CorpusParityTests {
    /// `hasDictionaries` is true for models with dictionaries. A dictionary has no fixed order, so the written texts are compared with
    /// sorted keys.
    private static let models: [String: Subject] = [
        "twitter": Subject(Twitter.SearchResult.self),
        "twitterescaped": Subject(Twitter.SearchResult.self),
        "citm_catalog": Subject(Citm.Catalog.self, hasDictionaries: true),
        "canada": Subject(GeoJSON.FeatureCollection.self),
        "github_events": Subject([GitHub.Event].self),
        "gsoc-2018": Subject([String: SummerOfCode.Project].self, hasDictionaries: true),
        "numbers": Subject([Double].self),
    ]

    @Test(arguments: models.keys.sorted()) func corporaAreReadAlike(name: String) throws {
        let text = try SharedData.bytes("corpora/\(name).json")
        let model = try #require(Self.models[name])
        let every4096 = Array(stride(from: 4096, to: text.count, by: 4096))
        expectSame(Trial(model, text, .whole), name)
        expectSame(Trial(model, text, .chunks, cuts: every4096), name)
        for way in Way.validators { expectSame(Trial(model, text, way, cuts: every4096), name) }
        // Read the text as dynamic JSON, too, if it is short enough for a debug build.
        let value = Subject(JSONValue.self)
        if text.count < 700_000 {
            for way in [.whole, .stream(.document, path: "$[*]"), .formatter(indent: 2)] as [Way] {
                expectSame(Trial(value, text, way, cuts: every4096), name)
            }
        }
    }

    /// Most of the cuts are near the start, to save time: both engines read each text up to its cut.
    @Test(arguments: models.keys.sorted()) func cutShort(name: String) throws {
        let text = try SharedData.bytes("corpora/\(name).json")
        let model = try #require(Self.models[name])
        var random = SeededGenerator(seed: 5)
        let near = Array(0...600)
        let far = (0..<40).map { _ in Int.random(in: 0...random.pick([10_000, 70_000, text.count]), using: &random) }
        for length in near + far where length < text.count {
            let start = Array(text[..<length])
            expectSame(Trial(model, start, length % 2 == 0 ? .whole : .chunks, cuts: [length / 2]), "\(name) cut at \(length)")
        }
        let partial = JSONReadOptions.with { $0.allowsPartialValue = true }
        for length in far.prefix(10) {
            expectSame(Trial(model, Array(text[..<length]), .whole, partial), "\(name) cut at \(length)")
        }
    }
}
