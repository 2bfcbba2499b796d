import CYoke
import TestSupport
import Testing

@testable import Yoke

/// The work of an engine must not grow faster than the text. The tests count steps and do not measure time.
@Suite struct CountedWorkTests {
    private struct Item: JSONReadable {
        var id: Int
        var name: String
        var tags: [Int]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.add("name", \.name)
                $0.add("tags", \.tags, literal: [])
            }
        }
    }

    /// A model with a hook, so that the text of its object is kept as raw text. The items are read from this raw text when the object ends.
    private struct Page: JSONReadable {
        var items: [Item]
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("items", \.items) }.beforeReading { _ in } }
    }

    private enum Way: CaseIterable {
        case whole, chunks, bytes
        func chunks(of text: [UInt8]) -> [ArraySlice<UInt8>] {
            switch self {
            case .whole: [text[...]]
            case .chunks: text.chunks(of: 5000)
            case .bytes: text.chunks(of: 1)
            }
        }
    }

    /// Returns the number of items in a small text, and in a text that is four times as long. Texts that are fed byte by byte have fewer
    /// items, because they take long in a debug build.
    private func sizes(_ way: Way) -> (small: Int, large: Int) { way == .bytes ? (100, 400) : (150, 600) }

    /// Reads a text. Returns how many bytes were counted to find the positions of report entries or errors, and the number of these entries
    /// or errors.
    private func counted<Value: JSONReadable>(
        _ type: Value.Type, _ text: [UInt8], _ options: JSONReadOptions, _ way: Way
    ) throws -> (bytes: Int, reported: Int) {
        let binder = Binder(options: options)
        if !options.collectsErrors { binder.begin(JSONReport()) }
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        defer { memory.deallocate() }
        let plan = try binder.plan(of: Value.self)
        try binder.start(plan.root, memory)
        var reported = 0
        do {
            for chunk in way.chunks(of: text) {
                try chunk.withUnsafeBufferPointer { try binder.feed($0, isWhole: way == .whole) }
            }
            try text.withUnsafeBufferPointer { try binder.finish(way == .whole ? $0 : UnsafeBufferPointer(rebasing: $0[..<0])) }
            binder.cBinder.pointee.root_full = false
            memory.deinitialize(count: 1)
            reported = binder.report?.total ?? 0
        } catch let error as JSONError { reported = error.all.count }
        return (binder.positions.counted, reported)
    }

    /// Returns a text of n items on several lines. Each item has errors. The last error of an item is about missing keys: it is found at
    /// the item's end, but its position is the item's start.
    private func items(_ n: Int) -> [UInt8] {
        Array(("[" + (0..<n).map { #"{"id":"x","tags":["é","b",{}]}"# + ($0 % 7 == 0 ? "\n" : "") }.joined(separator: ",") + "]").utf8)
    }

    @Test func placesOfErrorsAreCountedOnce() throws {
        for engine in JSONEngine.each {
            for way in Way.allCases {
                var options = JSONReadOptions.strict
                options.collectsErrors = true
                options.engine = engine
                for (name, read) in [
                    ("items", { (n: Int) throws in try self.counted([Item].self, self.items(n), options, way) }),
                    (
                        "page",
                        { n in try self.counted(Page.self, Array(#"{"items":"#.utf8) + self.items(n) + Array("}".utf8), options, way) }
                    ),
                ] {
                    let (small, large) = (try read(sizes(way).small), try read(sizes(way).large))
                    #expect(small.reported >= sizes(way).small && large.reported == 4 * small.reported, "\(engine) \(way) \(name)")
                    #expect(large.bytes <= 5 * max(small.bytes, 40_000), "\(engine) \(way) \(name): \(small) \(large)")
                }
            }
        }
    }

    @Test func placesOfCapturedTextWithCommentsAreCountedOnce() throws {
        for engine in JSONEngine.each {
            for way in Way.allCases {
                var options = JSONReadOptions.strict
                options.collectsErrors = true
                options.allowsComments = true
                options.engine = engine
                func read(_ n: Int) throws -> (bytes: Int, reported: Int) {
                    try counted(Page.self, Array(#"{"items":/* é */"#.utf8) + items(n) + Array("}".utf8), options, way)
                }
                let (small, large) = (try read(sizes(way).small), try read(sizes(way).large))
                #expect(
                    large.reported == 4 * small.reported && large.bytes <= 5 * max(small.bytes, 40_000),
                    "\(engine) \(way): \(small) \(large)")
            }
        }
    }

    @Test func reportsCountThePlacesOnce() throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.salvage
            options.engine = engine
            func read<Value: JSONReadable>(_ type: Value.Type, _ n: Int, _ element: (Int) -> String, _ brackets: String) throws -> Int {
                let text = "\(brackets.first!)" + (0..<n).map(element).joined(separator: ",\n") + "\(brackets.last!)"
                let (bytes, reported) = try counted(type, Array(text.utf8), options, .whole)
                #expect(reported == n - (brackets == "{}" ? 1 : 0), "\(type)")
                return bytes
            }
            for read in [
                { n in try read([Int].self, n, { _ in #""word""# }, "[]") },
                { n in try read([Int].self, n, { _ in #""12""# }, "[]") },
                { n in try read([Item].self, n, { #"{"id":1,"name":"","tags":[],"q\#($0)":0}"# }, "[]") },
                { n in try read([String: Int].self, n, { _ in #""key":1"# }, "{}") },
            ] as [(Int) throws -> Int] {
                let (small, large) = (try read(2000), try read(8000))
                #expect(large <= 5 * max(small, 2000 * 8), "\(engine): \(small) \(large)")
            }
        }
    }

    /// A report lists 100 entries, and only counts further entries. So no positions are computed for further entries.
    @Test func afterTheListedEntriesReportsOnlyCount() throws {
        for engine in JSONEngine.each {
            for way in [Way.whole, .chunks] {
                var options = JSONReadOptions.salvage
                options.engine = engine
                func read<Value: JSONReadable>(_ type: Value.Type, _ n: Int, _ element: String) throws -> Int {
                    let text = "[" + Array(repeating: element, count: n).joined(separator: ",\n") + "]"
                    let (bytes, reported) = try counted(type, Array(text.utf8), options, way)
                    #expect(reported == n, "\(type) \(way)")
                    return bytes
                }
                for read in [
                    { n in try read([Int].self, n, #""word""#) }, { n in try read([Int].self, n, #""12""#) },
                    { n in try read([Item].self, n, #"{"id":1,"name":"","tags":[],"other":0}"#) },
                    { n in try read([Item].self, n, #"{"id":1,"name":2}"#) },
                ] as [(Int) throws -> Int] {
                    #expect(try read(4000) == read(1000), "\(engine) \(way)")
                }
            }
        }
    }

    /// The text does not name the case of the enum, so each case that is tried reads the text again.
    private enum Untagged: JSONReadable {
        case number(Int), item(Item)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, untagged: true) {
                $0.add("number", Int.self, make: { .number($0) }, match: { if case .number(let value) = copy $0 { value } else { nil } })
                $0.add("item", Item.self, make: { .item($0) }, match: { if case .item(let value) = copy $0 { value } else { nil } })
            }
        }
    }

    private struct Open: JSONConvertible {
        var id: Int
        var rest = JSONObject()
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id); $0.extras("rest", \.rest)
            }
        }
    }

    /// Returns the number of bytes that are read again from raw text.
    private func reparsed<Value: JSONReadable>(_ type: Value.Type, _ text: [UInt8], _ options: JSONReadOptions, _ way: Way) throws -> Int {
        let binder = Binder(options: options)
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        defer { memory.deallocate() }
        try binder.start(try binder.plan(of: Value.self).root, memory)
        for chunk in way.chunks(of: text) { try chunk.withUnsafeBufferPointer { try binder.feed($0, isWhole: way == .whole) } }
        try text.withUnsafeBufferPointer { try binder.finish(way == .whole ? $0 : UnsafeBufferPointer(rebasing: $0[..<0])) }
        binder.cBinder.pointee.root_full = false
        memory.deinitialize(count: 1)
        return Int(binder.cBinder.pointee.reparsed_bytes)
    }

    @Test func textIsReadAgainOnceForEachUntaggedCase() throws {
        for engine in JSONEngine.each {
            for way in Way.allCases {
                var options = JSONReadOptions.strict
                options.engine = engine
                let element = #"{"id":1,"name":"é","tags":[1,2]}"#, size = element.utf8.count
                func read(_ n: Int) throws -> Int {
                    try reparsed(
                        [Untagged].self, Array(("[" + Array(repeating: element, count: n).joined(separator: ", ") + "]").utf8), options, way
                    )
                }
                let (small, large) = (try read(sizes(way).small), try read(sizes(way).large))
                #expect(small <= 2 * size * sizes(way).small && large == 4 * small, "\(engine) \(way): \(small) \(large)")
                // Extras (unknown members) are made while the text is read, so no text is read again.
                let members = "{\"id\":1" + (0..<sizes(way).large).map { ",\"m\($0)\":[1]" }.joined() + "}"
                #expect(try reparsed(Open.self, Array(members.utf8), options, way) == 0)
            }
        }
    }

    private struct Team: JSONConvertible {
        var members: [String: JSONValue] = [:]
        var rest = JSONObject()
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("members", \.members); $0.extras("rest", \.rest)
            }
        }
    }

    @Test func updatesReadTheirTextAtMostTwice() throws {
        for engine in JSONEngine.each {
            for policy in [JSONUpdatePolicy.standard, .mergePatch] {
                var options = JSONReadOptions.strict
                options.engine = engine
                func update(_ n: Int) throws -> (read: Int, size: Int) {
                    let members = (0..<n).map { #""m\#($0)":{"id":[\#($0),"é"],"more":{}}"# }.joined(separator: ",")
                    let patch = Array("{\"members\":{\(members)},\(members)}".utf8)
                    let binder = Binder(options: options), plan = try binder.plan(of: Team.self)
                    let old = try Team(json: #"{"members":{"m1":{"old":1}},"m2":{"old":2}}"#)
                    let memory = UnsafeMutablePointer<Team>.allocate(capacity: 1)
                    defer { memory.deallocate() }
                    try withUnsafePointer(to: old) { old in
                        try patch.withUnsafeBufferPointer {
                            try binder.update(plan.root, memory, from: old, $0, policy.flags, isMade: false, .patching(options))
                        }
                    }
                    let new = memory.move()
                    #expect(new.members.count == n && new.rest.count == n && old.members.count == 1)
                    #expect((new.members["m1"]?["old"] == 1) == (policy == .mergePatch))
                    return (Int(binder.cBinder.pointee.reparsed_bytes), patch.count)
                }
                let (small, large) = (try update(300), try update(1200))
                #expect(large.read <= 2 * large.size && large.read <= 5 * max(small.read, 1000), "\(engine) \(policy): \(small) \(large)")
            }
        }
    }

    @Test func placesOfErrorsBesideExtrasAreCountedOnce() throws {
        for engine in JSONEngine.each {
            for way in [Way.whole, .chunks] {
                var options = JSONReadOptions.strict
                options.collectsErrors = true
                options.engine = engine
                func read(_ n: Int) throws -> (bytes: Int, reported: Int) {
                    let items = (0..<n).map { "{\"m\($0)\":[\"é\",{}],\n\"id\":\"x\"}" }
                    return try counted([Open].self, Array("[\(items.joined(separator: ","))]".utf8), options, way)
                }
                let (small, large) = (try read(300), try read(1200))
                #expect(small.reported == 300 && large.reported == 1200)
                #expect(large.bytes <= 5 * max(small.bytes, 40_000), "\(engine) \(way): \(small) \(large)")
            }
        }
    }

    // MARK: - Long tokens in chunks

    @Test func theNativeEngineDoesNotReadALongNumberAgain() throws {
        var options = JSONReadOptions.strict
        options.engine = .native
        let binder = Binder(options: options)
        let engine = try #require(binder.engine as? NativeEngine).cEngine
        let memory = UnsafeMutablePointer<[Double]>.allocate(capacity: 1)
        defer { memory.deallocate() }
        for (start, rest) in [("-1", "2"), ("0.", "3"), ("12e+", "0"), ("1.5e-", "0")] {
            try binder.start(try binder.plan(of: [Double].self).root, memory)
            func feed(_ text: String) throws {
                for byte in text.utf8 { try withUnsafeBytes(of: byte) { try binder.feed($0.bindMemory(to: UInt8.self)) } }
            }
            let known = start + String(repeating: rest, count: 200)
            try feed("[" + known)
            let place = engine.pointee.kept.bytes + engine.pointee.kept_from + 20, byte = place.pointee
            // Puts an `x` in place of a byte that the engine has already checked. If the engine read this byte again, the `x` would be an
            // error.
            place.pointee = UInt8(ascii: "x")
            try feed(String(repeating: rest, count: 30) + "1")
            #expect(engine.pointee.kept.count - engine.pointee.kept_from == known.utf8.count + 31)
            engine.pointee.kept.bytes[engine.pointee.kept_from + 20] = byte
            try feed("]")
            try binder.finish()
            binder.cBinder.pointee.root_full = false
            #expect(memory.move() == [Double(known + String(repeating: rest, count: 30) + "1")!])
        }
    }

    #if (Yajl && os(Linux)) || (YajlOnApple && os(macOS))
    @Test func yajlReadsALongTokenOnce() throws {
        var options = JSONReadOptions.strict
        options.engine = .yajl
        options.limits.numberDigits = 1 << 20
        func read(_ token: String, of size: Int?) throws -> Int {
            let binder = Binder(options: options)
            let memory = UnsafeMutablePointer<[JSONValue]>.allocate(capacity: 1)
            defer { memory.deallocate() }
            try binder.start(try binder.plan(of: [JSONValue].self).root, memory)
            let text = Array("[\(token),1,\(token)]".utf8)
            for chunk in text.chunks(of: size ?? text.count) {
                try chunk.withUnsafeBufferPointer { try binder.feed($0, isWhole: size == nil) }
            }
            try binder.finish()
            binder.cBinder.pointee.root_full = false
            let value = memory.move(), expected = try JSONValue(json: token, options: .unlimited)
            #expect(value == [expected, 1, expected])
            return try #require(binder.engine as? YajlEngine).bytesRead
        }
        for piece in [#"\n"#, #"\u00e9"#, #"\ud83d\ude00"#, #"\\"#, "a", "é", #"a\"b"#] {
            let string = "\"" + String(repeating: piece, count: 240_000 / piece.utf8.count) + "\""
            #expect(try read(string, of: nil) <= 4 * 2 * string.utf8.count, "\(piece)")
            let short = "\"" + String(repeating: piece, count: 12_000 / piece.utf8.count) + "\""
            for size in [1, 3, 64] { #expect(try read(short, of: size) <= 4 * 2 * short.utf8.count, "\(piece) \(size)") }
        }
        for number in [
            "1" + String(repeating: "0", count: 5000), "-0." + String(repeating: "3", count: 5000),
            "1e" + String(repeating: "0", count: 5000) + "1",
        ] {
            for size in [1, 3, 64] { #expect(try read(number, of: size) <= 4 * 2 * number.utf8.count, "\(number.prefix(5)) \(size)") }
        }
    }
    #endif

    @Test func aFaultInALongTokenIsTheSameInChunks() {
        for text in [
            #"["\u12"#, #"["aaaa\n\u00e9\x"]"#, #"["\n\n\u12g4"]"#, "[\"\\n\\n\u{1}\"]", #"["\n\n"#, #"[1234567x]"#, "[0123]", "[-01]",
            "[1.2.3]",
            "[12\u{C}]", "[1\u{B}]", "123456789", "[123456", "[1e5555.1]", #"["\ud83d\n"]"#, #"["\u00"5"]"#, #"{"a\n\n\n":1,}"#,
            "[12345678\u{1}]", "-0", "0",
        ] {
            for allowsPartial in [false, true] {
                var options = JSONReadOptions.strict
                options.allowsPartialValue = allowsPartial
                let whole = Outcome { () throws(JSONError) in try JSONValue(json: text, options: options) }
                for engine in JSONEngine.each {
                    options.engine = engine
                    for size in [1, 2, 3, 5] {
                        let chunked = Outcome { () throws(JSONError) -> JSONValue in
                            var reader = try JSONReader<JSONValue>(options: options)
                            for chunk in Array(text.utf8).chunks(of: size) { try reader.feed(chunk) }
                            return try reader.finish()
                        }
                        #expect(chunked.failure == whole.failure, "\(engine) \(text) \(size)")
                        if whole.failure == nil { #expect("\(chunked)" == "\(whole)") }
                    }
                }
            }
        }
    }
}
