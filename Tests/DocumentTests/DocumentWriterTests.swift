import CYoke
import Testing

@testable import Yoke

@Suite struct DocumentWriterTests {
    private func text(_ value: JSONValue, _ style: TextStyle) -> String { DocumentWriter.text(of: value, style: style) }

    @Test func indentedTextHasOneMemberPerLine() {
        var style = TextStyle(indent: 2)
        let value: JSONValue = ["a": 1, "b": [], "c": [[:], [1, nil], ["x": "y"]]]
        #expect(text([], style) == "[]")
        #expect(text(1, style) == "1")
        #expect(
            text(value, style) == """
                {
                  "a": 1,
                  "b": [],
                  "c": [
                    {},
                    [
                      1,
                      null
                    ],
                    {
                      "x": "y"
                    }
                  ]
                }
                """)
        style.indent = 1
        #expect(text([1], style) == "[\n 1\n]")
    }

    @Test func sortedByBytesAndStable() {
        let value: JSONValue = ["b": 1, "a": 1, "\u{1F600}": 1, "\u{FF5E}": 1, "a": 2, "": 1, "aa": 1, "A": 1]
        #expect(
            text(value, TextStyle(sortsKeys: true))
                == #"{"":1,"A":1,"a":1,"a":2,"aa":1,"b":1,"\#u{FF5E}":1,"\#u{1F600}":1}"#)
    }

    @Test func slashesAreEscapedOnRequest() {
        #expect(text(["a/b": "</"], .compact) == #"{"a/b":"</"}"#)
        #expect(text(["a/b": "</"], TextStyle(escapesSlashes: true)) == #"{"a\/b":"<\/"}"#)
    }

    @Test func beginsAtADepthAndKeepsTheLimit() {
        var out = yoke_buffer_make(yoke_libc())
        defer { yoke_buffer_free(&out) }
        let fits = DocumentWriter.append([[1]], to: &out, style: TextStyle(indent: 2), depth: 2, depthLimit: 4, nonFinite: nil)
        #expect(fits == YOKE_WRITE_OK)
        let written = String(decoding: UnsafeBufferPointer(start: out.bytes, count: out.count), as: UTF8.self)
        #expect(written == "[\n      [\n        1\n      ]\n    ]")
        #expect(DocumentWriter.append([[1]], to: &out, style: .compact, depth: 2, depthLimit: 3, nonFinite: nil) == YOKE_WRITE_DEPTH)
        #expect(DocumentWriter.append(1, to: &out, style: .compact, depth: 3, depthLimit: 3, nonFinite: nil) == YOKE_WRITE_OK)
    }

    /// Returns the string as JSON, by the simplest code, for comparison with the writer.
    private func escaped(_ bytes: [UInt8], slashes: Bool) -> [UInt8] {
        var out: [UInt8] = [0x22]
        for byte in bytes {
            switch byte {
            case 0x22, 0x5C: out += [0x5C, byte]
            case 0x2F where slashes: out += [0x5C, byte]
            case 0x08: out += Array(#"\b"#.utf8)
            case 0x09: out += Array(#"\t"#.utf8)
            case 0x0A: out += Array(#"\n"#.utf8)
            case 0x0C: out += Array(#"\f"#.utf8)
            case 0x0D: out += Array(#"\r"#.utf8)
            case 0..<0x20:
                let hex = String(byte, radix: 16)
                out += Array((#"\u00"# + (hex.utf8.count == 1 ? "0" : "") + hex).utf8)
            default: out.append(byte)
            }
        }
        return out + [0x22]
    }

    private func written(_ bytes: [UInt8], slashes: Bool) -> [UInt8] {
        var out = yoke_buffer_make(yoke_libc())
        defer { yoke_buffer_free(&out) }
        bytes.withUnsafeBufferPointer { yoke_out_string(&out, $0.baseAddress, $0.count, slashes) }
        return Array(UnsafeBufferPointer(start: out.bytes, count: out.count))
    }

    @Test func everyByteAtEveryPlaceOfEveryShortLength() {
        for length in 0...36 {
            for byte in 0...255 as ClosedRange<UInt8> {
                for place in 0..<length {
                    var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: length)
                    bytes[place] = byte
                    let slashes = (length + place) % 2 == 0
                    if written(bytes, slashes: slashes) != escaped(bytes, slashes: slashes) {
                        Issue.record("length \(length), byte \(byte) at \(place)")
                    }
                }
            }
        }
    }

    @Test func longStringsOverBlocks() {
        for length in [0, 4095, 4096, 4097, 8191, 8192, 100_000] {
            let clean = [UInt8](repeating: UInt8(ascii: "x"), count: length)
            let full = [UInt8](repeating: 1, count: length)
            let mixed = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 / 251) }
            for bytes in [clean, full, mixed] {
                #expect(written(bytes, slashes: false) == escaped(bytes, slashes: false))
                #expect(written(bytes, slashes: true) == escaped(bytes, slashes: true))
            }
        }
    }
}
