import CorpusModels
import Harness
import Workloads
import Yoke

/// The contenders `yoke-native` and `yoke-yajl`: Yoke with either engine. One reader is made before the timing and reads all texts, as
/// Foundation's decoder does.
public struct YokeEngine: Sendable {
    public let name: String
    @usableFromInline let options: JSONReadOptions

    public static let native = YokeEngine("yoke-native", .native)
    public static let yajl = YokeEngine("yoke-yajl", .yajl)
    public static let all = [native, yajl]
    /// The native engine with an option: it finds the end of skipped values without checking them, as simdjson does.
    public static let structureOnly = YokeEngine("yoke-structure-only", native.asking { $0.skipping = .structureOnly }.options)

    private init(_ name: String, _ engine: JSONEngine) {
        var options = JSONReadOptions.strict
        options.engine = engine
        self.init(name, options)
    }

    private init(_ name: String, _ options: JSONReadOptions) {
        self.name = name
        self.options = options
    }

    /// Returns a copy of this contender, with options that `change` has modified. The copy has the same engine and name.
    public func asking(_ change: (inout JSONReadOptions) -> Void) -> YokeEngine {
        var options = options
        change(&options)
        return YokeEngine(name, options)
    }

    /// Reads a text into a model or a document.
    @inlinable
    public func reading<Value: JSONReadable>(_ type: Value.Type, _ text: [UInt8]) throws -> Making<Value> {
        let kept = try KeptReader<Value>(options)
        return Making { try kept.reader.read(text) }
    }

    /// Reads a text as a `JSONValue` or by `JSONView`, and sums up every value.
    public func walking(_ text: [UInt8], byViews: Bool) -> Making<Walk> { byViews ? Walk.views(text, options) : Walk.values(text, options) }

    /// Reads a text `times` times, because a single reading is too short to be timed.
    @inlinable
    public func reading<Value: JSONReadable>(_ type: Value.Type, _ text: [UInt8], times: Int) throws -> Repeating {
        let kept = try KeptReader<Value>(options)
        return Repeating { try read(text, times, &kept.reader) }
    }

    /// Reads a text in place, into the model of the previous run.
    @inlinable
    public func readingOver<Value: JSONReadable>(_ type: Value.Type, _ text: [UInt8]) throws -> Over<Value> {
        try Over(name + "-over", options, text)
    }

    /// Reads a text `times` times in a loop with one reader, as a program does.
    @inlinable
    func read<Value: JSONReadable>(_ text: [UInt8], _ times: Int, _ reader: inout JSONReader<Value>) throws {
        for _ in 0..<times { _ = try reader.read(text) }
    }

    /// Reads a text with a new reader. At the first use of Yoke in a process, this also compiles the mappings into plans.
    @inlinable
    public func readOnce<Value: JSONReadable>(_ type: Value.Type, _ text: [UInt8]) throws -> Value {
        var reader = try JSONReader<Value>(options: options)
        return try reader.read(text)
    }

    /// Reads the tweets of a file one at a time.
    public func stream(_ file: String, _ layout: StreamFile.Layout, _ piece: StreamPiece) throws -> StreamOutcome {
        switch piece {
        case .tweets: try stream(Twitter.Status.self, file, layout)
        case .headlines: try stream(Headline.self, file, layout)
        }
    }

    @inline(__always)
    private func stream<Tweet: StreamTweet & JSONReadable>(
        _ type: Tweet.Type, _ file: String, _ layout: StreamFile.Layout
    ) throws -> StreamOutcome {
        let isLines = layout == .lines
        var outcome = StreamOutcome()
        var tweets = try JSONStream<Tweet>(
            path: file, at: isLines ? nil : "$[*]", format: isLines ? .lines : .document, options: options)
        while let tweet = try tweets.next() { outcome.count(id: tweet.id) }
        return outcome
    }
}

/// Holds a reader where closures can change it.
@usableFromInline
final class KeptReader<Value: JSONReadable> {
    @usableFromInline var reader: JSONReader<Value>

    @usableFromInline
    init(_ options: JSONReadOptions) throws { reader = try JSONReader(options: options) }
}

/// Reads the same text again and again, in place, into `value`.
public final class Over<Value: JSONReadable>: Trial {
    public let name: String
    public var value: Value
    @usableFromInline var reader: JSONReader<Value>
    @usableFromInline let text: [UInt8]

    @usableFromInline
    init(_ name: String, _ options: JSONReadOptions, _ text: [UInt8]) throws {
        (self.name, self.text) = (name, text)
        reader = try JSONReader(options: options)
        value = try reader.read(text)
    }

    @inlinable
    public func run() throws { try reader.read(into: &value, from: text) }

    public func release() {}
}
