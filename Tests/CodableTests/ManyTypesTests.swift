import Foundation
import Testing
import YokeFoundation

/// The coders store how to read and write each type in a table of 136 entries. If there are more types than entries, the table must replace
/// entries.
@Suite struct ManyTypesTests {
    /// A generic type around a value. If the levels are nested, each level is a type of its own.
    private struct Level<Inner: Codable & Equatable>: Codable, Equatable {
        var inner: Inner
        var list: [Int]?
    }

    @Test func moreTypesThanTheTableHolds() throws {
        try roundTrip(7, left: 16)
        try roundTrip("text", left: 16)
        try roundTrip([1.5], left: 16)
        try roundTrip(["a": true], left: 16)
        try roundTrip(UInt8(1), left: 16)
    }

    private let encoder = YokeEncoder()
    private let decoder = YokeDecoder()

    /// Encodes the value with YokeEncoder, and reads the text back with JSONDecoder and YokeDecoder. Repeats this `left` times, each time
    /// with the value inside one more level.
    private func roundTrip<T: Codable & Equatable>(_ value: T, left: Int) throws {
        let text = try encoder.encode([value, value])
        #expect(try JSONDecoder().decode([T].self, from: text) == [value, value])
        #expect(try decoder.decode([T].self, from: text) == [value, value])
        if left > 0 { try roundTrip(Level(inner: value, list: left % 8 == 0 ? [left] : nil), left: left - 1) }
    }
}
