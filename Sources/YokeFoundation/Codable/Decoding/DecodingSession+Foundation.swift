internal import CYoke
import Foundation
import Yoke

// Decodes Date, Data, URL and Decimal with the strategies of the decoder's options.

extension DecodingSession {
    func date(_ cursor: Cursor, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?) throws -> Date {
        func path() -> [any CodingKey] { self.path(of: parent, key?.key) }
        var end = cursor.text
        if cursor.isNull { throw null(Date.self, cursor, path()) }
        switch options.dates {
        case .deferredToDate: return Date(timeIntervalSinceReferenceDate: try double(cursor, &end, path))
        case .secondsSince1970: return Date(timeIntervalSince1970: try double(cursor, &end, path))
        case .millisecondsSince1970: return Date(timeIntervalSince1970: try double(cursor, &end, path) / 1000)
        case .iso8601:
            let text = try string(cursor, &end, path)
            guard let date = Self.date(iso8601: text) else {
                // The error has the path of the container around the date, as in JSONDecoder.
                throw corrupted(cursor, codingPath, "Expected date string to be ISO8601-formatted.")
            }
            return date
        #if canImport(Darwin)
        case .formatted(let formatter):
            guard let date = formatter.date(from: try string(cursor, &end, path)) else {
                throw corrupted(cursor, path(), "Date string does not match format expected by formatter.")
            }
            return date
        #endif
        case .custom(let make): return try nest(cursor, parent, key) { try make(self) }
        @unknown default: return try nest(cursor, parent, key) { try Date(from: self) }
        }
    }

    /// Parses the form `2026-11-23T16:12:59Z` with code of its own, and every other form as Foundation does.
    private static func date(iso8601 text: String) -> Date? {
        var text = text
        if let seconds = text.withUTF8({ usualDate($0) }) { return Date(timeIntervalSince1970: Double(seconds)) }
        return try? Date.ISO8601FormatStyle().parse(text)
    }

    /// Returns the seconds since 1970 of a date in the form `2026-11-23T16:12:59Z`; nil for other texts and for years before 1970. An `Int`
    /// of 32 bits, as on an Apple Watch, would end in 2038, so this is an `Int64`.
    private static func usualDate(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard text.count == 20 else { return nil }
        for (position, mark) in [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":"), (19, "Z")] as [(Int, Unicode.Scalar)] {
            guard text[position] == UInt8(ascii: mark) else { return nil }
        }
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for byte in text[range] {
                guard byte &- UInt8(ascii: "0") <= 9 else { return nil }
                value = value * 10 + Int(byte &- UInt8(ascii: "0"))
            }
            return value
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
            let minute = number(14..<16), let second = number(17..<19), year >= 1970, 1...12 ~= month, hour < 24, minute < 60, second < 60
        else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard 1...lengths[month - 1] ~= day else { return nil }
        let before = year - 1
        let days = before * 365 + before / 4 - before / 100 + before / 400 - 719_162 + lengths[..<(month - 1)].reduce(0, +) + day - 1
        return Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    }

    func data(_ cursor: Cursor, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?) throws -> Data {
        func path() -> [any CodingKey] { self.path(of: parent, key?.key) }
        if cursor.isNull { throw null(Data.self, cursor, path()) }
        switch options.data {
        case .deferredToData: return try nest(cursor, parent, key) { try Data(from: self) }
        case .base64:
            guard cursor.isString else { throw mismatch(String.self, cursor, path()) }
            guard let data = Data(base64Encoded: Self.string(of: cursor.item)) else {
                throw corrupted(cursor, path(), "Encountered Data is not valid Base64.")
            }
            return data
        case .custom(let make): return try nest(cursor, parent, key) { try make(self) }
        @unknown default: return try nest(cursor, parent, key) { try Data(from: self) }
        }
    }

    func url(_ cursor: Cursor, _ path: PathMaker) throws -> URL {
        if cursor.isNull { throw null(URL.self, cursor, path()) }
        var end = cursor.text
        guard let url = URL(string: try string(cursor, &end, path)) else { throw corrupted(cursor, path(), "Invalid URL string.") }
        return url
    }

    func decimal(_ cursor: Cursor, _ path: PathMaker) throws -> Decimal {
        if cursor.isNull { throw null(Decimal.self, cursor, path()) }
        guard cursor.isNumber else { throw mismatch(Decimal.self, cursor, path()) }
        let item = cursor.item
        let text = String(decoding: UnsafeBufferPointer(start: item.bytes, count: item.n), as: UTF8.self)
        guard let value = Decimal(string: text, locale: nil) else { throw unrepresentable(cursor, Decimal.self, path()) }
        return value
    }
}
