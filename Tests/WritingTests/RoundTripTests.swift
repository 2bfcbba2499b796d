import TestSupport
import Testing
import Yoke

/// Random values in every write style are read back as equal values. A failing test prints its seed.
@Suite struct RoundTripTests {
    private struct Maker {
        var random: SeededGenerator
        init(seed: UInt64) { random = SeededGenerator(seed: seed) }

        mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

        mutating func text() -> String {
            let scalars: [Unicode.Scalar] = [
                "a", "Z", "0", " ", "\"", "\\", "/", "\n", "\0", "\u{1F}", "\u{7F}", "é", "\u{301}", "\u{2028}", "名", "𝄞",
            ]
            let count = random.oneIn(20) ? int(0...300) : int(0...12)
            return String(String.UnicodeScalarView((0..<count).map { _ in random.pick(scalars) }))
        }

        mutating func double() -> Double {
            switch int(0...3) {
            case 0: return Double(int(-1000...1000)) / 8
            case 1: return Double(int(.min ... .max))
            default:
                let bits = Double(bitPattern: random.next())
                return bits.isFinite ? bits : -0.0
            }
        }

        mutating func scalars() -> Scalars {
            let bits = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
            return Scalars(
                flag: random.oneIn(2), i8: .random(in: .min ... .max, using: &random),
                i16: .random(in: .min ... .max, using: &random),
                i32: .random(in: .min ... .max, using: &random), i64: .random(in: .min ... .max, using: &random),
                int: int(-9...9),
                u8: .random(in: .min ... .max, using: &random), u16: .random(in: .min ... .max, using: &random),
                u32: .random(in: .min ... .max, using: &random), u64: .random(in: .min ... .max, using: &random), uint: .max,
                float: bits.isFinite ? bits : 0, double: double(), text: text())
        }

        mutating func any(_ depth: Int) -> JSONValue {
            switch int(0...(depth > 0 ? 6 : 4)) {
            case 0: return .null
            case 1: return .bool(random.oneIn(2))
            case 2: return .number(JSONNumber(random.next()))
            case 3: return .number(JSONNumber(double())!)
            case 4: return .string(text())
            case 5: return .array(JSONArray((0..<int(0...3)).map { _ in any(depth - 1) }))
            default: return .object(JSONObject((0..<int(0...3)).map { _ in (key: text(), value: any(depth - 1)) }))
            }
        }

        mutating func tree(_ depth: Int) -> Tree {
            var tree = Tree(name: text())
            if random.oneIn(2) { tree.note = text() }
            if random.oneIn(2) { tree.colour = random.pick(Tree.Colour.allCases) }
            if random.oneIn(2) { tree.amount = Money(cents: int(14...99_999)) }
            for _ in 0..<int(0...2) { tree.leaves[text()] = (0..<int(0...3)).map { _ in random.oneIn(3) ? nil : int(-5...500) } }
            tree.weights = (0..<int(0...4)).map { _ in double() }
            for _ in 0..<int(0...3) { tree.marks.insert(text()) }
            if random.oneIn(2) { tree.any = any(2) }
            // An Optional property reads a null as nil, and never as `JSONValue.null`. So the random null becomes nil.
            if case .null? = tree.any { tree.any = nil }
            guard depth > 0 else { return tree }
            tree.children = (0..<int(0...2)).map { _ in self.tree(depth - 1) }
            for _ in 0..<int(0...2) { tree.by[text()] = self.tree(depth - 1) }
            return tree
        }
    }

    private static let styles = [
        JSONWriteOptions.compact, .pretty, JSONWriteOptions(sortsKeys: true),
        JSONWriteOptions(indent: 1, nulls: .write, escapesSlashes: true),
    ]

    @Test func modelsAreReadBackAsWritten() throws {
        for seed in 0..<UInt64(Sample.size(1500, full: 5000)) {
            var maker = Maker(seed: seed)
            let (tree, scalars) = (maker.tree(2), maker.scalars())
            let style = Self.styles[Int(seed % 4)]
            let text = try tree.jsonBytes(style)
            let back = try Tree(json: text)
            if back != tree { Issue.record("seed \(seed): \(String(decoding: text, as: UTF8.self))") }
            let again = try Scalars(json: scalars.jsonBytes(style))
            if again != scalars { Issue.record("seed \(seed): \(scalars)") }
            if again.double.sign != scalars.double.sign { Issue.record("seed \(seed): the sign of zero") }
            if ReferenceParser.fault(in: text) != nil {
                Issue.record("seed \(seed) is not JSON: \(String(decoding: text, as: UTF8.self))")
            }
        }
    }

    /// A written value is read back as an equal value: in chunks, via dynamic JSON, and after formatting.
    @Test func waysRound() throws {
        for seed in 5000..<5000 + UInt64(Sample.size(400, full: 1000)) {
            var maker = Maker(seed: seed)
            let tree = maker.tree(2)
            let text = try tree.jsonBytes(.compact)
            var reader = try JSONReader<Tree>()
            for chunk in text.chunks(of: maker.int(1...40)) { try reader.feed(chunk) }
            #expect(try reader.finish() == tree, "seed \(seed)")
            let dynamic = try JSONValue(json: text)
            #expect(try dynamic.jsonBytes(.compact) == text, "seed \(seed)")
            #expect(try Tree(json: dynamic.jsonBytes(.pretty)) == tree, "seed \(seed)")
        }
    }

    @Test func doublesBitForBit() throws {
        var random = SeededGenerator(seed: 1)
        let values = (0..<10_000).map { _ in Double(bitPattern: random.next()) }.filter(\.isFinite)
        let back = try [Double](json: values.jsonBytes())
        #expect(zip(values, back).allSatisfy { $0.bitPattern == $1.bitPattern } && back.count == values.count)
        let floats = (0..<10_000).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) }.filter(\.isFinite)
        let floatsBack = try [Float](json: floats.jsonBytes())
        #expect(zip(floats, floatsBack).allSatisfy { $0.bitPattern == $1.bitPattern } && floatsBack.count == floats.count)
    }

    @Test func classesAreReadBackAsWritten() throws {
        let text = #"{"name":"a","boss":{"name":"b","boss":{"name":"c"}}}"#
        #expect(try Person(json: text).jsonString() == text)
        #expect(try [String: [Person]](json: "{\"k\":[\(text),\(text)]}").jsonString() == "{\"k\":[\(text),\(text)]}")
    }
}
