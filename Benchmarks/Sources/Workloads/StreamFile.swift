import Foundation
import Yoke

/// A file of complete tweets. It repeats the tweets of a search result many times, each time with other ids.
public struct StreamFile: Sendable {
    /// The layout of the tweets in the file.
    public enum Layout: String, Sendable {
        /// One tweet in each line (NDJSON).
        case lines
        /// One array, whose elements are the tweets.
        case array
    }

    /// The path of the file.
    public let path: String
    /// Size of the file in bytes.
    public let bytes: Int
    /// Number of tweets in the file.
    public let elements: Int
    /// Sum of the ids of all tweets, modulo 2^64.
    public let sum: UInt64

    /// Writes a file of at least `size` bytes.
    public init(_ layout: Layout, size: Int, from twitter: [UInt8], at path: String) throws {
        var tweets = try (JSONValue(json: twitter)["statuses"]?.array ?? []).map { try Template($0.jsonBytes()) }
        guard !tweets.isEmpty, let file = fopen(path, "w") else { throw CorpusFailure("cannot write \(path)") }
        defer { fclose(file) }
        var bytes = 0, elements = 0, sum: UInt64 = 0
        func write(_ text: [UInt8]) throws {
            guard fwrite(text, 1, text.count, file) == text.count else { throw CorpusFailure("cannot write \(path)") }
            bytes += text.count
        }
        if layout == .array { try write(Array("[".utf8)) }
        while bytes < size {
            if elements > 0 { try write(Array(layout == .array ? ",\n".utf8 : "\n".utf8)) }
            let place = elements % tweets.count
            sum &+= tweets[place].number(elements)
            elements += 1
            try write(tweets[place].text)
        }
        try write(Array(layout == .array ? "]\n".utf8 : "\n".utf8))
        guard fflush(file) == 0 else { throw CorpusFailure("cannot write \(path)") }
        self.path = path
        self.bytes = bytes
        self.elements = elements
        self.sum = sum
    }
}

/// A tweet whose id can be replaced in its text.
private struct Template {
    private(set) var text: [UInt8]
    /// Positions of the digits of the tweet's own id: as a number, and as a string.
    private let places: [Range<Int>]

    init(_ text: [UInt8]) throws {
        self.text = text
        places = try [#""id":"#, #""id_str":""#].map { key in
            guard let found = text.firstRange(of: Array(key.utf8)) else { throw CorpusFailure("a tweet without id") }
            let digits = text[found.upperBound...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard digits.count >= 10 else { throw CorpusFailure("a tweet with a short id") }
            return digits.indices
        }
    }

    /// Replaces the last nine digits of the tweet's id by `number`, wherever the text has the id. Returns the new id.
    mutating func number(_ number: Int) -> UInt64 {
        for place in places {
            var rest = number
            for digit in place.suffix(9).reversed() {
                text[digit] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
        }
        return text[places[0]].reduce(0) { $0 &* 10 &+ UInt64($1 - UInt8(ascii: "0")) }
    }
}
