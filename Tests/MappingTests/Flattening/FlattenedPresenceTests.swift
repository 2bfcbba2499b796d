import Testing
import Yoke

/// A flattened Optional that is not nil is written with one of its own keys, so that reading gives it back.
@Suite struct FlattenedPresenceTests {
    private struct Area: JSONConvertible, Equatable {
        var x: Int
        var y: Int?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("x", \.x)
                $0.add("y", \.y)
            }
        }
    }

    private struct Pin<Part: JSONConvertible & Equatable>: JSONConvertible, Equatable {
        var at: Part?
        var x: Int?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.flatten("at", \.at)
                $0.add("x", \.x)
            }
        }
    }

    /// A class whose members are read from the text of the object around it.
    private final class Spot: JSONConvertible, Equatable, Sendable {
        let area: Area
        init(_ area: Area) { self.area = area }
        static func == (a: Spot, b: Spot) -> Bool { a.area == b.area }
        static var jsonMapping: JSONMapping { JSONMapping(Spot.self, via: Area.self, decode: { Spot($0) }, encode: { $0.area }) }
    }

    @Test func aSharedKeyDoesNotShowPresence() throws {
        let nullMarked = #"{"x":1,"y":null}"#
        #expect(try written(Pin(at: Area(x: 1), x: 1)) == nullMarked)
        // The property's own x is written, and not the x of the flattened class.
        #expect(try written(Pin(at: Spot(Area(x: 1)), x: 1)) == #"{"y":null,"x":1}"#)
        #expect(try written(Pin(at: Area(x: 1, y: 2), x: 1)) == #"{"x":1,"y":2}"#)
        #expect(try written(Pin(at: Spot(Area(x: 1, y: 2)), x: 1)) == #"{"y":2,"x":1}"#)
        #expect(try written(Pin<Area>(at: nil, x: 1)) == #"{"x":1}"#)
        #expect(try written(Pin<Spot>(at: nil, x: 1)) == #"{"x":1}"#)
        #expect(try read(Pin<Area>.self, nullMarked) == Pin(at: Area(x: 1), x: 1))
        let sorted = JSONWriteOptions(sortsKeys: true)
        #expect(try written(Pin(at: Area(x: 1), x: 1), sorted) == nullMarked)
    }

    private struct Placed: JSONConvertible, Equatable {
        struct Part: JSONConvertible, Equatable {
            var note: String?
            var w: Int?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("note", \.note)
                    $0.add("w", \.w, key: .path("o.w"))
                }
            }
        }
        var x: Int?
        var part: Part?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("x", \.x, key: .path("o.x"))
                $0.flatten("part", \.part)
            }
        }
    }

    @Test func aMemberAtAPathShowsPresence() throws {
        for (text, value) in [
            (#"{"o":{"x":1,"w":2}}"#, Placed(x: 1, part: .init(w: 2))), (#"{"o":{"w":2}}"#, Placed(part: .init(w: 2))),
            (#"{"o":{"x":1},"note":null}"#, Placed(x: 1, part: .init())),
            (#"{"o":{"x":1},"note":"n"}"#, Placed(x: 1, part: .init(note: "n"))),
            (#"{"o":{"x":1}}"#, Placed(x: 1)),
        ] {
            #expect(try written(value) == text)
            #expect(try read(Placed.self, text) == value)
            // The patch has the same effect on the value as on its JSON.
            for patch in [#"{"o":{"w":null}}"#, #"{"note":null}"#, #"{"o":null}"#, #"{"o":{"w":3}}"#] {
                var patched = value
                try patched.update(json: patch, policy: .mergePatch)
                var json = try JSONValue(json: text)
                try json.merge(patch: JSONValue(json: patch))
                #expect(try patched == Placed(json: json.jsonString()), "\(text) \(patch)")
            }
        }
    }

    private struct Item: JSONConvertible, Equatable {
        struct Part: JSONConvertible, Equatable {
            var a = 5
            var slash: Int?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("a", \.a, key: ["k", "l"], default: 5)
                    $0.add("slash", \.slash, key: "m/\"")
                }
            }
        }
        var part: Part?
        var l: Int?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.flatten("part", \.part)
                $0.add("l", \.l)
            }
        }
    }

    @Test func aKeyWithASharedAliasDoesNotShowPresence() throws {
        #expect(try written(Item(part: Item.Part(a: 7))) == #"{"k":7,"m/\"":null}"#)
        // A key with escapes is compared as it is read.
        let slashes = JSONWriteOptions(escapesSlashes: true)
        #expect(try written(Item(part: Item.Part(a: 7, slash: 1)), slashes) == #"{"k":7,"m\/\"":1}"#)
    }

    private struct Route: JSONConvertible, Equatable {
        struct Part: JSONConvertible, Equatable {
            var own: Int?
            var shared: Int?
            var note: Int?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("own", \.own, key: .path("p.own"))
                    $0.add("shared", \.shared, key: .path("p.shared"))
                    $0.add("note", \.note)
                }
            }
        }
        var part: Part?
        var shared: Int?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.flatten("part", \.part)
                $0.add("shared", \.shared, key: .path("p.shared"))
            }
        }
    }

    @Test func anObjectOnAPathMayHoldOnlySharedMembers() throws {
        _ = try written(Route(part: Route.Part(shared: 1), shared: 1))
        _ = try written(Route(part: Route.Part(own: 1)))
        _ = try written(Route(part: Route.Part(note: 1)))
    }

    private struct Outer<Inner: JSONConvertible & Equatable>: JSONConvertible, Equatable {
        var x: Int?
        var inner: Inner?
        var last: Int?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("x", \.x)
                $0.flatten("inner", \.inner)
                $0.add("last", \.last)
            }
        }
    }

    private struct Strict: JSONConvertible, Equatable {
        var w: Int
        var z: Int?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("w", \.w)
                $0.add("z", \.z)
            }
        }
    }

    private struct Wrapper: JSONConvertible, Equatable {
        var x: Int?
        var inner: Strict?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("x", \.x)
                $0.flatten("inner", \.inner)
            }
        }
    }

    @Test func theNullDoesNotMakeAnInnerOptionalPresent() throws {
        #expect(try written(Pin(at: Outer<Strict>(x: 1), x: 1)) == #"{"x":1,"last":null}"#)
        #expect(try written(Pin(at: Outer(x: 1, inner: Strict(w: 2)), x: 1)) == #"{"x":1,"w":2}"#)
        // Without a key that would not need `w`, the Optional is read as nil.
        #expect(try Pin(at: Wrapper(x: 1), x: 1).jsonString() == #"{"x":1}"#)
        #expect(try written(Pin(at: Wrapper(x: 1, inner: Strict(w: 2)), x: 1)) == #"{"x":1,"w":2}"#)
    }

    @Test func aMergePatchTakesTheWrittenNullIntoAccount() throws {
        for patch in [#"{"z":1}"#, #"{"x":3}"#] {
            #expect(try updated(Pin(at: Area(x: 1), x: 1), patch, .mergePatch).value.at != nil)
            #expect(try updated(Pin(at: Spot(Area(x: 1)), x: 1), patch, .mergePatch).value.at != nil)
        }
        #expect(try updated(Pin(at: Area(x: 1), x: 1), #"{"y":null}"#, .mergePatch).value == Pin(at: nil, x: 1))
        #expect(try updated(Pin(at: Spot(Area(x: 1)), x: 1), #"{"y":null}"#, .mergePatch).value == Pin(at: nil, x: 1))
    }

    @Test func nullAtASharedKeySaysNothingAboutTheOptional() throws {
        let nulls = JSONWriteOptions(nulls: .write)
        #expect(try written(Pin<Area>(at: nil, x: nil), nulls) == #"{"x":null}"#)
        #expect(try read(Pin<Area>.self, #"{"x":null}"#) == Pin(at: nil, x: nil))
        expect(.missingKeys, "$", reading: Pin<Area>.self, #"{"x":null,"y":1}"#)
        expect(.typeMismatch, "$.x", reading: Pin<Area>.self, #"{"x":"s"}"#)
    }

    private struct Nullable: JSONConvertible, Equatable {
        struct Part: JSONConvertible, Equatable {
            var a: JSONNullable<Int> = .missing
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a, default: .missing) } }
        }
        var id = 1
        var part: Part?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.flatten("part", \.part)
            }
        }
    }

    @Test func aMissingNullableIsWrittenAsNull() throws {
        for omits in [false, true] {
            let text = try Nullable(part: Nullable.Part()).jsonString(JSONWriteOptions(omitsDefaults: omits))
            #expect(text == #"{"id":1,"a":null}"#)
            #expect(try read(Nullable.self, text).part?.a == .null)
        }
    }
}

/// A flattened enum whose text was cut before the tag.
@Suite struct CutFlattenedCaseTests {
    private enum Part: JSONConvertible, Equatable {
        case a(Int), other(JSONValue)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "t", content: "c") {
                $0.add("a", Int.self, make: { .a($0) }, match: { if case .a(let n) = $0 { n } else { nil } })
                $0.fallback(make: { .other($0) }, match: { if case .other(let value) = $0 { value } else { nil } })
            }
        }
    }

    private struct Holder<Value: JSONConvertible & Equatable>: JSONConvertible, Equatable {
        var id: Int
        var part: Value
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.flatten("part", \.part)
            }
        }
    }

    @Test func anOptionalBecomesNil() throws {
        for engine in engines {
            var options = JSONReadOptions.strict
            options.allowsPartialValue = true
            options.engine = engine
            for text in [#"{"id":1,"c":2,"t"#, #"{"id":1,"c":2"#, #"{"id":1,"c":2,"t":"a"#] {
                #expect(try Holder<Part?>(json: text, options: options) == Holder(id: 1, part: nil), "\(text)")
                let error = #expect(throws: JSONError.self) { try Holder<Part>(json: text, options: options) }
                #expect(error?.kind == .unexpectedEnd)
            }
            #expect(try Holder<Part?>(json: #"{"id":1,"c":2,"t":"a""#, options: options) == Holder(id: 1, part: .a(2)))
            let whole = Holder<Part?>(id: 1, part: .other(["c": 2]))
            #expect(try Holder<Part?>(json: #"{"id":1,"c":2}"#, options: options) == whole)
        }
    }
}
