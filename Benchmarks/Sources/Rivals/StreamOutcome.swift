import CorpusModels
import Workloads

/// The part of each tweet that a stream reads.
public enum StreamPiece: String, Sendable, CaseIterable {
    /// The entire tweet, with every field.
    case tweets
    /// Seven fields of the tweet: the model `Headline`.
    case headlines
}

/// A model for an entire tweet, or for a part of a tweet.
protocol StreamTweet: Decodable {
    var id: UInt64 { get }
}

extension Twitter.Status: StreamTweet {}
extension Headline: StreamTweet {}

/// The result of a contender that read a stream, to compare with the contents of the file.
public struct StreamOutcome: Codable, Equatable, Sendable {
    /// Number of elements.
    public var elements = 0
    /// Sum of the ids of the elements, modulo 2^64.
    public var sum: UInt64 = 0

    public init() {}

    public mutating func count(id: UInt64) {
        elements += 1
        sum &+= id
    }
}
