import CYoke
import TestSupport
import Testing

private let rfc3339 = yoke_date_format_make(YOKE_DATE_RFC3339)
private let rfc1123 = yoke_date_format_make(YOKE_DATE_RFC1123)
private let seconds = yoke_date_format_make(YOKE_DATE_SECONDS)
private let milliseconds = yoke_date_format_make(YOKE_DATE_MILLISECONDS)
private let auto = yoke_date_format_make(YOKE_DATE_AUTO)
/// Seconds from the start of 1970 to the start of 2001. The C date functions count from 2001.
private let reference = 978_307_200.0

private func compiled(_ pattern: String) -> yoke_date_format? {
    var format = yoke_date_format()
    let bytes = Array(pattern.utf8)
    let good = bytes.withUnsafeBufferPointer { yoke_date_format_compile($0.baseAddress, $0.count, &format) }
    #expect(good == (format.style == YOKE_DATE_FORMAT))
    return good ? format : nil
}

private typealias Reader = (
    UnsafePointer<yoke_date_format>?, UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<Double>?
) -> Bool

/// Reads a date from an array that ends with the text, so that the address sanitizer notices reads after the last byte.
private func read(_ bytes: [UInt8], _ format: yoke_date_format, by read: Reader = yoke_date_read) -> Double? {
    var format = format
    var out = 0.0
    return bytes.withUnsafeBufferPointer { read(&format, $0.baseAddress, $0.count, &out) } ? out : nil
}

private func read(_ text: String, _ format: yoke_date_format) -> Double? { read(Array(text.utf8), format) }

private func readNumber(_ text: String, _ format: yoke_date_format) -> Double? {
    read(Array(text.utf8), format, by: yoke_date_read_number)
}

private func write(_ value: Double, _ format: yoke_date_format) -> String? {
    var format = format
    var out = [UInt8](repeating: 0xAA, count: Int(YOKE_DATE_MAX))
    let count = yoke_date_write(&format, value, &out)
    return count == 0 ? nil : String(decoding: out[..<count], as: UTF8.self)
}

private func pad(_ value: Int, _ width: Int) -> String {
    let text = "\(value)"
    return String(repeating: "0", count: max(0, width - text.count)) + text
}

/// A simple calendar that counts days from the year 0. The C functions must give the same dates.
private enum Calendar {
    static func days(inMonth month: Int, of year: Int) -> Int {
        let leap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
        return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// The first second of every month of the years 0 to 9999, counted from 1970. The index is 12 * year + month - 1.
    static let months: [Int] = {
        var starts = [0]
        for month in 0..<120_000 { starts.append(starts[month] + days(inMonth: month % 12 + 1, of: month / 12) * 86_400) }
        return starts.map { $0 - starts[12 * 1970] }
    }()
}

@Suite struct DateReading {
    /// YYModel recognises a date by the length of its text. These are texts of all thirteen lengths, and similar texts.
    @Test(
        arguments: [
            ("2014-01-20", 1_390_176_000), ("2014-01-20 12:24:48", 1_390_220_688), ("2014-01-20T12:24:48", 1_390_220_688),
            ("2014-01-20T12:24:48Z", 1_390_220_688), ("2014-01-20 12:24:48.125", 1_390_220_688.125),
            ("2014-01-20T12:24:48.125", 1_390_220_688.125), ("2014-01-20T12:24:48+0800", 1_390_191_888),
            ("2014-01-20T12:24:48.125Z", 1_390_220_688.125), ("2014-01-20T12:24:48+12:00", 1_390_177_488),
            ("2014-01-20T12:24:48.125+0800", 1_390_191_888.125), ("2014-01-20T12:24:48.125-12:00", 1_390_263_888.125),
            ("Fri Sep 04 00:12:21 +0800 2015", 1_441_296_741), ("Fri Sep 04 00:12:21.125 +0800 2015", 1_441_296_741.125),
            ("2014-01-20t12:24:48.5z", 1_390_220_688.5), ("2014-01-20 12:24:48.123456789Z", 1_390_220_688.123456789),
            ("2014-01-20T12:24:48.0000000009", 1_390_220_688), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("1357804710", 1_357_804_710), ("1357804710.5", 1_357_804_710.5), ("1357804710123", 1_357_804_710.123),
            ("-1", -1), ("99999999999", 99_999_999_999), ("-60000000000", -60_000_000_000), ("100000000000", 100_000_000),
            ("99999999999999", 99_999_999_999.999), ("100000000000000", 100_000_000), ("1357804710123456", 1_357_804_710.123456),
            ("100000000000000000", 100_000_000), ("1357804710123456789", 1_357_804_710.123456789), ("1.5e12", 1_500_000_000),
        ] as [(String, Double)])
    func autoRecognisesEachForm(text: String, since1970: Double) throws {
        let date = try #require(read(text, auto))
        #expect(abs(date + reference - since1970) <= 1e-6)
    }

    @Test(arguments: [
        "", " ", "2014-01-2", "2014-01-20T", "2014-01-20Z", "2014-01-20X12:24:48", "2014-01-20T12:24:48.",
        "2014-01-20T12:24:48+08",
        "2014-01-20T12:24:48 Z", "2014-01-20T12:24:48+8:00", "2014-02-30", "2014-13-01", "Fri Sep 04 00:12:21 2015",
        "Fry Sep 04 00:12:21 +0800 2015", "Fri Sip 04 00:12:21 +0800 2015", "1e400", "+1", "01", "0x10", "NaN",
        "2014-01-20T12:24:48Z\0", "2014", "20140120", "0000", "00000000",
    ])
    func textsOfNoFormAreNoDates(text: String) {
        #expect(read(text, auto) == nil)
        #expect(read(text, rfc3339) == nil)
        #expect(read(text, rfc1123) == nil)
    }

    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0), ("Sun, 6 Nov 1994 08:49:37 UTC", 784_111_777),
            ("06 Nov 1994 08:49:37 UT", 784_111_777),
            ("Mon, 06 nov 1994 08:49:37 -0530", 784_111_777 + 19_800), ("Sun, 06 Nov 1994 08:49:37+0100", nil),
            ("Sun 06 Nov 1994 08:49:37 GMT", nil),
            ("Sunday, 06 Nov 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 94 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 08:49:37 Z", nil),
            ("Sun, 31 Nov 1994 08:49:37 GMT", nil), ("Sun, 00 Nov 1994 08:49:37 GMT", nil),
            ("Sun, 06 Nov 1994 08:49:37 +01:00", nil),
        ] as [(String, Double?)])
    func rfc1123IsReadInItsVariants(text: String, since1970: Double?) {
        #expect(read(text, rfc1123) == since1970.map { $0 - reference })
    }

    @Test func everyDayOfACalendarYearIsReadAndNoOther() {
        for year in [0, 3, 4, 100, 400, 1600, 1900, 1904, 2000, 2001, 2100, 9999] {
            for month in 0...13 {
                for day in 0...32 {
                    let good = 1...12 ~= month && day >= 1 && day <= Calendar.days(inMonth: month, of: year)
                    let text = "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))T00:00:00Z"
                    let since1970 = good ? Double(Calendar.months[12 * year + month - 1] + (day - 1) * 86_400) : nil
                    #expect(read(text, rfc3339) == since1970.map { $0 - reference }, "\(text)")
                }
            }
        }
    }

    @Test func timesOutsideADayAreRefused() {
        let midnight = 379_468_800.0  // 2013-01-10
        for (text, expected) in [
            ("23:59:59", 86_399), ("23:59:60", 86_400), ("12:34:60", 45_300), ("24:00:00", nil), ("23:60:00", nil),
            ("23:59:61", nil),
            ("99:00:00", nil),
        ] as [(String, Double?)] {
            #expect(read("2013-01-10T\(text)Z", rfc3339) == expected.map { midnight + $0 }, "\(text)")
            #expect(read("Thu, 10 Jan 2013 \(text) GMT", rfc1123) == expected.map { midnight + $0 }, "\(text)")
        }
        // A zone offset can move the time to another day, month or year. Offsets with 24 hours or with 60 minutes are refused. Times before
        // the year 0 are refused, too.
        #expect(read("2013-01-01T00:00:00+23:59", rfc3339) == read("2012-12-31T00:01:00Z", rfc3339))
        #expect(read("2012-02-29T12:00:00-12:00", rfc3339) == read("2012-03-01T00:00:00Z", rfc3339))
        #expect(read("2013-01-10T00:00:00+24:00", rfc3339) == nil)
        #expect(read("2013-01-10T00:00:00+00:60", rfc3339) == nil)
        #expect(read("0000-01-01T00:00:00+00:01", rfc3339) == nil)
    }

    /// A date text that was cut is refused, unless the format `auto` also reads the shorter text as a date.
    @Test func aCutTextIsNoDate() {
        let long = "EEEE, dd MMMM yyyy HH:mm:ss.SSS ZZZZZ"
        for (text, format) in [
            ("2013-01-10T07:58:30Z", rfc3339), ("2013-01-10T07:58:30.25+01:00", rfc3339),
            ("Sun, 06 Nov 1994 08:49:37 GMT", rfc1123),
            ("Sun, 06 Nov 1994 08:49:37 +0100", rfc1123), ("Sunday, 06 November 1994 08:49:37.125 +01:00", compiled(long)!),
            ("Fri Sep 04 00:12:21.125 +0800 2015", auto),
        ] {
            #expect(read(text, format) != nil)
            for n in 0..<text.utf8.count { #expect(read(Array(text.utf8.prefix(n)), format) == nil, "\(text.prefix(n))") }
        }
        let text = Array("2014-01-20T12:24:48.123+08:00".utf8)
        let good = (0...text.count).filter { read(Array(text.prefix($0)), auto) != nil }
        #expect(good == [1, 2, 3, 10, 19, 21, 22, 23, 29])
    }

    /// Replaces each byte of a date text by every byte value. Only a digit may replace a digit. The other positions accept only the bytes
    /// that the format allows.
    @Test func strayBytes() {
        let text = Array("2011-11-11T11:11:11Z".utf8)
        for i in text.indices {
            for byte in UInt8.min...UInt8.max {
                var bytes = text
                bytes[i] = byte
                let isDigit = 0x30...0x39 ~= byte
                if read(bytes, rfc3339) != nil {
                    let separator = i == 10 ? Array("Tt ".utf8) : i == 19 ? Array("Zz".utf8) : [text[i]]
                    #expect(
                        text[i] == 0x31 || text[i] == 0x32 || text[i] == 0x30 ? isDigit : separator.contains(byte),
                        "\(byte) at \(i)")
                } else {
                    #expect(byte != text[i])
                }
            }
        }
    }

    /// If a damaged text is still a date, this date can be written and read again.
    @Test func damagedTextsThatAreDatesCanBeWritten() {
        var random = SeededGenerator(seed: 1)
        let alphabet = Array("0123456789-:.+ TZtzEe,SunNovGMT\0\u{e9}".utf8)
        let samples = [
            "2013-01-10T07:58:30.25+01:00", "Sun, 06 Nov 1994 08:49:37 GMT", "Fri Sep 04 00:12:21 +0800 2015", "1357804710.123",
        ]
        let formats = [rfc3339, rfc1123, auto, compiled("yyyy-MM-dd'T'HH:mm:ss.SSZZZZZ")!, compiled("d M yy h a EEE X")!]
        for trial in 0..<20_000 {
            var bytes = Array(samples[trial % samples.count].utf8)
            if trial % 3 == 0 {
                bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in alphabet.randomElement(using: &random)! }
            }
            for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
                let i = Int.random(in: 0..<bytes.count, using: &random)
                if Bool.random(using: &random) { bytes[i] = alphabet.randomElement(using: &random)! } else { bytes.remove(at: i) }
            }
            for format in formats {
                guard let date = read(bytes, format), let text = write(date, rfc3339) else { continue }
                #expect(abs(read(text, rfc3339)! - date) < 1e-8)
            }
        }
    }
}

@Suite struct DateWriting {
    /// Writes and reads dates. The expected texts come from a simple calendar that counts days.
    @Test func comeBack() {
        var random = SeededGenerator(seed: 2)
        let compact = compiled("yyyyMMddHHmmss")!
        let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        for _ in 0..<100_000 {
            let year = Int.random(in: 0...9999, using: &random), month = Int.random(in: 1...12, using: &random)
            let day = Int.random(in: 1...Calendar.days(inMonth: month, of: year), using: &random)
            let second = Int.random(in: 0..<86_400, using: &random)
            let since1970 = Calendar.months[12 * year + month - 1] + (day - 1) * 86_400 + second
            let time = [second / 3600, second / 60 % 60, second % 60].map { pad($0, 2) }
            let date = Double(since1970) - reference
            let text = "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))T\(time.joined(separator: ":"))Z"
            let days = (since1970 - second) / 86_400
            let weekday = weekdays[((days % 7) + 7) % 7]
            let old = "\(weekday), \(pad(day, 2)) \(names[month - 1]) \(pad(year, 4)) \(time.joined(separator: ":")) GMT"
            let short = "\(pad(year, 4))\(pad(month, 2))\(pad(day, 2))\(time.joined())"
            let good =
                write(date, rfc3339) == text && read(text, rfc3339) == date && write(date, rfc1123) == old
                && read(old, rfc1123) == date
                && write(date, compact) == short && read(short, compact) == date && read(text, auto) == date
                && write(date, seconds) == "\(since1970)" && readNumber("\(since1970)", seconds) == date
            if !good { Issue.record("\(text)") }
        }
    }

    @Test func fractionsAreRoundedToNanoseconds() {
        #expect(write(0.5, rfc3339) == "2001-01-01T00:00:00.5Z")
        #expect(write(-0.25, auto) == "2000-12-31T23:59:59.75Z")
        #expect(write(379_497_510.123, rfc3339) == "2013-01-10T07:58:30.123Z")
        #expect(write(0.000_000_001, rfc3339) == "2001-01-01T00:00:00.000000001Z")
        #expect(write(0.999_999_999_9, rfc3339) == "2001-01-01T00:00:01Z")
        #expect(write(-1e-20, rfc3339) == "2001-01-01T00:00:00Z")
        #expect(write(970_062_794.811 - 978_307_200, rfc3339) == "2000-09-27T13:53:14.81099999Z")
        #expect(write(1.9996, compiled("ss.SSS")!) == "02.000")
        #expect(write(1.9996, compiled("ss")!) == "01")
        #expect(write(-0.25, rfc1123) == "Sun, 31 Dec 2000 23:59:59 GMT")
    }

    @Test func theFirstAndLastYearsAreWritten() {
        let first = Double(Calendar.months[0]) - reference, end = Double(Calendar.months[120_000]) - reference
        for (format, texts) in [
            (rfc3339, ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z"]),
            (rfc1123, ["Sat, 01 Jan 0000 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"]), (compiled("yyyy")!, ["0000", "9999"]),
        ] {
            #expect([write(first, format), write(end - 1, format)] == texts)
            for value in [first - 1, end, 3e11, -1e300, 1e300, .infinity, -.infinity, .nan] {
                #expect(write(value, format) == nil)
            }
        }
        #expect(write(end - 0.0625, rfc3339) == "9999-12-31T23:59:59.9375Z")
        // Every date that can be read can be written and read back: a fraction in the last second of 9999 is not rounded up. A date outside
        // of the years 0 to 9999 in UTC is refused.
        for fraction in [9, 4, 7].map({ String(repeating: "9", count: $0) }) {
            let date = read("9999-12-31T23:59:59.\(fraction)Z", rfc3339)
            #expect(date.flatMap { write($0, rfc3339) }.flatMap { read($0, rfc3339) } == date && date! < end)
        }
        #expect(write(end.nextDown, compiled("yyyy HH:mm:ss.SSS")!) == "9999 23:59:59.999")
        let endOfCentury = read("2069-01-01T00:00:00Z", rfc3339)!
        #expect(write(endOfCentury - 0.0001, compiled("yy-MM HH:mm:ss.SSS")!) == "68-12 23:59:59.999")
        #expect(write(endOfCentury, compiled("yy-MM HH:mm:ss.SSS")!) == nil)
        for text in ["9999-12-31T23:59:59-00:01", "9999-12-31T23:59:60Z", "0000-01-01T00:00:00+00:01"] {
            for format in [rfc3339, auto] { #expect(read(text, format) == nil, "\(text)") }
        }
        #expect(read("31 Dec 9999 23:59:59 -0100", rfc1123) == nil)
        #expect(read("0000+00:01", compiled("yyyyXXX")!) == nil)
        for number in ["-70000000000", "1e21", "1e400", "-1e300"] {
            #expect(readNumber(number, auto) == nil && read(number, auto) == nil, "\(number)")
        }
        #expect(readNumber("-60000000000", auto).flatMap { write($0, auto) } == "0068-09-03T13:20:00Z")
        // A pattern with a two-digit year accepts only the years 1969 to 2068.
        let zoned = compiled("yy HH:mm:ss.SSSSSSSSSXXX")!
        #expect(read("69 00:00:00.000000000+00:01", zoned) == nil && read("68 00:00:00.000000000-00:01", zoned) != nil)
        let last = read("31.12.68 23:59:59.999999999Z", compiled("dd.MM.yy HH:mm:ss.SSSSSSSSSXXX")!)
        #expect(last.flatMap { write($0, zoned) } == "68 23:59:59.999999762Z")
        let short = compiled("yy-MM-dd")!
        #expect(write(read("1969-01-01", auto)!, short) == "69-01-01")
        #expect(write(read("2068-12-31", auto)!, short) == "68-12-31")
        #expect(write(read("1968-12-31", auto)!, short) == nil)
        #expect(write(read("2069-01-01", auto)!, short) == nil)
    }
}

@Suite struct DateNumbers {
    @Test func integralOnesHaveNoFraction() {
        #expect(write(0, seconds) == "978307200")
        #expect(write(-reference, seconds) == "0")
        #expect(write(-reference - 1, milliseconds) == "-1000")
        #expect(write(379_497_510.123, milliseconds) == "1357804710123")
        #expect(write(379_497_510.123, seconds) == "1357804710.123")
        #expect(write(0.1, seconds) == "978307200.1")
        #expect(write(-0.1, seconds) == "978307199.9")
        #expect(write(-reference - 0.25, seconds) == "-0.25")
        #expect(write(9.1e12, seconds) == "9100978307200")
        #expect(write(1e19, milliseconds) == "10000000000978307200000")
        #expect(write(-1e19, seconds) == "-9999999999021692800")
        #expect(write(.greatestFiniteMagnitude, milliseconds) == "1.7976931348623157e311")
        #expect(write(.infinity, seconds) == nil)
        #expect(write(.nan, milliseconds) == nil)
    }

    @Test func whatIsRead() {
        #expect(readNumber("1357804710", seconds) == 379_497_510)
        #expect(readNumber("1.35780471e9", seconds) == 379_497_510)
        #expect(readNumber("1357804710123", milliseconds) == 379_497_510.123)
        #expect(readNumber("1357804710123.5", milliseconds) == 379_497_510.1235)
        #expect(readNumber("-0.0", seconds) == -reference)
        #expect(readNumber("1e-400", seconds) == -reference)
        #expect(readNumber("1e30", seconds) == 1e30)
        #expect(readNumber("1e310", milliseconds) == 1e307)
        #expect(readNumber("9223372036854775807", seconds) == 9_223_372_035_876_468_736)
        // The exact result is slightly less than 2^53, and rounds up to 2^53. A reader that dropped the fraction would return 2^53 - 1.
        #expect(readNumber("9007200233048191999", milliseconds) == 9_007_199_254_740_992)
        #expect(readNumber("9007200233048193999", milliseconds) == 9_007_199_254_740_994)
        #expect(readNumber("9223372036854775807", milliseconds) == 9_223_372_036_854_775.807 - reference)
        #expect(readNumber("0e999999999999999999", seconds) == -reference)
        for text in ["1e-9223372036854775808", "-1e-99999999999999999999", "10e-9223372036854775809", "0.1e-9223372036854775808"] {
            #expect(readNumber(text, seconds) == -reference && readNumber(text, milliseconds) == -reference, "\(text)")
        }
        for text in ["1e9223372036854775807", "10e9223372036854775807", "1.5e9223372036854775808", "-1e99999999999999999999"] {
            for format in [seconds, milliseconds, auto] { #expect(readNumber(text, format) == nil, "\(text)") }
        }
        #expect(readNumber("0.0e-999999999999999999", milliseconds) == -reference)
        #expect(readNumber("0." + String(repeating: "0", count: 200_000) + "15e200001", seconds) == 1.5 - reference)
        #expect(readNumber("15" + String(repeating: "0", count: 200_000) + "e-200001", seconds) == 1.5 - reference)
        #expect(readNumber("0." + String(repeating: "0", count: 3000) + "1e3010", seconds) == 1_000_000_000 - reference)
        for text in ["", "-", "1.", "01", "1e400", "Z", "2013-01-10"] { #expect(readNumber(text, seconds) == nil, "\(text)") }
        // Date formats for numbers refuse strings, and date formats for text refuse numbers.
        #expect(read("1357804710", seconds) == nil)
        #expect(readNumber("20130110", compiled("yyyyMMdd")!) == nil)
        #expect(readNumber("1357804710", rfc3339) == nil)
        #expect(readNumber("1357804710", auto) == 379_497_510)
        for zeros in [3, 6, 9] { #expect(readNumber("1357804710" + String(repeating: "0", count: zeros), auto) == 379_497_510) }
    }

    @Test(arguments: [seconds.style, milliseconds.style])
    func everyDoubleComesBack(style: yoke_date_style) {
        var random = SeededGenerator(seed: 3)
        let format = yoke_date_format_make(style)
        for trial in 0..<50_000 {
            var value = Double(bitPattern: random.next())
            if trial % 3 == 1 { value = Double.random(in: -2e9...2e9, using: &random) }
            if trial % 3 == 2 { value = Double(Int.random(in: -2_000_000_000_000...2_000_000_000_000, using: &random)) / 1000 }
            if trial % 3 == 0, trial % 2 == 0 {
                value = Double(sign: .minus, exponent: trial / 6 % 130, significand: value.isNaN ? 1 : value.significand)
            }
            guard value.isFinite else { continue }
            let text = write(value, format)
            if text.flatMap({ readNumber($0, format) }) != value { Issue.record("\(value): \(text ?? "nil")") }
        }
    }
}

@Suite struct DatePatterns {
    @Test(arguments: [
        ("yyyy-MM-dd HH:mm:ss", "2013-01-10 07:58:30"), ("yyyy-MM-dd'T'HH:mm:ssXXX", "2013-01-10T07:58:30Z"),
        ("yyyy-MM-dd'T'HH:mm:ssZ", "2013-01-10T07:58:30+0000"), ("yyyy-MM-dd'T'HH:mm:ssZZZZZ", "2013-01-10T07:58:30Z"),
        ("d/M/yy h:m:s a", "10/1/13 7:58:30 AM"),
        ("EEEE, MMMM d, yyyy 'at' hh.mm.ss a", "Thursday, January 10, 2013 at 07.58.30 AM"),
        ("EEE MMM dd HH:mm:ss ZZZ yyyy", "Thu Jan 10 07:58:30 +0000 2013"), ("yyyy年MM月dd日 HH:mm:ss", "2013年01月10日 07:58:30"),
        ("h 'o''clock' a''mm''ss dd.MM.yyyy", "7 o'clock AM'58'30 10.01.2013"),
        ("SSSSSSSSSyyyyMMddHHmmssXX", "00000000020130110075830Z"),
    ])
    func bothWays(pattern: String, text: String) throws {
        let format = try #require(compiled(pattern))
        #expect(write(379_497_510, format) == text)
        #expect(read(text, format) == 379_497_510)
    }

    @Test(
        arguments: [
            ("h a", "12 AM", 0.0), ("h a", "12 pm", 43_200), ("h a", "0 AM", nil), ("h a", "13 AM", nil),
            ("HH a", "13 PM", 46_800),
            ("HH a", "13 AM", nil), ("HH", "7", nil), ("H", "07", 25_200), ("HH:mm X", "00:00 -01", 3600),
            ("HH:mm X", "00:00 -0130", 5400),
            ("HH:mm X", "00:00 -013", nil), ("HH:mm X", "00:00 -01:", nil), ("HH:mm XXX", "00:00 -01", nil),
            ("HH:mm Z", "00:00 GMT", 0),
            ("HH:mm Z", "00:00 -01:00", 3600),
            ("ss.SSS", "01.25", nil), ("ss.SSS", "01.2500", nil), ("ss.SSS", "01.250", 1.25), ("MMM", "january", nil),
            ("MMMM", "jan", nil),
            ("MMMM", "JANUARY", 0), ("HH'Z'", "01Z", 3600), ("HH'Z'", "01z", nil), ("dd", "00", nil), ("dd", "32", nil),
            // In a pattern with AM and PM but without an hour, AM is midnight and PM is noon.
            ("s a", "30 PM", 43_230), ("s a", "30 AM", 30), ("a", "pm", 43_200), ("HH a", "00 PM", nil),
            ("a mm", "PM 59", 46_740),
        ] as [(String, String, Double?)])
    func patternsReadTheirEdges(pattern: String, text: String, since2000: Double?) throws {
        #expect(read(text, try #require(compiled(pattern))) == since2000.map { $0 - 366 * 86_400 })
    }

    @Test(arguments: [
        "", "-", "'text'", "YYYY-MM-dd", "y", "yyy", "yyyyy", "MMMMM", "ddd", "D", "EEEEE", "HHH", "hh:mm", "hh HH a", "K", "k",
        "aa", "SSSSSSSSSS",
        "z", "ZZZZ", "ZZZZZZ", "XXXX", "x", "O", "VV", "yyyy'", "yyyy 'at", "yyyy yyyy", "yyyy yy", "MM MMM", "HH:mm:ss.SSS SSS",
        "T",
        "yyyy-MM-ddTHH:mm", "yyyy" + String(repeating: "-", count: 32),
        // These patterns are ambiguous: with "Hmm", for example, 1:23 and 12:3 could have the same text.
        "Hm", "Hmm", "hmm a", "dM", "dMM", "Mdyyyy", "dyy", "sSSS", "d'1'", "M0", "m's's7",
    ])
    func ambiguousOrUnknownPatternsAreRefused(pattern: String) {
        #expect(compiled(pattern) == nil)
    }

    /// Makes a pattern of random fields in random order, with digits, letters or nothing between them. Reading a written date gives this
    /// date again, except for the fields that the pattern leaves out.
    @Test func whatIsWrittenIsRead() {
        var random = SeededGenerator(seed: 5)
        let fields = [
            "yyyy", "yy", "MMMM", "MMM", "MM", "M", "dd", "d", "HH", "H", "hh", "h", "a", "mm", "m", "ss", "s", "S", "SSS",
            "SSSSSSSSS", "Z",
            "ZZZ", "ZZZZZ", "X", "XX", "XXX", "EEEE", "EEE",
        ]
        let between = ["", "", " ", "-", "0", "12", "'AM'", "'Z'", "''", ":", "+", "'Jan'", "\u{e9}", ".", "'d'5"]
        var supported = 0
        for _ in 0..<20_000 {
            let pattern = (0..<Int.random(in: 1...7, using: &random))
                .map { _ in fields.randomElement(using: &random)! + between.randomElement(using: &random)! }.joined()
            guard let format = compiled(pattern) else { continue }
            supported += 1
            for _ in 0..<8 {
                let date = Double.random(in: -1e9...2.1e9, using: &random)
                let text = write(date, format)
                let back = text.flatMap { read($0, format) }
                if back == nil || (!pattern.contains("E") && write(back!, format) != text) {
                    Issue.record(
                        "\(pattern): \(text ?? "nothing") is read as \(back.flatMap { write($0, rfc3339) } ?? "nothing")")
                    break
                }
            }
        }
        #expect(supported > 2000)
    }

    @Test func invalidOnesDoNothing() {
        let format = yoke_date_format_make(YOKE_DATE_INVALID)
        #expect(read("2013", format) == nil)
        #expect(readNumber("2013", format) == nil)
        #expect(write(0, format) == nil)
    }

    @Test func theLongest() {
        #expect(compiled("yyyy" + String(repeating: "-", count: 31)) != nil)
        let names = compiled("EEEE MMMM" + String(repeating: "\u{e9}", count: 14))!
        #expect(write(read("2001-09-19", auto)!, names) == "Wednesday September" + String(repeating: "\u{e9}", count: 14))
    }
}
