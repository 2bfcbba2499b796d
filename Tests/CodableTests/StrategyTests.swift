import Foundation
import Testing
import YokeFoundation

private struct Names: Codable, Equatable {
    var firstName: String?
    var myURL: Int?
    var _private: Bool?
    var trailing_: [Names]?
    var byName: [String: Names]?
    var byNumber: [Int: Names]?
}

private struct Dates: Codable, Equatable {
    var date: Date?
    var dates: [Date]?
    var byName: [String: Date?]?
}

private struct Numbers: Codable, Equatable {
    var double: Double?
    var floats: [Float]?
    static func == (a: Numbers, b: Numbers) -> Bool { "\(a)" == "\(b)" }
}

private struct Blob: Codable, Equatable {
    var data: Data?
    var list: [Data]?
}

private struct Name: CodingKey {
    var stringValue: String
    var intValue: Int?
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}

@Suite struct StrategyTests {
    @Test(arguments: [
        #"{"first_name": "a", "my_u_r_l": 1, "my_url": 2}"#, #"{"_private": true, "trailing_": []}"#, #"{"firstName": "x"}"#,
        #"{"FIRST_NAME": "x"}"#,
        #"{"trailing_": [{"first_name": 1}]}"#, #"{"by_name": {"first_name": {"first_name": "b"}}}"#,
        #"{"by_name": {"a_b": {"first_name": 1}}}"#,
        #"{"by_number": {"1": {"first_name": "x"}}}"#, #"{"by_number": {"1_2": {}}}"#, #"{"first_name": "a", "firstName": "b"}"#,
        #"{"": 1, "_": 2, "__": 3, "a__b": 1}"#,
        #"{"by_name": []}"#, #"{"by_name": null}"#, #"{"by_name": {"x": 1}}"#, "[]", "null",
    ])
    func keysAreConvertedAsFoundationDoes(_ text: String) {
        for keys in [
            .useDefaultKeys, .convertFromSnakeCase, .custom { Name($0.last!.stringValue.uppercased()) },
            .custom { Name($0.map(\.stringValue).joined(separator: "/")) },
        ] as [JSONDecoder.KeyDecodingStrategy] {
            let options = Options(keys: keys)
            expectSame(Names.self, text, options)
            expectSame([Names].self, "[\(text)]", options)
            expectSame([String: Names].self, #"{"a_key": \#(text)}"#, options)
        }
    }

    @Test(arguments: [
        "0", "1.5", "-1", "1700000000", "1700000000000", "null", "true", #""x""#, #""2026-11-23T16:12:59Z""#, #""2026-11-23T16:12:59.5Z""#,
        #""2026-02-30T00:00:00Z""#, #""2024-02-29T23:59:59Z""#, #""2026-11-23T16:12:59+01:00""#, #""2026-11-23""#,
        #""1969-12-31T23:59:59Z""#,
        #""0001-01-01T00:00:00Z""#, #""2026-11-23T24:00:00Z""#, #""2026-11-23T23:59:60Z""#, #""2026-13-01T00:00:00Z""#,
        #""2000-01-01T00:00:00z""#,
        #""20261123T161259Z""#, #""9999-12-31T23:59:59Z""#, "{}", "[]", "1e400", #""""#,
    ])
    func datesAreDecodedAsFoundationDoes(_ text: String) {
        for dates in [
            .deferredToDate, .secondsSince1970, .millisecondsSince1970, .iso8601,
            .custom { Date(timeIntervalSince1970: try $0.singleValueContainer().decode(Double.self) * 2) },
            .custom { throw DecodingError.dataCorrupted(.init(codingPath: $0.codingPath, debugDescription: "no")) },
        ] as [JSONDecoder.DateDecodingStrategy] {
            let options = Options(dates: dates)
            expectSame(Date.self, text, options)
            expectSame(Dates.self, #"{"date": \#(text)}"#, options)
            expectSame(Dates.self, #"{"dates": [\#(text)]}"#, options)
            expectSame(Dates.self, #"{"byName": {"x": \#(text)}}"#, options)
            expectSame([Date?].self, "[null, \(text)]", options)
        }
    }

    @Test(arguments: [
        #""AQID""#, #""AQI=""#, #""AQI""#, #""A\/8=""#, #""!""#, #""""#, "null", "1", "[1, 2, 255]", "[256]", "[null]", "{}", #""AQ ID""#,
        #""AQ\nID""#,
    ])
    func dataIsDecodedAsFoundationDoes(_ text: String) {
        for data in [
            .base64, .deferredToData, .custom { _ in Data([7]) }, .custom { Data(try $0.singleValueContainer().decode(String.self).utf8) },
        ]
            as [JSONDecoder.DataDecodingStrategy]
        {
            let options = Options(data: data)
            expectSame(Data.self, text, options)
            expectSame(Blob.self, #"{"data": \#(text)}"#, options)
            expectSame(Blob.self, #"{"list": [\#(text)]}"#, options)
        }
    }

    @Test(arguments: [#""inf""#, #""-inf""#, #""nan""#, #""x""#, "1", "null", #""""#, "1e999"])
    func nonConformingFloatsAreDecodedAsFoundationDoes(_ text: String) {
        for floats in [.throw, .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")]
            as [JSONDecoder.NonConformingFloatDecodingStrategy]
        {
            let options = Options(floats: floats)
            expectSame(Numbers.self, #"{"double": \#(text)}"#, options)
            expectSame(Numbers.self, #"{"floats": [\#(text)]}"#, options)
            expectSame([Double].self, text == #""nan""# ? "[]" : "[\(text)]", options)
        }
    }

    @Test func nonConformingFloatsMayNeedEscapes() throws {
        let (encoder, decoder) = (YokeEncoder(), YokeDecoder())
        encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "a\"b", negativeInfinity: "+\n", nan: "\\")
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(positiveInfinity: "a\"b", negativeInfinity: "+\n", nan: "\\")
        let decoded = try decoder.decode([Double].self, from: encoder.encode([Double.infinity, -.infinity, .nan]))
        #expect(decoded[0] == .infinity && decoded[1] == -.infinity && decoded[2].isNaN)
    }

    @Test(arguments: [#""a": 1, "b": 2"#, #"{"a": 1}"#, "", " ", #" {"a": 1} "#, #""a""#, "1", "\u{FEFF}\"a\": 1", "\u{FEFF}{\"a\": 1}"])
    func theOuterBracesMayBeMissing(_ text: String) {
        expectSame([String: Int].self, text, Options(assumesDictionary: true))
        expectSame([String: Int].self, text)
    }

    // MARK: - Encoding

    @Test func keysAreEncodedAsFoundationDoes() {
        let inner = Names(firstName: "a/b", myURL: 1, _private: true)
        let value = Names(
            firstName: "x", myURL: 2, trailing_: [inner, inner], byName: ["aKey": inner, "zKey": inner], byNumber: [1: inner])
        for keys in [
            .useDefaultKeys, .convertToSnakeCase, .custom { Name($0.last!.stringValue.uppercased()) },
            .custom { Name($0.map(\.stringValue).joined(separator: "/")) }, .custom { _ in Name("same") },
        ] as [JSONEncoder.KeyEncodingStrategy] {
            expectSameText(value, EncodingChoices(keys: keys))
            expectSameText([value], EncodingChoices(keys: keys))
            expectSameText(["someKey": value], EncodingChoices(keys: keys))
            expectSameText(["someKey": ["otherKey": value]], EncodingChoices(keys: keys))
            expectSameText(["someKey": ["otherKey": ["thirdKey": [value]] as [String: [Names]]?]], EncodingChoices(keys: keys))
        }
        for name in [
            "", "a", "A", "aB", "aBC", "aBCd", "ABC", "URLSession", "myURLProperty", "a_b", "aB1C", "éÀb", "x2Y", "aΣb", "someURL",
            "one1Two",
        ] {
            struct OneKey: Encodable {
                let name: String
                func encode(to encoder: any Encoder) throws {
                    var container = encoder.container(keyedBy: Name.self)
                    try container.encode(1, forKey: Name(name))
                }
            }
            expectSameText(OneKey(name: name), EncodingChoices(keys: .convertToSnakeCase))
        }
    }

    @Test func datesDataAndFloatsAreEncodedAsFoundationDoes() {
        let dates = [0, 1.5, -1, 1e9, 1_234_567.891, -1e9, 4e9, .nan, .infinity].map { Date(timeIntervalSinceReferenceDate: $0) }
        for strategy in [
            .deferredToDate, .secondsSince1970, .millisecondsSince1970, .iso8601, .custom { _, _ in },
            .custom { date, encoder in
                var container = encoder.singleValueContainer()
                try container.encode("\(date.timeIntervalSince1970)")
            },
        ] as [JSONEncoder.DateEncodingStrategy] {
            for date in dates {
                if case .iso8601 = strategy, !date.timeIntervalSinceReferenceDate.isFinite { continue }
                expectSameText(date, EncodingChoices(dates: strategy))
                expectSameText(Dates(date: date, dates: [date], byName: ["x": date, "y": nil]), EncodingChoices(dates: strategy))
            }
        }
        for strategy in [.base64, .deferredToData, .custom { _, _ in }] as [JSONEncoder.DataEncodingStrategy] {
            expectSameText(Blob(data: Data([1, 255, 3]), list: [Data(), Data([0])]), EncodingChoices(data: strategy))
        }
        let floats = JSONEncoder.NonConformingFloatEncodingStrategy.convertToString(
            positiveInfinity: "+/∞", negativeInfinity: "-∞", nan: "nan")
        expectSameText(Numbers(double: .infinity, floats: [.nan, -.infinity, 1.5]), EncodingChoices(floats: floats))
        expectSameText(Numbers(double: .infinity))
        expectSameText(Numbers(double: 1, floats: [1, .nan]))
        expectSameText(["a": [Numbers(double: .nan)]])
    }
}
