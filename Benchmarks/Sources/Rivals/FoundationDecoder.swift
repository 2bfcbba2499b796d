import CorpusModels
import Foundation
import Harness
import Workloads

/// The contender `foundation-decoder`: JSONDecoder, with Codable as the compiler synthesizes it.
public enum FoundationDecoder {
    public static let name = "foundation-decoder"

    @inlinable
    public static func reading<Value: Decodable>(_ type: Value.Type, _ text: [UInt8]) -> Making<Value> {
        let decoder = JSONDecoder(), data = Data(text)
        return Making { try decoder.decode(type, from: data) }
    }

    /// Reads a text `times` times, because a single reading is too short to be timed.
    @inlinable
    public static func reading<Value: Decodable>(_ type: Value.Type, _ text: [UInt8], times: Int) -> Repeating {
        let decoder = JSONDecoder(), data = Data(text)
        return Repeating { for _ in 0..<times { _ = try decoder.decode(type, from: data) } }
    }

    /// Reads the tweets of a file with one tweet in each line.
    public static func streamLines(_ file: String, _ piece: StreamPiece) throws -> StreamOutcome {
        switch piece {
        case .tweets: try streamLines(Twitter.Status.self, file)
        case .headlines: try streamLines(Headline.self, file)
        }
    }

    @inline(__always)
    private static func streamLines<Tweet: StreamTweet>(_ type: Tweet.Type, _ file: String) throws -> StreamOutcome {
        let decoder = JSONDecoder()
        var outcome = StreamOutcome()
        guard let source = fopen(file, "r") else { throw RivalFailure("cannot open \(file)") }
        defer { fclose(source) }
        var line: UnsafeMutablePointer<CChar>?, capacity = 0
        defer { free(line) }
        while true {
            let count = getline(&line, &capacity, source)
            guard count > 0, let line else { break }
            let data = Data(bytesNoCopy: line, count: count, deallocator: .none)
            outcome.count(id: try decoder.decode(type, from: data).id)
        }
        return outcome
    }
}
