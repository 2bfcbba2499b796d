import CorpusModels
import Workloads

/// What is read of each tweet in a stream.
public enum StreamPiece: String, Sendable, CaseIterable {
    /// Every field.
    case tweets
    /// Seven fields.
    case headlines
}

/// A model of such a piece.
protocol StreamTweet: Decodable {
    var id: UInt64 { get }
}

extension Twitter.Status: StreamTweet {}
extension Headline: StreamTweet {}

/// What a contender saw of a stream, to be compared with what is in the file.
public struct StreamOutcome: Codable, Equatable, Sendable {
    /// Elements.
    public var elements = 0
    /// The sum of their ids, modulo 2^64.
    public var sum: UInt64 = 0

    public init() {}

    /// Counts an element.
    public mutating func count(id: UInt64) {
        elements += 1
        sum &+= id
    }
}
