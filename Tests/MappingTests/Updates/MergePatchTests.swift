import Testing
import Yoke

@Suite struct MergePatchTests {
    /// The examples of RFC 7396 appendix A, each as original, patch and result.
    private static let examples = [
        (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
        (#"{"a":"b"}"#, #"{"a":null}"#, "{}"), (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
        (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
        (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#), (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
        (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#), (#"{"a":"foo"}"#, "null", "null"), (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
        (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#), ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
        ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ]

    @Test(arguments: examples) func documentsArePatchedAsTheStandardSays(_ original: String, _ patch: String, _ result: String) throws {
        var document = try JSONValue(json: original)
        document.merge(patch: try JSONValue(json: patch))
        #expect(try document == JSONValue(json: result))
    }

    @Test func oddPatches() throws {
        var document: JSONValue = ["a": 1, "b": ["x": 1, "y": 2]]
        document.merge(patch: try JSONValue(json: #"{"a":null,"a":{"k":1,"k":null,"l":2},"b":{"x":null}}"#))
        #expect(document == ["a": ["l": 2], "b": ["y": 2]])
        let depth = 100_000
        var options = JSONReadOptions.strict
        options.limits.depth = .max
        let deep = try JSONValue(
            json: String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth), options: options)
        document = ["b": 1]
        document.merge(patch: deep)
        let isMerged = document["a"] == deep["a"] && document["b"] == 1  // compared here, because #expect would print both values
        #expect(isMerged)
    }

    struct Inner: JSONConvertible, Equatable {
        var x = 1
        var y: Int?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("x", \.x, literal: 1)
                $0.add("y", \.y)
            }
        }
    }

    struct Model: JSONConvertible, Equatable {
        var id: Int
        var name: String?
        var level = 3
        var inner = Inner()
        var counts: [String: Int] = [:]
        var tags: [String] = []
        var any: JSONValue = .null
        var extras: JSONObject = [:]
        var cache = 0
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self, keys: .snakeCase) {
                $0.add("id", \.id, key: ["id", .path("meta.id")])
                $0.add("name", \.name)
                $0.add("level", \.level, literal: 3)
                $0.add("inner", \.inner, default: Inner())
                $0.add("counts", \.counts, literal: [:])
                $0.add("tags", \.tags, literal: [])
                $0.add("any", \.any, default: .null)
                $0.extras("extras", \.extras)
                $0.ignore(\.cache, initial: 0)
            }
        }
    }

    private struct Open: JSONConvertible, Equatable {
        var id = 0
        var inner: [String: Open] = [:]
        var rest: JSONObject = [:]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id, literal: 0)
                $0.add("inner", \.inner, default: [:])
                $0.extras("rest", \.rest)
            }
        }
    }

    private struct Inside: JSONConvertible, Equatable {
        var id: Int
        var rest: JSONObject = [:]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.extras("rest", \.rest)
            }
        }
    }

    private struct Outer: JSONConvertible, Equatable {
        var inner: Inside?
        var rest: JSONObject = [:]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("inner", \.inner)
                $0.extras("rest", \.rest)
            }
        }
    }

    /// Removes 99,999 members by one patch. If each member were removed separately, the test would take minutes.
    @Test func removesManyExtrasAtOnce() throws {
        let count = 100_000
        var open = Open(rest: JSONObject((0..<count).map { (key: "k\($0)", value: .null) }))
        let patch = "{" + (1..<count).map { #""k\#($0)":null"# }.joined(separator: ",") + "}"
        try open.update(json: patch, policy: .mergePatch)
        #expect(open == Open(rest: ["k0": .null]))
    }

    @Test func extrasOfObjectsInObjects() throws {
        let rest: JSONObject = ["x": 1, "y": ["a": 1, "b": 2], "z": 3]
        var open = Open(inner: ["p": Open(rest: rest), "q": Open(rest: rest)], rest: rest)
        let patch =
            #"{"x":null,"inner":{"p":{"z":null,"w":{"v":null,"u":1}},"q":{"y":{"a":null}},"r":{"x":null}},"y":{"b":null},"z":4,"z":5}"#
        try open.update(json: patch, policy: .mergePatch)
        #expect(open.rest == ["y": ["a": 1], "z": 5])
        #expect(open.inner["p"]?.rest == ["x": 1, "y": ["a": 1, "b": 2], "w": ["u": 1]])
        #expect(open.inner["q"]?.rest == ["x": 1, "y": ["b": 2], "z": 3] && open.inner["r"]?.rest == [:])
        // If salvage mode drops an object in a patch, no member of this object changes anything, not even a member before the error.
        var options = JSONReadOptions.salvage
        try open.update(json: #"{"x":7,"inner":{"p":{"x":null,"id":{},"y":null}},"y":null}"#, policy: .mergePatch, options: options)
        #expect(open.rest == ["z": 5, "x": 7] && open.inner["p"]?.id == 0)
        var outer = Outer(rest: ["q": 0])
        try outer.update(json: #"{"a":1,"inner":{"x":2},"b":3}"#, policy: .mergePatch, options: options)
        #expect(outer == Outer(rest: ["q": 0, "a": 1, "b": 3]))
        outer.inner = Inside(id: 1)
        try outer.update(json: #"{"a":null,"inner":{"x":2,"id":{}},"b":4}"#, policy: .mergePatch, options: options)
        #expect(outer.rest == ["q": 0, "b": 4])
        options = .strict
        options.duplicateKeys = .first
        try open.update(json: #"{"x":8,"x":9,"z":null,"z":1}"#, policy: .mergePatch, options: options)
        #expect(open.rest == ["x": 8])
        try open.update(json: #"{"":1}"#, policy: .mergePatch)
        #expect(open.rest == ["x": 8, "": 1])
        try open.update(json: #"{"":null}"#, policy: .mergePatch)
        #expect(open.rest == ["x": 8])
    }

    private struct Shelf: JSONConvertible, Equatable {
        var any: JSONValue = .null
        var counts: [String: Int] = [:]
        var shapes: [String: PatchedModelTests.Shape] = [:]
        var deep: JSONValue = .null
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("any", \.any, default: .null)
                $0.add("counts", \.counts, literal: [:])
                $0.add("shapes", \.shapes, literal: [:])
                $0.add("deep", \.deep, key: .path("p.deep"), default: .null)
            }
        }
    }

    /// Each repetition of a key changes the old value again. So without a limit, a short patch could cost much more than its length.
    @Test(
        arguments: [
            #""any":{"a":1}"#, #""counts":{"a":1}"#, #""shapes":{"é":{"radius":1}}"#, #""p":{"deep":{"a":1}}"#,
        ])
    func aPatchRepeatsFewKeys(_ member: String) throws {
        let shelf = Shelf(
            any: ["b": 1], counts: ["b": 1], shapes: ["é": .circle(.init(radius: 0)), "f": .circle(.init(radius: 0))], deep: ["b": 1])
        var once = shelf
        try once.update(json: "{\(member)}", policy: .mergePatch)
        #expect(once != shelf)
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            func update(_ shelf: inout Shelf, repetitions: Int) throws {
                let patch = Array(repeating: member, count: 1 + repetitions).joined(separator: ",")
                try shelf.update(json: "{\(patch)}", policy: .mergePatch, options: options)
            }
            var copy = shelf
            try update(&copy, repetitions: 60)
            #expect(copy == once)
            copy = shelf
            let error = #expect(throws: JSONError.self) { try update(&copy, repetitions: 70) }
            #expect(error?.kind == .limitExceeded && copy == shelf)
            options.duplicateKeys = .first
            try update(&copy, repetitions: 1000)
            #expect(copy == once)
        }
    }

    /// The keys of the dictionary's entries are equal as strings, but their bytes differ.
    @Test func equalKeysOfADictionaryAreRepeatedKeys() throws {
        let shelf = Shelf(shapes: ["é": .circle(.init(radius: 0))])
        var copy = shelf
        let patch = (0..<70).map { ($0 % 2 == 0 ? #""\u00e9""# : #""e\u0301""#) + #":{"radius":\#($0)}"# }.joined(separator: ",")
        let error = #expect(throws: JSONError.self) { try copy.update(json: #"{"shapes":{\#(patch)}}"#, policy: .mergePatch) }
        #expect(error?.kind == .limitExceeded && copy == shelf)
    }

    @Test func modelsArePatchedLikeDocuments() throws {
        let model = Model(
            id: 1, name: "n", level: 7, inner: Inner(x: 5, y: 6), counts: ["a": 1, "b": 2], tags: ["t"], any: ["p": 1, "q": 2],
            extras: ["e": ["f": 1, "g": 2], "h": 1], cache: 9)
        func patched(_ patch: String) throws -> (Model, [String]) {
            var copy = model
            let names = try copy.update(json: patch, policy: .mergePatch).names
            return (copy, names)
        }
        var expected = model
        #expect(try patched("{}") == (expected, []))
        expected.name = nil
        expected.level = 3
        expected.counts = ["b": 2, "c": 3]
        expected.any = ["q": 2]
        expected.extras = ["e": ["g": 2], "i": 4]
        #expect(
            try patched(#"{"name":null,"level":null,"counts":{"a":null,"c":3},"any":{"p":null},"e":{"f":null},"h":null,"i":4}"#)
                == (expected, ["name", "level", "counts", "any", "extras"]))
        expected = model
        expected.inner = Inner(x: 1, y: 8)
        expected.tags = ["u", "v"]
        #expect(try patched(#"{"inner":{"x":null,"y":8},"tags":["u","v"]}"#) == (expected, ["inner", "tags"]))
        var copy = model
        for bad in [#"{"name":"x","level":"y"}"#, #"{"id":null}"#, "[]", "5", #"{"name":"x""#] {
            #expect(throws: JSONError.self) { try copy.update(json: bad, policy: .mergePatch) }
            #expect(copy == model)
        }
    }

    /// The last of repeated keys counts. It changes the old value, and not an empty one, also if an earlier value is null.
    @Test func aKeyThatIsRepeatedAfterNull() throws {
        let model = Model(id: 1, inner: Inner(x: 5, y: 6), counts: ["a": 1])
        var expected = model
        expected.inner = Inner(x: 5, y: 7)
        #expect(try updated(model, #"{"inner":null,"inner":{"y":7}}"#, .mergePatch).value == expected)
        #expect(try updated(model, #"{"inner":null,"inner":{"y":7}}"#).value == expected)
        expected = model
        expected.counts = ["a": 1, "b": 2]
        #expect(try updated(model, #"{"counts":null,"counts":{"b":2}}"#, .mergePatch).value == expected)
    }
}

@Suite struct CopyTests {
    class Node: JSONConvertible {
        var name = ""
        var next: Node?
        var counts: [String: Int] = [:]
        class var jsonMapping: JSONMapping {
            JSONMapping(Node.self, via: Storage.self, decode: { $0.into(Node()) }, encode: { Storage($0) })
        }
        struct Storage: JSONConvertible {
            var name: String
            var next: Node?
            var counts: [String: Int] = [:]
            init(_ node: borrowing Node) { (name, next, counts) = (node.name, node.next, node.counts) }
            func into(_ node: Node) -> Node {
                (node.name, node.next, node.counts) = (name, next, counts)
                return node
            }
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("name", \.name)
                    $0.add("next", \.next)
                    $0.add("counts", \.counts, literal: [:])
                }
            }
        }
    }

    final class Leaf: Node {
        override class var jsonMapping: JSONMapping {
            JSONMapping(Leaf.self, via: Storage.self, decode: { $0.into(Leaf()) as! Leaf }, encode: { Storage($0) })
        }
    }

    private func node() -> Node {
        let node = Leaf()
        node.name = "a"
        node.next = Node()
        for i in 0..<50 { node.counts["\(i)"] = i }
        return node
    }

    @Test func aCopySharesNoInstance() throws {
        let node = node()
        let copy = try node.jsonCopy()
        #expect(copy !== node && copy.next !== node.next)
        #expect(copy is Leaf)
        #expect(copy.counts == node.counts)
        #expect(copy.hasSameJSON(as: node))
        copy.next?.name = "b"
        #expect(!copy.hasSameJSON(as: node))
        #expect(node.next?.name == "")
        #expect(try [1, 2].jsonCopy() == [1, 2])
    }

    private struct Preset: JSONConvertible, Equatable {
        var isOn: Bool? = true
        var name: String? = "x"
        var count = 3
        var other: JSONValue = .null
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("isOn", \.isOn, literal: true); $0.add("name", \.name, default: "x")
                $0.add("count", \.count, literal: 3); $0.add("other", \.other, default: .null)
            }
        }
    }

    @Test func aCopyKeepsNilAndTheOrderOfMembers() throws {
        for preset in [Preset(), Preset(isOn: nil, name: nil, count: 4), Preset(isOn: false, other: ["b": 1, "a": 2])] {
            let copy = try preset.jsonCopy()
            #expect(copy == preset)
            #expect(copy.other.description == preset.other.description)
        }
    }

    /// Two users are equal if they have the same number.
    private struct User: JSONConvertible, Equatable {
        var id = 0
        var name = "guest"
        static func == (a: User, b: User) -> Bool { a.id == b.id }
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id, default: 0)
                $0.add("name", \.name, default: "guest")
            }
        }
    }

    private struct Door: JSONConvertible {
        var owner = User()
        var angle = 0.0
        var name = "e\u{301}"
        var key: User? = User()
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("owner", \.owner, default: User())
                $0.add("angle", \.angle, default: 0)
                $0.add("name", \.name, default: "e\u{301}")
                $0.add("key", \.key, default: User())
            }
        }
    }

    @Test func aCopyKeepsValuesThatOnlyEqualTheirInitialValues() throws {
        let door = Door(owner: User(name: "Ann"), angle: -0.0, name: "é", key: User(name: "Bo"))
        let copy = try door.jsonCopy()
        #expect(copy.owner.name == "Ann" && copy.key?.name == "Bo" && copy.angle.sign == .minus)
        #expect(copy.name.unicodeScalars.count == 1)
        #expect(try Door(key: nil).jsonCopy().key == nil)
    }

    private struct Reading: JSONConvertible, Equatable {
        var madeAt: String?
        var value = 0.0
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("madeAt", \.madeAt)
                $0.add("value", \.value, key: "v", default: 0)
            }
        }
    }

    @Test func aCopyIsWrittenInTheFormThatTheOptionsRead() throws {
        let value = Reading(madeAt: "now", value: .infinity)
        var options = JSONReadOptions.strict
        options.nonFiniteNumbers = .literal
        #expect(try value.jsonCopy(options: options) == value)
        #expect(try value.jsonCopy(options: .json5) == value)
        options.usesPropertyNames = true
        #expect(try value.jsonCopy(options: options) == value)
        options.usesPropertyNames = false
        options.keyStyle = .snakeCase
        #expect(try value.jsonCopy(options: options) == value)
    }

    private final class Ring: JSONConvertible {
        var next: Ring?
        static var jsonMapping: JSONMapping {
            JSONMapping(
                Ring.self, via: Link.self,
                decode: {
                    let ring = Ring()
                    ring.next = $0.next
                    return ring
                }, encode: { Link(next: $0.next) })
        }
        struct Link: JSONConvertible {
            var next: Ring?
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("next", \.next) } }
        }
    }

    @Test func aCopyOfACycleIsAnError() {
        let ring = Ring()
        ring.next = ring
        defer { ring.next = nil }
        let error = #expect(throws: JSONError.self) { try ring.jsonCopy() }
        #expect(error?.kind == .depthExceeded)
    }

    /// NaN and infinities have no JSON. So a value with one of them is not equal to any value, not even to itself.
    @Test(arguments: [Double.nan, .signalingNaN, -.nan, .infinity, -.infinity]) func aValueWithoutJSONIsTheSameAsNoValue(_ number: Double) {
        let values: [[String: [Double?]]] = [["a": [1, number]], ["a": [number]]]
        for value in values {
            #expect(!value.hasSameJSON(as: value))
            #expect(!value.hasSameJSON(as: ["a": [1]]) && !["a": [1]].hasSameJSON(as: value))
        }
        #expect(!number.hasSameJSON(as: number) && !number.hasSameJSON(as: 0))
        func hash(_ value: [String: [Double?]]?) -> Int {
            var hasher = Hasher()
            value?.hashJSON(into: &hasher)
            return hasher.finalize()
        }
        #expect(hash(values[0]) == hash(values[1]) && hash(values[0]) == hash(nil))
        #expect(0.0.hasSameJSON(as: 0.0) && !0.0.hasSameJSON(as: -0.0))
    }

    @Test func valuesAreComparedByTheirJSON() {
        let (a, b) = (node(), node())
        #expect(a.hasSameJSON(as: b))
        func hash(_ node: Node) -> Int {
            var hasher = Hasher()
            node.hashJSON(into: &hasher)
            return hasher.finalize()
        }
        #expect(hash(a) == hash(b))
        b.counts["7"] = 0
        #expect(!a.hasSameJSON(as: b))
        let plain = Node()
        plain.name = "a"
        let leaf = Leaf()
        leaf.name = "a"
        #expect(!plain.hasSameJSON(as: leaf))
        // Two equal sets can have different orders, because of their capacity or the order of insertions.
        let words = (0..<100).map { "\($0)" }
        var other = Set<String>(minimumCapacity: 1000)
        for word in words.reversed() { other.insert(word) }
        #expect(Array(other) != Array(Set(words)))
        #expect(Set(words).hasSameJSON(as: other) && !Set(words.dropLast()).hasSameJSON(as: other))
    }
}
