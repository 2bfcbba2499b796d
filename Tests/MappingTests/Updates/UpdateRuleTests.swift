import Testing
import Yoke

/// Tests how rules, hooks, policies and classes affect an update.
@Suite struct UpdateRuleTests {
    struct Inner: JSONConvertible, Equatable {
        var a = 1
        var b = 2
        var tags: [String] = []
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("a", \.a)
                $0.add("b", \.b)
                $0.add("tags", \.tags, literal: [])
            }
        }
    }

    struct Outer: JSONConvertible, Equatable {
        var id = 1
        var inner = Inner()
        var maybe: Inner?
        var near = 1
        var far = 2
        var rest: JSONObject = ["z": 1, "y": 2]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id, key: ["id", "ID"])
                $0.add("inner", \.inner)
                $0.add("maybe", \.maybe)
                $0.add("near", \.near, key: [.path("at.near")])
                $0.add("far", \.far, key: [.path("at.far")])
                $0.extras("rest", \.rest)
            }
        }
    }

    @Test func extrasAreReplacedByKey() throws {
        var expected = Outer()
        expected.rest = ["z": 3, "y": .null, "x": ["k": 1]]
        #expect(try updated(Outer(), #"{"z":3,"y":null,"x":{"k":1}}"#) == (expected, ["rest"]))
        #expect(expected.rest.count == 3)
        #expect(try updated(Outer(), #"{"z":1}"#) == (Outer(), []))
        #expect(try updated(Outer(), #"{"z":null}"#, JSONUpdatePolicy(nulls: .keep)) == (Outer(), []))
    }

    /// A property that the call leaves out is neither read nor kept as an unknown member. If the call leaves out the property of the
    /// extras, unknown members are not kept.
    @Test func extrasAreAPropertyOfTheCall() throws {
        let text = #"{"id":5,"at":{"near":6,"q":1},"z":{"k":null},"u":1}"#
        func options(only: Set<String>? = nil, excluding: Set<String> = []) -> JSONReadOptions {
            var options = JSONReadOptions.strict
            (options.only, options.excluding) = (only, excluding)
            return options
        }
        for policy in [JSONUpdatePolicy.standard, .mergePatch] {
            #expect(try updated(Outer(), text, policy, options(only: ["id"])) == (Outer(id: 5), ["id"]))
            #expect(try updated(Outer(), text, policy, options(excluding: ["id", "rest"])) == (Outer(near: 6), ["near"]))
            #expect(try updated(Outer(), text, policy, options(only: ["rest"])).value.rest.map(\.key) == ["z", "y", "u"])
            #expect(try updated(Outer(), text, policy, options(excluding: ["near", "far"])).value.rest.map(\.key) == ["z", "y", "u"])
        }
        let model = #"{"id":5,"ID":4,"inner":{},"at":{"near":6,"far":7,"q":1},"u":1}"#
        #expect(try read(Kept.self, model, options(excluding: ["rest"])) == Kept(id: 5, far: 7))
        #expect(try read(Kept.self, model, options(only: ["rest"])) == Kept(rest: ["inner": [:], "u": 1]))
    }

    struct Kept: JSONConvertible, Equatable {
        var id: Int?
        var far: Int?
        var rest: JSONObject = [:]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id, key: ["id", "ID"])
                $0.add("far", \.far, key: [.path("at.far")])
                $0.extras("rest", \.rest)
            }
        }
    }

    private static let first: JSONReadOptions = {
        var options = JSONReadOptions.strict
        options.duplicateKeys = .first
        return options
    }()

    @Test(arguments: [
        (#"{"id":5,"id":6}"#, Outer(id: 5), Outer(id: 6)),
        (#"{"inner":{"a":5},"inner":{"b":6}}"#, Outer(inner: Inner(a: 5)), Outer(inner: Inner(b: 6))),
        (#"{"inner":{"tags":["x"]},"inner":{}}"#, Outer(inner: Inner(tags: ["x"])), Outer()),
        (#"{"maybe":{"a":5,"b":6},"maybe":{"a":7,"b":8}}"#, Outer(maybe: Inner(a: 5, b: 6)), Outer(maybe: Inner(a: 7, b: 8))),
        (#"{"at":{"near":5},"at":{"far":6}}"#, Outer(near: 5), Outer(far: 6)),
        (#"{"inner":{"a":5,"b":6,"a":7}}"#, Outer(inner: Inner(a: 5, b: 6)), Outer(inner: Inner(a: 7, b: 6))),
        (#"{"ID":5,"ID":6,"id":null}"#, Outer(id: 5), Outer(id: 6)),
    ])
    func repeatedKeysCountAsAWhole(_ text: String, _ first: Outer, _ last: Outer) throws {
        #expect(try updated(Outer(), text).value == last)
        #expect(try updated(Outer(), text, .standard, Self.first).value == first)
        #expect(try updated(Outer(), text, .mergePatch).value == last)
    }

    @Test func aliasesAsInReading() throws {
        #expect(try updated(Outer(), #"{"id":5,"ID":6}"#).value.id == 5)
        #expect(try updated(Outer(), #"{"ID":6,"id":5}"#).value.id == 5)
        #expect(try updated(Outer(), #"{"ID":6,"id":null}"#).value.id == 6)
        #expect(try updated(Outer(), #"{"id":null,"ID":6}"#).value.id == 6)
        #expect(try updated(Placed(), #"{"id":5,"data":{"id":6}}"#) == (Placed(id: 5), ["id"]))
        #expect(try updated(Placed(), #"{"id":5,"data":null}"#, JSONUpdatePolicy(nulls: .keep)) == (Placed(id: 5), ["id"]))
        expect(.missingKeys, "$", updating: Outer(), #"{"id":null}"#)
        #expect(try updated(Outer(), #"{"maybe":null,"maybe":null}"#, JSONUpdatePolicy(nulls: .keep)).value == Outer())
        #expect(try updated(Outer(), #"{"inner":{"a":5},"inner":null}"#, JSONUpdatePolicy(nulls: .keep)).value == Outer())
        #expect(try updated(Outer(), #"{"at":{"far":5},"at":null}"#, JSONUpdatePolicy(nulls: .keep)).value == Outer())
    }

    @Test func aRepeatedAliasMayEndWithNull() throws {
        for text in [#"{"e":1,"e":null}"#, #"{"f":1,"f":null}"#] {
            #expect(try read(Maybe.self, text) == Maybe())
            #expect(try updated(Maybe(e: 7), text).value == Maybe())
            // The JSON of the old value has no member "f", so a patch that removes this member removes nothing.
            #expect(try updated(Maybe(e: 7), text, .mergePatch).value == (text.contains("f") ? Maybe(e: 7) : Maybe()))
            #expect(try updated(Maybe(e: 7), text, JSONUpdatePolicy(nulls: .keep)).value == Maybe(e: 7))
        }
        #expect(try updated(Maybe(e: 7), #"{"f":1,"e":null}"#).value == Maybe(e: 1))
    }

    struct Maybe: JSONConvertible, Equatable {
        var e: Int?
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("e", \.e, key: ["e", "f"]) } }
    }

    struct Placed: JSONConvertible, Equatable {
        var id = 1
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("id", \.id, key: ["id", .path("data.id")]) } }
    }

    private struct Refused: Error {}

    struct Checked: JSONConvertible, Equatable {
        var low = -1
        var name = "old"
        var log = 0
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("low", \.low, literal: 1, rules: [.check { if $0 < 0 { throw Refused() } }])
                $0.add("name", \.name, rules: [.check { $0 = $0.uppercased() }])
                $0.ignore(\.log, initial: 0)
                $0.afterReading { $0.log += 1 }
            }
        }
    }

    @Test func checksLookAtWhatIsNamed() throws {
        #expect(try updated(Checked(), #"{"name":"new"}"#).value == Checked(name: "NEW", log: 1))
        #expect(try updated(Checked(), "{}").value == Checked())
        #expect(try updated(Checked(), #"{"low":null}"#).value == Checked(low: 1, log: 1))
        expect(.refused, "$.low", updating: Checked(), #"{"low":-2}"#)
        expect(.refused, "$.low", updating: Checked(), #"{"low":-1}"#, .mergePatch)
    }

    struct Renamed: JSONConvertible, Equatable {
        var name: String
        var size = 3
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name)
                $0.add("size", \.size, literal: 3)
            }
            .beforeReading { object in
                if object["refused"] != nil { throw Refused() }
                if let name = object.removeValue(forKey: "title") { object["name"] = name }
            }
        }
    }

    struct Shelf: JSONConvertible, Equatable {
        var top = Renamed(name: "t", size: 7)
        var other: Renamed?
        var flat = Renamed(name: "f", size: 8)
        var more: [String: Renamed] = [:]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("top", \.top)
                $0.add("other", \.other)
                $0.flatten("flat", \.flat)
                $0.add("more", \.more, literal: [:])
            }
        }
    }

    @Test func hooksBeforeReadingTakePart() throws {
        let renamed = Renamed(name: "t", size: 7)
        #expect(try updated(renamed, #"{"title":"u"}"#) == (Renamed(name: "u", size: 7), ["name"]))
        #expect(try updated(renamed, #"{"size":8}"#) == (Renamed(name: "t", size: 8), ["size"]))
        expect(.refused, "$", updating: renamed, #"{"refused":1}"#)
        expect(.unexpectedEnd, "$.title", updating: renamed, #"{"title":"u""#)
        for (text, offset) in [(#"{"title":"u","size":"x"}"#, 0), (#"{"name":"u","size":"x"}"#, 19)] {
            var copy = renamed
            let error = #expect(throws: JSONError.self) { try copy.update(json: text) }
            #expect(error?.offset == offset && error?.path == "$.size")
        }
        var shelf = Shelf()
        shelf.top.name = "u"
        #expect(try updated(Shelf(), #"{"top":{"title":"u"}}"#).value == shelf)
        #expect(try updated(Shelf(), #"{"top":{"name":"v"},"top":{"title":"u"}}"#).value == shelf)
        shelf = Shelf()
        shelf.flat.name = "u"
        #expect(try updated(Shelf(), #"{"title":"u"}"#).value == shelf)
        shelf = Shelf(other: Renamed(name: "u"))
        #expect(try updated(Shelf(), #"{"other":{"title":"u"}}"#).value == shelf)
        shelf = Shelf(more: ["k": Renamed(name: "a", size: 9), "l": Renamed(name: "b")])
        #expect(
            try updated(shelf, #"{"more":{"k":{"title":"c"},"l":null}}"#, .mergePatch).value
                == Shelf(more: ["k": Renamed(name: "c", size: 9)]))
        #expect(try updated(shelf, #"{"top":{"title":"d"}}"#, JSONUpdatePolicy(models: .replace)).value.top == Renamed(name: "d"))
        expect(.refused, "$.top", updating: Shelf(), #"{"title":"u","top":{"refused":1}}"#)
        expect(.typeMismatch, "$.top.size", updating: Shelf(), #"{"title":"u","top":{"size":"x"}}"#)
    }

    struct Cart: JSONConvertible, Equatable {
        var items: [String] = []
        var total: Int?
        var best = 0
        var next: Next?
        var spot: Spot?
        struct Spot: JSONConvertible, Equatable {
            var x: Int
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("x", \.x, rules: [.merged(max)]) } }
        }
        struct Next: JSONConvertible, Equatable {
            var best = 0
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("best", \.best, rules: [.merged(max)]) } }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("items", \.items, literal: [], rules: [.merged { old, new in old + new }])
                $0.add("total", \.total, rules: [.merged { old, new in new.map { $0 + (old ?? 0) } ?? old }])
                $0.add(
                    "best", \.best, literal: 0,
                    rules: [
                        .check { $0 += 1 },
                        .merged { old, new in
                            if new < 0 { throw Refused() }
                            return max(old, new)
                        },
                    ])
                $0.add("next", \.next)
                $0.flatten("spot", \.spot)
            }
        }
    }

    @Test func aRuleMergesOldAndNew() throws {
        let cart = Cart(items: ["a"], total: 1, best: 5, next: .init(best: 7))
        #expect(try read(Cart.self, #"{"items":["b"],"best":3}"#) == Cart(items: ["b"], best: 4))
        #expect(
            try updated(cart, #"{"items":["b"],"items":["c"],"best":3}"#).value
                == Cart(items: ["a", "c"], total: 1, best: 6, next: .init(best: 7)))
        #expect(
            try updated(cart, #"{"total":2,"next":{"best":3}}"#) == (Cart(items: ["a"], total: 3, best: 5, next: .init(best: 7)), ["total"])
        )
        #expect(try updated(cart, #"{"total":null}"#, .mergePatch) == (cart, []))
        #expect(try updated(Cart(), #"{"next":{"best":-1}}"#).value == Cart(next: .init(best: -1)))
        #expect(try updated(Cart(), #"{"x":-1}"#).value == Cart(spot: .init(x: -1)))
        #expect(try updated(Cart(spot: .init(x: 3)), #"{"x":-1}"#).value == Cart(spot: .init(x: 3)))
        expect(.refused, "$.best", updating: cart, #"{"total":2,"best":-1}"#)
        var merged = cart
        try merged.merge(Cart(items: ["x"], best: 1), only: ["items"])
        #expect(merged.items == ["a", "x"])
    }

    private struct Kennel: JSONConvertible {
        var pet: UpdateRuleClassTests.Animal?
        var size = 1
        var level = 2
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("pet", \.pet)
                $0.add("size", \.size, literal: 0)
                $0.add("level", \.level, literal: 0, rules: [.onInvalid(9)])
            }
        }
    }

    @Test func anInvalidValueCountsAsMissing() throws {
        for engine in engines {
            var options = JSONReadOptions.salvage
            options.engine = engine
            let stray = UpdateRuleClassTests.Stray(name: "a name that is on the heap")
            var kennel = Kennel(pet: stray)
            let text = #"{"size":[],"pet":{"name":"x","size":5},"level":{}}"#
            #expect(try kennel.update(json: text, options: options).names == ["level"])
            #expect(kennel.pet === stray && kennel.size == 1 && kennel.level == 9)
            #expect(try kennel.update(json: #"{"pet":7,"size":3,"size":"x"}"#, options: options).names.isEmpty)
            #expect(kennel.pet === stray)
        }
    }

    private struct Place {  // not Equatable
        var x: Int
        var y: Int
    }

    private struct PlaceCoder: JSONCoder {
        struct Storage: JSONConvertible {
            var x: Int
            var y: Int
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("x", \.x)
                    $0.add("y", \.y)
                }
            }
        }
        func decode(_ storage: Storage) -> Place { Place(x: storage.x, y: storage.y) }
        func encode(_ place: Place) -> Storage { Storage(x: place.x, y: place.y) }
    }

    private struct Stop: JSONConvertible {
        var name: String
        var place: Place?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name)
                $0.flatten("place", \.place, by: PlaceCoder())
            }
        }
    }

    @Test func nilThatStaysIsNoChange() throws {
        for engine in engines {
            var options = JSONReadOptions.strict, stop = Stop(name: "a")
            options.engine = engine
            #expect(try stop.update(json: #"{"name":"b"}"#, options: options).names == ["name"])
            #expect(try stop.update(json: #"{"x":1,"y":2}"#, options: options).names == ["place"])
            #expect(try stop.update(json: #"{"y":3}"#, options: options).names == ["place"] && stop.place?.x == 1 && stop.place?.y == 3)
        }
    }

    private struct Owner: JSONConvertible {
        struct Pet: JSONConvertible {
            var age: Int, name: String
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("age", \.age); $0.add("name", \.name)
                }
            }
        }
        var pet: Pet?
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("pet", \.pet) } }
    }

    /// If a type has no `==`, two nils are still equal, whatever bytes their memory holds.
    @Test func nilWithOtherBytesIsNoChange() throws {
        for engine in engines {
            var options = JSONReadOptions.strict, owner = try Owner(json: #"{"pet":{"age":7,"name":"a name on the heap"}}"#)
            options.engine = engine
            let name = try #require(MemoryLayout<Owner.Pet>.offset(of: \.name))
            withUnsafeMutableBytes(of: &owner) { owner in
                owner.bindMemory(to: Owner.Pet?.self)[0] = nil
                owner.storeBytes(of: 42, as: Int.self)  // the age; nil is stored in the bytes of the name
                #expect(name > 0)
            }
            #expect(owner.pet == nil)
            #expect(try owner.update(json: #"{"pet":null}"#, options: options).names.isEmpty)
            #expect(try owner.update(json: #"{"pet":{"age":1,"name":"x"}}"#, options: options).names == ["pet"])
            #expect(try owner.update(json: #"{"pet":null}"#, options: options).names == ["pet"])
        }
    }
}
