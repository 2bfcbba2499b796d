import TestSupport
import Testing
import Yoke

/// A model with containers, scalars, an enum, dynamic JSON, and a type that is read via another type. The tests cut its text at any byte.
private struct Everything: JSONReadable, Equatable {
    var id: Int
    var ratio: Double?
    var flag = false
    var name: String
    var kind: Kind?
    var tags: [String]
    var grid: [[Int8]]
    var scores: [String: [Double]]
    var parts: [Part]
    var any: JSONValue?
    var code: Code

    enum Kind: String { case red, green }

    struct Part: JSONReadable, Equatable {
        var x: Int
        var part: [Part]

        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("x", \.x)
                $0.add("part", \.part, literal: [])
            }
        }
    }

    /// A type that is read via another type, and refuses some values.
    struct Code: JSONReadable, Equatable {
        struct Refused: Error {}
        var numbers: [UInt8]

        static var jsonMapping: JSONMapping {
            JSONMapping(
                Self.self, via: [UInt8].self,
                decode: { numbers in
                    guard numbers.count < 3 else { throw Refused() }
                    return Code(numbers: numbers)
                }, encode: { $0.numbers })
        }
    }

    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) {
            $0.add("id", \.id)
            $0.add("ratio", \.ratio)
            $0.add("flag", \.flag, literal: false)
            $0.add("name", \.name)
            $0.add("kind", \.kind)
            $0.add("tags", \.tags)
            $0.add("grid", \.grid)
            $0.add("scores", \.scores)
            $0.add("parts", \.parts)
            $0.add("any", \.any)
            $0.add("code", \.code, key: "c\u{F6}de")
        }
    }

    static let text = #"""
         {
          "id" : 12345, "ratio":-1.5e-3,
            "flag": true,
          "name": "a \"quoted\" é \ud834\udd1e name",
          "unknown" : { "deep" : [ null, [ ], { } , "x" ] },
          "kind":"green",
          "tags":["a","","\n"],
          "grid":[[1,2],[],[-128]],
          "scores": {"first": [1, 2.5], "second":[], "\u0066irst": [3]},
          "parts": [ {"x":1}, {"x":2,"part":[{"x":3}]} ],
          "any": {"b":[1,{"c":null}],"d":1e400},
          "c\u00f6de": [1,2]
        }

        """#
}

extension Everything.Kind: JSONReadable {
    static var jsonMapping: JSONMapping { JSONMapping(rawValues: Self.self) { $0 += [.red, .green] } }
}

/// Reading in chunks gives the same value, or the same error, as reading at once.
@Suite struct ChunkedReadingTests {
    private func read(_ chunks: [ArraySlice<UInt8>]) -> Outcome<Everything> {
        Outcome { () throws(JSONError) in
            var reader = try JSONReader<Everything>()
            for chunk in chunks { try reader.feed(chunk) }
            return try reader.finish()
        }
    }

    @Test func theValueIsThatOfTheWhole() throws {
        let text = Array(Everything.text.utf8)
        let value = try Everything(json: text)
        #expect(
            value.name == "a \"quoted\" é 𝄞 name" && value.scores == ["first": [3], "second": []] && value.code.numbers == [1, 2])
        for cut in 0...text.count { #expect(read(text.split(at: cut)).value == value, "cut at \(cut)") }
        for size in 1...32 { #expect(read(text.chunks(of: size)).value == value, "by \(size)") }
        let withEmpty = text.chunks(of: 3).flatMap { [$0, [][...]] }
        #expect(read(withEmpty).value == value)
    }

    @Test func everyPrefixEndsUnexpectedly() {
        let text = Array(Everything.text.utf8)
        let end = text.lastIndex(of: UInt8(ascii: "}"))!
        for cut in 0...end {
            let prefix = Array(text[..<cut])
            let whole = Outcome { () throws(JSONError) in try Everything(json: prefix) }
            #expect(
                whole.failure?.kind == .unexpectedEnd && whole.failure?.offset == cut, "cut at \(cut): \(whole.failure.words)")
            #expect(read(prefix.chunks(of: 7)) == whole, "cut at \(cut)")
            #expect(read(prefix.split(at: cut / 2)) == whole, "cut at \(cut)")
        }
    }

    @Test func damagedTextsAreRefusedAlike() {
        let text = Array(Everything.text.utf8)
        let alphabet = Array(#"{}[],:"\/ 0123456789-+.eEtrufalsnx"#.utf8) + [0x0A, 0x0A, 0x0C, 0, 0x80, 0xC3, 0xED, 0xF0]
        let intakes = [Intake.reading(JSONValue.self), .validating(), .validating(counting: false)]
        var random = SeededGenerator(seed: 4711)
        for round in 0..<Sample.size(2000, full: 4000) {
            var damaged = text
            for _ in 0...Int.random(in: 0...1, using: &random) {
                let at = Int.random(in: 0..<damaged.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: damaged.insert(random.pick(alphabet), at: at)
                case 1: damaged.remove(at: at)
                case 2: damaged.removeSubrange(at..<min(at + Int.random(in: 1...20, using: &random), damaged.count))
                default: damaged[at] = random.pick(alphabet)
                }
            }
            if damaged[0] == 0 || damaged[1] == 0 { continue }  // looks like UTF-16, which is read only from an entire text
            let cut = Int.random(in: 0...damaged.count, using: &random)
            let size = Int.random(in: 1...50, using: &random)
            let whole = Outcome { () throws(JSONError) in try Everything(json: damaged) }
            for (way, outcome) in [
                ("cut at \(cut)", read(damaged.split(at: cut))), ("by \(size)", read(damaged.chunks(of: size))),
            ] where outcome != whole {
                Issue.record(
                    "round \(round) \(way): \(outcome.failure.words), whole: \(whole.failure.words)\n\(String(decoding: damaged, as: UTF8.self))"
                )
            }
            for (i, intake) in intakes.enumerated() {
                let whole = intake.whole(damaged)
                for (way, chunks) in [("cut at \(cut)", damaged.split(at: cut)), ("by \(size)", damaged.chunks(of: size))] {
                    let failure = intake.chunked(chunks)
                    if failure != whole {
                        Issue.record(
                            "round \(round) intake \(i) \(way): \(failure.words), whole: \(whole.words)\n\(String(decoding: damaged, as: UTF8.self))"
                        )
                    }
                }
            }
        }
    }
}
