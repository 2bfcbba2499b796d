import Foundation
import Testing
import YokeArchives
import YokeFoundation

// Foundation's types in models that were written for the five Objective-C libraries of the articles ComingFrom*.md in Yoke.docc. The
// articles name these tests.

@Suite struct FromNSObjects {
    private struct Event: JSONConvertible, Equatable {
        var day: Date?
        var page: URL?
        var price: Decimal?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("day", \.day)
                $0.add("page", \.page)
                $0.add("price", \.price)
            }
        }
    }

    /// The thirteen forms of dates that YYModel reads.
    @Test(
        arguments: [
            ("2014-01-20", 1_390_176_000), ("2014-01-20 12:24:48", 1_390_220_688), ("2014-01-20T12:24:48", 1_390_220_688),
            ("2014-01-20T12:24:48Z", 1_390_220_688), ("2014-01-20 12:24:48.125", 1_390_220_688.125),
            ("2014-01-20T12:24:48.125", 1_390_220_688.125), ("2014-01-20T12:24:48+0800", 1_390_191_888),
            ("2014-01-20T12:24:48.125Z", 1_390_220_688.125), ("2014-01-20T12:24:48+12:00", 1_390_177_488),
            ("2014-01-20T12:24:48.125+0800", 1_390_191_888.125), ("2014-01-20T12:24:48.125+12:00", 1_390_177_488.125),
            ("Fri Sep 04 00:12:21 +0800 2015", 1_441_296_741), ("Fri Sep 04 00:12:21.125 +0800 2015", 1_441_296_741.125),
            ("yesterday", nil),
        ] as [(String, Double?)])
    func datesInAnyShape(text: String, seconds: Double?) throws {
        var options = JSONReadOptions.yyModel
        options.dateStyle = .auto
        let event = try Event(json: #"{"day":"\#(text)"}"#, options: options)
        #expect(event.day == seconds.map { Date(timeIntervalSince1970: $0) })
        guard event.day != nil else { return }
        #expect(try Event(json: event.jsonString()) == event)
    }

    @Test func secondsForADate() throws {
        var options = JSONReadOptions.jsonModel
        options.dateStyle = .secondsSince1970
        #expect(try Event(json: #"{"day":1390220688}"#, options: options).day == Date(timeIntervalSince1970: 1_390_220_688))
    }

    @Test func decimalsFromStrings() throws {
        #expect(try Event(json: #"{"price":"100.7777777"}"#, options: .mjExtension).price == Decimal(string: "100.7777777"))
        #expect(try Event(json: #"{"price":"0.1"}"#, options: .jsonModel).price == Decimal(string: "0.1"))
        #expect(throws: JSONError.self) { try Event(json: #"{"price":"0.1"}"#, options: .mantle) }
    }

    @Test(arguments: [JSONReadOptions.mjExtension, .yyModel, .salvage])
    func blankURLsAreNil(options: JSONReadOptions) throws {
        #expect(try Event(json: #"{"page":""}"#, options: options).page == nil)
        #expect(try Event(json: #"{"page":"https://a.b/c"}"#, options: options).page == URL(string: "https://a.b/c"))
    }

    @Test func whiteSpaceAroundURLs() throws {
        #expect(try Event(json: #"{"page":" \n\thttps://a.b/c "}"#, options: .yyModel).page == URL(string: "https://a.b/c"))
        #expect(try Event(json: #"{"page":" \n "}"#, options: .yyModel).page == nil)
        #expect(throws: JSONError.self) { try Event(json: #"{"page":" https://a.b/c"}"#) }
    }

    /// A coder that takes the UTF-8 bytes of a string as Data, as YYModel does.
    private struct UTF8Bytes: JSONCoder {
        func decode(_ text: String) -> Data { Data(text.utf8) }
        func encode(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }
    }

    /// A coder for numbers in any format that Foundation can write and parse.
    private struct Formatted: JSONCoder {
        let style: FloatingPointFormatStyle<Double>
        func decode(_ text: String) throws -> Double { try style.parseStrategy.parse(text) }
        func encode(_ value: Double) -> String { style.format(value) }
    }

    private struct Zone: JSONCoder {
        struct Unknown: Error {}
        func decode(_ name: String) throws -> TimeZone {
            guard let zone = TimeZone(identifier: name) else { throw Unknown() }
            return zone
        }
        func encode(_ zone: TimeZone) -> String { zone.identifier }
    }

    private struct Packet: JSONConvertible, Equatable {
        var body = Data()
        var weight = 0.0
        var zone: TimeZone?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("body", \.body, by: UTF8Bytes(), default: Data())
                $0.add("weight", \.weight, by: Formatted(style: .number.locale(Locale(identifier: "de_DE"))), literal: 0)
                $0.add("zone", \.zone, by: Zone().optional)
            }
        }
    }

    @Test func codersOfAMemberConvertBothWays() throws {
        let text = #"{"body":"é","weight":"1.234,5","zone":"Europe/Vienna"}"#
        let packet = try Packet(json: text)
        #expect(packet == Packet(body: Data([0xC3, 0xA9]), weight: 1234.5, zone: TimeZone(identifier: "Europe/Vienna")))
        #expect(try packet.jsonString() == text)
        #expect(throws: JSONError.self) { try Packet(json: #"{"zone":"Nowhere"}"#) }
    }

    private struct Pair: JSONConvertible, Equatable {
        var name: String
        var counts: [Int] = []
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name)
                $0.add("counts", \.counts, literal: [])
            }
        }
    }

    @Test func dictionariesOfObjectsAreReadAndWritten() throws {
        let pair = Pair(name: "a", counts: [1, 2])
        #expect(try Pair(json: ["name": "a", "counts": [1, 2]] as [String: Any]) == pair)
        #expect(try [Int](json: ["pairs": [["counts": [3, 4]]]] as [String: Any], at: "$.pairs[0].counts") == [3, 4])
        let object = try pair.jsonObject()
        #expect(object["name"] as? String == "a")
        #expect(object["counts"] as? [Int] == [1, 2])
        #expect(try Pair(json: object) == pair)
        let noObject = #expect(throws: JSONError.self) { try 1.jsonObject() }
        #expect(noObject?.kind == .typeMismatch && noObject?.message == "the JSON of the value is not an object")
        for (text, options) in [(#"{"a":1e400}"#, JSONReadOptions.strict), ("{a: NaN}", .json5)] {
            let value = try JSONValue(json: text, options: options)
            let error = #expect(throws: JSONError.self) { try value.jsonObject(JSONWriteOptions(nonFiniteNumbers: .literal)) }
            #expect(error?.kind == .refused && error?.underlying != nil, "\(text)")
        }
        #expect(throws: JSONError.self) { try Pair(json: ["name": NSNull()] as [String: Any]) }
        for (stranger, type) in [(Date(), "Date"), (Double.nan, "Double"), ([1: 2], "Dictionary<Int, Int>")] as [(Any, String)] {
            let error = #expect(throws: JSONError.self) {
                try Pair(json: ["list": [1, ["in it": stranger]], "name": "a"] as [String: Any])
            }
            #expect(error?.path == "$.list[1]['in it']" && error?.found == type)
        }
    }

    @Test func dictionariesOverModels() throws {
        var pair = Pair(name: "a", counts: [1, 2]), report = JSONReport()
        let change = ["counts": [3], "other": true] as [String: Any]
        #expect(try pair.update(json: change).names == ["counts"])
        #expect(try pair.update(json: ["name": "b"]).names == ["name"])
        #expect(throws: JSONError.self) { try pair.update(json: ["name": "c", "counts": Date()] as [String: Any]) }
        #expect(pair == Pair(name: "b", counts: [3]))
        #expect(try Pair(json: ["name": 7] as [String: Any], options: .lenient, report: &report).name == "7")
        #expect(report.entries.map(\.path) == ["$.name"])
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func propertyLists(format: PropertyListSerialization.PropertyListFormat) throws {
        let pair = Pair(name: "é", counts: [1])
        #expect(try Pair(propertyList: pair.propertyList(format: format)) == pair)
        #expect(throws: JSONError.self) { try Pair(propertyList: Data("{}".utf8)) }
    }
}
