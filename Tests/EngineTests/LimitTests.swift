import TestSupport
import Testing
import Yoke

/// Reads the text at once and byte by byte. Returns the kind of the error, which must be the same.
private func error<Value: JSONReadable>(_ type: Value.Type, _ text: String, _ limits: JSONLimits) -> JSONError.Kind? {
    var options = JSONReadOptions.strict
    options.limits = limits
    let bytes = Array(text.utf8)
    let whole = Intake.reading(type, options).whole(bytes)
    let pieces = Intake.reading(type, options).chunked(bytes.chunks(of: 1))
    #expect(whole == pieces, "\(text)")
    return whole?.kind
}

@Suite struct LimitTests {
    @Test func theDepthLimitHoldsAtBothSides() {
        for (open, close) in [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")] {
            let levels = open.filter { "[{".contains($0) }.count
            for limit in [1, 2, 3, 8, 9] {
                let count = limit / levels
                func text(_ n: Int) -> String { String(repeating: open, count: n) + "1" + String(repeating: close, count: n) }
                #expect(error(JSONValue.self, text(count), JSONLimits(depth: limit)) == nil)
                #expect(error(JSONValue.self, text(count + 1), JSONLimits(depth: limit)) == .depthExceeded)
            }
        }
        #expect(error(JSONValue.self, "1", JSONLimits(depth: 0)) == nil)
        #expect(error(JSONValue.self, "[]", JSONLimits(depth: 0)) == .depthExceeded)
        #expect(error([[Int]].self, "[[]]", JSONLimits(depth: 1)) == .depthExceeded)
        #expect(error([String: [Int]].self, #"{"a":[1]}"#, JSONLimits(depth: 2)) == nil)
    }

    @Test(arguments: [0, 1, 5, 16, 300]) func stringBytes(limit: Int) {
        for character in ["x", "\\u0078", "\\n"] {
            let fits = String(repeating: character, count: limit)
            let limits = JSONLimits(stringBytes: limit)
            #expect(error(String.self, "\"\(fits)\"", limits) == nil, "\(limit) of \(character)")
            #expect(error(String.self, "\"\(fits)\(character)\"", limits) == .limitExceeded)
            #expect(error(JSONValue.self, "{\"\(fits)\":1}", limits) == nil)
            #expect(error(JSONValue.self, "{\"\(fits)\(character)\":1}", limits) == .limitExceeded)
            #expect(error([Int: Never].Unread.self, "{\"\(fits)\(character)\":1}", limits) == .limitExceeded)
        }
    }

    @Test(arguments: [1, 5, 16, 300]) func numberDigits(limit: Int) {
        let limits = JSONLimits(numberDigits: limit)
        let fits = "1" + String(repeating: "0", count: limit - 1)
        for text in [fits, "[\(fits)]", "[\(fits),0]"] { #expect(error(JSONValue.self, text, limits) == nil) }
        for text in [fits + "0", "[\(fits)0]", "[0,\(fits)0]"] { #expect(error(JSONValue.self, text, limits) == .limitExceeded, "\(text)") }
        if limit > 4 { #expect(error(Double.self, "-1.5" + String(repeating: "0", count: limit - 4), limits) == nil) }
        #expect(error(Double.self, "-1.5" + String(repeating: "0", count: limit), limits) == .limitExceeded)
    }

    @Test(arguments: [0, 1, 2, 40]) func theMemberLimitHoldsAtBothSides(limit: Int) {
        let limits = JSONLimits(members: limit)
        func array(_ n: Int) -> String { "[" + (0..<n).map(String.init).joined(separator: ",") + "]" }
        func object(_ n: Int) -> String { "{" + (0..<n).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}" }
        func check<Value: JSONReadable>(_ type: Value.Type, _ text: (Int) -> String) {
            #expect(error(type, text(limit), limits) == nil, "\(type)")
            #expect(error(type, text(limit + 1), limits) == .limitExceeded, "\(type)")
        }
        check([Int].self, array)
        check([Double].self, array)
        check(Set<Int>.self, array)
        check(JSONValue.self, array)
        check([String: Int].self, object)
        check(JSONValue.self, object)
        check([Int: Never].Unread.self, object)
    }

    /// Elements and members that the options drop, such as invalid elements in salvage mode, still count for the limit.
    @Test(arguments: [1, 2, 40]) func membersThatAreLeftOut(limit: Int) {
        func check<Value: JSONReadable>(_ type: Value.Type, _ mode: JSONReadOptions, _ text: (Int) -> String) {
            for engine in JSONEngine.each {
                for (count, kind) in [(limit, nil), (limit + 1, .limitExceeded)] as [(Int, JSONError.Kind?)] {
                    var options = mode
                    options.limits.members = limit
                    options.engine = engine
                    let bytes = Array(text(count).utf8)
                    let whole = Intake.reading(type, options).whole(bytes),
                        pieces = Intake.reading(type, options).chunked(bytes.chunks(of: 1))
                    #expect(whole == pieces && whole?.kind == kind, "\(type) \(engine) \(text(count)): \(whole.words)")
                }
            }
        }
        func array(_ n: Int, _ element: (Int) -> String) -> String { "[" + (0..<n).map(element).joined(separator: ",") + "]" }
        func object(_ n: Int, _ member: (Int) -> String) -> String { "{" + (0..<n).map(member).joined(separator: ",") + "}" }
        for bad in [#""x""#, "null", "[1,2]", #"{"x":{}}"#] where limit > 1 {
            for salvage in [JSONReadOptions.salvage, .mjExtension] {
                check([Int].self, salvage) { array($0) { _ in bad } }
                check([Int].self, salvage) { array($0) { $0 % 2 == 0 ? bad : "7" } }
                check([Int].self, salvage) { array($0) { $0 % 2 == 1 ? bad : "7" } }
                check(Set<Int>.self, salvage) { array($0) { $0 % 3 == 1 ? bad : "\($0)" } }
                check([String: Int].self, salvage) { object($0) { "\"k\($0)\":\(bad)" } }
                check([String: Int].self, salvage) { object($0) { "\"k\($0)\":\($0 % 2 == 0 ? bad : "7")" } }
                check([Int: Int].self, salvage) { object($0) { "\"\($0 % 2 == 0 ? "k" : "")\($0)\":7" } }
            }
            for engine in JSONEngine.each {
                var options = JSONReadOptions.strict
                options.collectsErrors = true
                options.limits.members = limit
                options.engine = engine
                let error = #expect(throws: JSONError.self) {
                    try [Int](json: array(limit + 1) { $0 % 2 == 0 ? bad : "7" }, options: options)
                }
                #expect(error?.all.last?.kind == .limitExceeded, "\(engine) \(bad)")
            }
        }
        var first = JSONReadOptions.strict
        first.duplicateKeys = .first
        check([String: Int].self, first) { object($0) { _ in "\"k\":7" } }
    }

    @Test func totalBytes() {
        let text = #"{"a":[1,2,"xyz"]}"#
        for extra in ["", " ", "\n\n"] {
            let whole = text + extra
            #expect(error(JSONValue.self, whole, JSONLimits(totalBytes: whole.utf8.count)) == nil)
            for less in 0..<whole.utf8.count { #expect(error(JSONValue.self, whole, JSONLimits(totalBytes: less)) == .limitExceeded) }
        }
    }

    @Test func depthBombsEndEarly() {
        let bomb = [UInt8](repeating: UInt8(ascii: "["), count: 10_000_000)
        for chunks in [[bomb[...]], bomb.chunks(of: 1 << 20)] {
            let failure = Intake.reading(JSONValue.self).chunked(chunks)
            #expect(
                failure
                    == Failure(kind: .depthExceeded, path: "$" + String(repeating: "[0]", count: 512), offset: 512, line: 1, column: 513))
            #expect(Intake.validating().chunked(chunks)?.offset == 512)
        }
        let objects = Array(String(repeating: "{\"a\":", count: 1_000_000).utf8)
        #expect(Intake.reading(JSONValue.self).whole(objects)?.offset == 512 * 5)
        #expect(Intake.reading([Int: Never].Unread.self).whole(objects)?.kind == .depthExceeded)
    }

    @Test func deepTextsWithARaisedLimit() {
        let good = onStack(ofBytes: 256 << 10) { () -> Bool in
            var options = JSONReadOptions.strict
            options.limits.depth = 1_000_000
            let text = [UInt8](repeating: 0x5B, count: 300_000) + [UInt8](repeating: 0x5D, count: 300_000)
            return Intake.reading(JSONValue.self, options).whole(text) == nil
                && Intake.reading([Int: Never].Unread.self, options).chunked([Array("{\"u\":".utf8)[...], text[...], [0x7D]]) == nil
        }
        #expect(good)
    }
}

extension [Int: Never] {
    /// A model without properties, so all members are skipped.
    struct Unread: JSONConvertible { static var jsonMapping: JSONMapping { JSONMapping(Self.self) { _ in } } }
}

@Suite struct MarkTests {
    @Test(arguments: ["[1]", "\"x\"", "7", "{\"a\":[]}"]) func aMarkAtTheStartIsSkipped(text: String) {
        let bytes = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
        for chunks in [[bytes[...]], bytes.chunks(of: 1), bytes.chunks(of: 2)] + bytes.indices.map({ bytes.split(at: $0) }) {
            #expect(Intake.reading(JSONValue.self).chunked(chunks) == nil)
        }
    }

    @Test(
        arguments: [
            ([0xEF], JSONError.Kind.unexpectedEnd, 1), ([0xEF, 0xBB], .unexpectedEnd, 2), ([0xEF, 0xBB, 0xBF], .unexpectedEnd, 3),
            ([0xEF, 0x31], .unexpectedCharacter, 0), ([0xEF, 0xBB, 0x31], .unexpectedCharacter, 0),
            ([0xEF, 0xBB, 0xBF, 0x78], .unexpectedCharacter, 3),
            ([0xEF, 0xBB, 0xBE, 0x31], .unexpectedCharacter, 0), ([0x20, 0xEF, 0xBB, 0xBF, 0x31], .unexpectedCharacter, 1),
            ([0x31, 0x20, 0xEF, 0xBB, 0xBF], .trailingContent, 2), ([0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF, 0x31], .unexpectedCharacter, 3),
        ] as [([UInt8], JSONError.Kind, Int)])
    func halfMarksAndMisplacedOnes(bytes: [UInt8], kind: JSONError.Kind, offset: Int) {
        for chunks in [[bytes[...]], bytes.chunks(of: 1), bytes.chunks(of: 2)] + bytes.indices.map({ bytes.split(at: $0) }) {
            let failure = Intake.reading(JSONValue.self).chunked(chunks)
            #expect(failure?.kind == kind && failure?.offset == offset, "\(bytes) in chunks of \(chunks.map(\.count)): \(failure.words)")
        }
        let whole = Intake.reading(JSONValue.self).whole(bytes)
        #expect(whole?.kind == kind && whole?.offset == offset, "\(bytes): \(whole.words)")
    }

    private struct Left: JSONConvertible {
        var x: Int?
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("x", \.x) } }
    }

    private struct Listed: JSONConvertible {
        var list: [Int]?
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("list", \.list) } }
    }

    /// The fast path makes no record (frame) for the second and later objects of an array. Arrays inside these objects must still count for
    /// the depth limit.
    @Test func depthOfArraysInObjects() throws {
        for engine in ["native", "yajl"].compactMap(JSONEngine.init(named:)) {
            for list in ["[]", "[1]"] {
                let text = "[{}, {\"list\":\(list)}]" + String(repeating: " ", count: 70)
                var options = JSONReadOptions.strict
                options.engine = engine
                options.limits.depth = 3
                #expect(try [Listed](json: text, options: options).count == 2)
                options.limits.depth = 2
                let error = #expect(throws: JSONError.self) { try [Listed](json: text, options: options) }
                #expect(error?.kind == .depthExceeded && error?.path == "$[1].list" && error?.offset == 13, "\(engine) \(list)")
            }
        }
    }

    /// The invalid container lies at an allowed depth, so salvage mode could drop it. But its content is too deep, which is an error in
    /// every mode.
    @Test func depthOfWhatIsLeftOut() {
        for engine in ["native", "yajl"].compactMap(JSONEngine.init(named:)) {
            var options = JSONReadOptions.salvage
            options.engine = engine
            options.limits.depth = 2
            for text in [#"[[{"x":[[[[[[[[1]]]]]]]]}]]"#, #"[{"x":[[1]]}]"#, #"[{"y":{"z":[1]}}]"#] {
                let error = #expect(throws: JSONError.self) { try [Left](json: text, options: options) }
                #expect(error?.kind == .depthExceeded, "\(engine) \(text)")
            }
        }
    }
}
