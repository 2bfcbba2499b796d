import CYoke
import TestSupport
import Testing

@testable import Yoke

/// Reads documents in three ways: with a list of token positions (a token index), token by token, and with the yajl engine. The result is
/// always the same.
extension WideTests {
    /// Returns the text and the number of levels of a document, or the entire message of the error.
    private static func read(_ text: [UInt8], engine: JSONEngine? = nil, stringBytes: Int? = nil) -> String {
        var options = JSONReadOptions.strict
        if let engine { options.engine = engine }
        if let stringBytes { options.limits.stringBytes = stringBytes }
        do throws(JSONError) {
            let value = try JSONValue(json: text, options: options)
            return "\(value.container?.lazy?.maxDepth ?? 0) \(value)"
        } catch {
            return "\(error)"
        }
    }

    /// Expects that a document is read with the same result at each CPU level. (`expected` comes from a reading token by token: if strings
    /// are limited to 4095 bytes, the engine makes no token index.)
    func expectSameDocument(_ text: [UInt8], _ location: SourceLocation = #_sourceLocation) {
        let expected = Self.read(text, stringBytes: 4095)
        func note(_ way: String) -> Comment { "\(way): \(String(decoding: text, as: UTF8.self))" }
        if let other = Trial.other {
            #expect(Self.read(text, engine: other) == expected, note("other engine"), sourceLocation: location)
        }
        atEachLevel { level in #expect(Self.read(text) == expected, note("level \(level.rawValue)"), sourceLocation: location) }
    }

    /// Returns a copy of the value. Each array and object in the copy has its elements, so none of them is lazy.
    private static func made(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let array): return .array(JSONArray(array.map(made)))
        case .object(let object):
            var copy = JSONObject()
            for member in object { copy.append(made(member.value), forKey: member.key) }
            return .object(copy)
        default: return value
        }
    }

    /// Puts escapes of each kind and length, alone and repeated, at all offsets of a block of 64 bytes. If the engine rewrites an escape,
    /// later containers get other positions.
    @Test func keptEscapesAtEveryOffset() throws {
        let escapes = [
            "\\/", "\\n", "\\\"", "\\\\", "\\u0041", "\\u0022", "\\u005C", "\\u002f", "\\u0001", "\\u000a", "\\u00e9", "\\u07FF",
            "\\u0800", "\\u8a9E", "\\uFFFF", "\\ud83d\\uDE00", "語\\u8a9e", "\\u8a9e\\/\\u8a9e", "\\u8a9e\\n", "\\\\u0041",
            "\\\\\\/", "\\u8a9e\\uDBFF\\udFFF", "x\\ud800\\udc00", "\\ud83d\\ude00\\u00e9\\n",
            "\\ud83d\\ude00\\u8a9eab\\ud83d\\ude01\\u0041",
        ]
        let bad = [
            "\\u8a9", "\\u8a9g", "\\u8a9e\\x", "\\u 8a9", "\\u8a9e\\", "\\u8a9e\\ud83d", "\\ud83d\\u8a9e", "\\ude00", "\\ud83d",
            "\\ud83d\\ud83d\\ude00", "\\ud83d\\ude00\\ude00", "\\ud83d \\ude00", "\\ud83d\\n\\ude00", "\\ud83d\\ude0g",
            "\\ude00\\ud83d",
        ]
        for escape in escapes + bad {
            for (count, offsets) in [(1, 0..<66), (2, 0..<66), (12, 0..<7), (40, 0..<7)] {
                let row = String(repeating: escape, count: count)
                for offset in offsets {
                    let lead = String(repeating: "0123456789, ", count: 30) + String(repeating: " ", count: offset)
                    let tail = String(repeating: " [ true , {} ] ,", count: 30)
                    expectSameDocument(Array("[\(lead)\"\(row)\",[[\"\(row)\"],{\"\(row)\" : { \"a\":[]}}],\(tail)0]".utf8))
                }
            }
        }
    }

    /// If the engine has used a token index, the document's list of containers still leads to all elements.
    @Test func keptNodesLeadToElements() throws {
        let row =
            "{\"a\" : [1, [ ], {} , [[2]], {\"b\":{\"c\":[{\"d\\u8a9e\":null}]}}],\n  \"long\": [\"\\u8a9e\\/\", [[[[ ]]]], true ]},"
        for offset in 0..<row.utf8.count {
            let text = String(repeating: " ", count: offset) + "[" + String(repeating: row, count: 120) + "0]"
            try atEachLevel { level in
                let value = try JSONValue(json: text)
                #expect(Self.made(value).description == value.description, "\(level) \(offset)")
            }
        }
    }
}
