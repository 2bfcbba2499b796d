internal import CYoke
internal import CYokeCodable
import Foundation
import Yoke

// Reads scalars straight from the text. The caller sets `end` to the value's start. A function that finds the value's end stores the end in
// `end`, so that the next key lookup starts after the value. A function that does not find it leaves `end` at the start.

/// Returns the coding path of a scalar. Called only to make an error.
typealias PathMaker = () -> [any CodingKey]

extension DecodingSession {
    func bool(_ cursor: Cursor, _ end: inout UnsafePointer<UInt8>, _ path: PathMaker) throws -> Bool {
        switch cursor.first {
        case UInt8(ascii: "t"):
            end = cursor.text + 4
            return true
        case UInt8(ascii: "f"):
            end = cursor.text + 5
            return false
        default: throw mismatch(Bool.self, cursor, path())
        }
    }

    func string(_ cursor: Cursor, _ end: inout UnsafePointer<UInt8>, _ path: PathMaker) throws -> String {
        guard cursor.isString else { throw cursor.isNull ? null(String.self, cursor, path()) : mismatch(String.self, cursor, path()) }
        reader.next = cursor.text
        let isMade = yoke_read_part(&reader) == YOKE_PART_MADE_STRING
        end = reader.next.unsafelyUnwrapped
        guard isMade else { return Self.string(of: reader.item) }
        // `move` takes over the reference to the heap object that C has made.
        return withUnsafeMutablePointer(to: &reader.string) { UnsafeMutableRawPointer($0).assumingMemoryBound(to: String.self).move() }
    }

    /// Returns the String of a key or of a string value.
    @inline(__always)
    static func string(of item: yoke_item) -> String {
        if item.is_escaped { return unescaped(item) }
        return makeValidString(UnsafeBufferPointer(start: item.bytes, count: item.n), isASCII: item.is_ascii)
    }

    private static func unescaped(_ item: yoke_item) -> String {
        var item = item, out = yoke_buffer_make(yoke_libc())
        defer { yoke_buffer_free(&out) }
        guard yoke_item_unescape(&out, &item) else { preconditionFailure("no memory for a string") }
        return makeValidString(UnsafeBufferPointer(start: out.bytes, count: out.count))
    }

    // MARK: - Numbers

    @inline(__always)
    func integer<T: FixedWidthInteger & Sendable>(
        _ type: T.Type, _ cursor: Cursor, _ end: inout UnsafePointer<UInt8>, _ path: PathMaker
    ) throws -> T {
        var value: Int64 = 0
        if let past = yoke_scan_integer(cursor.text, &value), let result = T(exactly: value) {
            end = past
            return result
        }
        return try unusualInteger(type, cursor, path)
    }

    /// Reads an integer that is long, or has a fraction or an exponent. Throws if the value is not a number, or if `T` cannot represent it.
    /// Takes the same steps as JSONDecoder, to give the same results.
    @inline(never)
    private func unusualInteger<T: FixedWidthInteger & Sendable>(_ type: T.Type, _ cursor: Cursor, _ path: PathMaker) throws -> T {
        if cursor.isNonFinite { throw unrepresentable(cursor, type, path()) }
        guard cursor.isNumber else { throw cursor.isNull ? null(type, cursor, path()) : mismatch(type, cursor, path()) }
        let item = cursor.item
        let text = String(decoding: UnsafeBufferPointer(start: item.bytes, count: item.n), as: UTF8.self)
        if let value = T(text) { return value }
        var double = 0.0
        if yoke_read_f64(item.bytes, item.n, &double) == YOKE_NUMBER_OK {
            guard let value = T(exactly: double) else { throw unrepresentable(cursor, type, path()) }
            if double.magnitude < 0x1p53 { return value }
        }
        guard let value = Decimal(string: text, locale: nil).flatMap({ T(truncating: $0) }) else {
            throw unrepresentable(cursor, type, path())
        }
        return value
    }

    @inline(__always)
    func double(_ cursor: Cursor, _ end: inout UnsafePointer<UInt8>, _ path: PathMaker) throws -> Double {
        var value = 0.0
        if let past = yoke_scan_f64(cursor.text, &value), yoke_ends_number(past.pointee), value != 0 {
            end = past
            return value
        }
        var integer: Int64 = 0
        if let past = yoke_scan_integer(cursor.text, &integer), integer != 0 {
            end = past
            return Double(integer)
        }
        return try unusualFloat(Double.self, cursor, path) { yoke_read_f64($0, $1, &value) == YOKE_NUMBER_OK ? value : nil }
    }

    func float(_ cursor: Cursor, _ end: inout UnsafePointer<UInt8>, _ path: PathMaker) throws -> Float {
        var value: Float = 0
        return try unusualFloat(Float.self, cursor, path) { yoke_read_f32($0, $1, &value) == YOKE_NUMBER_OK ? value : nil }
    }

    @inline(never)
    private func unusualFloat<T: BinaryFloatingPoint>(
        _ type: T.Type, _ cursor: Cursor, _ path: PathMaker, _ read: (UnsafePointer<UInt8>?, Int) -> T?
    ) throws -> T {
        if cursor.isNumber {
            let item = cursor.item
            // As in JSONDecoder, a number other than 0 that is too small for the type is an error. It does not become 0.
            guard let value = read(item.bytes, item.n), value != 0 || Self.isZero(item) else {
                throw unrepresentable(cursor, type, path())
            }
            return value
        }
        switch cursor.first {
        case UInt8(ascii: "N"): return .nan
        case UInt8(ascii: "I"): return .infinity
        case UInt8(ascii: "-"): return -.infinity
        default: break
        }
        if cursor.isNull { throw null(type, cursor, path()) }
        if cursor.isString, case .convertFromString(let positive, let negative, let nan) = options.nonConformingFloats {
            let text = Self.string(of: cursor.item).utf8
            if text.elementsEqual(positive.utf8) { return .infinity }
            if text.elementsEqual(negative.utf8) { return -.infinity }
            if text.elementsEqual(nan.utf8) { return .nan }
        }
        throw mismatch(type, cursor, path())
    }

    /// Returns true if all digits before the exponent are 0.
    private static func isZero(_ number: yoke_item) -> Bool {
        for byte in UnsafeBufferPointer(start: number.bytes, count: number.n) {
            if byte | 0x20 == UInt8(ascii: "e") { return true }
            if (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(byte) { return false }
        }
        return true
    }
}

extension FixedWidthInteger {
    /// The integer part of a Decimal; nil if the type cannot hold it, or if JSONDecoder refuses the Decimal as an integer.
    fileprivate init?(truncating decimal: Decimal) {
        // As JSONDecoder does, refuses a number whose digits, read without the decimal point, do not fit into 64 bits.
        guard decimal.isFinite, UInt64(decimal.significand.magnitude.description) != nil else { return nil }
        var decimal = decimal, whole = Decimal()
        NSDecimalRound(&whole, &decimal, 0, decimal.isSignMinus ? .up : .down)
        // Even for an `Int128`, JSONDecoder accepts only an integer part whose magnitude fits into 64 bits.
        guard let magnitude = UInt64(whole.magnitude.description) else { return nil }
        guard whole.isSignMinus else {
            self.init(exactly: magnitude)
            return
        }
        guard Self.isSigned, let value = Self(exactly: magnitude) else { return nil }
        self = 0 - value
    }
}
