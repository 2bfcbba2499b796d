#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif
import CYoke
import TestSupport
import Testing

@testable import Yoke

/// The engine skips values token by token, or with a list of token positions (a token index). Both ways must accept and refuse the same
/// texts as the yajl engine.
extension WideTests {
    /// A model with two properties. All other members are skipped.
    private struct Kept: JSONConvertible, Equatable {
        var id: Int?
        var name: String?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.add("name", \.name)
            }
        }
    }

    /// The result of a reading: the value, or the entire message of the error.
    private enum Verdict: Equatable {
        case value(Kept)
        case error(String)

        init(_ body: () throws(JSONError) -> Kept) {
            do throws(JSONError) { self = .value(try body()) } catch { self = .error("\(error)") }
        }
    }

    private static func read(_ text: [UInt8], _ options: JSONReadOptions = .strict) -> Verdict {
        Verdict { () throws(JSONError) in try Kept(json: text, options: options) }
    }

    private static func read(_ text: [UInt8], cut place: Int) -> Verdict {
        Verdict { () throws(JSONError) in
            var reader = try JSONReader<Kept>()
            try reader.feed(text[..<place])
            try reader.feed(text[place...])
            return try reader.finish()
        }
    }

    /// Reads the text token by token. If strings are limited to 4095 bytes, the engine makes no token index.
    private static func readByTokens(_ text: [UInt8]) -> Verdict {
        var options = JSONReadOptions.strict
        options.limits.stringBytes = 4095
        return read(text, options)
    }

    private static func readByOther(_ text: [UInt8]) -> Verdict? {
        guard let other = Trial.other else { return nil }
        var options = JSONReadOptions.strict
        options.engine = other
        return read(text, options)
    }

    /// Reads a text token by token, with yajl, at each CPU level, in two chunks for each cut, and as a document. Expects the same result
    /// each time, and returns it.
    @discardableResult
    private func expectSame(_ text: [UInt8], cuts: [Int] = [], _ location: SourceLocation = #_sourceLocation) -> Verdict {
        let expected = Self.readByTokens(text)
        func note(_ way: String) -> Comment { "\(way): \(String(decoding: text, as: UTF8.self))" }
        if let other = Self.readByOther(text) { #expect(other == expected, note("other engine"), sourceLocation: location) }
        atEachLevel { level in
            #expect(Self.read(text) == expected, note("level \(level.rawValue)"), sourceLocation: location)
            for cut in cuts { #expect(Self.read(text, cut: cut) == expected, note("cut at \(cut)"), sourceLocation: location) }
        }
        expectSameDocument(text, location)
        return expected
    }

    /// Returns a text whose members `lead` and `tail` are skipped. `lead` is an array that ends with `parts`. The elements before `parts`
    /// are so long that the engine makes a token index.
    private static func text(_ parts: [UInt8], blanks: Int = 0) -> [UInt8] {
        let lead = #"{"lead":["# + String(repeating: #""0123456789","#, count: 24) + String(repeating: " ", count: blanks)
        return Array(lead.utf8) + parts + Array(#"],"id":1,"tail":["#.utf8)
            + Array((String(repeating: "true, ", count: 40) + #"null],"name":"n"}"#).utf8)
    }

    private static let whole = Verdict.value(Kept(id: 1, name: "n"))

    // MARK: Places

    /// Puts up to five backslashes before a quote, and every escape, at all offsets of a block of 64 bytes.
    @Test func escapesAtEveryOffset() {
        for blanks in 0..<66 {
            for run in 0...5 {
                let slashes = String(repeating: "\\", count: run)
                let isGood = expectSame(Self.text(Array("\"\(slashes)\",\"x\"".utf8), blanks: blanks)) == Self.whole
                #expect(isGood == (run % 2 == 0))
            }
            for escape in ["\\\"", "\\/", "\\b", "\\u00e9", "\\ud83d\\ude00", "\\u005c", "\\\\\\\""] {
                #expect(expectSame(Self.text(Array("\"\(escape)\"".utf8), blanks: blanks)) == Self.whole)
            }
            for escape in ["\\x", "\\u12g4", "\\ud83d", "\\ude00", "\\ud83d\\u0041", "\\", "\\u"] {
                #expect(expectSame(Self.text(Array("\"\(escape)\"".utf8), blanks: blanks)) != Self.whole)
            }
        }
    }

    /// Puts invalid bytes and tokens, inside and outside of strings, at all offsets of a block of 64 bytes. Each must be an error.
    @Test func faultsAtEveryOffset() {
        let faults: [[UInt8]] =
            [
                [0x22, 0x01, 0x22], [0x22, 0x0A, 0x22], [0x01], [0x31, 0x01], [0x0C], [0x1A], [0x22, 0xFF, 0x22],
                [0x22, 0xC3, 0x22], [0x22, 0xE2, 0x82, 0x22],
                [0x22, 0xED, 0xA0, 0x80, 0x22], [0xC3, 0xA9], [0x31, 0xC3, 0xA9], [0x00], [0x22, 0x00, 0x22], [0x5C, 0x22],
                [0x31, 0x5C, 0x22], [0x22, 0x61],
            ]
            + [
                "tru", "truex", "nul", "falsy", "01", "-", "1.", "1e", "1e+", "+1", ".5", "1 2", "\"a\"\"b\"", "\"a\"b", "1\"a\"",
                "true\"a\"", "{", "}", "]", ":", ",",
                "1,", ",1", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{,}", "{\"a\":1 \"b\":2}", "{1:2}", "{\"a\"::1}", "[}", "{]",
                "[1,]", "[,1]", "{\"a\",1}", "[\"a\":1]", "1[2]", "1{", "12:3", "true[1]", "null:", "00", "012", "-01",
                "{\"a\" \"b\":1}", "{\"a\" }",
            ].map { Array($0.utf8) }
        for fault in faults {
            for blanks in stride(from: 0, to: 64, by: fault.count > 3 ? 7 : 1) {
                #expect(expectSame(Self.text(fault, blanks: blanks)) != Self.whole, "\(fault)")
            }
            // The fault is in a later member. The engine skips this member with the same token index as the members before it.
            for member in [Array("\"x\":".utf8) + fault, Array("\"x\" :[[],{\"y\" : ".utf8) + fault + Array("}]".utf8)] {
                let text: [UInt8] = Self.text([0x31]).dropLast() + [0x2C] + member + Array(",\"y\":\(Self.long)}".utf8)
                #expect(expectSame(text) != Self.whole, "\(fault)")
            }
        }
    }

    /// A value that is long enough for a token index.
    private static let long = "[" + [String](repeating: "\"0123456789\"", count: 30).joined(separator: ",") + "]"

    /// Skips values that begin or end where a token index ends.
    @Test func valuesAtEveryOffset() {
        let values = [
            "-123456789.0123456789e-10", "0", "-0.0", "12345678901234567890123456789012345", "true", "[[],{},[{}]]",
            "{\"a\" : {\"b\\n\":[null ,1 ]} }",
            "\"é\\u00e9 語😀\"", "\"\"", "{\"\":\"\"}", "1.5 ", "[1.5,-2,3e5 , 0.25]",
        ]
        for value in values {
            let row = [String](repeating: value, count: 700 / value.utf8.count + 1).joined(separator: ",")
            for blanks in stride(from: 0, to: value.utf8.count + 3, by: 1) {
                #expect(expectSame(Self.text(Array(row.utf8), blanks: blanks)) == Self.whole, "\(value) \(blanks)")
            }
        }
        // Strings, keys, numbers and runs of spaces around and above 4096 bytes, the longest text that one token index covers.
        for count in [4000, 4095, 4096, 4097, 9000] {
            let long = [UInt8](repeating: 0x61, count: count), digits = [UInt8](repeating: 0x31, count: count)
            for text in [
                Self.text([0x22] + long + [0x22]), Self.text(Array("{\"".utf8) + long + Array("\":[1]}".utf8)), Self.text(digits),
                Self.text([UInt8](repeating: 0x20, count: count) + [0x31]),
                Self.text([0x31] + [UInt8](repeating: 0x20, count: count)),
            ] {
                // A number with more than 4096 digits is an error. Only the yajl engine can supply the expected message, so without yajl
                // the text is not tested.
                guard let expected = Self.readByOther(text) ?? (count <= 4096 ? Self.whole : nil) else { continue }
                atEachLevel { _ in #expect(Self.read(text) == expected) }
            }
        }
    }

    /// Members of the model are found among many unknown members with similar keys, also if their keys have escapes.
    @Test func wantedMembersAreFound() {
        let unknown = [
            "ie", "nams", "i", "idd", "nname", "é", "a long key that nobody asks for", "names", "\\u006e", "x\\\"y", "Id", "",
        ]
        for key in ["id", "\\u0069d", "i\\u0064"] {
            for space in ["", " ", "\n    "] {
                for count in [0, 3, 20, 70] {
                    let others = (0..<count).map {
                        "\"\(unknown[$0 % unknown.count])\"\(space):\(space)\([ "1", "\"s\"", "[1,{}]", "null"][$0 % 4]),"
                    }.joined(separator: space)
                    let text = Array("{\(others)\"\(key)\"\(space):7,\(others)\"name\":\"z\",\(others)\"last\":0}".utf8)
                    #expect(expectSame(text) == .value(Kept(id: 7, name: "z")))
                    #expect(
                        expectSame(Array("{\(others)\"id\":7,\(others)\"\(key)\":\"8\",\(others)\"last\":0}".utf8)) != Self.whole)
                }
            }
        }
    }

    /// A colon or a closing bracket in the place of a value is an error. The engine must find the error even if this token is the last
    /// token of a token index, and white space follows.
    @Test func nothingIsAValueButAValue() {
        for mark in [":", "]"] {
            for blanks in 0..<64 {
                for more in [150, 220] {
                    let elements = String(repeating: "1,", count: 128) + String(repeating: " ", count: blanks) + mark
                    let text = "{\"skip\":[\(elements)\(String(repeating: " ", count: more)),2]}"
                    guard case .error = expectSame(Array(text.utf8)) else {
                        Issue.record("\(mark) is taken for a value after \(blanks) blanks, before \(more)")
                        continue
                    }
                }
            }
        }
    }

    /// After the last position in a token index, the index's memory still has positions of an older index. The engine must not use them.
    @Test func nothingIsAValueBehindAnotherText() {
        func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
        func text(_ inside: String) -> [UInt8] {
            Array("{\"lead\":[\(String(repeating: "1,", count: 300))\(inside),1],\"id\":1,\"name\":\"z\"}".utf8)
        }
        // Each byte of this text is a token, so its token index lists every position. If the next text's index kept old positions, they
        // could fit the next text by chance.
        let dense = text(String(repeating: "1,", count: 600) + "1")
        for (wrong, end) in [("[1,]", "]"), ("[:", "]"), ("{\"\"::", "}")] {
            for count in 0..<66 {
                let text = text(blanks(count) + wrong + blanks(5000) + end)
                let expected = Self.readByTokens(text)
                #expect(expected != Self.read(dense))
                atEachLevel { level in
                    _ = Self.read(dense)
                    #expect(Self.read(text) == expected, "\(wrong) after \(count) blanks, level \(level.rawValue)")
                    #expect((try? JSONValue(json: text)) == nil, "\(wrong) after \(count) blanks, level \(level.rawValue)")
                }
            }
        }
    }

    @Test func depthAndMembers() {
        for (open, close) in [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")] {
            for count in [
                1, 30, 31, 32, 61, 62, 63, 64, 65, 66, 127, 128, 129, 200, 254, 255, 256, 509, 510, 511, 512, 513, 2000,
            ] {
                let inside = String(repeating: open, count: count) + "1"
                expectSame(Self.text(Array((inside + String(repeating: close, count: count)).utf8)))
                expectSame(Self.text(Array((inside + String(repeating: close, count: count - 1)).utf8)))
            }
        }
        for limit in [4095, 4096, 5000, 9000] {
            for count in [limit - 1, limit, limit + 1] {
                let row = [String](repeating: "1", count: count).joined(separator: ",")
                // In the last of the three texts, more elements follow the long array. So the array ends in the middle of a token index.
                let more = String(repeating: ",1", count: 200)
                for text in ["{\"skip\":[\(row)]}", "{\"skip\":[[],{\"a\":[\(row)]}]}", "{\"skip\":[{\"a\":[\(row)]}\(more)]}"] {
                    var options = JSONReadOptions.strict
                    options.limits.members = limit
                    let isGood = Self.read(Array(text.utf8), options) == .value(Kept())
                    #expect(isGood == (count <= limit), "\(count) of \(limit)")
                }
            }
        }
    }

    private struct Around: JSONConvertible {
        struct Point: JSONConvertible {
            var x: Int?, y: Int?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("x", \.x); $0.add("y", \.y)
                }
            }
        }
        var point: Point?
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("point", \.point) } }
    }

    /// A token index that begins in an inner object is also used for the rest of the outer object. The limit for members must also count
    /// the members of the outer object before the index.
    @Test func membersAroundWhatIsIndexed() {
        for (limit, more) in [4097, 5000].flatMap({ limit in [0, 1, 60, 800].map { (limit, $0) } }) {
            var members = (0..<limit - 2).map { "\"a\($0)\":0" }
            members.append("\"point\":{\"x\":1,\"y\":2" + String(repeating: ",\"w\":0", count: 60) + "}")
            members.append("\"v\":[0" + String(repeating: ",0", count: 50) + "]")
            members += [String](repeating: "\"z\":0", count: more)
            let text = "{" + members.joined(separator: ",") + "}"
            var options = JSONReadOptions.strict
            options.limits.members = limit
            var kinds: [JSONError.Kind?] = []
            for engine in [JSONEngine.native] + (Trial.other.map { [$0] } ?? []) {
                options.engine = engine
                do throws(JSONError) {
                    _ = try Around(json: text, options: options)
                    kinds.append(nil)
                } catch {
                    kinds.append(error.kind)
                }
            }
            #expect(kinds.allSatisfy { ($0 == nil) == (more == 0) && $0 == kinds[0] }, "\(limit), \(more) more: \(kinds)")
        }
    }

    // MARK: Texts

    private static func document(_ random: inout SeededGenerator, depth: Int = 0) -> String {
        func blanks() -> String { random.pick(["", "", "", " ", "\n", "\n   ", "\t\r\n", String(repeating: " ", count: 40)]) }
        func string() -> String {
            let pieces = [
                "a", "bc", "{", "}", "[,]", ":", " ", "é", "語", "😀", "\\\"", "\\\\", "\\n", "\\u0041", "\\ud83d\\ude00", "true",
                "0123456789abcdef",
            ]
            return "\"" + (0..<random.pick([0, 1, 2, 3, 5, 20])).map { _ in random.pick(pieces) }.joined() + "\""
        }
        let count = random.pick([0, 1, 2, 4, 9])
        switch depth > 5 ? random.pick([0, 1, 2]) : random.pick([0, 1, 2, 3, 4]) {
        case 0: return string()
        case 1:
            return random.pick([
                "0", "-1", "12", "1234567", "3.25", "-0.5e-3", "1E+9", "12345678901234567890", "0.1234567890123456789",
            ])
        case 2: return random.pick(["true", "false", "null"])
        case 3:
            return "[" + (0..<count).map { _ in blanks() + document(&random, depth: depth + 1) + blanks() }.joined(separator: ",")
                + blanks() + "]"
        default:
            return "{"
                + (0..<count).map { _ in
                    blanks() + string() + blanks() + ":" + blanks() + document(&random, depth: depth + 1) + blanks()
                }
                .joined(separator: ",") + blanks() + "}"
        }
    }

    private static func member(_ random: inout SeededGenerator) -> String {
        "\"\(random.pick(["a", "ids", "nam\\u0065x", "some key"]))\":\((0..<6).map { _ in document(&random) }.reduce("[0") { "\($0),\($1)" })]"
    }

    /// Reads valid texts, texts in two chunks, cut texts, and damaged texts.
    @Test func textsOfEveryKind() {
        var random = SeededGenerator(seed: 11)
        var mutator = Mutator(seed: 12)
        for round in 0..<Sample.size(14, full: 500) {
            let text = Array(
                "{\(Self.member(&random)),\"id\":1,\(Self.member(&random)),\"name\":\"n\",\(Self.member(&random))}".utf8)
            #expect(expectSame(text, cuts: (0..<8).map { _ in Int.random(in: 0...text.count, using: &random) }) == Self.whole)
            for _ in 0..<20 {
                let mutant = mutator.mutate(text, others: [text])
                if mutant.count < text.count + 2000 { expectSame(mutant) }  // longer strings may exceed the limit of `readByTokens`
            }
            guard round < 8, text.count < 3000 else { continue }
            for end in 0..<text.count { expectSame(Array(text[..<end])) }
            for level in [YOKE_CPU_BASE, YOKE_CPU_AVX512] {
                _ = yoke_cpu_force(level)
                for cut in 0...text.count { #expect(Self.read(text, cut: cut) == Self.whole, "cut at \(cut)") }
            }
        }
    }

    #if canImport(Glibc) || canImport(Darwin)
    /// Skips values in texts that end directly before memory that must not be read.
    @Test func textsAtThePageEnd() throws {
        let page = Int(sysconf(Int32(_SC_PAGESIZE))), room = 4 * page
        let memory = try #require(mmap(nil, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0))
        defer { munmap(memory, room + page) }
        #expect(mprotect(memory + room, page, PROT_NONE) == 0)
        var random = SeededGenerator(seed: 13)
        for _ in 0..<60 {
            let sound = Array("{\"id\":1,\"name\":\"n\",\(Self.member(&random))}".utf8)
            guard sound.count < room else { continue }
            for cut in [0, 1, 2, 3, 17, 63, 64, 65, 100, 128, 130, 200] where cut < sound.count {
                let text = sound.dropLast(cut)
                let bytes = UnsafeMutableRawBufferPointer(start: memory + room - text.count, count: text.count)
                bytes.copyBytes(from: text)
                let expected = Self.readByTokens(Array(text))
                atEachLevel { _ in
                    #expect(Verdict { () throws(JSONError) in try Kept(json: UnsafeRawBufferPointer(bytes)) } == expected)
                }
            }
        }
    }
    #endif
}
