import TestSupport
import Testing
import Yoke

private struct Repeated: JSONConvertible, Equatable {
    var a: Int?
    var list: [Int] = []
    var child: Child?
    var map: [String: Int] = [:]

    struct Child: JSONConvertible, Equatable {
        var x: String?
        var y: String?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("x", \.x)
                $0.add("y", \.y)
            }
        }
    }

    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("a", \.a)
            $0.add("list", \.list, literal: [])
            $0.add("child", \.child)
            $0.add("map", \.map, literal: [:])
        }
    }
}

@Suite struct DuplicateKeyTests {
    private let text = """
        {"a":1,"list":[1,2],"child":{"x":"first, on the heap","y":"first y"},"map":{"k":1,"l":1},
         "a":2,"list":[3],"child":{"x":"second, on the heap"},"map":{"k":2}}
        """

    @Test func theLastWinsAsAWhole() throws {
        let node = try read(Repeated.self, text)
        #expect(node == Repeated(a: 2, list: [3], child: .init(x: "second, on the heap", y: nil), map: ["k": 2]))
    }

    @Test func theFirstWinsAsAWhole() throws {
        let node = try read(Repeated.self, text, .duplicates(.first))
        #expect(node == Repeated(a: 1, list: [1, 2], child: .init(x: "first, on the heap", y: "first y"), map: ["k": 1, "l": 1]))
    }

    @Test func aSecondKeyIsRefusedAtItsPosition() {
        let error = failure(Repeated.self, text, .duplicates(.reject))
        #expect(error?.kind == .duplicateKey && error?.path == "$.a" && error?.line == 2 && error?.column == 2)
    }

    /// A key counts as present although a rule drops its value. So a second member with this key is a duplicate.
    @Test func aKeyWhoseValueIsLeftOutCounts() throws {
        struct Holder: JSONConvertible, Equatable {
            struct Leaf: JSONConvertible, Equatable {
                var a: Int
                static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a) } }
            }
            var leaf: Leaf?
            var list: [Int]?
            var other = 0
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("leaf", \.leaf, rules: [.invalidIsMissing])
                    $0.add("list", \.list, rules: [.invalidIsMissing])
                    $0.add("other", \.other, literal: 0)
                }
            }
        }
        for engine in JSONEngine.each {
            for mode in [JSONReadMode.strict, .salvage] {
                var options = JSONReadOptions.strict
                (options.engine, options.mode) = (engine, mode)
                for (text, path) in [
                    (#"{"leaf":{},"leaf":{"a":2},"other":1}"#, "$.leaf"), (#"{"leaf":{"a":"x"},"other":1,"leaf":{"a":2}}"#, "$.leaf"),
                    (#"{"leaf":1,"leaf":{"a":2},"other":1}"#, "$.leaf"), (#"{"other":1,"list":{},"list":[1]}"#, "$.list"),
                    (#"{"list":[[1]],"other":1,"list":[1]}"#, "$.list"),
                ] {
                    options.duplicateKeys = .first
                    let list: [Int]? = mode == .salvage && text.contains("[[1]]") ? [] : nil  // `.salvage` drops only the element
                    #expect(try Holder(json: text, options: options) == Holder(list: list, other: 1), "\(engine) \(text)")
                    options.duplicateKeys = .reject
                    let error = #expect(throws: JSONError.self) { try Holder(json: text, options: options) }
                    #expect(error?.kind == .duplicateKey && error?.path == path, "\(engine) \(text)")
                }
            }
        }
    }

    /// Rules for invalid values do not change which repeated keys are refused. Reading a `JSONValue`, which accepts every value, gives the
    /// expected error.
    @Test func refusedAlsoInWhatIsLeftOut() throws {
        struct Node: JSONConvertible {
            var a: Int
            var b: JSONBox<Node>?
            var c: [Node] = []
            var d: [String: Node] = [:]
            var e: [String: Int] = [:]
            static var jsonMapping: JSONMapping {
                JSONMapping(Node.self) {
                    $0.add("a", \.a)
                    $0.add("b", \.b)
                    $0.add("c", \.c, literal: [])
                    $0.add("d", \.d, literal: [:])
                    $0.add("e", \.e, literal: [:])
                }
            }
        }
        var random = SeededGenerator(seed: 23)
        func object(_ keys: [String], _ depth: Int) -> String {
            let members = (0..<Int.random(in: 0...4, using: &random)).map { _ in "\"\(random.pick(keys))\":\(value(depth + 1))" }
            return "{\(members.joined(separator: ","))}"
        }
        func value(_ depth: Int) -> String {
            switch Int.random(in: 0..<(depth > 4 ? 3 : 9), using: &random) {
            case 0: return "1"
            case 1: return "\"x\""
            case 2: return "null"
            case 3, 4: return "[\((0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth + 1) }.joined(separator: ","))]"
            default: return object(["a", "b", "c", "d", "e", "f", "\\u0061"], depth)
            }
        }
        var refused = 0
        for _ in 0..<6000 {
            let text = "[\(object(["a", "b", "c", "d", "e"], 0))]"
            var options = JSONReadOptions.salvage
            options.duplicateKeys = .reject
            var expected: JSONError?
            do throws(JSONError) { _ = try JSONValue(json: text, options: options) } catch { expected = error }
            refused += expected == nil ? 0 : 1
            for engine in JSONEngine.each {
                options.engine = engine
                do throws(JSONError) {
                    _ = try [Node](json: text, options: options)
                    #expect(expected == nil, "\(engine) \(text)")
                } catch {
                    #expect(error.kind == .duplicateKey && error.offset == expected?.offset, "\(engine) \(text) \(error)")
                }
            }
        }
        #expect(refused > 1000 && refused < 5500, "\(refused)")
    }

    /// The reader notices a repeated key by a lookup. For the keys of a model it can also use a bit for each field, which is set when the
    /// field's key is found. Both ways must refuse the same keys.
    @Test func refusedHoweverTheValuesAre() throws {
        struct Row: JSONConvertible, Equatable {
            var id = 1
            var name: String?
            var count = 5
            var level: Double?
            var child: Repeated.Child?
            var map: [String: Int]?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("id", \.id)
                    $0.add("name", \.name)
                    $0.add("count", \.count, literal: 5)
                    $0.add("level", \.level)
                    $0.add("child", \.child)
                    $0.add("map", \.map)
                }
            }
        }
        let values = [
            "id": ["1"], "name": ["null", #""a""#, #""\u0061""#], "count": ["null", "7", "7.0"],
            "level": ["null", "1e2", "12345678901234567890123456789012345"],
            "child": ["null", #"{"x":"y"}"#, #"{"u":{"v":1},"x":null}"#], "map": ["null", "{}", #"{"k":1}"#], "zz": ["[{}]", "null"],
            "\\u0069d": ["3"],
        ]
        let keys = ["id", "name", "count", "level", "child", "map", "zz", "\\u0069d"]
        var random = SeededGenerator(seed: 7)
        for mode in [JSONReadMode.strict, .salvage] {
            for _ in 0..<4000 {
                var order = keys.filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
                if order.count > 1, Bool.random(using: &random) { order.append(order[Int.random(in: 0..<order.count, using: &random)]) }
                let members = order.map { "\"\($0)\":\(random.pick(values[$0] ?? []))" }
                let text = "[{\(members.joined(separator: ","))},{\"id\":2}]"
                let ids = order.filter { $0 == "id" || $0 == "\\u0069d" }.count
                let isRepeated = ids > 1 || Set(order).count < order.count
                var options = JSONReadOptions(mode: mode)
                options.duplicateKeys = .reject
                var errors: [String] = []
                for engine in JSONEngine.each {
                    options.engine = engine
                    do throws(JSONError) {
                        _ = try [Row](json: text, options: options)
                        errors.append("-")
                    } catch {
                        errors.append("\(error.kind) \(error.path) \(error.offset ?? -1)")
                        if isRepeated, error.kind != .duplicateKey { #expect(ids == 0 && error.kind == .missingKeys, "\(text): \(error)") }
                    }
                }
                #expect(Set(errors).count == 1, "\(text): \(errors)")
                if isRepeated { #expect(errors[0].hasPrefix("duplicateKey"), "\(text): \(errors)") }
            }
        }
    }

    @Test(arguments: [
        (#"{"a":1,"\u0061":2}"#, "$.a", 7), (#"{"map":{"k":1,"\u006b":2}}"#, "$.map.k", 14),
        (#"{"u":{"z":1,"z":2}}"#, "$.u.z", 12), (#"{"u":[{},{"z":[{"p":1,"p":1}]}]}"#, "$.u[1].z[0].p", 22),
        (#"{"u":1,"u":2}"#, "$.u", 7), (#"{"child":{"x":"","y":"","x":""}}"#, "$.child.x", 24),
        (#"{"":1,"":2}"#, "$['']", 6), (#"{"list":[],"map":{"":1,"":2}}"#, "$.map['']", 23),
    ])
    func refusedAtEveryNesting(text: String, path: String, offset: Int) throws {
        let error = failure(Repeated.self, text, .duplicates(.reject))
        #expect(error?.kind == .duplicateKey && error?.path == path && error?.offset == offset)
        _ = try read(Repeated.self, text)
        _ = try read(Repeated.self, text, .duplicates(.first))
    }

    @Test func theSameKeyInOtherObjectsIsFine() throws {
        let text = #"{"a":1,"child":{"x":"a"},"u":{"a":1,"u":{"a":[{"a":1},{"a":2}]}},"map":{"a":1,"x":2}}"#
        #expect(try read(Repeated.self, text, .duplicates(.reject)).map == ["a": 1, "x": 2])
        #expect(try read([Repeated].self, "[\(text),\(text)]", .duplicates(.reject)).count == 2)
    }

    @Test func nullAndInvalidValuesAmongThem() throws {
        #expect(try read(Repeated.self, #"{"a":1,"a":null}"#).a == nil)
        #expect(try read(Repeated.self, #"{"a":null,"a":1}"#).a == 1)
        #expect(try read(Repeated.self, #"{"a":null,"a":1}"#, .duplicates(.first)).a == nil)
        #expect(try read(Repeated.self, #"{"list":[1],"list":null}"#).list == [])
        expect(.typeMismatch, "$.a", reading: Repeated.self, #"{"a":"x","a":1}"#)
        // A value that no property wants is not bound, but its syntax is checked.
        #expect(try read(Repeated.self, #"{"a":1,"a":"x"}"#, .duplicates(.first)).a == 1)
        expect(.unexpectedCharacter, "$.a[0]", reading: Repeated.self, #"{"u":0,"a":1,"a":[tru]}"#, .duplicates(.first))
        expect(.unexpectedCharacter, "$.child.q.z", reading: Repeated.self, #"{"child":{"q":{"y":1,"z":x}}}"#, .duplicates(.first))
    }

    @Test func thePolicyHoldsInDictionaries() throws {
        let text = #"{"k":["a"],"l":["b"],"k":["c"],"\u006b":["d"]}"#
        #expect(try read([String: [String]].self, text) == ["k": ["d"], "l": ["b"]])
        #expect(try read([String: [String]].self, text, .duplicates(.first)) == ["k": ["a"], "l": ["b"]])
        expect(.duplicateKey, "$.k", reading: [String: [String]].self, text, .duplicates(.reject))
    }

    /// Swift treats the two keys of the text as equal, although their bytes differ. A dictionary can hold only one of them.
    @Test func canonicallyEquivalentKeysOfDictionaries() throws {
        let text = "{\"\u{E9}\":1,\"e\u{301}\":2}"
        #expect(try read([String: Int].self, text) == ["é": 2])
        #expect(try read([String: Int].self, text, .duplicates(.first)) == ["é": 1])
        expect(.duplicateKey, reading: [String: Int].self, text, .duplicates(.reject))
        expect(.duplicateKey, "$.map", reading: Repeated.self, "{\"map\":\(text)}", .duplicates(.reject))
        // In a skipped object, Yoke compares keys by their bytes. So two keys with different bytes are not duplicates, even if Swift treats
        // them as equal.
        #expect(try read(Repeated.self, "{\"u\":\(text)}", .duplicates(.reject)) == Repeated())
    }

    /// With the policy `.first` for duplicate keys, the value of a repeated key is not bound, and only its syntax is checked. This holds
    /// even if the two keys differ in their bytes and are equal only as Strings.
    @Test(arguments: [
        ("\u{E9}", "e\u{301}"), ("e\u{301}", "\u{E9}"), ("K", "\u{212A}"), ("\u{212A}", "K"), ("K\u{301}", "\u{212A}\u{301}"),
        (";", "\u{37E}"), ("`", "\u{1FEF}"), ("\u{E9}", "\\u00e9"), ("e", "\\u0065"),
    ])
    func ofKeysThatAreEqualForSwiftTheFirstIsBound(first: String, second: String) throws {
        let text = "{\"\(first)\":1,\"other\":2,\"\(second)\":[\"does not fit\"]}"
        #expect(try read([String: Int].self, text, .duplicates(.first)) == [first: 1, "other": 2])
        #expect(try read([[String: Int]].self, "[\(text),\(text)]", .duplicates(.first)).map(\.count) == [2, 2])
        #expect(try read([String: [String: Int]].self, "{\"\(first)\":\(text)}", .duplicates(.first))[first]?[first] == 1)
        #expect(try read(Repeated.self, "{\"map\":\(text)}", .duplicates(.first)).map[first] == 1)
        expect(.typeMismatch, reading: [String: Int].self, text)
        expect(.unexpectedCharacter, reading: [String: Int].self, text.replacing("[", with: "[x"), .duplicates(.first))
        // The value of the first key counts even if `.salvage` drops it: the second value does not replace it.
        var options = JSONReadOptions.salvage
        options.duplicateKeys = .first
        #expect(try read([String: Int].self, "{\"\(first)\":[],\"\(second)\":7}", options) == [:])
        options.duplicateKeys = .reject
        expect(.duplicateKey, reading: [String: Int].self, "{\"\(first)\":1,\"\(second)\":2}", options)
        for engine in JSONEngine.each {
            options = .duplicates(.first)
            options.engine = engine
            var merged = Repeated(map: ["kept": 0])
            try merged.update(json: "{\"map\":{\"\(first)\":1,\"\(second)\":\"x\"}}", policy: .mergePatch, options: options)
            #expect(merged.map == ["kept": 0, first: 1])
        }
    }

    @Test func manyCopies() throws {
        let copies = (0..<1000).map { "\"a\":\($0)" }.joined(separator: ",")
        #expect(try Repeated(json: "{\(copies)}").a == 999)
        #expect(try Repeated(json: "{\(copies)}", options: .duplicates(.first)).a == 0)
        let many = "{\"u\":{" + (0..<20_000).map { "\"key\($0)\":0" }.joined(separator: ",") + "}}"
        #expect(try Repeated(json: many, options: .duplicates(.reject)) == Repeated())
        #expect(throws: JSONError.self) { try Repeated(json: many.dropLast(2) + ",\"key0\":1}}", options: .duplicates(.reject)) }
    }

    @Test func atPaths() throws {
        let text = #"{"v":{"a":1},"v":{"a":2}}"#
        #expect(try Repeated(json: text, at: "$.v").a == 2)
        #expect(try Repeated(json: text, at: "$.v", options: .duplicates(.first)).a == 1)
        #expect(throws: JSONError.self) { try Repeated(json: text, at: "$.v", options: .duplicates(.reject)) }
        // By default, the last value of a repeated key replaces the first one completely: members of the first value are lost.
        let lost = #"{"o":{"v":{"a":1}},"o":{"w":0}}"#
        #expect(throws: JSONError.self) { try Repeated(json: lost, at: "$.o.v") }
        #expect(try Repeated(json: lost, at: "$.o.v", options: .duplicates(.first)).a == 1)
        let array = #"{"o":[{"a":1},{"a":2}],"o":[{"a":3}]}"#
        #expect(throws: JSONError.self) { try Repeated(json: array, at: "$.o[1]") }
        #expect(try Repeated(json: array, at: "$.o[0]").a == 3)
    }
}
