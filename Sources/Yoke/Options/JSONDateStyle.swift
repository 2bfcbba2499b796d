internal import CYoke

/// The form of dates in JSON: text in some format, or a number.
///
/// ```swift
/// let style = JSONDateStyle.format("dd/MM/yyyy HH:mm")
/// style.secondsSinceReferenceDate(text: "10/01/2013 07:58")  // 379497480.0
/// style.text(secondsSinceReferenceDate: 379_497_480)         // "10/01/2013 07:58"
/// ```
///
/// Yoke computes dates without a formatter, a locale or a database of time zones. So a text means the same date on every system.
///
/// - A date is a count of seconds from 2001-01-01T00:00:00Z, negative for earlier dates, as in Foundation's
///   `timeIntervalSinceReferenceDate`.
/// - Years are years of the Gregorian calendar, also before 1582.
/// - A leap second (`23:59:60`) is the first second of the next minute.
/// - Yoke writes text in UTC. Text can express the years 0 to 9999 (with `yy`: 1969 to 2068).
/// - A text is not a valid date if its year in UTC is outside of these years, as in `9999-12-31T23:59:59-01:00`.
/// - A time in the last second of the largest year is never rounded up into the next year.
public struct JSONDateStyle: Sendable {
    private let form: Form

    var format: yoke_date_format { form.format }
    /// The pattern that `format(_:)` was given; empty for all other styles.
    var pattern: String { form.pattern }

    /// The form is an object, so that a style takes only one word of memory. All options, mappings and plans contain a style, and most of
    /// them never use it.
    private final class Form: Sendable {
        let format: yoke_date_format
        let pattern: String

        init(format: yoke_date_format, pattern: String) {
            self.format = format
            self.pattern = pattern
        }
    }

    private init(_ style: yoke_date_style) { form = Form(format: yoke_date_format_make(style), pattern: "") }

    private init(rfc3339Digits digits: Int) {
        var format = yoke_date_format_make(YOKE_DATE_RFC3339)
        format.count = UInt32(min(max(0, digits), 9)) + 1
        form = Form(format: format, pattern: "")
    }

    private init(pattern: String) {
        var format = yoke_date_format()
        _ = borrow(pattern) { yoke_date_format_compile($0.baseAddress, $0.count, &format) }
        form = Form(format: format, pattern: pattern)
    }

    /// Text of RFC 3339 with a zone, as in `2013-01-10T07:58:30.25+01:00`.
    ///
    /// Reading also accepts a small `t` or a space instead of the `T`. Writing uses as many digits after the second's decimal point as the
    /// value needs, at most nine.
    public static let rfc3339 = JSONDateStyle(YOKE_DATE_RFC3339)

    /// The same as ``rfc3339``, written with a fixed number of digits after the second's decimal point: `.700Z` stays `.700Z`.
    ///
    /// ```swift
    /// JSONDateStyle.rfc3339(fractionDigits: 3).text(secondsSinceReferenceDate: 0.7)   // "2001-01-01T00:00:00.700Z"
    /// ```
    /// Writing rounds the second to this number of digits. Reading accepts any number of digits.
    ///
    /// - Parameter fractionDigits: the number of digits after the second's decimal point, 0 to 9.
    public static func rfc3339(fractionDigits: Int) -> JSONDateStyle { JSONDateStyle(rfc3339Digits: fractionDigits) }

    /// The same as ``rfc3339(fractionDigits:)``.
    public static func iso8601(fractionDigits: Int) -> JSONDateStyle { rfc3339(fractionDigits: fractionDigits) }

    /// The same as ``rfc3339``, the form of ISO 8601 that JSON commonly uses.
    public static var iso8601: JSONDateStyle { rfc3339 }

    /// Text of RFC 1123, as in `Sun, 06 Nov 1994 08:49:37 GMT`. Writing uses whole seconds.
    ///
    /// The name of the day may be missing. Yoke does not compare the name with the date. The zone may have the form `+0100`.
    public static let rfc1123 = JSONDateStyle(YOKE_DATE_RFC1123)

    /// A number: seconds from 1970-01-01T00:00:00Z, with or without a fraction.
    ///
    /// Any finite date can be written. Writing uses as many digits as are needed to read back the same date.
    ///
    /// A JSON number counts from 1970, and a date from 2001. Yoke subtracts the difference in decimal, and only then converts to a
    /// `Double`. So `978307200.1` is the date 0.1 seconds after 2001-01-01T00:00:00Z. Subtracting two `Double` values would give
    /// 0.10000002.
    public static let secondsSince1970 = JSONDateStyle(YOKE_DATE_SECONDS)

    /// A number: milliseconds from 1970-01-01T00:00:00Z, as JavaScript counts. Otherwise the same as ``secondsSince1970``.
    public static let millisecondsSince1970 = JSONDateStyle(YOKE_DATE_MILLISECONDS)

    /// Any form that Yoke can recognise. Writing uses ``rfc3339``.
    ///
    /// - `2014-01-20`, alone or with a time. A `T`, a `t` or a space precedes the time. The time may have a fraction, and a zone: `Z`,
    ///   `+08:00`, `+0800`. Without a zone the text is in UTC.
    /// - Text of RFC 1123, and text like `Fri Sep 04 00:12:21 +0800 2015`.
    /// - A number that counts from 1970, also in a string. Its magnitude gives the unit: seconds below 1e11, milliseconds below 1e14,
    ///   microseconds below 1e17, else nanoseconds. So Yoke takes milliseconds of the years 1967 to 1972 for seconds. A number outside of
    ///   the years 0 to 9999 is not a valid date. Yoke refuses a string of exactly 4 or 8 digits, such as `"20140120"`, because it probably
    ///   is a year or a day: read it with ``format(_:)``.
    public static let auto = JSONDateStyle(YOKE_DATE_AUTO)

    /// Text in a pattern of Unicode TR35, as `DateFormatter` uses them: `"yyyy-MM-dd HH:mm:ss.SSS"`.
    ///
    /// | | |
    /// | --- | --- |
    /// | `yyyy` `yy` | year; two digits mean 1969 to 2068 |
    /// | `MMMM` `MMM` `MM` `M` | January, Jan, 01, 1 |
    /// | `dd` `d` | day |
    /// | `EEEE`, `EEE` `EE` `E` | Sunday, Sun; not compared with the date |
    /// | `HH` `H`, or `hh` `h` with `a` | hour 0 to 23, or 1 to 12 with AM or PM |
    /// | `mm` `m`, `ss` `s`, `S` to `SSSSSSSSS` | minute, second, digits of its fraction |
    /// | `Z` `ZZ` `ZZZ` `XX`, `ZZZZZ` `XXX`, `X` | +0800, +08:00, +08 |
    /// | `'text'`, `''` | text, an apostrophe |
    ///
    /// - A character of the pattern that is not an ASCII letter stands for itself in the text.
    /// - Names of months and days are English. Reading accepts upper and lower case.
    /// - A field of one letter reads one or two digits. A field of more letters reads exactly that many digits.
    /// - Any zone field reads `Z` and an offset with or without a colon. Without a zone field the text is in UTC.
    /// - If the pattern has no field for a part of the date, reading takes this part from 2000-01-01T00:00:00. Writing drops the part.
    /// - `a` (AM or PM) without a field for the hour means midnight or noon.
    /// - Writing rounds the last digit of a fraction.
    ///
    /// This function never fails, so attributes can use it. It returns a style that is not ``isValid`` if the pattern has:
    ///
    /// - a letter that the table does not list, or a letter in another number (`yyy`, `ddd`, `MMMMM`),
    /// - no field at all (an empty pattern, `'text'`, `-`),
    /// - a field twice, or both `H` and `h`,
    /// - `h` without `a`,
    /// - a quote without its end,
    /// - a field of one letter for a number, directly before digits (`Hmm`, `d'1'`), because the end of the field would be unclear,
    /// - too many parts: the number of fields plus the bytes of literal text may be at most 32.
    ///
    /// An invalid style reads and writes nothing. A model with an invalid style gives an `.invalidMapping` error.
    ///
    /// Cost: linear in the length of the pattern. Keep the style and do not make it again for each date.
    public static func format(_ pattern: String) -> JSONDateStyle { JSONDateStyle(pattern: pattern) }

    /// True if the style can read and write. False only for a style of ``format(_:)`` with a pattern that Yoke does not support.
    public var isValid: Bool { format.style != YOKE_DATE_INVALID }

    /// True for RFC 3339, with any number of digits.
    package var isRFC3339: Bool { format.style == YOKE_DATE_RFC3339 }

    /// True if the style writes JSON numbers, false if it writes strings. (``auto`` reads numbers and strings, and writes strings.)
    public var isNumeric: Bool { format.style == YOKE_DATE_SECONDS || format.style == YOKE_DATE_MILLISECONDS }
}

extension JSONDateStyle: Hashable {
    /// Returns true if the two styles are equal, with equal patterns and equal numbers of digits.
    public static func == (a: JSONDateStyle, b: JSONDateStyle) -> Bool {
        a.format.style == b.format.style && a.format.count == b.format.count && a.pattern == b.pattern
    }

    /// Hashes the style, the pattern and the number of digits.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(format.style.rawValue)
        hasher.combine(format.count)
        hasher.combine(pattern)
    }
}

extension JSONDateStyle {
    /// Returns the date of a JSON string, in seconds from 2001-01-01T00:00:00Z.
    ///
    /// Returns nil if the text is not a date in this style. ``secondsSince1970`` and ``millisecondsSince1970`` read no text at all.
    public func secondsSinceReferenceDate(text: String) -> Double? {
        borrow(text) { secondsSinceReferenceDate(text: $0) }
    }

    /// Returns the date of a JSON string from the string's UTF-8, in which escapes are already resolved. nil if the text is not a date in
    /// this style.
    func secondsSinceReferenceDate(text: UnsafeBufferPointer<UInt8>) -> Double? {
        seconds(of: text, by: yoke_date_read)
    }

    /// Returns the date of a JSON number, in seconds from 2001-01-01T00:00:00Z. `number` is the text of the JSON number.
    ///
    /// Returns nil in these cases:
    ///
    /// - The text is not a number.
    /// - The date's seconds are beyond the range of `Double`.
    /// - The style reads no numbers. Only ``secondsSince1970``, ``millisecondsSince1970`` and ``auto`` read numbers.
    public func secondsSinceReferenceDate(number: String) -> Double? {
        borrow(number) { secondsSinceReferenceDate(number: $0) }
    }

    /// Returns the date of a JSON number from the bytes of its text. nil if the bytes are not a number, or not a date in this style.
    func secondsSinceReferenceDate(number: UnsafeBufferPointer<UInt8>) -> Double? {
        seconds(of: number, by: yoke_date_read_number)
    }

    /// Returns the JSON form of a date: the literal of a number if ``isNumeric``, else the text of a string, not yet escaped.
    ///
    /// Returns nil if the date is not finite, or if text cannot express the year. Text has the years 0 to 9999 (with `yy`: 1969 to 2068).
    ///
    /// - Parameter seconds: Seconds from 2001-01-01T00:00:00Z.
    public func text(secondsSinceReferenceDate seconds: Double) -> String? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(YOKE_DATE_MAX)) { buffer in
            let start = buffer.baseAddress.unsafelyUnwrapped
            let count = withUnsafePointer(to: format) { yoke_date_write($0, seconds, start) }
            return count == 0 ? nil : makeValidString(UnsafeBufferPointer(start: start, count: count))
        }
    }

    private typealias Reader = (
        UnsafePointer<yoke_date_format>?, UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<Double>?
    ) -> Bool

    private func seconds(of bytes: UnsafeBufferPointer<UInt8>, by read: Reader) -> Double? {
        var seconds = 0.0
        let good = withUnsafePointer(to: format) { read($0, bytes.baseAddress, bytes.count, &seconds) }
        return good ? seconds : nil
    }
}

extension JSONDateStyle: CustomStringConvertible {
    /// The name of the style in Swift: `rfc3339`, `format("dd.MM.yyyy")`.
    public var description: String {
        switch format.style {
        case YOKE_DATE_RFC3339: format.count == 0 ? "rfc3339" : "rfc3339(fractionDigits: \(format.count - 1))"
        case YOKE_DATE_RFC1123: "rfc1123"
        case YOKE_DATE_SECONDS: "secondsSince1970"
        case YOKE_DATE_MILLISECONDS: "millisecondsSince1970"
        case YOKE_DATE_AUTO: "auto"
        default: "format(\(pattern.debugDescription))"
        }
    }
}
