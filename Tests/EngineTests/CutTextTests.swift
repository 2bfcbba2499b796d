import TestSupport
import Testing
import Yoke

/// Reads cut texts with `allowsPartialValue`. Each test explains one rule; `EngineParityTests/CutTextParityTests` compares all readers.
@Suite struct CutTextTests {
    /// Reads the text with each engine, at once and byte by byte. Returns all values.
    private func read<Value: JSONReadable>(
        _ type: Value.Type, _ text: String, at path: String = "$", _ change: (inout JSONReadOptions) -> Void = { _ in }
    ) throws -> [Value] {
        var options = JSONReadOptions.strict
        options.allowsPartialValue = true
        change(&options)
        var values: [Value] = []
        for engine in JSONEngine.each {
            options.engine = engine
            values.append(try Value(json: text, at: path, options: options))
            var reader = try JSONReader<Value>(at: path, options: options)
            for byte in text.utf8 { try reader.feed([byte]) }
            values.append(try reader.finish())
        }
        return values
    }

    private struct Model: JSONConvertible, Equatable {
        var a: Int?
        var b: [Int]?
        var deep: String?
        var either: String?

        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) { fields in
                fields.add("a", \.a)
                fields.add("b", \.b)
                fields.add("deep", \.deep, key: [.path("x.y")])
                fields.add("either", \.either, key: ["first", "second"])
            }
        }
    }

    @Test(
        "a member without a complete value is missing, and of a repeated key the value before it stays",
        arguments: [
            (#"{"a":1,"#, Model(a: 1)), (#"{"a":"#, Model()), (#"{"a":1"#, Model()), (#"{"a":1,"a""#, Model(a: 1)),
            (#"{"a":1,"a":2"#, Model(a: 1)),
            (#"{"a":1,"a":2 "#, Model(a: 2)), (#"{"a":1,"a":null"#, Model()), (#"{"a":1,"a":nul"#, Model(a: 1)),
            (#"{"b":[1],"b":"#, Model(b: [1])),
            (#"{"b":[1],"b":[2"#, Model(b: [])), (#"{"x":{"y":"z"},"x":"#, Model(deep: "z")), (#"{"x":{"y":"z"},"x":{"#, Model()),
            (#"{"x":{"y":"z","y":"w"#, Model(deep: "z")), (#"{"x":{"y":"z"},"x":null"#, Model()),
            (#"{"second":"s","first":"f"#, Model(either: "s")),
            (#"{"first":"f","first":""#, Model(either: "f")), (#"{"first":"f","first":null}"#, Model()),
            (#"{"second":"s","first":null"#, Model(either: "s")),
        ])
    private func aCutObjectKeepsItsCompleteMembers(text: String, expected: Model) throws {
        for value in try read(Model.self, text) { #expect(value == expected) }
        var changed = [expected]
        var reader = try JSONReader<[Model]>(options: .with(partial: true))
        try reader.read(into: &changed, from: "[" + text)
        #expect(changed == [expected], "read over a value")
    }

    @Test("values whose own text is kept are closed as others are")
    func keptTexts() throws {
        for (text, expected) in [
            ("[1, [2, {\"k\" : 3 , \"l\" : tr", "[1, [2, {\"k\" : 3}]]"), ("[1,2", "[1]"),
            ("{\"a\\\"b\" : \"c\\\\\" , \"d\\\\\\\"\" ", "{\"a\\\"b\" : \"c\\\\\"}"),
            ("[ ", "[]"), ("{ \"k\"", "{}"), ("[[], {}", "[[], {}]"),
        ] {
            for value in try read(JSONRawText.self, text) { #expect(value.text == expected, "\(text)") }
            for value in try read(JSONLazy<JSONValue>.self, text) {
                #expect(try value.value() == JSONValue(json: expected), "\(text)")
            }
            for value in try read([String: JSONRawText].self, "{\"t\":" + text) { #expect(value["t"]?.text == expected, "\(text)") }
            for value in try read([JSONRawText].self, "[1 ,\(text)") { #expect(value.map(\.text) == ["1", expected], "\(text)") }
        }
    }

    @Test("the last complete value of a repeated key is found at a path")
    func paths() throws {
        for value in try read(Int.self, #"{"a":{"b":1},"a":"#, at: "$.a.b") { #expect(value == 1) }
        for value in try read(Int.self, #"{"a":1,"a":2,"a":3"#, at: "$.a") { #expect(value == 2) }
        for text in [#"{"a":{"b":1},"a":{"#, #"{"a":{"b":1},"a":{"b":2"#] {
            let error = #expect(throws: JSONError.self) { try read(Int.self, text, at: "$.a.b") }
            #expect(error?.kind == .pathNotFound)
        }
    }

    @Test("what a closed container lacks is an error, or recovered, as in an entire text")
    func lacking() throws {
        struct Point: JSONConvertible, Equatable {
            var x = 0, y = 0
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("x", \.x)
                    $0.add("y", \.y)
                }
            }
        }
        let text = #"[{"x":1,"y":2},{"x":3"#
        let error = #expect(throws: JSONError.self) { try read([Point].self, text) }
        #expect(error?.kind == .missingKeys && error?.path == "$[1]" && error?.keys == ["x", "y"] && error?.offset == 15)
        for points in try read([Point].self, text, { $0.mode = .salvage }) { #expect(points == [Point(x: 1, y: 2)]) }
        var point = Point(x: 1, y: 2)
        try point.update(json: #"{"y":5,"x":"#, options: .with(partial: true))
        #expect(point == Point(x: 1, y: 5))
    }

    @Test(
        "a text of which nothing is complete is an error for each reader",
        arguments: ["", " ", "\"abc", "tru", "-", "1e", "[1] tr"])
    func aTextWithoutAValueIsAnError(text: String) throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.with(partial: true)
            options.engine = engine
            func expectEnd(_ read: () throws -> Void) {
                let error = #expect(throws: JSONError.self) { try read() }
                #expect(error?.kind == .unexpectedEnd || text.hasPrefix("[1]"), "\(engine) \(error?.description ?? "")")
            }
            expectEnd { _ = try JSONValue(json: text, options: options) }
            expectEnd { _ = try JSONRawText(json: text, options: options) }
            expectEnd { _ = try JSONValue(json: text, at: "$.a", options: options) }
            expectEnd {
                try text.utf8.withContiguousStorageIfAvailable {
                    var formatter = try JSONFormatter(options: options)
                    try formatter.feed(UnsafeRawBufferPointer($0)) { _ in }
                    try formatter.finish { _ in }
                }
            }
            for counting in [false, true] {
                expectEnd {
                    try text.utf8.withContiguousStorageIfAvailable {
                        var validator = try JSONValidator(counting: counting, options: options)
                        try validator.feed(UnsafeRawBufferPointer($0))
                        try validator.finish()
                    }
                }
            }
            for path in ["$", "$[*]"] {
                expectEnd {
                    var stream = try JSONStream<JSONValue>(chunks: [Array(text.utf8)], at: path, options: options)
                    while try stream.next() != nil {}
                }
            }
        }
    }

    private struct Closed: JSONConvertible, Equatable {
        var a: Int?
        static var jsonMapping: JSONMapping { JSONMapping(Self.self, unknownKeys: .reject) { $0.add("a", \.a) } }
    }

    /// Reads the text with each engine, with and without collected errors, at once and in chunks. Returns the different results; "-" means
    /// success.
    private func failures<Value: JSONReadable>(_ type: Value.Type, _ text: String, _ options: JSONReadOptions) -> Set<String> {
        var options = options, all: Set<String> = []
        options.allowsPartialValue = true
        for engine in JSONEngine.each {
            options.engine = engine
            for collects in [false, true] {
                options.collectsErrors = collects
                for size in [1, 2, text.utf8.count] {
                    do throws(JSONError) {
                        var reader = try JSONReader<Value>(options: options)
                        for chunk in Array(text.utf8).chunks(of: size) { try reader.feed(chunk) }
                        _ = try reader.finish()
                        all.insert("-")
                    } catch { all.insert("\(error.kind) \(error.path) \(error.offset ?? -1)") }
                }
            }
        }
        return all
    }

    @Test func aRefusedKeyIsAnErrorWhereverTheTextIsCutAfterIt() {
        var limited = JSONReadOptions.strict, rejecting = JSONReadOptions.strict
        limited.limits.members = 1
        limited.limits.stringBytes = 4
        rejecting.duplicateKeys = .reject
        for rest in ["", " ", ":", ":7", ":[7", ":\"x", ":7}"] {
            #expect(failures([Int: Int].self, #"{"1":5,"x""# + rest, .strict) == ["refused $.x 7"], "\(rest)")
            #expect(failures(Closed.self, #"{"a":5,"x""# + rest, .strict) == ["unknownKey $.x 7"], "\(rest)")
            #expect(failures(Model.self, #"{"a":5,"a""# + rest, rejecting) == ["duplicateKey $.a 7"], "\(rest)")
            #expect(failures(JSONValue.self, #"{"a":5,"a""# + rest, rejecting) == ["duplicateKey $.a 7"], "\(rest)")
            for type in [JSONValue.self, Model.self, [String: Int].self, JSONRawText.self] as [any JSONReadable.Type] {
                #expect(failures(type, #"{"a":5,"b""# + rest, limited).allSatisfy { $0.hasPrefix("limitExceeded $") }, "\(type) \(rest)")
                #expect(failures(type, #"{"longer""# + rest, limited).allSatisfy { $0.hasPrefix("limitExceeded $") }, "\(type) \(rest)")
            }
        }
        // An unfinished key is left out, but its bytes can already exceed the limit of decoded bytes. Six bytes of text may be one escape,
        // and decode to one byte. So here 40 bytes exceed the limit of 4 decoded bytes, and 6 bytes do not.
        let long = String(repeating: "x", count: 40)
        #expect(failures([Int: Int].self, #"{"1":5,"x"#, .strict) == ["-"])
        #expect(failures(Closed.self, #"{"a":5,"x"#, .strict) == ["-"])
        #expect(failures(Model.self, #"{"a":5,"a"#, rejecting) == ["-"])
        for start in ["{\"", "[\"", "{\"a\":\""] {
            #expect(
                failures(JSONValue.self, start + long, limited) == [
                    "limitExceeded \(start == "{\"a\":\"" ? "$.a" : start == "[\"" ? "$[0]" : "$") \(start.utf8.count - 1)"
                ])
            #expect(failures(JSONValue.self, start + "longer", limited) == ["-"])
        }
        #expect(failures([String: Int].self, #"{"a":5,"b"#, limited) == ["-"])
    }

    @Test("keys without a value are neither written nor counted, wherever a chunk ends")
    func keys() throws {
        for engine in JSONEngine.each {
            for (text, expected) in [("{\"123\":", "{}"), ("{\"a\":[1,{\"b\":2 ,\"longer key\"  :  \"", "{\"a\":[1,{\"b\":2}]}")] {
                for size in 1...text.utf8.count {
                    var options = JSONReadOptions.with(partial: true)
                    options.engine = engine
                    var formatter = try JSONFormatter(style: .compact, options: options)
                    var validator = try JSONValidator(options: options)
                    var out: [UInt8] = []
                    for chunk in Array(text.utf8).chunks(of: size) {
                        try chunk.withUnsafeBytes {
                            try formatter.feed($0) { out += $0 }
                            try validator.feed($0)
                        }
                    }
                    try formatter.finish { out += $0 }
                    try validator.finish()
                    #expect(String(decoding: out, as: UTF8.self) == expected)
                    #expect(validator.statistics.keys == expected.utf8.count { $0 == UInt8(ascii: ":") })
                    #expect(validator.statistics.keyBytes == validator.statistics.keys)
                }
            }
        }
    }
}

extension JSONReadOptions {
    fileprivate static func with(partial: Bool) -> JSONReadOptions {
        var options = JSONReadOptions.strict
        options.allowsPartialValue = partial
        return options
    }
}
