import TestSupport
import Testing
import Yoke

/// The path of an error is a valid path for `at:`, and leads to the invalid value, whatever the keys are.
@Suite struct ErrorPathTests {
    private static func key(_ random: inout SeededGenerator) -> String {
        let visible = "'\"\\/.[]*$@…é名𝄞aZ_09u"
        let invisible = " \t\n\r\u{0}\u{8}\u{C}\u{7F}\u{85}\u{AD}\u{200E}\u{2028}\u{FEFF}\u{E000}\u{301}\u{E0041}\u{10FFFF}"
        let odd = Array((visible + invisible).unicodeScalars)
        var key = String.UnicodeScalarView()
        // Keys stay short, because the path of an error contains only the beginning of a long key.
        while key.count < 15, !random.oneIn(6) { key.append(random.pick(odd)) }
        return String(key)
    }

    @Test func theWayThereAndBack() throws {
        var random = SeededGenerator(seed: 61)
        for _ in 0..<3000 {
            let (a, b) = (Self.key(&random), Self.key(&random))
            let document = JSONValue.object([a: .array([.null, .object([b: "found"])])])
            let text = try document.jsonString()
            let inModel = Outcome { () throws(JSONError) in try [String: [Either]](json: text) }
            let inDocument = Outcome { () throws(JSONError) in try JSONValue(json: text.replacing(last: "}]}")) }
            let path = try #require(inModel.failure?.path)
            let isHarmless = path.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
            #expect(isHarmless, "\(path.debugDescription)")
            #expect(try String(json: text, at: path) == "found", "\(path.debugDescription)")
            #expect(inDocument.failure?.path == path, "\(path.debugDescription)")
        }
    }

    /// The path of an error contains only the beginning of a long key. So this path finds no value, but it is still a valid path.
    @Test func longKeys() throws {
        for key in [String(repeating: "k", count: 100), String(repeating: "'", count: 100)] {
            let text = try JSONValue.object([key: "x"]).jsonString()
            let path = try #require(Outcome { () throws(JSONError) in try [String: Int](json: text) }.failure?.path)
            #expect(Outcome { () throws(JSONError) in try Int(json: text, at: path) }.failure?.kind == .pathNotFound)
        }
    }
}

/// A type that accepts null and an object of Ints, and refuses a string.
private struct Either: JSONConvertible {
    static var jsonMapping: JSONMapping {
        JSONMapping(Either.self, via: [String: Int]?.self, decode: { _ in Either() }, encode: { _ in nil })
    }
}

extension String {
    fileprivate func replacing(last end: String) -> String { String(dropLast(end.count)) + "x" }
}
