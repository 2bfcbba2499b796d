import CorpusModels
import TestSupport
import Testing
import Yoke
import YokeArchives

/// Writes real documents as snapshots, and reads the snapshots.
@Suite("Snapshots of corpora", .enabled(if: SharedData.isUsable, Comment(rawValue: SharedData.reason)))
struct SnapshotCorpusTests {
    /// `percent` is the largest allowed size of the snapshot, in percent of the compact JSON text.
    @Test(arguments: [
        ("twitter", 55), ("twitterescaped", 55), ("citm_catalog", 50), ("canada", 98), ("github_events", 82), ("gsoc-2018", 94),
        ("numbers", 62),
    ])
    func theTextComesBack(name: String, percent: Int) throws {
        let text = try JSONValue(json: SharedData.bytes("corpora/\(name).json")).jsonString()
        let snapshot = try JSONRawText(text).snapshot()
        #expect(try JSONRawText(snapshot: snapshot).text == text)
        let size = 100 * snapshot.count / text.utf8.count
        print("\(name): the snapshot takes \(size) % of the text")
        #expect(size <= percent)
    }

    /// Values are compared, and not texts: a model writes numbers in the shortest form, and the document may not.
    @Test func modelsOfCorporaAreRestored() throws {
        let result = try Twitter.SearchResult(json: SharedData.bytes("corpora/twitter.json"))
        #expect(try Twitter.SearchResult(snapshot: result.snapshot()) == result)
        let shapes = try GeoJSON.FeatureCollection(json: SharedData.bytes("corpora/canada.json"))
        let snapshot = try shapes.snapshot()
        #expect(try GeoJSON.FeatureCollection(snapshot: snapshot) == shapes)
        #expect(try 2 * snapshot.count <= shapes.jsonBytes().count + 1000)
    }
}
