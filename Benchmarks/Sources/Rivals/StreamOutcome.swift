import CorpusModels

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

    mutating func count(_ tweet: borrowing Twitter.Status) { count(id: tweet.id) }
}
