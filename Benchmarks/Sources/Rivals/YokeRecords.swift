import CorpusModels
import Harness
import Yoke

/// Reads lines in memory, with a reader in a loop or with a stream. Each line becomes a new value, or is read in place into the value of
/// the line before.
public struct YokeRecords: Sendable {
    private let text: [UInt8]
    private let lines: [Range<Int>]

    public init(_ lines: [[UInt8]]) {
        var text: [UInt8] = [], ranges: [Range<Int>] = []
        for line in lines {
            ranges.append(text.count..<text.count + line.count)
            text += line + [UInt8(ascii: "\n")]
        }
        (self.text, self.lines) = (text, ranges)
    }

    public static let all: [(name: String, read: @Sendable (YokeRecords) throws -> StreamOutcome)] = [
        ("reader", { try $0.reader() }), ("reader-over", { try $0.readerOver() }), ("stream", { try $0.stream() }),
        ("stream-over", { try $0.streamOver() }),
    ]

    public var bytes: Int { text.count }

    private func reader() throws -> StreamOutcome {
        var outcome = StreamOutcome(), reader = try JSONReader<Twitter.Status>()
        try text.withUnsafeBufferPointer { text in
            for line in lines { outcome.count(id: try reader.read(UnsafeBufferPointer(rebasing: text[line])).id) }
        }
        return outcome
    }

    private func readerOver() throws -> StreamOutcome {
        var outcome = StreamOutcome(), reader = try JSONReader<Twitter.Status>()
        try text.withUnsafeBufferPointer { text in
            guard let first = lines.first else { return }
            var tweet = try reader.read(UnsafeBufferPointer(rebasing: text[first]))
            outcome.count(id: tweet.id)
            for line in lines.dropFirst() {
                try reader.read(into: &tweet, from: UnsafeBufferPointer(rebasing: text[line]))
                outcome.count(id: tweet.id)
            }
        }
        return outcome
    }

    private func stream() throws -> StreamOutcome {
        var outcome = StreamOutcome(), tweets = try JSONStream<Twitter.Status>(chunks: [text], format: .lines)
        while let tweet = try tweets.next() { outcome.count(id: tweet.id) }
        return outcome
    }

    private func streamOver() throws -> StreamOutcome {
        var outcome = StreamOutcome(), tweets = try JSONStream<Twitter.Status>(chunks: [text], format: .lines)
        try tweets.forEach { outcome.count(id: $0.id) }
        return outcome
    }
}
