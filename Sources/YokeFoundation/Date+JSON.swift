import Foundation
import Yoke

extension Date: JSONConvertible {
    /// An RFC 3339 string with a zone, as in `2013-01-10T07:58:30.25+01:00`; written in UTC, with as many digits of the
    /// second as the value needs. No formatter: the same on every system and in every locale.
    public static var jsonSchema: JSONSchema {
        JSONSchema(
            text: Date.self,
            read: { text in
                var text = text
                guard let date = text.withUTF8({ RFC3339.date(from: $0) }) else {
                    throw MalformedText(expected: "an RFC 3339 date such as 2013-01-10T07:58:30Z")
                }
                return date
            },
            write: { date in
                guard let text = RFC3339.text(for: date) else {
                    throw MalformedText(expected: "a date in the years 0 to 9999")
                }
                return text
            })
    }
}

/// Dates of RFC 3339 section 5.6, by arithmetic over the proleptic Gregorian calendar.
enum RFC3339 {
    private static let secondsPerDay = 86_400
    /// Seconds from 1970 to Foundation's reference date, 2001.
    private static let reference = 978_307_200

    static func date(from bytes: UnsafeBufferPointer<UInt8>) -> Date? {
        var text = Scanner(bytes: bytes)
        guard let year = text.number(4), text.skip("-"), let month = text.number(2), text.skip("-"),
            let day = text.number(2), text.skip("T") || text.skip("t") || text.skip(" "),
            let hour = text.number(2), text.skip(":"), let minute = text.number(2), text.skip(":"),
            let second = text.number(2)
        else { return nil }
        guard (1...12).contains(month), day >= 1, day <= days(inMonth: month, of: year), hour < 24, minute < 60,
            second <= 60  // leap seconds count as the next minute's first
        else { return nil }
        guard let fraction = text.fraction(), let offset = text.zone(), text.isAtEnd else { return nil }
        let days = days(toYear: year, month: month, day: day)
        let seconds = days * secondsPerDay + hour * 3600 + minute * 60 + second - offset
        return Date(timeIntervalSinceReferenceDate: Double(seconds - reference) + fraction)
    }

    /// As few digits of the second as read back to the same value; nil outside of the years 0 to 9999.
    static func text(for date: Date) -> String? {
        let interval = date.timeIntervalSinceReferenceDate
        guard interval.isFinite, abs(interval) < 3e11 else { return nil }
        for digits in 0..<9 {
            if let text = text(interval, digits: digits), isSame(text, date) { return text }
        }
        return text(interval, digits: 9)
    }

    private static func isSame(_ text: String, _ date: Date) -> Bool {
        var text = text
        return text.withUTF8 { Self.date(from: $0) } == date
    }

    private static func text(_ interval: Double, digits: Int) -> String? {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        var whole = interval.rounded(.down)
        var fraction = ((interval - whole) * scale).rounded()
        if fraction >= scale {
            fraction = 0
            whole += 1
        }
        let seconds = Int(whole) + reference
        let day = floorDivide(seconds, secondsPerDay)
        let rest = seconds - day * secondsPerDay
        let (year, month, dayOfMonth) = civil(day)
        guard (0...9999).contains(year) else { return nil }
        var text = "\(pad(year, 4))-\(pad(month, 2))-\(pad(dayOfMonth, 2))T"
        text += "\(pad(rest / 3600, 2)):\(pad(rest / 60 % 60, 2)):\(pad(rest % 60, 2))"
        if digits > 0 { text += "." + pad(Int(fraction), digits) }
        return text + "Z"
    }

    private static func pad(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    private static func floorDivide(_ a: Int, _ b: Int) -> Int { a >= 0 ? a / b : -((-a + b - 1) / b) }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// Days since 1970. Years begin in March here, so that the leap day is the last one; 400 years are 146,097 days.
    private static func days(toYear year: Int, month: Int, day: Int) -> Int {
        let y = month <= 2 ? year - 1 : year
        let era = floorDivide(y, 400)
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The inverse of `days(toYear:month:day:)`.
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}

/// Reads the parts of a date.
private struct Scanner {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func digit() -> Int? {
        guard position < bytes.count, bytes[position] >= 0x30, bytes[position] <= 0x39 else { return nil }
        position += 1
        return Int(bytes[position - 1] - 0x30)
    }

    mutating func number(_ digits: Int) -> Int? {
        var value = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// The part behind the second's point, or 0 without one. Digits past the ninth are not looked at.
    mutating func fraction() -> Double? {
        guard skip(".") else { return 0 }
        var value = 0
        var scale = 1
        var count = 0
        while let digit = digit() {
            count += 1
            if count > 9 { continue }
            value = value * 10 + digit
            scale *= 10
        }
        return count == 0 ? nil : Double(value) / Double(scale)
    }

    /// Seconds east of UTC.
    mutating func zone() -> Int? {
        if skip("Z") || skip("z") { return 0 }
        let isEast = skip("+")
        guard isEast || skip("-"), let hours = number(2), skip(":"), let minutes = number(2), hours < 24, minutes < 60
        else { return nil }
        return (isEast ? 1 : -1) * (hours * 3600 + minutes * 60)
    }
}
