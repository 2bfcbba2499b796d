import Foundation
import TestSupport
import Testing
import YokeArchives
import YokeFoundation

/// By default dates are RFC 3339 text. Yoke reads and writes them without a formatter, and writes them in UTC.
@Suite struct DateTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0.0), ("2013-01-10T07:58:30Z", 1_357_804_710), ("2013-01-10T08:58:30+01:00", 1_357_804_710),
            ("2013-01-10t07:58:30z", 1_357_804_710), ("2013-01-10 07:58:30Z", 1_357_804_710),
            ("2013-01-10T07:58:30.25Z", 1_357_804_710.25), ("2013-01-10T07:58:30.000000001Z", 1_357_804_710.000000001),
            ("1969-12-31T23:59:59Z", -1), ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
            ("2000-02-29T12:00:00-23:59", 951_825_600 + 86_340), ("2016-12-31T23:59:60Z", 1_483_228_800),
        ] as [(String, Double)])
    func eachTextIsItsInstant(text: String, seconds: Double) throws {
        #expect(try Date(json: "\"\(text)\"") == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: [
        "", "2013", "2013-01-10", "2013-1-10T07:58:30Z", "2013-01-10T07:58:30", "2013-01-10T07:58:30.Z", "2013-01-10T07:58:30+1:00",
        "2013-01-10T07:58:30Zx", "2013-01-10T07:58:30+24:00", "+2013-01-10T07:58:30Z", "2013-02-30T07:58:30", "2013-13-01",
    ])
    func otherTextsAreRefused(text: String) {
        let error = #expect(throws: JSONError.self) { try Date(json: "\"\(text)\"") }
        #expect(error?.kind == .refused)
        #expect(error?.message.contains("RFC 3339") == true)
    }

    @Test(
        arguments: [
            ("2013-13-10T07:58:30Z", .rfc3339), ("2013-00-10T07:58:30Z", .rfc3339), ("2013-02-29T07:58:30Z", .rfc3339),
            ("1900-02-29T00:00:00Z", .rfc3339),
            ("2013-01-10T24:00:00.5+01:00", .rfc3339), ("2013-01-10T07:60:30Z", .rfc3339), ("2013-01-10T07:58:61Z", .rfc3339),
            ("2026-02-30", .auto), ("2026-13-01", .auto), ("2026-02-01 25:00:00", .auto), ("31 Nov 1994 08:49:37 GMT", .auto),
            ("Fri Sep 31 00:12:21 +0800 2015", .auto), ("Sun, 06 Nov 1994 08:60:37 GMT", .rfc1123), ("31.04.2013", .format("dd.MM.yyyy")),
            ("25:00", .format("HH:mm")), ("9999-12-31T23:59:59-23:59", .rfc3339), ("0000-01-01T00:00:00+00:01", .rfc3339),
        ] as [(String, JSONDateStyle)])
    func thoseThatDoNotExist(text: String, style: JSONDateStyle) throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            (options.dateStyle, options.engine) = (style, engine)
            let whole = #expect(throws: JSONError.self) { try [Date](json: "[\"\(text)\"]", options: options) }
            #expect(whole?.message == "there is no such date: \"\(text)\"", "\(text)")
            #expect(
                whole?.kind == .refused && whole?.path == "$[0]"
                    && whole?.hint == "its year in UTC, month, day, hour, minute or second is out of range")
            let cut = #expect(throws: JSONError.self) {
                var reader = try JSONReader<[Date]>(options: options)
                for byte in "[\"\(text)\"]".utf8 { try reader.feed([byte]) }
                _ = try reader.finish()
            }
            #expect(cut?.message == whole?.message && cut?.offset == whole?.offset && cut?.hint == whole?.hint)
            // The report of a dropped date has the same message as the error.
            var report = JSONReport()
            options.mode = .salvage
            #expect(try [Date](json: "[\"\(text)\"]", options: options, report: &report) == [])
            #expect(report.entries.first?.reason == whole?.message)
        }
    }

    /// Lenient modes read only the date forms that the options name. To read another form would be a guess, and lenient modes convert only
    /// without loss.
    @Test func lenientReadsNoOtherForms() throws {
        for text in ["2013-01-10", "2013-01-10 07:58:30", "10.01.2013", "1357804710"] {
            let error = #expect(throws: JSONError.self) { try Date(json: "\"\(text)\"", options: .lenient) }
            #expect(error?.hint?.contains(".auto") == true)
        }
        var options = JSONReadOptions.lenient
        options.dateStyle = .auto
        #expect(try Date(json: #""2013-01-10 07:58:30""#, options: options) == Date(timeIntervalSince1970: 1_357_804_710))
    }

    @Test func aNumberInAStringIsOne() throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            (options.dateStyle, options.engine) = (.secondsSince1970, engine)
            #expect(throws: JSONError.self) { try [Date?](json: #"["1357804710.5"]"#, options: options) }
            options.mode = .lenient
            #expect(try [Date?](json: #"["1357804710.5"]"#, options: options) == [Date(timeIntervalSince1970: 1_357_804_710.5)])
            for text in ["", " 1", "1x", "0x10", "2013-01-10T07:58:30Z", "+1", "01"] {
                #expect(throws: JSONError.self, "\(text)") { try [Date](json: "[\"\(text)\"]", options: options) }
            }
            options.dateStyle = .millisecondsSince1970
            #expect(try Date(json: #""1357804710500""#, options: options) == Date(timeIntervalSince1970: 1_357_804_710.5))
        }
    }

    private struct Log: JSONConvertible, Equatable {
        var at: Date
        var days: [Date]
        var text: Date
        var part: Part
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self, dates: .secondsSince1970) {
                $0.add("at", \.at)
                $0.add("days", \.days)
                $0.add("text", \.text, by: .rfc1123)
                $0.flatten("part", \.part)
            }
        }
    }
    private struct Part: JSONConvertible, Equatable {
        var since: Date
        static var jsonMapping: JSONMapping { JSONMapping(Self.self, dates: .millisecondsSince1970) { $0.add("since", \.since) } }
    }

    @Test func stylesOfTypesPropertiesAndCalls() throws {
        let date = Date(timeIntervalSince1970: 784_111_777)
        let log = Log(at: date, days: [date], text: date, part: Part(since: date))
        let text = #"{"at":784111777,"days":[784111777],"text":"Sun, 06 Nov 1994 08:49:37 GMT","since":784111777000}"#
        #expect(try log.jsonString() == text)
        #expect(try Log(json: text) == log)
        let call = #"{"at":"1994","days":["1994"],"text":"Sun, 06 Nov 1994 08:49:37 GMT","since":"1994"}"#
        #expect(try log.jsonString(JSONWriteOptions(dateStyle: .format("yyyy"))) == call)
    }

    private struct Diary: JSONConvertible, Hashable {
        var byPage: [Int: Date]
        var closed: JSONNullable<Date>
        var boxed: JSONBox<Date>
        var others: JSONLazy<[Date]>
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self, dates: .secondsSince1970) {
                $0.add("byPage", \.byPage)
                $0.add("closed", \.closed)
                $0.add("boxed", \.boxed)
                $0.add("others", \.others)
            }
        }
    }

    @Test func stylesReachWhatIsInsideOfOtherTypes() throws {
        let date = Date(timeIntervalSince1970: 784_111_777)
        let diary = Diary(byPage: [3: date], closed: .value(date), boxed: JSONBox(date), others: JSONLazy([date]))
        let text = #"{"byPage":{"3":784111777},"closed":784111777,"boxed":784111777,"others":[784111777]}"#
        #expect(try diary.jsonString() == text)
        #expect(try Diary(json: text) == diary)
        #expect(
            try Diary(json: text).jsonString(JSONWriteOptions(dateStyle: .format("yyyy")))
                == #"{"byPage":{"3":"1994"},"closed":"1994","boxed":"1994","others":["1994"]}"#)
        var options = JSONReadOptions.strict
        options.dateStyle = .rfc1123
        let call = #"{"byPage":{},"closed":null,"boxed":"Sun, 06 Nov 1994 08:49:37 GMT","others":["Sun, 06 Nov 1994 08:49:37 GMT"]}"#
        #expect(
            try Diary(json: call, options: options) == Diary(byPage: [:], closed: .null, boxed: JSONBox(date), others: JSONLazy([date])))
        // The date style of a property does not apply to values of other properties.
        #expect(throws: JSONError.self) { try JSONNullable<Date>(json: "784111777") }
        #expect(throws: JSONError.self) { try JSONLazy<[Date]>(json: "[784111777]").value() }
    }

    @Test func numbersAreRefused() {
        #expect(throws: JSONError.self) { try Date(json: "1357804710") }
    }

    @Test func writtenWithTheDigitsItNeeds() throws {
        #expect(try Date(timeIntervalSince1970: 1_357_804_710).jsonString() == #""2013-01-10T07:58:30Z""#)
        #expect(try Date(timeIntervalSince1970: 1_357_804_710.5).jsonString() == #""2013-01-10T07:58:30.5Z""#)
        #expect(try Date(timeIntervalSince1970: -0.5).jsonString() == #""1969-12-31T23:59:59.5Z""#)
    }

    @Test func comeBackAsTheyWere() throws {
        var state: UInt64 = 42
        for _ in 0..<2000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let date = Date(timeIntervalSince1970: Double(state % 4_000_000_000_000) / 1000 - 1_000_000_000)
            let text = try date.jsonString()
            let back = try Date(json: text)
            #expect(abs(back.timeIntervalSince(date)) < 1e-6, "\(text)")
        }
    }

    private struct Ends: JSONConvertible, Equatable {
        var text: Date?
        var seconds: Date?
        var milliseconds: Date?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("text", \.text)
                $0.add("seconds", \.seconds, by: JSONDateCoder.secondsSince1970.optional)
                $0.add("milliseconds", \.milliseconds, by: JSONDateCoder.millisecondsSince1970.optional)
            }
        }
    }

    /// Every date that can be read can be written and read back unchanged, also as a snapshot.
    @Test func allThatIsReadIsWritten() throws {
        let tiny = "978307200." + String(repeating: "0", count: 299) + "1"
        for text in [
            #"{"seconds":1000000000000000}"#, #"{"seconds":9223372036854775807}"#, #"{"seconds":-1e300}"#, #"{"seconds":\#(tiny)}"#,
            #"{"milliseconds":9007199254740993}"#, #"{"milliseconds":9223372036854775807}"#, #"{"milliseconds":1e310}"#,
            #"{"text":"9999-12-31T23:59:59.9999999Z"}"#,
        ] {
            let ends = try Ends(json: text)
            #expect(try Ends(json: ends.jsonString()) == ends, "\(text)")
            #expect(try Ends(json: ends.jsonString(.pretty)) == ends, "\(text)")
            #expect(try Ends(snapshot: ends.snapshot()) == ends, "\(text)")
        }
        #expect(try Ends(json: #"{"seconds":\#(tiny)}"#).jsonString() == #"{"seconds":\#(tiny)}"#)
        let late = #expect(throws: JSONError.self) { try Ends(json: #"{"text":"9999-12-31T23:59:59-23:59"}"#) }
        #expect(late?.message == "there is no such date: \"9999-12-31T23:59:59-23:59\"")
        var options = JSONReadOptions.strict
        options.dateStyle = .auto
        let number = #expect(throws: JSONError.self) { try Ends(json: #"{"text":1e21}"#, options: options) }
        #expect(number?.hint == "years go from 0 to 9999")
        let infinite = #expect(throws: JSONError.self) { try Ends(seconds: Date(timeIntervalSince1970: .infinity)).jsonString() }
        #expect(infinite?.kind == .nonFiniteNumber)
    }

    @Test func outsideOfFourDigitYearsIsAnError() {
        #expect(throws: JSONError.self) { try Date.distantFuture.addingTimeInterval(1e12).jsonString() }
        #expect(throws: JSONError.self) { try Date(timeIntervalSince1970: .nan).jsonString() }
    }

    /// Near 2001, a double has room for more digits than a date needs. The shortest text must be found, and read as the same double.
    @Test func timesNear2001KeepTheirDigits() throws {
        let style = JSONDateStyle.rfc3339
        #expect(style.text(secondsSinceReferenceDate: 8.931) == "2001-01-01T00:00:08.931Z")
        #expect(style.text(secondsSinceReferenceDate: -0.1) == "2000-12-31T23:59:59.9Z")
        for i in -20_000..<20_000 {
            let date = Date(timeIntervalSinceReferenceDate: Double(i * 7) / 1000)
            let text = try date.jsonString()
            let again = try Date(json: text)
            #expect(text.utf8.count <= 26 && again == date, "\(i)")
        }
    }
}
