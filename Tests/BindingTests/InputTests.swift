import Testing
import Yoke

/// Reads one text in each form of input that a reader takes.
@Suite struct InputTests {
    private static let text = Array(#"{"a": {"b": [1, 2, 300]}, "c": "é"}"#.utf8)

    private struct Outer: JSONReadable, Equatable {
        var a: [String: [Int]]
        var c: String
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) { fields in
                fields.add("a", \.a)
                fields.add("c", \.c)
            }
        }
    }

    /// Checks one form of input. All three closures read `text` in this form. `read` reads integers at a path. `narrow` reads the same
    /// integers as `UInt8`, which cannot hold 300. `whole` reads the entire value.
    private func check(
        _ read: (String) throws(JSONError) -> [Int], _ narrow: () throws(JSONError) -> [UInt8], _ whole: () throws(JSONError) -> Outer
    ) throws {
        #expect(try read("$.a.b") == [1, 2, 300])
        #expect(try whole() == Outer(a: ["b": [1, 2, 300]], c: "é"))
        let missing = #expect(throws: JSONError.self) { try read("$.a.x") }
        #expect(missing?.kind == .pathNotFound)
        let unfit = #expect(throws: JSONError.self) { try narrow() }
        #expect(unfit?.kind == .numberOutOfRange && unfit?.path == "$.a.b[2]")
    }

    @Test func aSpan() throws {
        // Only the systems in this check have `Array.span`, which makes the span for this test. Yoke reads a span on every system.
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        let text = Self.text
        try check(
            { path throws(JSONError) in try [Int](json: text.span, at: path) },
            { () throws(JSONError) in try [UInt8](json: text.span, at: "$.a.b") }, { () throws(JSONError) in try Outer(json: text.span) })
        // A span may be a part of a longer text. An empty span is an error. The limits of the options apply to a span, too.
        let padded = Array("[[".utf8) + text + Array("]]".utf8)
        #expect(try Outer(json: padded.span.extracting(2..<padded.count - 2)).c == "é")
        #expect(throws: JSONError.self) { try Outer(json: padded.span.extracting(0..<0)) }
        var short = JSONReadOptions.strict
        short.limits.totalBytes = text.count - 1
        #expect(throws: JSONError.self) { try Outer(json: text.span, options: short) }
    }

    @Test func aRawSpan() throws {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        let text = Self.text
        try check(
            { path throws(JSONError) in try [Int](json: text.span.bytes, at: path) },
            { () throws(JSONError) in try [UInt8](json: text.span.bytes, at: "$.a.b") },
            { () throws(JSONError) in try Outer(json: text.span.bytes) })
    }

    @Test func dynamicJSON() throws {
        let value = try JSONValue(json: Self.text)
        try check(
            { path throws(JSONError) in try [Int](json: value, at: path) },
            { () throws(JSONError) in try [UInt8](json: value, at: "$.a.b") }, { () throws(JSONError) in try Outer(json: value) })
        var report = JSONReport()
        #expect(try [String](json: value, at: "$.a.b", options: .lenient, report: &report) == ["1", "2", "300"])
        #expect(report.entries.map(\.path) == ["$.a.b[0]", "$.a.b[1]", "$.a.b[2]"])
    }

    @Test func updatesByDynamicJSON() throws {
        var outer = try Outer(json: Self.text)
        #expect(try outer.update(json: ["c": "x", "z": nil]).names == ["c"])
        #expect(try outer.update(json: JSONValue(json: #"{"a":{"b":null,"d":[4]}}"#), policy: .mergePatch).names == ["a"])
        #expect(throws: JSONError.self) { try outer.update(json: ["c": "y", "a": 1]) }
        #expect(outer == Outer(a: ["d": [4]], c: "x"))
    }
}
