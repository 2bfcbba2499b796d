import Foundation
import Testing
import YokeFoundation

// The code blocks of Yoke.docc/ValuesAndDates.md, without changes. ArticleTests compares the article with this file.

private struct Temperature: Equatable, JSONConvertible {
    var kelvin: Double
    static var jsonMapping: JSONMapping { JSONMapping(Temperature.self) { $0.add("kelvin", \.kelvin) } }
}

private struct Celsius: JSONCoder {
    func decode(_ degrees: Double) throws -> Temperature { Temperature(kelvin: degrees + 273.15) }
    func encode(_ temperature: Temperature) throws -> Double { temperature.kelvin - 273.15 }
}

#if Macros

@JSONModel
private struct Weather {
    @JSONCoded(Celsius()) var now: Temperature
    @JSONCoded(Celsius()) var next: [Temperature] = []
    @JSONCoded(Celsius()) var low: Temperature?
    @JSONCoded(Celsius()) var high: JSONNullable<Temperature>
}

@JSONModel(dates: .secondsSince1970)
private struct Visit {
    var start: Date                                            // 1390220688
    @JSONCoded(.format("dd.MM.yyyy")) var birthday: Date       // "20.01.2014"
    @JSONCoded(.iso8601) var end: Date?                        // "2014-01-20T12:24:48Z"
}

@JSONModel
private struct Report {
    var source: JSONRawText                                    // the value's own text, byte for byte
    var stations: JSONLazy<[String]>                           // checked now, bound when you ask for it
    var note: JSONNullable<String>                             // missing, null or a value
}

#else

private struct Weather: JSONConvertible {
    var now: Temperature
    var next: [Temperature] = []
    var low: Temperature?
    var high: JSONNullable<Temperature>

    static var jsonMapping: JSONMapping {
        JSONMapping(Weather.self) { fields in
            fields.add("now", \.now, by: Celsius())
            fields.add("next", \.next, by: Celsius().array, default: [])
            fields.add("low", \.low, by: Celsius().optional)
            fields.add("high", \.high, by: Celsius().nullable)
        }
    }
}

private struct Visit: JSONConvertible {
    var start: Date
    var birthday: Date
    var end: Date?

    static var jsonMapping: JSONMapping {
        JSONMapping(Visit.self, dates: .secondsSince1970) { fields in
            fields.add("start", \.start)
            fields.add("birthday", \.birthday, by: .format("dd.MM.yyyy"))
            fields.add("end", \.end, by: JSONDateCoder(.iso8601).optional)
        }
    }
}

private struct Report: JSONConvertible {
    var source: JSONRawText
    var stations: JSONLazy<[String]>
    var note: JSONNullable<String>

    static var jsonMapping: JSONMapping {
        JSONMapping(Report.self) { fields in
            fields.add("source", \.source)
            fields.add("stations", \.stations)
            fields.add("note", \.note)
        }
    }
}

#endif

private struct Distance: JSONConvertible {
    var meters: Double
    static var jsonMapping: JSONMapping {
        JSONMapping(Distance.self, via: Double.self, decode: { Distance(meters: $0) }, encode: { $0.meters })
    }
}

private struct Color: JSONConvertible, Equatable {
    var rgb: UInt32
    static var jsonMapping: JSONMapping { JSONMapping(Color.self) { $0.add("rgb", \.rgb) } }
}

private struct HexColor: JSONCoder {
    struct Bad: Error {}
    func decode(_ text: String) throws -> Color {
        guard let rgb = UInt32(text, radix: 16) else { throw Bad() }
        return Color(rgb: rgb)
    }
    func encode(_ color: Color) -> String { String(color.rgb, radix: 16) }
}

private struct Theme: JSONConvertible, Equatable {
    var colors: [Color]
    var accent: Color?
    static var jsonMapping: JSONMapping {
        JSONMapping(Theme.self) {
            $0.add("colors", \.colors)
            $0.add("accent", \.accent)
        }
    }
}

extension JSONCoders {
    fileprivate static let oldServer = JSONCoders("old server", Celsius(), HexColor())
}

private struct Price: JSONCoder {
    func decode(_ digits: String) throws -> Decimal { try Decimal(json: digits) }
    func encode(_ price: Decimal) throws -> String { try price.jsonString() }
}

private struct Bill: JSONConvertible {
    var price: Decimal
    var tip: Decimal
    static var jsonMapping: JSONMapping {
        JSONMapping(Bill.self) { fields in
            fields.add("price", \.price, by: Price())                  // @JSONCoded(Price())
            fields.add("tip", \.tip, rules: [.lenient])                // @JSONRule(.lenient)
        }
    }
}

private struct ToolCall: JSONConvertible {
    struct Query: JSONConvertible {
        var city: String
        static var jsonMapping: JSONMapping { JSONMapping(Query.self) { $0.add("city", \.city) } }
    }

    var name: String
    var arguments: Query
    static var jsonMapping: JSONMapping {
        JSONMapping(ToolCall.self) { fields in
            fields.add("name", \.name)
            fields.add("arguments", \.arguments, by: JSONTextCoder())   // @JSONCoded(JSONTextCoder<Query>())
        }
    }
}

private struct Widget: JSONConvertible, Equatable {
    var center: CGPoint
    var frame: CGRect
    var page: URL
    var token: Data
    var zone: TimeZone

    static var jsonMapping: JSONMapping {
        JSONMapping(Widget.self) { fields in
            fields.add("center", \.center)                             // CGPoint: [0, 1]; a CGRect is [[x, y], [width, height]]
            fields.add("frame", \.frame, by: .object)                  // CGRect: {"x": 0, "y": 0, "width": 3, "height": 4}
            fields.add("page", \.page, by: .repaired)                  // URL: "http://a.org/a b", percent-encoded where needed
            fields.add("token", \.token, by: .base64URL)               // Data: base64 with - and _
            fields.add("zone", \.zone)                                 // TimeZone: "Europe/Vienna", "GMT+0200"
        }
    }
}

private enum Size: String, JSONObjectKey { case small, large }

private struct Prices: JSONConvertible {
    var prices: [Size: Double]
    static var jsonMapping: JSONMapping { JSONMapping(Prices.self) { $0.add("prices", \.prices, rules: [.lossy]) } }
}

private struct Note: JSONConvertible {
    var text: JSONNullable<String> = .value("new")
    static var jsonMapping: JSONMapping { JSONMapping(Note.self) { $0.add("text", \.text, default: .value("new")) } }
}

@Suite struct ValuesAndDatesExamples {
    @Test func aCoderConvertsTheInnermostValues() throws {
        let weather = try Weather(json: #"{"now": 20, "next": [21, 22], "high": null}"#)
        #expect(weather.now.kelvin == 293.15 && weather.next.count == 2 && weather.low == nil && weather.high == .null)
        #expect(try [Distance](json: "[1.5]").map(\.meters) == [1.5])
        let bad = #expect(throws: JSONError.self) { try Color(json: "{}") }
        #expect(bad?.kind == .missingKeys)
    }

    @Test func jsonInsideAString() throws {
        let call = try ToolCall(json: #"{"name": "weather", "arguments": "{\"city\": \"Bonn\"}"}"#)
        #expect(call.arguments.city == "Bonn")
        #expect(try call.jsonString() == #"{"name":"weather","arguments":"{\"city\":\"Bonn\"}"}"#)
        let error = #expect(throws: JSONError.self) { try ToolCall(json: #"{"name": "weather", "arguments": "{\"city\": 7}"}"#) }
        #expect(error?.path == "$.arguments.city" && error?.kind == .typeMismatch)
    }

    @Test func codersOfACall() throws {
        var options = JSONReadOptions.strict
        options.coders = .oldServer
        let theme = try Theme(json: #"{"colors": ["ff8000"], "accent": null}"#, options: options)
        let text = try theme.jsonString(JSONWriteOptions(coders: .oldServer))
        #expect(theme == Theme(colors: [Color(rgb: 0xFF8000)]) && text == #"{"colors":["ff8000"]}"#)
        let error = #expect(throws: JSONError.self) { try Theme(json: #"{"colors": ["x"]}"#, options: options) }
        #expect(error?.kind == .refused && error?.path == "$.colors[0]" && error?.underlying is HexColor.Bad)
    }

    @Test func aDateHasTheFormOfItsPropertyCallOrType() throws {
        let text = #"{"start":1390220688,"birthday":"20.01.2014","end":"2014-01-20T12:24:48Z"}"#
        let visit = try Visit(json: text)
        #expect(visit.start == visit.end && visit.start == Date(timeIntervalSince1970: 1_390_220_688))
        #expect(try visit.jsonString() == text)
        // The date style of a property wins over the style of the call, which wins over the style of the type.
        var options = JSONReadOptions.strict
        options.dateStyle = .millisecondsSince1970
        #expect(try Visit(json: #"{"start":1390220688000,"birthday":"20.01.2014","end":"2014-01-20T12:24:48Z"}"#, options: options).start == visit.start)

        #expect(throws: JSONError.self) { try Date(json: #""+10000-01-01T00:00:00Z""#) }
        #expect(throws: JSONError.self) { try Date.distantFuture.addingTimeInterval(1e13).jsonString() }
        options.dateStyle = .millisecondsSince1970
        let made = Date(timeIntervalSince1970: 723_010_726.529), read = try Date(json: "723010726529", options: options)
        #expect(try made.jsonString(JSONWriteOptions(dateStyle: .millisecondsSince1970)) == "723010726529.00004" && made != read)
        #expect(try read.jsonString(JSONWriteOptions(dateStyle: .millisecondsSince1970)) == "723010726529")
        options = .lenient
        options.dateStyle = .secondsSince1970
        #expect(try Date(json: #""1390220688""#, options: options) == visit.start)
        #expect(throws: JSONError.self) { try Date(json: #""20.01.2014""#, options: options) }
        options.dateStyle = .auto
        #expect(try Date(json: #""2014-01-20 12:24:48""#, options: options) == visit.start)
    }

    @Test func theFormsOfAuto() throws {
        var options = JSONReadOptions.strict
        options.dateStyle = .auto
        let start = Date(timeIntervalSince1970: 1_390_220_688)
        for text in [
            "2014-01-20T12:24:48", "2014-01-20 12:24:48.000Z", "2014-01-20T20:24:48+08:00", "2014-01-20T20:24:48+0800",
            "Mon, 20 Jan 2014 12:24:48 GMT", "Mon Jan 20 12:24:48 +0000 2014", "1390220688", "1390220688000", "1390220688000000",
            "1390220688000000000",
        ] {
            #expect(try Date(json: "\"\(text)\"", options: options) == start, "\(text)")
        }
        #expect(try Date(json: #""2014-01-20""#, options: options) == Date(timeIntervalSince1970: 1_390_176_000))
        #expect(try Date(json: "1390220688", options: options) == start)
        for text in ["20.01.2014", "2014", "20140120"] {
            let error = #expect(throws: JSONError.self) { try Date(json: "\"\(text)\"", options: options) }
            #expect(error?.hint?.contains(".format(...)") == true)
        }
        options.dateStyle = .format("yyyyMMdd")
        #expect(try Date(json: #""20140120""#, options: options) == Date(timeIntervalSince1970: 1_390_176_000))
    }

    @Test func typesOfFoundationAreReadAndWritten() throws {
        let text = #"{"center":[0,1],"frame":{"x":0,"y":0,"width":3,"height":4},"page":"http://a.org/a b","token":"-_8","zone":"Europe/Vienna"}"#
        let widget = try Widget(json: text)
        #expect(widget.frame.width == 3 && widget.page.path == "/a b" && widget.token == Data([0xFB, 0xFF]))
        #expect(try Widget(json: widget.jsonString()) == widget)
        #expect(try CGRect(json: "[[1, 2], [3, 4]]").height == 4 && TimeZone(json: #""GMT+0200""#).secondsFromGMT() == 7200)
    }

    @Test func pricesThatAreStrings() throws {
        let bill = try Bill(json: #"{"price": "12.50", "tip": "0.10"}"#)
        #expect(try bill.price == Decimal(json: "12.5") && bill.jsonString() == #"{"price":"12.5","tip":0.1}"#)
        #expect(throws: JSONError.self) { try Bill(json: #"{"price": "12.50 EUR", "tip": 1}"#) }
    }

    @Test func textForLater() throws {
        let report = try Report(json: #"{"source": {"a": 1}, "stations": [ "x" ], "note": null}"#)
        #expect(report.source.text == #"{"a": 1}"# && report.note == .null)
        #expect(try report.stations.value() == ["x"])
        let wrong = try Report(json: #"{"source": 1, "stations": ["x", 7], "note": null}"#)
        let error = #expect(throws: JSONError.self) { try wrong.stations.value() }
        #expect(error?.path == "$[1]" && error?.offset == 6)
        #expect(try report.jsonString() == #"{"source":{"a": 1},"stations":[ "x" ],"note":null}"#)
        #expect(try Note(json: #"{"text": null}"#, options: .mjExtension).text == .null)
        #expect(try Note(json: "{}").text == .value("new"))
    }

    @Test func keysOfDictionaries() throws {
        let prices = try [Size: Double](json: #"{"small": 1.5, "large": 2}"#)
        let names = try [Int: String](json: #"{"7": "mia"}"#)
        #expect(prices == [.small: 1.5, .large: 2] && names == [7: "mia"])
        #expect(throws: JSONError.self) { try [Size: Double](json: #"{"huge": 1}"#) }
        #expect(try Prices(json: #"{"prices": {"huge": 1, "small": 2}}"#).prices == [.small: 2])
    }

    @Test func theFormOfWrittenText() throws {
        let options = JSONWriteOptions(indent: 2, shortArrayLength: 40, endsWithNewline: true, fractionDigits: 2)
        let text = try ["sizes": [0.5, 12.0 / 7]].jsonString(options)
        #expect(
            text == """
                {
                  "sizes": [0.50, 1.71]
                }

                """)
    }
}
