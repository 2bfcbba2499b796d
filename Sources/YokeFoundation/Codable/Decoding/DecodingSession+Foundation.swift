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

    /// Parses the form `2026-11-23T16:12:59Z` with Yoke's own reader, and every other form as Foundation does.
    private static func date(iso8601 text: String) -> Date? {
        let bytes = text.utf8
        // Yoke's reader accepts the second 60 and lower-case letters, which Foundation refuses. Foundation counts very old years by another
        // calendar. So Foundation parses such texts, and every date before 1970.
        let isUsual =
            bytes.count == 20 && bytes.dropFirst(10).first == UInt8(ascii: "T") && bytes.last == UInt8(ascii: "Z")
            && !bytes.lexicographicallyPrecedes("1970".utf8) && bytes.dropFirst(17).first.map { $0 < UInt8(ascii: "6") } == true
        if isUsual, let seconds = JSONDateStyle.rfc3339.secondsSinceReferenceDate(text: text) {
            return Date(timeIntervalSinceReferenceDate: seconds)
        }
        return try? Date.ISO8601FormatStyle().parse(text)
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
        if cursor.isNonFinite { return .nan }  // as in JSONDecoder, also for the infinities
        guard cursor.isNumber else { throw mismatch(Decimal.self, cursor, path()) }
        let item = cursor.item
        let text = String(decoding: UnsafeBufferPointer(start: item.bytes, count: item.n), as: UTF8.self)
        guard let value = Decimal(string: text, locale: nil) else { throw unrepresentable(cursor, Decimal.self, path()) }
        return value
    }
}
