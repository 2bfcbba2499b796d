internal import CYoke

/// How dates stand in JSON: as text of one form or another, or as a number.
///
/// ```swift
/// let style = JSONDateStyle.format("dd/MM/yyyy HH:mm")
/// style.secondsSinceReferenceDate(text: "10/01/2013 07:58")  // 379497480.0
/// style.text(secondsSinceReferenceDate: 379_497_480)         // "10/01/2013 07:58"
/// ```
///
/// Dates are computed: no formatter, no locale and no database of time zones takes part, so that a text means the same date on
/// every system. A Yoke date is a count of seconds from 2001-01-01T00:00:00Z, negative before, as in Foundation's
/// `timeIntervalSinceReferenceDate`. Years are those of the Gregorian calendar, also before 1582; a leap second (`23:59:60`) is
/// the next minute's first second. Text is written in UTC, where its years go from 0 to 9999 (`yy`: 1969 to 2068): a text is
/// no date if in UTC it is outside of them, as `9999-12-31T23:59:59-01:00` is. A fraction of their last second stays in it.
public struct JSONDateStyle: Sendable {
    private let form: Form

    var format: yoke_date_format { form.format }
    /// What `format(_:)` was given. The compiled items follow from it.
    var pattern: String { form.pattern }

    /// Options, mappings and plans hold styles that they never use: these are one word there.
    private final class Form: Sendable {
        let format: yoke_date_format
        let pattern: String

        init(format: yoke_date_format, pattern: String) {
            self.format = format
            self.pattern = pattern
        }
    }

    private init(_ style: yoke_date_style) { form = Form(format: yoke_date_format_make(style), pattern: "") }

    private init(pattern: String) {
        var format = yoke_date_format()
        _ = borrow(pattern) { yoke_date_format_compile($0.baseAddress, $0.count, &format) }
        form = Form(format: format, pattern: pattern)
    }

    /// Text of RFC 3339 with a zone, as in `2013-01-10T07:58:30.25+01:00`; a small `t` or a space may be in the place of the
    /// `T`. Written with as many digits of the second as the value needs, at most nine.
    public static let rfc3339 = JSONDateStyle(YOKE_DATE_RFC3339)

    /// The same as ``rfc3339``, the form of ISO 8601 that is in use.
    public static var iso8601: JSONDateStyle { rfc3339 }

    /// Text of RFC 1123, as in `Sun, 06 Nov 1994 08:49:37 GMT`. The day's name may be missing, and is not compared with the
    /// date; the zone may be as in `+0100`. Written with whole seconds.
    public static let rfc1123 = JSONDateStyle(YOKE_DATE_RFC1123)

    /// A number: seconds from 1970-01-01T00:00:00Z, with a fraction or without. Any finite date is written, with as many digits as
    /// read back to the same one.
    ///
    /// The number's decimal value is moved to 2001 before it becomes a `Double`: `978307200.1` is 0.1 seconds after the
    /// reference date, where a difference of two `Double` would be 0.10000002. So it is the same date as its RFC 3339 text.
    public static let secondsSince1970 = JSONDateStyle(YOKE_DATE_SECONDS)

    /// A number: milliseconds from 1970-01-01T00:00:00Z, as JavaScript counts, otherwise as ``secondsSince1970``.
    public static let millisecondsSince1970 = JSONDateStyle(YOKE_DATE_MILLISECONDS)

    /// Whatever can be told apart. Written as ``rfc3339``.
    ///
    /// - `2014-01-20`, alone or with a time behind a `T`, a `t` or a space, with a fraction or without, in the zone `Z`,
    ///   `+08:00`, `+0800` or none, which is UTC;
    /// - text of RFC 1123, and the kind of `Fri Sep 04 00:12:21 +0800 2015`;
    /// - a number from 1970, also in a string, of which the magnitude tells the unit: seconds below 1e11, milliseconds below
    ///   1e14, microseconds below 1e17, else nanoseconds. Milliseconds of the years 1967 to 1972 are thus taken for seconds.
    ///   Outside of the years 0 to 9999 it is no date.
    public static let auto = JSONDateStyle(YOKE_DATE_AUTO)

    /// Text by a pattern of Unicode TR35, as `DateFormatter` has them: `"yyyy-MM-dd HH:mm:ss.SSS"`.
    ///
    /// | | |
    /// | --- | --- |
    /// | `yyyy` `yy` | year; two digits mean 1969 to 2068 |
    /// | `MMMM` `MMM` `MM` `M` | January, Jan, 01, 1 |
    /// | `dd` `d` | day |
    /// | `EEEE` `EEE` | Sunday, Sun; not compared with the date |
    /// | `HH` `H`, or `hh` `h` with `a` | hour 0 to 23, or 1 to 12 with AM or PM |
    /// | `mm` `m`, `ss` `s`, `S` to `SSSSSSSSS` | minute, second, digits of its fraction |
    /// | `Z` `ZZZ` `XX`, `ZZZZZ` `XXX`, `X` | +0800, +08:00, +08 |
    /// | `'text'`, `''` | text, an apostrophe |
    ///
    /// Everything that is no ASCII letter stands for itself. Names are English, read in either case. One letter is one digit or
    /// two, more are that many digits. Any zone field reads `Z` and an offset with or without its colon; without a zone field,
    /// the text is in UTC. A field that the pattern does not have is that of 2000-01-01T00:00:00; written, what it would have
    /// said is lost. (`a` without an hour is midnight or noon.) The last digit of a fraction is rounded.
    ///
    /// Never fails, so that attributes can hold it: a pattern with another letter, a field twice, `h` without `a`, a quote
    /// without its end, a field of one digit or two directly before a digit (`Hmm`, `d'1'`: nothing says where it ends) or more than 32 fields
    /// and bytes of text gives a style that is not ``isValid``, and that reads and writes nothing. A model with such a style is an
    /// `.invalidMapping` error. Cost: linear in the pattern's length; keep the style rather than making it for each date.
    public static func format(_ pattern: String) -> JSONDateStyle { JSONDateStyle(pattern: pattern) }

    /// Whether the style can read and write at all. False only for what ``format(_:)`` makes of a pattern that it does not
    /// support.
    public var isValid: Bool { format.style != YOKE_DATE_INVALID }

    /// Whether the style writes JSON numbers; else it writes strings. (``auto`` reads both.)
    public var isNumeric: Bool { format.style == YOKE_DATE_SECONDS || format.style == YOKE_DATE_MILLISECONDS }
}

extension JSONDateStyle: Hashable {
    /// Equal when they are the same style, and of the same pattern.
    public static func == (a: JSONDateStyle, b: JSONDateStyle) -> Bool {
        a.format.style == b.format.style && a.pattern == b.pattern
    }

    /// Feeds what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(format.style.rawValue)
        hasher.combine(pattern)
    }
}

extension JSONDateStyle {
    /// The date of a JSON string, in seconds from 2001-01-01T00:00:00Z; nil when the text is not of this style, which no text
    /// is for ``secondsSince1970`` and ``millisecondsSince1970``.
    public func secondsSinceReferenceDate(text: String) -> Double? {
        borrow(text) { secondsSinceReferenceDate(text: $0) }
    }

    /// The same for its UTF-8, unescaped.
    func secondsSinceReferenceDate(text: UnsafeBufferPointer<UInt8>) -> Double? {
        seconds(of: text, by: yoke_date_read)
    }

    /// The date of a JSON number's literal, in seconds from 2001-01-01T00:00:00Z; nil when it is no number, when its
    /// seconds are beyond `Double`, and for styles that read no numbers: all but ``secondsSince1970``, ``millisecondsSince1970`` and
    /// ``auto``.
    public func secondsSinceReferenceDate(number: String) -> Double? {
        borrow(number) { secondsSinceReferenceDate(number: $0) }
    }

    /// The same for the literal's bytes.
    func secondsSinceReferenceDate(number: UnsafeBufferPointer<UInt8>) -> Double? {
        seconds(of: number, by: yoke_date_read_number)
    }

    /// What stands for a date in JSON: a number's literal if ``isNumeric``, else a string's text, not yet escaped. Nil when the
    /// style cannot say it: not finite, or, of text, outside of the years 0 to 9999 (with `yy`: 1969 to 2068).
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
    /// The style's name in Swift: `rfc3339`, `format("dd.MM.yyyy")`.
    public var description: String {
        switch format.style {
        case YOKE_DATE_RFC3339: "rfc3339"
        case YOKE_DATE_RFC1123: "rfc1123"
        case YOKE_DATE_SECONDS: "secondsSince1970"
        case YOKE_DATE_MILLISECONDS: "millisecondsSince1970"
        case YOKE_DATE_AUTO: "auto"
        default: "format(\(pattern.debugDescription))"
        }
    }
}
