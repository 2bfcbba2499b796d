import TestSupport
import Testing
import Yoke

/// Compares Yoke's grammar, at every byte, with a parser that implements RFC 8259 and nothing else.
@Suite struct ReferenceTests {
    /// A text of about 40 bytes with every kind of syntactic position.
    static let document = Array(#"{"k\u00e9":[-1.5e+3, true,null,"a"] ,"b":{}}"#.utf8)

    private func check(_ text: [UInt8], _ intake: Intake, _ what: @autoclosure () -> String) {
        let fault = ReferenceParser.fault(in: text)
        let failure = intake.whole(text)
        if (fault == nil) != (failure == nil) {
            Issue.record(
                "\(what()): reference \(fault.map(String.init) ?? "valid"), here \(failure.words): \(String(decoding: text, as: UTF8.self).debugDescription)"
            )
        }
    }

    @Test func everyByteAtEveryPosition() {
        let validator = Intake.validating()
        #expect(validator.whole(Self.document) == nil)
        for position in Self.document.indices {
            for byte in UInt8.min...UInt8.max {
                var text = Self.document
                text[position] = byte
                check(text, validator, "\(byte) at \(position)")
                text.insert(Self.document[position], at: position)
                check(text, validator, "\(byte) after \(position)")
            }
        }
    }

    @Test func randomMutationsOfSmallDocuments() {
        let seeds = [
            #"{"a":[1,2.5,-3e7],"b":{"c":null,"d":[true,false]},"e":"x\n\u00e9\ud834\udd1e"}"#, "[[[[]]]]", #""é𝄞\\""#, "-0.0e-1",
            #"[1,"two",{"three":3}]"#, "true", #"{"":""}"#, " [ 1 , 2 ] ", #"{"a":1,"a":2}"#,
        ].map { Array($0.utf8) }
        let alphabet =
            Array(#"{}[],:"\/ 0123456789-+.eEtrufalsn"#.utf8) + [
                0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0, 0x7F, 0x80, 0xC3, 0xA9, 0xED, 0xF0,
            ]
        var random = SeededGenerator(seed: 20_261_121)
        let validator = Intake.validating()
        for round in 0..<Sample.size(15_000, full: 50_000) {
            var text = random.pick(seeds)
            for _ in 0...Int.random(in: 0...3, using: &random) {
                let at = Int.random(in: 0...text.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: text.insert(random.pick(alphabet), at: at)
                case 1 where at < text.count: text.remove(at: at)
                case 2 where at < text.count: text[at] = random.pick(alphabet)
                default:
                    let other = random.pick(seeds)
                    text.insert(contentsOf: other[Int.random(in: 0..<other.count, using: &random)...].prefix(5), at: at)
                }
            }
            check(text, validator, "round \(round)")
        }
    }

    @Test(.enabled(if: SharedData.isUsable, Comment(rawValue: SharedData.reason)))
    func everyPrefixIsAnErrorAndNeverAValue() throws {
        let text = try SharedData.bytes("corpora/github_events.json")
        let end = try #require(text.lastIndex { $0 == UInt8(ascii: "]") })
        let validator = Intake.validating()
        #expect(validator.whole(text) == nil)
        // After the end of a text a validator takes no more bytes. So each cut needs a validator of its own.
        for cut in stride(from: 0, through: end, by: 61) {
            let failure = validator.whole(Array(text[..<cut]))
            #expect(failure?.kind == .unexpectedEnd, "cut at \(cut)")
            #expect(failure?.offset == cut, "cut at \(cut)")
        }
        for cut in stride(from: 7, through: end, by: 997) {
            let failure = Intake.reading(JSONValue.self).whole(Array(text[..<cut]))
            #expect(failure?.kind == .unexpectedEnd, "cut at \(cut)")
        }
    }
}
