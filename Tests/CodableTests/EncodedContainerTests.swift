import Foundation
import Testing
import YokeFoundation

/// A type whose closure does the encoding.
private struct Encoded: Encodable {
    let body: (any Encoder) throws -> Void
    init(_ body: @escaping (any Encoder) throws -> Void) { self.body = body }
    func encode(to encoder: any Encoder) throws { try body(encoder) }
}

private struct Key: CodingKey, ExpressibleByStringLiteral {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringLiteral value: String) { stringValue = value }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

private class Base: Encodable {
    var name = "base"
}
private final class Derived: Base {
    var size = 3
    let usesSuper: Bool
    init(usesSuper: Bool) { self.usesSuper = usesSuper }
    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(size, forKey: "size")
        try super.encode(to: usesSuper ? container.superEncoder() : encoder)
    }
}

@Suite struct EncodedContainerTests {
    @Test func nestedContainersMayBeFilledInAnyOrder() {
        expectSameText(
            Encoded { encoder in
                var outer = encoder.container(keyedBy: Key.self)
                var list = outer.nestedUnkeyedContainer(forKey: "list")
                var object = outer.nestedContainer(keyedBy: Key.self, forKey: "object")
                try outer.encode(1, forKey: "z")
                try list.encode("a")
                try object.encode(true, forKey: "b")
                var inner = list.nestedContainer(keyedBy: Key.self)
                try outer.encodeNil(forKey: "a")
                try list.encode([1.5, 2])
                try inner.encode(["k": 1], forKey: "inner")
                var deep = object.nestedUnkeyedContainer(forKey: "deep")
                _ = list.nestedUnkeyedContainer()
                try deep.encodeNil()
                try object.encode("last", forKey: "a")
                try list.encode(list.count)
            })
    }

    /// A container for a key, or for a value, adds to the object or array that is already encoded there.
    @Test func aContainerContinuesAnEncodedValue() {
        let inner = Encoded { encoder in
            var object = encoder.container(keyedBy: Key.self)
            var list = object.nestedUnkeyedContainer(forKey: "li\"st/")
            try object.encode(["b": "}],", "a": "\\\""], forKey: "c")
            try list.encode(1)
        }
        for value in [inner, Encoded { _ = $0.container(keyedBy: Key.self) }] {
            expectSameText(
                Encoded { encoder in
                    var outer = encoder.container(keyedBy: Key.self)
                    try outer.encode(0, forKey: "first")
                    try outer.encode(value, forKey: "value")
                    var object = outer.nestedContainer(keyedBy: Key.self, forKey: "value")
                    try outer.encode([[1], []], forKey: "list")
                    try object.encode(2, forKey: "c")
                    var list = outer.nestedUnkeyedContainer(forKey: "list")
                    try list.encode(list.count)
                    try object.encode(3, forKey: "li\"st/")
                    try object.encode(4, forKey: "z")
                })
            expectSameText(
                Encoded { encoder in
                    var single = encoder.singleValueContainer()
                    try single.encode(["k": value])
                    var object = encoder.container(keyedBy: Key.self)
                    try object.encode(1, forKey: "a")
                })
        }
        let element = Encoded { encoder in
            var list = encoder.unkeyedContainer()
            _ = list.nestedContainer(keyedBy: Key.self)
        }
        expectSameText(
            Encoded { encoder in
                var single = encoder.singleValueContainer()
                try single.encode(Optional(element))
                var list = encoder.unkeyedContainer()
                try list.encode(2)
            })
        for lists in [[[1, 2], [3]], []] {
            expectSameText(
                Encoded { encoder in
                    var single = encoder.singleValueContainer()
                    try single.encode(lists)
                    var list = encoder.unkeyedContainer()
                    try list.encode(list.count)
                })
        }
        expectSameText(
            Encoded { encoder in
                var single = encoder.singleValueContainer()
                try single.encode(["a": 1])
                var object = encoder.container(keyedBy: Key.self)
                try object.encode(2, forKey: "a")
                try object.encode(3, forKey: "b")
            })
    }

    /// A raw text with blanks between its members cannot be continued: a container for its key replaces it, as for a scalar.
    @Test func aContainerReplacesAnEncodedRawText() throws {
        let value = Encoded { encoder in
            var outer = encoder.container(keyedBy: Key.self)
            try outer.encode(JSONRawText("{\"a\":1, \"c\":2}"), forKey: "k")
            var object = outer.nestedContainer(keyedBy: Key.self, forKey: "k")
            try object.encode(2, forKey: "b")
        }
        let text = String(decoding: try YokeEncoder().encode(value), as: UTF8.self)
        #expect(text == #"{"k":{"b":2}}"#)
        let list = Encoded { encoder in
            var outer = encoder.container(keyedBy: Key.self)
            try outer.encode(JSONRawText("[ ]"), forKey: "k")
            var list = outer.nestedUnkeyedContainer(forKey: "k")
            try list.encode(2)
        }
        let listText = String(decoding: try YokeEncoder().encode(list), as: UTF8.self)
        #expect(listText == #"{"k":[ 2]}"#)
    }

    @Test func aContainerMayBeAskedForTwice() {
        expectSameText(
            Encoded { encoder in
                var a = encoder.container(keyedBy: Key.self), b = encoder.container(keyedBy: Key.self)
                try a.encode(1, forKey: "x")
                try b.encode(2, forKey: "y")
                var n = a.nestedContainer(keyedBy: Key.self, forKey: "n")
                try n.encode(1, forKey: "p")
                var m = b.nestedContainer(keyedBy: Key.self, forKey: "n")
                try m.encode(2, forKey: "q")
            })
        expectSameText(
            Encoded { encoder in
                var a = encoder.unkeyedContainer(), b = encoder.unkeyedContainer()
                try a.encode(1)
                try b.encode(2)
                try a.encode(["x"])
            })
    }

    @Test func theLastOfEqualKeysCounts() {
        expectSameText(
            Encoded { encoder in
                var a = encoder.container(keyedBy: Key.self)
                try a.encode(1, forKey: "x")
                try a.encode([1, 2], forKey: "y")
                try a.encode("new", forKey: "x")
                try a.encode(["z": 1], forKey: "y")
                try a.encode(false, forKey: "x")
            })
        expectSameText(
            Encoded { encoder in
                var a = encoder.container(keyedBy: Key.self)
                for i in 0..<300 { try a.encode(i, forKey: Key(stringValue: "k\(i % 150)")!) }
            })
    }

    @Test func superEncodersAreObjectsOfTheirOwn() {
        expectSameText(Derived(usesSuper: true))
        expectSameText(Derived(usesSuper: false))
        expectSameText([Derived(usesSuper: true), Derived(usesSuper: false)])
        expectSameText(
            Encoded { encoder in
                var list = encoder.unkeyedContainer()
                let first = list.superEncoder()
                try list.encode(5)
                _ = list.superEncoder()
                try 7.encode(to: first)
            })
        expectSameText(
            Encoded { encoder in
                var object = encoder.container(keyedBy: Key.self)
                let later = object.superEncoder(forKey: "later")
                try object.encode(1, forKey: "a")
                try ["x": [1]].encode(to: later)
                _ = object.superEncoder()
            })
    }

    @Test func aValueThatEncodesNothingIsAnEmptyObject() {
        let nothing = Encoded { _ in }
        expectSameText(nothing)
        expectSameText([nothing])
        expectSameText(Optional(nothing))
        expectSameText([Optional(nothing)])
        expectSameText(["a": nothing])
        expectSameText(
            Encoded { encoder in
                var single = encoder.singleValueContainer()
                try single.encode(nothing)
            })
    }

    private struct Point: Encodable {
        var x = 1
        var pathOf: [Int]? = [2]
    }

    /// A model, dictionary or array that is encoded with a single value container adds to the container that is already open.
    @Test(arguments: [.useDefaultKeys, .convertToSnakeCase] as [JSONEncoder.KeyEncodingStrategy])
    func aSingleValueAddsToAnOpenContainer(_ keys: JSONEncoder.KeyEncodingStrategy) throws {
        func object(_ single: @escaping @Sendable (inout any SingleValueEncodingContainer) throws -> Void) -> Encoded {
            Encoded { encoder in
                var object = encoder.container(keyedBy: Key.self)
                try object.encode("point", forKey: "kind")
                var container = encoder.singleValueContainer()
                try single(&container)
            }
        }
        struct Wrapped: Encodable {
            func encode(to encoder: any Encoder) throws {
                var single = encoder.singleValueContainer()
                try single.encode(Point())
            }
        }
        for value in [
            object { try $0.encode(Point()) }, object { try $0.encode(Optional(Point())) }, object { try $0.encode(Wrapped()) },
            object { try $0.encode(Encoded { _ in }) },
            Encoded { encoder in
                var list = encoder.unkeyedContainer()
                try list.encode(1)
                var single = encoder.singleValueContainer()
                try single.encode([2, 3])
            },
            Encoded { encoder in
                var list = encoder.unkeyedContainer()
                try list.encode("a")
                var single = encoder.singleValueContainer()
                try single.encode([Point()])
            },
            Encoded { encoder in
                var single = encoder.singleValueContainer()
                try single.encode(Point(x: 5))
                var object = encoder.container(keyedBy: Key.self)
                try object.encode("point", forKey: "kind")
                try object.encode(6, forKey: "x")
            },
        ] {
            expectSameText(value, EncodingChoices(keys: keys))
            expectSameText(["someKey": [value]], EncodingChoices(keys: keys))
        }
        #expect(throws: EncodingError.self) { try YokeEncoder().encode(object { try $0.encode(1) }) }
        let converting = YokeEncoder()
        converting.keyEncodingStrategy = .convertToSnakeCase
        #expect(throws: EncodingError.self) { try converting.encode(object { try $0.encode(["someKey": 1]) }) }
        let mixed = Encoded { encoder in
            var object = encoder.container(keyedBy: Key.self)
            var single = encoder.singleValueContainer()
            try single.encode(Point())
            try single.encode(["a": 1])
            try object.encode(2, forKey: "b")
        }
        #expect(String(decoding: try YokeEncoder().encode(mixed), as: UTF8.self) == #"{"x":1,"pathOf":[2],"a":1,"b":2}"#)
    }

    @Test func aSingleValueThatThrowsMayBeReplaced() throws {
        struct Broken: Encodable {
            var fails = true
            var count = 1
            func encode(to encoder: any Encoder) throws {
                var object = encoder.container(keyedBy: Key.self)
                for number in 0..<count { try object.encode([1], forKey: Key(stringLiteral: "a\(number)")) }
                var inner = object.nestedContainer(keyedBy: Key.self, forKey: "n")
                try inner.encode(1, forKey: "x")
                if fails { throw CancellationError() }
            }
        }
        func text(_ first: Broken, _ second: some Encodable & Sendable) throws -> String {
            let value = Encoded { encoder in
                var single = encoder.singleValueContainer()
                try? single.encode(first)
                try single.encode(second)
            }
            return String(decoding: try YokeEncoder().encode([value]), as: UTF8.self)
        }
        for count in [1, 70] {
            #expect(try text(Broken(count: count), Point()) == #"[{"x":1,"pathOf":[2]}]"#)
            #expect(try text(Broken(count: count), Broken(fails: false)) == #"[{"a0":[1],"n":{"x":1}}]"#)
        }
    }

    @Test func errorsHaveTheirPath() {
        expectSameText([["a": [Double.nan]]])
        expectSameText(
            Encoded { encoder in
                var outer = encoder.container(keyedBy: Key.self)
                var inner = outer.nestedContainer(keyedBy: Key.self, forKey: "inner")
                try inner.encode(Float.infinity, forKey: "x")
            })
        expectSameText([
            "k": Encoded { encoder in
                var list = encoder.unkeyedContainer()
                try list.encode(1)
                var inner = list.nestedUnkeyedContainer()
                try inner.encode(["z": Double.infinity])
            }
        ])
        expectSameText(
            Encoded { encoder in
                throw EncodingError.invalidValue(1, .init(codingPath: encoder.codingPath, debugDescription: "own"))
            })
        expectSameText([
            "p": Encoded { encoder in
                var object = encoder.container(keyedBy: Key.self)
                var nested = object.nestedContainer(keyedBy: Key.self, forKey: "n")
                try nested.encode(nested.codingPath.map(\.stringValue) + object.codingPath.map(\.stringValue), forKey: "q")
                try nested.encode(
                    Encoded { encoder in
                        var single = encoder.singleValueContainer()
                        try single.encode(encoder.codingPath.map(\.stringValue))
                    }, forKey: "r")
            }
        ])
    }

    /// If a value cannot be encoded and the type ignores the error, YokeEncoder leaves out the value and continues. JSONEncoder would end
    /// the process here.
    @Test func aTypeMayGoOnAfterAnError() throws {
        let object = Encoded { encoder in
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(0, forKey: "first")
            try? object.encode(Double.nan, forKey: "bad")
            try? object.encode([1, .infinity], forKey: "worse")
            try? object.encode(["x": Encoded { _ in throw CancellationError() }], forKey: "first")
            try object.encode(1, forKey: "good")
        }
        let list = Encoded { encoder in
            var list = encoder.unkeyedContainer()
            try? list.encode(Double.nan)
            try? list.encode([[Double.nan]])
            try list.encode("good")
        }
        #expect(String(decoding: try YokeEncoder().encode(object), as: UTF8.self) == #"{"first":0,"good":1}"#)
        #expect(String(decoding: try YokeEncoder().encode(list), as: UTF8.self) == #"["good"]"#)
    }

    private indirect enum Nest: Encodable {
        case end
        case level(Nest)

        init(depth: Int) {
            self = .end
            for _ in 1..<depth { self = .level(self) }
        }

        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            if case .level(let inner) = self { try list.encode(inner) }
        }
    }

    @Test(arguments: [3, 60, 200, 509, 510, 511, 512, 600])
    func depthIsLimitedAsInFoundation(_ depth: Int) { expectSameText(Nest(depth: depth)) }

    @Test func theErrorNamesTheLimitOfTheDepth() throws {
        #expect(try YokeEncoder().encode(Nest(depth: 511)).count == 2 * 511)
        let error = #expect(throws: EncodingError.self) { try YokeEncoder().encode(Nest(depth: 512)) }
        guard case .invalidValue(let value, let context) = error else {
            Issue.record("not an invalid value: \(String(describing: error))")
            return
        }
        #expect(value is Nest && context.debugDescription.hasPrefix("The value is nested deeper than 511 levels"))
    }

    @Test func misuseIsAnErrorAndNoCrash() {
        var kept: KeyedEncodingContainer<Key>?
        var list: (any UnkeyedEncodingContainer)?
        let encoder = YokeEncoder()
        #expect(throws: EncodingError.self) {
            try encoder.encode(
                Encoded { encoder in
                    _ = encoder.container(keyedBy: Key.self)
                    _ = encoder.unkeyedContainer()
                })
        }
        #expect(throws: EncodingError.self) {
            try encoder.encode(
                Encoded { encoder in
                    var single = encoder.singleValueContainer()
                    try single.encode(1)
                    try single.encode(2)
                })
        }
        #expect(throws: Never.self) {
            try encoder.encode([
                Encoded { encoder in
                    kept = encoder.container(keyedBy: Key.self)
                    list = kept?.nestedUnkeyedContainer(forKey: "x")
                }
            ])
        }
        #expect(throws: EncodingError.self) { try kept?.encode(1, forKey: "a") }
        _ = kept?.nestedContainer(keyedBy: Key.self, forKey: "b")
        _ = kept?.superEncoder()
        try? list?.encode(1)
    }

    @Test func aValueReplacesANestedContainer() throws {
        let value = Encoded { encoder in
            var container = encoder.container(keyedBy: Key.self)
            var first = container.nestedContainer(keyedBy: Key.self, forKey: "a")
            try first.encode(1, forKey: "x")
            try container.encode(5, forKey: "a")
            var second = container.nestedContainer(keyedBy: Key.self, forKey: "a")
            try second.encode(2, forKey: "y")
            try container.encode(3, forKey: "b")
            _ = container.nestedContainer(keyedBy: Key.self, forKey: "c")
            try container.encode(4, forKey: "c")
        }
        for formatting in [JSONEncoder.OutputFormatting(), .sortedKeys] {
            let encoder = YokeEncoder()
            encoder.outputFormatting = formatting
            #expect(try String(decoding: encoder.encode(value), as: UTF8.self) == #"{"a":{"y":2},"b":3,"c":4}"#)
        }
    }

    /// If the encoding of a member fails, an earlier nested container with the same key stays, and can take further members.
    @Test func aFailedMemberReplacesNoContainer() {
        struct Refused: Error {}
        for after in 0..<3 {
            expectSameText(
                Encoded { encoder in
                    var outer = encoder.container(keyedBy: Key.self)
                    var first = outer.nestedContainer(keyedBy: Key.self, forKey: "a")
                    try first.encode(1, forKey: "x")
                    try outer.encode(0, forKey: "b")
                    for _ in 0..<after {
                        try? outer.encode(
                            Encoded { encoder in
                                var inner = encoder.container(keyedBy: Key.self)
                                var deep = inner.nestedContainer(keyedBy: Key.self, forKey: "a")
                                try deep.encode(3, forKey: "z")
                                try? inner.encode(Encoded { _ in throw Refused() }, forKey: "a")
                                throw Refused()
                            }, forKey: "a")
                    }
                    var second = outer.nestedContainer(keyedBy: Key.self, forKey: "a")
                    try second.encode(2, forKey: "y")
                })
        }
    }
}
