#if canImport(Glibc) || canImport(Darwin)
import CYoke
import TestSupport
import Testing

@testable import Yoke

/// Tests `JSONReadOptions.skipping == .structureOnly`. The values are the same as with checks, for every cut. Damage inside skipped values
/// is not noticed.
extension WideTests {
    private struct Kept: JSONConvertible, Equatable {
        var id: Int?
        var name: String?
        var inner: Inner?
        struct Inner: JSONConvertible, Equatable {
            var x: Int?
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("x", \.x) } }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.add("inner", \.inner)
                $0.add("name", \.name)
            }
        }
    }

    private static let trusting: JSONReadOptions = {
        var options = JSONReadOptions.strict
        options.skipping = .structureOnly
        options.engine = .native
        return options
    }()

    private static func read<Value: JSONReadable>(_ text: [UInt8], _ options: JSONReadOptions = trusting) -> Result<
        Value, JSONError
    > {
        Result { () throws(JSONError) in try Value(json: text, options: options) }
    }

    /// Reads a text in a first chunk of `first` bytes and further chunks of `size` bytes.
    private static func read(_ text: [UInt8], first: Int, size: Int = .max, _ options: JSONReadOptions = trusting) -> Result<
        Kept, JSONError
    > {
        Result { () throws(JSONError) in
            var reader = try JSONReader<Kept>(options: options)
            try reader.feed(text[..<first])
            for start in stride(from: first, to: text.count, by: min(size, text.count)) {
                try reader.feed(text[start..<min(text.count, start + min(size, text.count))])
            }
            return try reader.finish()
        }
    }

    /// Describes the value or the error. Leaves out the error's snippet, which depends on the chunks.
    private static func verdict(_ result: Result<Kept, JSONError>) -> String {
        switch result {
        case .success(let value): "\(value)"
        case .failure(let error): "\(Failure(error)) \(error.message)"
        }
    }

    /// Skipped values of every kind: shorter and longer than a block of 64 bytes, with brackets, quotes and backslashes in strings.
    private static let skipped = [
        "0", "-1.5e+3", "true", "false", "null", #""""#, #""a""#, #""\"""#, #""\\""#, #""\\\"]}\\""#, "[]", "{}", "[[]]",
        #"{"a":{}}"#,
        #"["]","}","\"]"]"#, #"{"]":"{","\\":["\\\\"]}"#, #""é𝄞[{""#, "[1,\n  [2, {\"x\": 3}],\n  4]",
        #"{"x":1,"id":7,"name":"no","inner":{"x":9}}"#,
        "[" + String(repeating: #"{"k":"v\\","l":[1,2,3]},"#, count: 12) + "0]",
        "\"" + String(repeating: "ab\\\\\\\"{[", count: 20) + "\"",
        String(repeating: "[", count: 70) + String(repeating: "]", count: 70), "[" + String(repeating: "[],", count: 50) + "[]]",
        "\"" + String(repeating: "\\\\", count: 40) + "\"",
    ]

    private static func text(_ value: String, _ blank: String = "") -> [UInt8] {
        Array(
            #"{"a":\#(value)\#(blank),\#(blank)"id":1,"b"\#(blank):\#(blank)\#(value),"inner":{"y":\#(value),"x":2,"z":\#(value)},"c\u0041":\#(value),"é":\#(value),"name":"n","last":\#(value)}"#
                .utf8)
    }

    private static let whole = Kept(id: 1, name: "n", inner: .init(x: 2))

    @Test func structureOnlyReadsTheSameValuesAtEveryCut() throws {
        for value in Self.skipped {
            for blank in ["", " ", "\n    "] {
                let text = Self.text(value, blank)
                #expect(try Kept(json: text) == Self.whole)
                atEachLevel { level in
                    #expect((try? Self.read(text).get()) == Self.whole, "\(level) \(value)")
                    for cut in stride(from: 0, through: text.count, by: Sample.size(blank.isEmpty ? 3 : 17, full: 1)) {
                        #expect((try? Self.read(text, first: cut).get()) == Self.whole, "\(level) \(value), cut at \(cut)")
                    }
                    for size in [1, 2, 63, 64, 65] {
                        #expect((try? Self.read(text, first: 0, size: size).get()) == Self.whole, "\(value), by \(size)")
                    }
                }
            }
        }
    }

    /// Skips values that are not JSON. Only an engine that checks skipped values reports an error.
    @Test func structureOnlyChecksNothingInSkippedValues() {
        let damages =
            [
                "", "tru", "nulll", "01", "1.", "-", "1e", "falsy", "t\u{1}", "tru e", "1:2", "[] []", #""\x""#, #""\u12""#,
                #""\ud800""#,
                "\"\u{1}\n\"", "[tru, 01 02,, :]", #"{"a" 1,}"#, "[{]]", "[{]}", "{[[}}}", #"["\x\u"]"#, "[\u{1}]", #"["a"b"c"]"#,
                #"{"id":1 "id":2}"#,
            ].map { Array($0.utf8) } + [[0x22, 0xFF, 0xC3, 0x22], [0x5B, 0x80, 0x22, 0xC0, 0x22, 0x5D]]
        for damage in damages {
            let text = Array(#"{"a":"#.utf8) + damage + Array(#","id":1,"inner":{"x":2},"name":"n"}"#.utf8)
            atEachLevel { level in
                #expect((try? Self.read(text).get()) == Self.whole, "\(level) \(String(decoding: text, as: UTF8.self))")
                for cut in 0..<text.count { #expect((try? Self.read(text, first: cut).get()) == Self.whole, "cut at \(cut)") }
            }
            for engine in JSONEngine.all {
                var options = Self.trusting
                options.engine = engine
                if engine.resolved != .native { #expect(throws: JSONError.self) { try Kept(json: text, options: options) } }
                options.skipping = .checked
                #expect(throws: JSONError.self) { try Kept(json: text, options: options) }
            }
        }
    }

    /// The text around skipped values is checked.
    @Test func structureOnlyChecksWhatIsNotSkipped() {
        let bad =
            [
                #"{"a" 1}"#, #"{"a",1}"#, #"{"a":1,}"#, #"{"a":1]"#, #"{"a":[1]]"#, #"{"\x":1}"#, #"{"a":1,id":1}"#,
                #"{"a":1,,"id":1}"#, #"{"a":1}}"#,
                #"{"a":[1]"#, #"{"a":"b"#, #"{"a":"b\"}"#, #"{"a":1"#, #"{"a":[1],"id":01}"#, #"{"a":{1],"id":1"#,
                #"{"a":1,"inner":[]}"#, #"{"a":1,"#,
                "{\"a\u{1}\":1}",
            ].map { Array($0.utf8) } + [Array(#"{""#.utf8) + [0xFF] + Array(#"":1}"#.utf8)]
        for text in bad {
            let expected = Self.verdict(Self.read(text))
            #expect((try? Self.read(text).get() as Kept) == nil, "\(String(decoding: text, as: UTF8.self))")
            for cut in 0...text.count {
                #expect(Self.verdict(Self.read(text, first: cut)) == expected, "\(expected) cut at \(cut)")
            }
        }
    }

    /// An error after a skipped value has the same position and path as if skipped values were checked.
    @Test func structureOnlyKeepsPositions() {
        for value in Self.skipped {
            for end in [#""id":"x"}"#, #""inner":{"q":[1,2],"x":true}}"#, #""id" 1}"#, #""z":\#(value) ]"#, #""id":1}{"#] {
                let text = Array("{\n \"a\":\(value),\n  \"b\":\(value), \(end)".utf8)
                let expected = Self.verdict(Self.read(text, .strict))
                #expect(Self.verdict(Self.read(text)) == expected)
                for cut in stride(from: 0, through: text.count, by: 5) {
                    #expect(Self.verdict(Self.read(text, first: cut)) == expected)
                }
            }
        }
    }

    /// Skipped nesting takes no memory, so it has no limit.
    @Test func structureOnlySkipsAnyDepth() throws {
        let deep = String(repeating: "[{\"a\":", count: 200_000) + "1" + String(repeating: "}]", count: 200_000)
        let text = Array(#"{"a":\#(deep),"id":1,"inner":{"x":2},"name":"n","b":\#(deep)}"#.utf8)
        #expect(try Self.read(text).get() == Self.whole)
        #expect(try Self.read(text, first: 0, size: 100_003).get() == Self.whole)
        var options = Self.trusting
        options.limits.depth = 2
        #expect(try Self.read(text, options).get() == Self.whole)
    }

    @Test func structureOnlyKeepsToTheLimitOfMembers() {
        var options = Self.trusting
        options.limits.members = 3
        let good = Array(#"{"a":[1,2,3,4,5],"b":2,"id":1}"#.utf8), bad = Array(#"{"a":1,"b":2,"c":3,"d":[4]}"#.utf8)
        for cut in 0..<good.count { #expect((try? Self.read(good, first: cut, options).get())?.id == 1) }
        for cut in 0..<bad.count {
            guard case .failure(let error) = Self.read(bad, first: cut, options) else { Issue.record("no error"); continue }
            #expect(error.kind == .limitExceeded)
        }
    }

    /// Skipped text that a program can get later, as raw text or extras, is checked.
    @Test func structureOnlyChecksWhatIsKept() {
        struct Raw: JSONConvertible {
            var text: JSONRawText?
            var rest: JSONObject
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("text", \.text)
                    $0.extras("rest", \.rest)
                }
            }
        }
        for text in [#"{"text":{"a":[tru]}}"#, #"{"text":"\x"}"#, #"{"other":[01]}"#, #"{"other":{"a":"\x"}}"#] {
            guard case .failure = Self.read(Array(text.utf8)) as Result<Raw, JSONError> else {
                Issue.record("\(text) was read"); continue
            }
            #expect(throws: JSONError.self) { try JSONValue(json: text, options: Self.trusting) }
            #expect(throws: JSONError.self) { try Self.validate(text, Self.trusting) }
        }
    }

    private static func validate(_ text: String, _ options: JSONReadOptions) throws {
        var validator = try JSONValidator(counting: false, options: options)
        try Array(text.utf8).withUnsafeBytes { try validator.feed($0) }
        try validator.finish()
    }

    private static func stream(_ text: String, _ options: JSONReadOptions) throws {
        var stream = try JSONStream<Kept>(chunks: [Array(text.utf8)], options: options)
        _ = try stream.next()
    }

    @Test func structureOnlyReadsPartsOfCutTexts() throws {
        var options = Self.trusting
        options.allowsPartialValue = true
        let text = Array(#"{"id":1,"a":[1,"]",{"b":"c"}],"b":"d\"","c":12,"d":"é"}"#.utf8)
        for end in 8...text.count {
            #expect(try Kept(json: text[..<end], options: options).id == 1)
            for cut in 0..<end { #expect(try Self.read(Array(text[..<end]), first: cut, options).get().id == 1) }
        }
    }

    /// `.untrusted` promises that everything is checked. So it cannot be combined with `.structureOnly`.
    @Test func structureOnlyIsRefusedForUntrustedTexts() {
        var rejecting = Self.trusting, limited = Self.trusting, untrusted = JSONReadOptions.untrusted
        rejecting.duplicateKeys = .reject
        limited.limits = .untrusted
        untrusted.skipping = .structureOnly
        for options in [rejecting, limited, untrusted] {
            for engine in JSONEngine.all {
                var options = options
                options.engine = engine
                guard case .failure(let error) = Self.read(Array("{}".utf8), options) as Result<Kept, JSONError> else {
                    Issue.record("was read"); continue
                }
                #expect(error.kind == .invalidOptions && error.message.contains("structureOnly"))
                var kept = Kept()
                #expect(throws: JSONError.self) { try kept.update(json: "{}", options: options) }
                #expect(throws: JSONError.self) { try Self.read([0x7B, 0x7D], first: 1, options).get() }
                #expect(throws: JSONError.self) { try Self.stream("[{}]", options) }
                #expect(throws: Never.self) { try Self.validate("{}", options) }
            }
        }
        #expect("\(limited)".contains("skipping: structureOnly"))
    }

    /// In damaged and cut texts, no byte after the text is read. The result is the same for all chunks and at each CPU level.
    @Test func structureOnlySurvivesDamage() throws {
        var mutator = Mutator(seed: 61)
        let texts = Self.skipped.map { Self.text($0) }
        for round in 0..<Sample.size(800, full: 100_000) {
            var text = mutator.mutate(mutator.random.pick(texts), others: texts)
            if text.first != UInt8(ascii: "{") { text.insert(UInt8(ascii: "{"), at: 0) }
            if text.dropFirst().first == 0 { continue }  // looks like UTF-16, and chunks cannot be UTF-16
            let cuts = mutator.cuts(of: text.count)
            var verdicts: Set<String> = []
            try atEachLevel { _ in
                verdicts.insert(
                    try atPageEnd(text) { bytes in
                        Self.verdict(Result { () throws(JSONError) in try Kept(json: bytes, options: Self.trusting) })
                    })
                verdicts.insert(Self.verdict(Self.read(text, cuts: cuts)))
            }
            verdicts.insert(Self.verdict(Self.read(text, first: 0, size: 1)))
            #expect(verdicts.count == 1, "round \(round): \(String(decoding: text, as: UTF8.self)) \(verdicts)")
        }
        for text in texts {
            for end in stride(from: 1, to: text.count, by: Sample.size(7, full: 1)) {
                #expect(throws: JSONError.self) {
                    try atPageEnd(Array(text[..<end])) { try Kept(json: $0, options: Self.trusting) }
                }
            }
        }
    }

    private static func read(_ text: [UInt8], cuts: [Int]) -> Result<Kept, JSONError> {
        Result { () throws(JSONError) in
            var reader = try JSONReader<Kept>(options: trusting), start = 0
            for cut in cuts + [text.count] {
                try reader.feed(text[start..<cut])
                start = cut
            }
            return try reader.finish()
        }
    }
}
#endif
