import Foundation
import TestSupport
import Testing
import YokeFoundation

// YokeDecoder and YokeEncoder remember the keys of each type, and the order of the keys in earlier texts. The results must not depend on
// what they remember.

private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ value: String) { stringValue = value }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
private struct OtherKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ value: String) { stringValue = value }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// Decodes the given keys, with one type of coding keys or with two types in turn.
private struct Asks: DecodableWithConfiguration, Equatable {
    var found: [String: Int?] = [:]

    init(from decoder: any Decoder, configuration: [(name: String, isOther: Bool)]) throws {
        let one = try decoder.container(keyedBy: Key.self), two = try decoder.container(keyedBy: OtherKey.self)
        for (name, isOther) in configuration {
            found[name] =
                isOther
                ? try two.decodeIfPresent(Int.self, forKey: OtherKey(name)) : try one.decodeIfPresent(Int.self, forKey: Key(name))
        }
    }
}

/// Encodes members in any order and number, with one type of coding keys or with two types in turn.
private struct Members: Encodable {
    struct Refused: Error {}
    struct Thrower: Encodable {
        func encode(to encoder: any Encoder) throws { throw Refused() }
    }

    let list: [(name: String, value: Int?)]
    var usesTwo = false

    /// Encodes the members. A member whose value is nil throws; the error is ignored, and encoding continues.
    func encode(to encoder: any Encoder) throws {
        var one = encoder.container(keyedBy: Key.self), two = encoder.container(keyedBy: OtherKey.self)
        for (index, member) in list.enumerated() {
            let isOther = usesTwo && index % 2 == 1
            if let value = member.value {
                if isOther { try two.encode(value, forKey: OtherKey(member.name)) } else { try one.encode(value, forKey: Key(member.name)) }
            } else if isOther {
                try? two.encode(Thrower(), forKey: OtherKey(member.name))
            } else {
                try? one.encode(Thrower(), forKey: Key(member.name))
            }
        }
    }
}

private let long = String(repeating: "k", count: 300)
private let hardNames = [
    "", "a", "ab", "abc", "abcd", "abcdefg", "abcdefgh", "twelve_bytes", "a_key_of_22_characters", "a_key_of_22_characterz",
    long, long + "x",
    "sla/sh", #"qu"ote"#, #"back\slash"#, "line\nfeed", #"a":1,"b"#, "é", "日本語の鍵",
]

@Suite struct KnownKeyTests {
    /// Decodes all texts with one decoder, so that it knows keys from earlier texts. Expects the results of JSONDecoder.
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    private func expectSame(_ texts: [String], _ asks: [[(name: String, isOther: Bool)]], _ location: SourceLocation = #_sourceLocation) {
        let decoder = YokeDecoder()
        for (index, text) in texts.enumerated() {
            let data = Data(text.utf8), ask = asks[index % asks.count]
            let expected = Outcome { try JSONDecoder().decode(Asks.self, from: data, configuration: ask) }
            let found = Outcome { try decoder.decode(Asks.self, from: data, configuration: ask) }
            #expect(found == expected, "\(text.prefix(200))", sourceLocation: location)
        }
    }

    private func object(_ names: [String], isEscaped: Bool = false) -> String {
        let members = names.enumerated().map { index, name in
            let units = name.utf16.map { String(format: "\\u%04x", $0) }.joined()
            let plain = try? String(decoding: JSONEncoder().encode(name), as: UTF8.self)
            return "\(isEscaped ? "\"\(units)\"" : plain ?? ""):\(index)"
        }
        return "{\(members.joined(separator: ","))}"
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @Test func texts() {
        var random = SeededGenerator(seed: 1)
        let texts = (0..<6).flatMap { round in
            let names = Array(hardNames.shuffled(using: &random).prefix(1 + round * 3))
            return [object(names), object(names, isEscaped: round % 3 == 0), object(names + names.reversed())]
        }
        expectSame(texts, [hardNames.map { ($0, false) }])
        let twice = (hardNames + hardNames).map { ($0, false) }
        expectSame(texts, [hardNames.map { ($0, false) }, hardNames.reversed().map { ($0, true) }, twice])
        expectSame(texts, [(hardNames + hardNames + hardNames).enumerated().map { ($1, $0 % 2 == 0) }])
        expectSame(texts, [hardNames.map { ($0, false) } + hardNames.map { ($0, true) } + hardNames.map { ($0, false) }])
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @Test func moreKeysThanATableHolds() {
        let names = (0..<200).map { "key\($0)" }
        let asks = [names.map { ($0, false) }, names.reversed().map { ($0, false) }, names.suffix(3).map { ($0, false) }]
        expectSame([object(names), object(names.reversed()), object(Array(names.suffix(5))), object(Array(names.prefix(5)))], asks)
    }

    /// The keys of texts use at most half of a table. So a member may be passed before its key gets a number. Asks for such keys later, in
    /// any order, and with repeated keys.
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @Test(arguments: 0..<10) func keysThatGetANumberLate(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let names = (0..<80).map { "key\($0)" }
        let texts = (0..<8).map { _ in object(names.shuffled(using: &random) + names.shuffled(using: &random).prefix(40)) }
        let asks = (0..<4).map { count in names.shuffled(using: &random).prefix(10 << count).map { ($0, false) } }
        expectSame(texts, asks)
        expectSame(texts, asks.map { ask in ask.enumerated().map { ($1.0, $0 % 3 == 0) } })
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @Test func keysOfOneTextAreNotTakenForAnother() {
        expectSame(
            [
                #"{"a":1,"b":2}"#, #"{"ab":1,"a":3}"#, #"{"b":1}"#, #"{"a":{"b":9},"b":2}"#, #"{"x":"\"b\":7","b":4}"#,
                #"{"x":[{"a":5}],"y":"","a":6}"#, "{}",
            ],
            [[("a", false), ("b", false), ("ab", false)], [("b", false), ("a", false)]])
    }

    @Test(arguments: [YokeEncoder.OutputFormatting(), .prettyPrinted, [.prettyPrinted, .sortedKeys], .withoutEscapingSlashes])
    func members(_ formatting: YokeEncoder.OutputFormatting) throws {
        let encoder = YokeEncoder(), foundation = JSONEncoder()
        encoder.outputFormatting = formatting
        foundation.outputFormatting = formatting
        let many = (0..<150).map { ("key\($0)", $0 as Int?) }, hard = hardNames.enumerated().map { ($1, $0 as Int?) }
        let lists: [[(String, Int?)]] = [
            [("a", 1), ("b", 2), ("a", 3), ("c", 4), ("b", 5)],  // this list comes first, while the table of known keys has room
            hard, hard.reversed(), many, many.reversed(), hard + hard, many + many,
            [("a", 1), ("b", nil), ("b", 2), ("b", nil)], [("a", nil), ("a", 1)], [("a", 1), ("a", nil), ("c", 2)], [("a", nil)],
            [("a", 1), (long, 2), ("a", 3), (long, 4)], Array(many.suffix(3)) + Array(many.suffix(3)),
        ]
        for (list, usesTwo) in lists.flatMap({ [($0, false), ($0, true)] }) {
            let members = Members(list: list.map { (name: $0, value: $1) }, usesTwo: usesTwo)
            let text = try encoder.encode(members), expected = try foundation.encode(members)
            if formatting.contains(.sortedKeys) { #expect(text == expected, "\(list)") }
            let found = try JSONDecoder().decode([String: Int?].self, from: text)
            #expect(try found == JSONDecoder().decode([String: Int?].self, from: expected), "\(list)")
            #expect(text.count == expected.count, "\(list)")
        }
    }

    @Test func optionalsInsideOfOptionals() throws {
        struct Row: Codable, Equatable {
            var a: [Int]??
            var b: Date?
            var c: [String?]?
            var d: [String: Int?]?
            var e: Inner?
            struct Inner: Codable, Equatable { var x: String?, y: URL?, z: [Double]? }
        }
        let rows = [
            Row(), Row(a: [1, 2]), Row(b: Date(timeIntervalSinceReferenceDate: 7)), Row(c: ["x", nil]), Row(d: ["k": 1]),
            Row(e: .init()), Row(e: .init(x: "y", y: URL(string: "http://x.y/z"), z: [1.5, 2])), Row(a: [], c: [], d: [:]),
        ]
        let encoder = YokeEncoder(), decoder = YokeDecoder()
        let foundation = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        foundation.outputFormatting = .sortedKeys
        #expect(try encoder.encode(rows) == foundation.encode(rows))
        #expect(try decoder.decode([Row].self, from: encoder.encode(rows)) == JSONDecoder().decode([Row].self, from: encoder.encode(rows)))
    }

    /// A decoding container that is kept after the call of `decode` still reads its own text, although the decoder has read other texts
    /// since.
    @Test func aContainerOfAnEarlierCallGoesOn() throws {
        struct Keeper: Decodable {
            let container: KeyedDecodingContainer<Key>
            init(from decoder: any Decoder) throws { container = try decoder.container(keyedBy: Key.self) }
        }
        let decoder = YokeDecoder()
        var kept: [Keeper] = []
        for number in 0..<5 {
            kept.append(try decoder.decode(Keeper.self, from: #"{"n": \#(number), "l": [\#(number)]}"#))
            #expect(try decoder.decode([String: [Int]].self, from: #"{"l": [1]}"#) == ["l": [1]])
        }
        for (number, keeper) in kept.enumerated() {
            #expect(try keeper.container.decode(Int.self, forKey: Key("n")) == number)
            #expect(try keeper.container.decode([Int].self, forKey: Key("l")) == [number])
        }
    }
}
