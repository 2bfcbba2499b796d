import Foundation
import Testing
import Yoke
import YokeFoundation

/// A type whose own Codable code must not run, because the coders prefer its mapping.
private protocol OnlyMapped: Codable, JSONConvertible {}

extension OnlyMapped {
    init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "init(from:) runs"))
    }
    func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: "encode(to:) runs"))
    }
}

private struct Mapped: OnlyMapped, Equatable {
    var name = "a/b"
    var tags: [String] = []
    var counts: [String: Int] = [:]
    var parts: [Mapped] = []

    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("tags", \.tags)
            $0.add("name", \.name)
            $0.add("parts", \.parts)
            $0.add("counts", \.counts)
        }
    }
}

/// Encodes the same JSON as `Mapped`, without a mapping.
private struct Plain: Codable {
    var tags: [String]
    var name: String
    var parts: [Plain]
    var counts: [String: Int]

    init(_ mapped: Mapped) {
        (tags, name, counts) = (mapped.tags, mapped.name, mapped.counts)
        parts = mapped.parts.map(Plain.init)
    }
}

private struct Holder<Value: Codable>: Codable {
    var values: [Value]
    var last: Value
}

/// Encodes a value in nested containers and in a super encoder, whose texts are inserted later.
private struct Nested<Value: Encodable>: Encodable {
    let value: Value
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        try value.encode(with: container.superEncoder())
        try list.encode(value)
        var inner = container.nestedContainer(keyedBy: Key.self, forKey: .inner)
        try inner.encode([value], forKey: .list)
    }
    enum Key: CodingKey { case list, inner }
}

extension Encodable {
    fileprivate func encode(with encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(self)
    }
}

private let formats: [JSONEncoder.OutputFormatting] = (0..<8).map { bits in
    var format: JSONEncoder.OutputFormatting = []
    if bits & 1 != 0 { format.insert(.prettyPrinted) }
    if bits & 2 != 0 { format.insert(.sortedKeys) }
    if bits & 4 != 0 { format.insert(.withoutEscapingSlashes) }
    return format
}

private func encoder(_ formatting: JSONEncoder.OutputFormatting = []) -> YokeEncoder {
    let encoder = YokeEncoder()
    encoder.prefersMapping = true
    encoder.outputFormatting = formatting
    return encoder
}

private func text(_ value: some Encodable, _ encoder: YokeEncoder) throws -> String {
    String(decoding: try encoder.encode(value), as: UTF8.self)
}

@Suite struct PreferredMappingTests {
    private static let inner = Mapped(
        name: "q\"\\ {[,:]}", tags: ["", "x"],
        counts: ["z": 1, "b/": 2, "\"": 3, "é": 4, "~": 5, "\u{FFFD}": 6, "\u{1D11E}": 7, "\n": 8, "": 9, "zz": 10], parts: [Mapped()])
    private static let value = Mapped(name: "é/\n", tags: ["t"], counts: [:], parts: [Mapped(), inner])

    @Test(arguments: formats) func aMappingWritesEveryFormat(_ format: JSONEncoder.OutputFormatting) throws {
        let mapped = Self.value, plain = Plain(mapped), encoder = encoder(format)
        #expect(try text(mapped, encoder) == text(plain, encoder))
        #expect(
            try text(Holder(values: [mapped, Self.inner], last: mapped), encoder)
                == text(Holder(values: [plain, Plain(Self.inner)], last: plain), encoder))
        #expect(try text(Nested(value: mapped), encoder) == text(Nested(value: plain), encoder))
        if format.contains(.sortedKeys) {
            let foundation = JSONEncoder()
            foundation.outputFormatting = format
            #expect(try encoder.encode(["m": [mapped]]) == foundation.encode(["m": [plain]]))
        }
    }

    @Test func rawTextIsIndentedWithTheRest() throws {
        struct Raw: OnlyMapped {
            var raw: JSONRawText
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("raw", \.raw) } }
        }
        let raw = Raw(raw: try JSONRawText("{ \"b\":[ ] ,\n\t\"a\" : [ 1.50,{ } ]}"))
        let expected = """
            [
              {
                "raw" : {
                  "b" : [

                  ],
                  "a" : [
                    1.50,
                    {

                    }
                  ]
                }
              }
            ]
            """
        #expect(try text([raw], encoder(.prettyPrinted)) == expected)
        #expect(try text([raw], encoder()) == #"[{"raw":\#(raw.raw.text)}]"#)
    }

    private struct Level: OnlyMapped {
        var number: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self, via: String.self, decode: { Level(number: Int($0) ?? 0) }, encode: { "\($0.number)" })
        }
    }

    @Test(arguments: formats) func aMappingMayWriteAScalar(_ format: JSONEncoder.OutputFormatting) throws {
        #expect(try text(["a": [Level(number: 1), Level(number: 2)]], encoder(format)) == text(["a": ["1", "2"]], encoder(format)))
    }

    // MARK: - Strategies

    private struct Day: OnlyMapped, Equatable {
        var firstDay: Date
        var size: Double
        var bytes: Data
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("firstDay", \.firstDay)
                $0.add("size", \.size)
                $0.add("bytes", \.bytes)
            }
        }
    }

    /// Has only types of Swift and Foundation. Most of them have a mapping.
    private struct Standard: Codable, Equatable {
        var oneDay: Date
        var someDays: Set<Date>
        var daysByNumber: [Int: Date]
        var width: CGFloat
        var numbers: Set<Double>
        var origin: CGPoint
        var frame: CGRect
        var bytes: Set<Data>
        var id: UUID
        var zone: TimeZone
    }

    private struct Both: Codable, Equatable {
        var theDay: Day
        var theRest: Standard
    }

    private static let standard = Standard(
        oneDay: Date(timeIntervalSince1970: 86400), someDays: [Date(timeIntervalSince1970: 60)],
        daysByNumber: [7: Date(timeIntervalSince1970: 1)], width: .infinity, numbers: [-.infinity], origin: CGPoint(x: 1, y: 2.5),
        frame: CGRect(x: 0, y: 1, width: 2, height: 3), bytes: [Data([1, 2])], id: UUID(), zone: TimeZone(identifier: "Europe/Vienna")!)

    /// The strategies are for types without a mapping, also inside other types.
    @Test(arguments: [[], .sortedKeys, [.sortedKeys, .prettyPrinted]] as [JSONEncoder.OutputFormatting])
    func strategiesAreForTypesWithoutAMapping(_ format: JSONEncoder.OutputFormatting) throws {
        let encoder = encoder(format), foundation = JSONEncoder(), decoder = YokeDecoder()
        decoder.prefersMapping = true
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.dataEncodingStrategy = .deferredToData
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        foundation.outputFormatting = format
        foundation.dateEncodingStrategy = encoder.dateEncodingStrategy
        foundation.dataEncodingStrategy = encoder.dataEncodingStrategy
        foundation.keyEncodingStrategy = encoder.keyEncodingStrategy
        foundation.nonConformingFloatEncodingStrategy = encoder.nonConformingFloatEncodingStrategy
        decoder.dateDecodingStrategy = .secondsSince1970
        decoder.dataDecodingStrategy = .deferredToData
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(positiveInfinity: "+", negativeInfinity: "-", nan: "?")

        let both = Both(theDay: Day(firstDay: Date(timeIntervalSince1970: 0), size: 3, bytes: Data([255])), theRest: Self.standard)
        let json = try JSONValue(json: encoder.encode(both))
        #expect(json["the_day"] == (try JSONValue(json: #"{"firstDay":"1970-01-01T00:00:00Z","size":3.0,"bytes":"/w=="}"#)))
        #expect(json["the_rest"] == (try JSONValue(json: foundation.encode(Self.standard))))
        if format.contains(.sortedKeys) { #expect(try encoder.encode(Self.standard) == foundation.encode(Self.standard)) }
        #expect(try decoder.decode(Both.self, from: encoder.encode(both)) == both)
        #expect(throws: EncodingError.self) { try encoder.encode([Day(firstDay: .now, size: .nan, bytes: Data())]) }
        #expect(throws: DecodingError.self) { try decoder.decode(Day.self, from: #"{"firstDay":0,"size":1,"bytes":""}"#) }
        #expect(throws: DecodingError.self) {
            try decoder.decode(Day.self, from: #"{"firstDay":"1970-01-01T00:00:00Z","size":"+","bytes":""}"#)
        }
    }
}
