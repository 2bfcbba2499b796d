import TestSupport
import Testing
import Yoke
import YokeArchives

/// The version of a versioned model is a member of the model's object. So whatever reads the object around the model finds what it finds in
/// JSON text: paths, shared keys, hooks, untagged enums, dynamic values.
@Suite struct VersionedMemberTests {
    private struct In: JSONConvertible, JSONVersioned, Equatable, Sendable {
        var a = 1
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a, literal: 1) } }
        static var jsonVersion: Int { 3 }
        static func migrate(_ object: inout JSONObject, from version: Int) { object["a"] = 1000 }
    }

    /// A model that may be written without members: the version is then the only member of its object.
    private struct Empty: JSONConvertible, JSONVersioned, Equatable, Sendable {
        var a: Int?
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a) } }
        static var jsonVersion: Int { 3 }
        static func migrate(_ object: inout JSONObject, from version: Int) throws { throw CancellationError() }
    }

    private struct Paths: JSONConvertible, Equatable {
        var child = In(a: 7), list = [In(a: 8)], empty = Empty()
        var alias = 0, read = 0, first = 0
        var shared = JSONObject()
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("child", \.child)
                $0.add("list", \.list, default: [])
                $0.add("empty", \.empty, default: Empty())
                $0.add("alias", \.alias, key: ["flat", .path("child.a")], literal: 0)
                $0.add("read", \.read, key: JSONKeys(read: [.path("child.a")], write: "x"), literal: 0)
                $0.add("first", \.first, key: JSONKeys(read: [.path("list[0].a")], write: "y"), literal: 0)
                $0.add("shared", \.shared, key: JSONKeys(read: ["child"], write: nil), default: [:])
            }
        }
    }

    private struct Stored: JSONConvertible {
        var n: Int
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("n", \.n) } }
    }

    private class Base: JSONConvertible, JSONVersioned, @unchecked Sendable {
        let n: Int
        required init(n: Int) { self.n = n }
        class var jsonMapping: JSONMapping {
            JSONMapping(Base.self, via: Stored.self, decode: { Base(n: $0.n) }, encode: { Stored(n: $0.n) })
        }
        class var jsonVersion: Int { 2 }
        class func migrate(_ object: inout JSONObject, from version: Int) { object["n"] = 1000 }
    }

    private final class Sub: Base, @unchecked Sendable {
        override class var jsonMapping: JSONMapping {
            JSONMapping(Sub.self, via: Stored.self, decode: { Sub(n: $0.n) }, encode: { Stored(n: $0.n) })
        }
        override class var jsonVersion: Int { 3 }
    }

    @Test func anInstanceOfASubclassHasOneVersion() throws {
        let bytes = try [Sub(n: 1)].map { $0 as Base }.snapshot()
        #expect(try JSONValue(snapshot: bytes).description == #"[{"$jsonVersion":2,"n":1}]"#)
        #expect(try [Base](snapshot: bytes).map(\.n) == [1])
        #expect(try [Sub](snapshot: [Sub(n: 2)].snapshot()).map(\.n) == [2])
    }

    private enum Either: JSONConvertible, JSONVersioned, Equatable {
        case one(In), many([In])
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Either.self, untagged: true) {
                $0.add("one", In.self, make: { .one($0) }, match: { if case .one(let x) = $0 { x } else { nil } })
                $0.add("many", [In].self, make: { .many($0) }, match: { if case .many(let x) = $0 { x } else { nil } })
            }
        }
        static var jsonVersion: Int { 5 }
        static func migrate(_ object: inout JSONObject, from version: Int) {}
    }

    @Test func aVersionedEnumWithoutATagHasOneVersion() throws {
        let bytes = try [Either.one(In(a: 4)), .many([In(a: 5)])].snapshot()
        #expect(try JSONValue(snapshot: bytes).description == #"[{"$jsonVersion":5,"a":4},[{"$jsonVersion":3,"a":5}]]"#)
        #expect(try [Either](snapshot: bytes).first == .one(In(a: 4)))
    }

    private struct Raw: JSONConvertible {
        var c: JSONRawText
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("c", \.c) } }
    }

    private struct Holder: JSONConvertible, Equatable {
        var c: In
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("c", \.c) } }
    }

    @Test(arguments: [
        #"{ "$jsonVersion": 3, "a": 5 }"#, #"{"\u0024jsonVersion":3,"a":5}"#, #"{"a": 5, "$jsonVersion":3}"#,
        #"{"$jsonVersion":3 ,"a":5}"#, #"{"a":5 , "$jsonVersion" : 3 }"#,
    ])
    func aVersionMayStandBesideWhiteSpace(text: String) throws {
        let bytes = try Raw(json: #"{"c":"# + text + "}").snapshot()
        try each { options throws in
            let holder = try Holder(snapshot: bytes, options: options)
            #expect(holder == Holder(c: In(a: 5)))
        }
    }

    private func each(_ body: (JSONReadOptions) throws -> Void) rethrows {
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            try body(options)
        }
    }

    @Test func pathsAndSharedKeysLeadThroughAVersionedModel() throws {
        let bytes = try Paths().snapshot()
        try each { options in
            let read = try Paths(snapshot: bytes, options: options)
            #expect(read.child == In(a: 7) && read.list == [In(a: 8)])
            #expect(read.read == 7 && read.first == 8)
            #expect(read.shared == ["$jsonVersion": 3, "a": 7])
            #expect(try Paths(snapshot: ["child": In(a: 5)].snapshot(), options: options).alias == 5)
        }
        #expect(try Paths(json: Paths().jsonString()).shared == ["a": 7])
    }

    /// An untagged enum whose cases a snapshot must not mix up.
    private enum OneOrMany: JSONConvertible, Equatable {
        case many([In]), values([JSONValue]), one(In)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, untagged: true) {
                $0.add("many", [In].self, make: { .many($0) }, match: { if case .many(let value) = copy $0 { value } else { nil } })
                $0.add(
                    "values", [JSONValue].self, make: { .values($0) },
                    match: { if case .values(let value) = copy $0 { value } else { nil } })
                $0.add("one", In.self, make: { .one($0) }, match: { if case .one(let value) = copy $0 { value } else { nil } })
            }
        }
    }

    @Test(arguments: [JSONReadOptions.strict, .salvage, .mantle])
    func anUntaggedEnumGetsTheCaseThatTextGives(_ options: JSONReadOptions) throws {
        for value in [OneOrMany.one(In(a: 3)), .many([In(a: 4)])] {
            #expect(try OneOrMany(json: value.jsonString(), options: options) == value)
            #expect(try OneOrMany(snapshot: value.snapshot(), options: options) == value)
        }
    }

    private struct Hooked: JSONConvertible, Equatable {
        var i: In
        var n = 0
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("i", \.i)
                $0.add("n", \.n, literal: 0)
            }
            .beforeReading { $0["n"] = $0["i"]?["a"] }
            .afterWriting { object in
                object["n"] = object["i"]?["a"] ?? 0
                // Moves the version after the other members of the inner object.
                if let version = object["i"]?["$jsonVersion"] {
                    object["i"] = ["a": object["i"]?["a"] ?? 0, "$jsonVersion": version]
                }
            }
        }
    }

    @Test func hooksAroundAVersionedModelSeeItsObject() throws {
        let bytes = try Hooked(i: In(a: 7)).snapshot()
        #expect(try JSONValue(snapshot: bytes) == ["i": ["a": 7, "$jsonVersion": 3], "n": 7])
        try each { options in
            let read = try Hooked(snapshot: bytes, options: options)
            #expect(read == Hooked(i: In(a: 7), n: 7))
        }
    }

    /// Unknown members keep their versions, so a snapshot that they are written to can still be read.
    private struct Extras: JSONConvertible, Equatable {
        var more = JSONObject()
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.extras("more", \.more) } }
    }

    @Test func unknownMembersKeepTheVersion() throws {
        let extras = try Extras(snapshot: ["child": In(a: 5)].snapshot())
        #expect(try extras.jsonString() == #"{"child":{"$jsonVersion":3,"a":5}}"#)
        #expect(try [String: In](snapshot: extras.snapshot()) == ["child": In(a: 5)])
        #expect(try [String: In](json: extras.jsonString()) == ["child": In(a: 5)])
    }

    private struct Lazy: JSONConvertible, JSONVersioned, Sendable {
        var child: JSONLazy<In>
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("child", \.child) } }
        static var jsonVersion: Int { 2 }
        static func migrate(_ object: inout JSONObject, from version: Int) {}
    }

    @Test func aLazyValueInAVersionedModel() throws {
        try each { options in
            let lazy = try Lazy(snapshot: Lazy(child: JSONLazy(In(a: 6))).snapshot(), options: options)
            #expect(try lazy.jsonString() == #"{"child":{"a":6}}"#)
            #expect(try lazy.child.value() == In(a: 6))
        }
    }

    /// A recursive model with a hook: each level counts as two of the 128 levels.
    private struct Level: JSONConvertible, JSONVersioned {
        var next: [Level] = []
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) { $0.add("next", \.next, literal: []) }.beforeReading { _ in }
        }
        static var jsonVersion: Int { 1 }
        static func migrate(_ object: inout JSONObject, from version: Int) {}
        init(_ count: Int) { if count > 1 { next = [Level(count - 1)] } }
        init() {}
    }

    @Test func aHookCountsAsALevel() throws {
        #expect(try Level(snapshot: Level(64).snapshot()).next.count == 1)
        let error = try #require(throws: JSONError.self) { try Level(snapshot: Level(65).snapshot()) }
        #expect(error.kind == .depthExceeded)
    }

    private struct Negative: JSONConvertible, JSONVersioned {
        var a = 1
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a, literal: 1) } }
        static var jsonVersion: Int { -1 }
        static func migrate(_ object: inout JSONObject, from version: Int) {}
    }

    @Test func aNegativeVersionIsAnError() throws {
        let written = #expect(throws: JSONError.self) { try [Negative()].snapshot() }
        #expect(written?.kind == .invalidMapping && written?.message.contains("Negative") == true)
        let read = #expect(throws: JSONError.self) { try Negative(snapshot: (["a": 1] as JSONValue).snapshot()) }
        #expect(read?.kind == .invalidMapping)
        #expect(try Negative().jsonString() == #"{"a":1}"#)
    }
}
