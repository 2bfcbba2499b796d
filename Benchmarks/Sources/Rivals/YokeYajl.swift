import CorpusModels
import Harness
import Yoke

/// `yoke-yajl`: Yoke with libyajl as its engine. A reader is kept, as Foundation's decoder is.
public enum YokeYajl {
    public static let name = "yoke-yajl"

    @usableFromInline static var options: JSONReadOptions {
        var options = JSONReadOptions.strict
        options.engine = .yajl
        return options
    }

    /// Text to model, or to document.
    @inlinable
    public static func reading<Value: JSONReadable>(_ type: Value.Type, _ text: [UInt8]) throws -> Making<Value> {
        let kept = try KeptReader<Value>(options)
        return Making { try kept.reader.read(text) }
    }

    /// The same for texts that are too short for the clock.
    @inlinable
    public static func reading<Value: JSONReadable>(_ type: Value.Type, _ text: [UInt8], times: Int) throws -> Repeating {
        let kept = try KeptReader<Value>(options)
        return Repeating { for _ in 0..<times { _ = try kept.reader.read(text) } }
    }

    /// Model or document to text.
    @inlinable
    public static func writing<Value: JSONWritable>(_ value: Value) -> Making<[UInt8]> { Making { try value.jsonBytes() } }

    /// Tweets of a file, one at a time.
    public static func stream(_ file: String, lines: Bool) throws -> StreamOutcome {
        var outcome = StreamOutcome()
        var tweets = try JSONStream<Twitter.Status>(
            path: file, at: lines ? nil : "$[*]", format: lines ? .lines : .document, options: options)
        while let tweet = try tweets.next() { outcome.count(tweet) }
        return outcome
    }
}

/// A reader in a place where closures can change it.
@usableFromInline
final class KeptReader<Value: JSONReadable> {
    @usableFromInline var reader: JSONReader<Value>

    @usableFromInline
    init(_ options: JSONReadOptions) throws { reader = try JSONReader(options: options) }
}
