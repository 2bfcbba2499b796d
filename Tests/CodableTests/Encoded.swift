import Foundation
import Testing
import YokeFoundation

/// Options that are set for JSONEncoder and for YokeEncoder.
struct EncodingChoices {
    var formatting: JSONEncoder.OutputFormatting = []
    var keys = JSONEncoder.KeyEncodingStrategy.useDefaultKeys
    var dates = JSONEncoder.DateEncodingStrategy.deferredToDate
    var data = JSONEncoder.DataEncodingStrategy.base64
    var floats = JSONEncoder.NonConformingFloatEncodingStrategy.throw
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    var foundation: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        encoder.keyEncodingStrategy = keys
        encoder.dateEncodingStrategy = dates
        encoder.dataEncodingStrategy = data
        encoder.nonConformingFloatEncodingStrategy = floats
        encoder.userInfo = userInfo
        return encoder
    }

    var yoke: YokeEncoder {
        let encoder = YokeEncoder()
        encoder.outputFormatting = formatting
        encoder.keyEncodingStrategy = keys
        encoder.dateEncodingStrategy = dates
        encoder.dataEncodingStrategy = data
        encoder.nonConformingFloatEncodingStrategy = floats
        encoder.userInfo = userInfo
        return encoder
    }
}

/// Expects that JSONEncoder and YokeEncoder write equal values, or throw errors of the same case and path. With sorted keys, the texts must
/// have the same bytes.
func expectSameText(
    _ value: some Encodable, _ choices: EncodingChoices = EncodingChoices(), _ location: SourceLocation = #_sourceLocation
) {
    for formatting in [[], .sortedKeys, [.sortedKeys, .prettyPrinted], [.sortedKeys, .withoutEscapingSlashes], .prettyPrinted]
        as [JSONEncoder.OutputFormatting]
    {
        var choices = choices
        choices.formatting = formatting
        let expected = Outcome { String(decoding: try choices.foundation.encode(value), as: UTF8.self) }
        let found = Outcome { String(decoding: try choices.yoke.encode(value), as: UTF8.self) }
        if formatting.contains(.sortedKeys) {
            #expect(found == expected, sourceLocation: location)
        } else if case .value(let text) = found, case .value(let other) = expected {
            let a = try? JSONValue(json: text), b = try? JSONValue(json: other)
            #expect(a != nil && a == b, "\(text) and \(other)", sourceLocation: location)
        } else {
            #expect(found == expected, sourceLocation: location)
        }
    }
}

@Suite struct EncodedScalarTests {
    @Test func numbersHaveTheTextOfFoundation() {
        let doubles: [Double] = [
            0, -0.0, 1, -1, 1.5, 0.1, 1e-4, 1e-5, 9.99e-5, 1e15, 1e16, 1e17, 123_456_789_012_345_680, 9_007_199_254_740_991,
            9_007_199_254_740_992, 18_014_398_509_481_984, 1e21, 1e300, 5e-324, .pi, 1 / 3, 2.5e-3, 100, 1e22, .infinity, -.infinity, .nan,
        ]
        for double in doubles {
            expectSameText(double)
            expectSameText([double])
            expectSameText(["a": double])
            expectSameText([[double], [1]])
            expectSameText(Float(double))
            expectSameText([Float(double)])
            expectSameText(["a": [Float(double)]])
            expectSameText(Date(timeIntervalSinceReferenceDate: double))
        }
        for integer in [0, 1, -1, 127, -128, .max, .min, 1 << 53] {
            expectSameText(integer)
            expectSameText([integer])
            expectSameText(UInt64(bitPattern: Int64(integer)))
            expectSameText(Int8(truncatingIfNeeded: integer))
            expectSameText([Int16(truncatingIfNeeded: integer): UInt32(truncatingIfNeeded: integer)])
            expectSameText(Decimal(integer) / 7)
            if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { expectSameText(Int128(integer) * Int128(integer)) }
        }
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        expectSameText(UInt128.max)
        expectSameText([UInt128.max])
    }

    @Test func stringsAreEscapedAsFoundationDoes() {
        let all = (0..<0x180).compactMap(Unicode.Scalar.init).map { String($0) }
        expectSameText(all)
        expectSameText(Dictionary(uniqueKeysWithValues: all.map { ($0, $0) }))
        for string in all { expectSameText(string) }
        expectSameText(["a/b": "c/d", "é": "😀", "f\u{301}": "x", "": ""])
        expectSameText(["a\"b", "\u{2028}", String(repeating: "long \n", count: 100)])
    }

    @Test func emptyContainersAndNullsAreTheSame() {
        expectSameText([Int]())
        expectSameText([String: Int]())
        expectSameText([[String: [Int]]]())
        expectSameText([[], [1], []] as [[Int]])
        expectSameText(["a": [:], "b": ["c": []]] as [String: [String: [Bool]]])
        expectSameText(Int?.none)
        expectSameText([nil, 1] as [Int?])
        expectSameText(["a": nil, "b": true] as [String: Bool?])
        expectSameText(URL(string: "https://example.com/a?b=c"))
        expectSameText(Data([1, 2, 3]))
        expectSameText([Data(), Data([255])])
        expectSameText(Set([5]))
        expectSameText([1: "a", 2: "b"])
    }
}
