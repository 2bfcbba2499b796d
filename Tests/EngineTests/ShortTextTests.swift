import TestSupport
import Testing
import Yoke

/// Reads texts of up to 64 bytes with a reader that was used before. If the text is an object of plain members, the engine reads it without
/// its usual set-up. Each text must give the same result as with a new reader that gets it byte by byte.
@Suite struct ShortTextTests {
    struct Note: JSONConvertible, Equatable {
        var id: Int, name: String, list: [Int], note: String?, ok: Bool
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.add("name", \.name)
                $0.add("list", \.list)
                $0.add("note", \.note)
                $0.add("ok", \.ok)
            }
        }
    }

    static let good = #"{"id":1,"name":"a name on the heap","list":[],"ok":true}"#
    static let texts = [
        good, #"{"id":1,"name":"a","list":[1,22,333],"note":null,"ok":false}"#,
        #"{ "id" : 1 , "name" : "é\n" , "list" : [ ] , "ok" : true }"#,
        #"{"name":"a name on the heap","id":-7,"list":[],"ok":true}"#, #"{"id":1,"name":"a name on the heap","id":2,"ok":true}"#,
        #"{"id":1,"name":"another on the heap","x":[{}],"ok":true}"#, #"{"id":1,"name":"a name on the heap","list":null}"#, "{}",
        "[]", "7",
        #"{"id":1.5,"name":"a name on the heap"}"#,
    ]

    /// Returns true if a used reader gives the same result for a text as a new reader that gets the text byte by byte.
    private func check(_ text: [UInt8], _ reader: inout JSONReader<Note>, _ options: JSONReadOptions = .strict) -> Bool {
        let whole = Outcome { () throws(JSONError) in try reader.read(text) }
        let chunked = Outcome { () throws(JSONError) -> Note in
            var reader = try JSONReader<Note>(options: options)
            for byte in text { try reader.feed(CollectionOfOne(byte)) }
            return try reader.finish()
        }
        return whole == chunked
    }

    @Test(arguments: texts) func everyEnd(_ text: String) throws {
        var reader = try JSONReader<Note>()
        for tail in ["", " ", "\n\t", " x", ",", "}", "{}", "1"] {
            let bytes = Array((text + tail).utf8)
            for count in 0...bytes.count { #expect(check(Array(bytes[..<count]), &reader)) }
        }
    }

    @Test(arguments: texts) func everyByteChanged(_ text: String) throws {
        var reader = try JSONReader<Note>()
        for place in 0..<text.utf8.count {
            // The byte 0 is not tried at the first four positions, because there it would mean UTF-16 or UTF-32.
            for byte in Array("\"{}[]:, \\0-x\u{1}".utf8) + [0x80, 0xFF] + (place < 4 ? [] : [0]) {
                var bytes = Array(text.utf8)
                bytes[place] = byte
                #expect(check(bytes, &reader))
            }
        }
    }

    @Test func shortTextsObeyLimits() throws {
        for limits in [
            JSONLimits(depth: 0), JSONLimits(depth: 1), JSONLimits(depth: 2), JSONLimits(stringBytes: 3),
            JSONLimits(numberDigits: 1),
            JSONLimits(members: 3),
        ] {
            var options = JSONReadOptions.strict
            options.limits = limits
            var reader = try JSONReader<Note>(options: options)
            for text in Self.texts + Self.texts { #expect(check(Array(text.utf8), &reader, options)) }
        }
    }

    @Test func afterOtherTexts() throws {
        var reader = try JSONReader<Note>()
        let note = try reader.read(Self.good)
        for text in Self.texts {
            // The reader stops inside an unfinished text, and then inside a text with an error. Neither affects the next text.
            try reader.feed(#"{"id":1,"name":"a name on the heap","list":[1"#.utf8)
            #expect(try reader.read(Self.good) == note)
            #expect(check(Array(text.utf8.dropLast()), &reader))
            #expect(try reader.read(Self.good) == note)
        }
    }
}
