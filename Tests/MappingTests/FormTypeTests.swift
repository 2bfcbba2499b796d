import Testing
import Yoke

/// Types that only wrap another type: rules of a property and options of a call apply to the wrapped type.
@Suite struct NullableTests {
    private struct Patch: JSONConvertible, Equatable, Sendable {
        var list: JSONNullable<[Int]>
        var id: JSONNullable<Int>
        var size: JSONNullable<Int> = .value(1)
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("list", \.list, rules: [.lossy])
                $0.add("id", \.id, key: ["id", .path("data.id")], rules: [.lenient])
                $0.add("size", \.size, default: .value(1))
            }
        }
    }

    private struct Stage: JSONConvertible {
        var id: JSONNullable<Int>?
        var on: JSONNullable<Bool>?
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("id", \.id); $0.add("on", \.on) } }
    }

    @Test func missingUnderAnOptional() throws {
        #expect(try Stage(id: .some(.missing), on: .some(.missing)).jsonString() == "{}")
        #expect(try Stage(id: .some(.null), on: .some(.null)).jsonString() == #"{"id":null,"on":null}"#)
        #expect(try Stage(id: .some(.value(1)), on: .some(.value(true))).jsonString() == #"{"id":1,"on":true}"#)
        #expect(try Stage(id: nil, on: nil).jsonString() == "{}")
    }

    @Test func rulesOfTheProperty() throws {
        #expect(try read(Patch.self, #"{"list":[1,"x",2],"id":"7"}"#) == Patch(list: .value([1, 2]), id: .value(7)))
        expect(.typeMismatch, "$[1]", reading: JSONNullable<[Int]>.self, #"[1,"x"]"#)  // the property's rules do not apply to other values
    }

    @Test func nullOfAliases() throws {
        #expect(try read(Patch.self, #"{"id":null}"#).id == .null)
        #expect(try read(Patch.self, #"{"data":{"id":null}}"#).id == .null)
        #expect(try read(Patch.self, #"{"id":null,"data":{"id":3}}"#).id == .value(3))
        #expect(try read(Patch.self, #"{"data":{"id":3},"id":null}"#).id == .value(3))
        #expect(try read(Patch.self, #"{"data":{}}"#).id == .missing)
    }

    @Test func nullBesideAnInitialValue() throws {
        #expect(try read(Patch.self, "{}").size == .value(1))
        #expect(try read(Patch.self, #"{"size":null}"#).size == .null)
        // For this type null is a value of its own, even in modes that treat null as a missing key.
        for options in [JSONReadOptions.mjExtension, .yyModel, .jsonModel, .salvage] {
            #expect(try read(Patch.self, #"{"size":null,"list":null}"#, options) == Patch(list: .null, id: .missing, size: .null))
        }
        #expect(try read([JSONNullable<Int>].self, "[1,null]") == [.value(1), .null])
    }

    /// Like the storage of a class: its properties have initial values.
    private struct Staged: JSONConvertible, Equatable {
        var size: _JSONStaged<JSONNullable<Int>>
        var name: _JSONStaged<JSONNullable<String>>
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("size", \.size)
                $0.add("name", \.name)
            }
        }
    }

    @Test func nullOfClasses() throws {
        #expect(try read(Staged.self, "{}") == Staged(size: _JSONStaged(), name: _JSONStaged()))
        let null = Staged(size: _JSONStaged(present: .null), name: _JSONStaged(present: .null))
        #expect(try read(Staged.self, #"{"size":null,"name":null}"#) == null)
        #expect(try null.jsonString() == #"{"size":null,"name":null}"#)
    }

    private struct Holder: JSONConvertible, Equatable, Sendable {
        var patch: JSONNullable<Patch>
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("patch", \.patch) } }
    }

    @Test func updates() throws {
        for before in [JSONNullable<Patch>.null, .missing, .value(Patch(list: .value([5]), id: .null))] {
            var holder = Holder(patch: before)
            try holder.update(json: #"{"patch":{"id":9}}"#)
            #expect(holder.patch.value?.id == .value(9))
            #expect(holder.patch.value?.list == (before.value?.list ?? .missing))
            try holder.update(json: #"{"patch":null}"#)
            #expect(holder.patch == .null)
        }
    }
}

@Suite struct KeyedDictionaryTests {
    private enum Size: String, JSONObjectKey { case small, large }

    private struct Stock: JSONConvertible, Equatable {
        var counts: [Int: Int]
        var prices: [Size: [Int]]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("counts", \.counts, rules: [.lossy])
                $0.add("prices", \.prices, rules: [.lossy])
            }
        }
    }

    @Test func lossy() throws {
        let text = #"{"counts":{"1":1,"2":"x","three":3},"prices":{"small":[1],"medium":[2],"large":5}}"#
        #expect(try read(Stock.self, text) == Stock(counts: [1: 1], prices: [.small: [1]]))
        // The rules of the property do not apply to other values of the same type.
        expect(.typeMismatch, "$.prices.small[0]", reading: [String: [Size: [Int]]].self, #"{"prices":{"small":["x"]}}"#)
        expect(.refused, "$.x", reading: [Int: Int].self, #"{"1":1,"x":2}"#)
        #expect(try read([Int: Int].self, #"{"1":1,"x":2,"3":"y"}"#, .salvage) == [1: 1])
    }

    @Test func integersOfAnyWidth() throws {
        func check<Key: JSONObjectKey & FixedWidthInteger>(_ type: Key.Type) throws {
            let text = #"{"\#(Key.max)":1}"#
            #expect(try read([Key: Int].self, text) == [.max: 1])
            #expect(try written([Key.min: 2]) == #"{"\#(Key.min)":2}"#)
            expect(.refused, "$['\(Key.max)0']", reading: [Key: Int].self, #"{"\#(Key.max)0":1}"#)
        }
        try check(Int8.self)
        try check(Int16.self)
        try check(Int32.self)
        try check(Int64.self)
        try check(Int128.self)
        try check(UInt8.self)
        try check(UInt16.self)
        try check(UInt32.self)
        try check(UInt64.self)
        try check(UInt128.self)
    }

    private enum Shade: String, JSONObjectKey, CaseIterable { case light, dark }
    private struct Code: JSONObjectKey {
        var letter: Character
        init?(jsonKey: String) { if jsonKey.count == 1, let letter = jsonKey.first { self.letter = letter } else { return nil } }
        var jsonKey: String { String(letter) }
    }

    @Test func aKeyThatIsNoneIsNamedItself() {
        let text = #"{"k":[2,{"x":"3"}],"3":"a","":5,"01":{},"4":4}"#
        #expect(failures([Int: Int].self, text) == ["$.k 1:2", "$['3'] 1:24", "$[''] 1:28", "$['01'] 1:33"])
        #expect(failures([[UInt: [Shade: Int]]].self, #"[{"-1":0,"7":{"lihgt":1,"dark":"é"},"+1":3}]"#)
            == ["$[0]['-1'] 1:3", "$[0]['7'].lihgt 1:15", "$[0]['7'].dark 1:32", "$[0]['+1'] 1:37"])
        let error = failure([Int: Int].self, #"{"1":1, "1 ":2}"#)
        #expect(error?.message == #"the key "1 " is not an integer (Int)"# && error?.expected == "an integer (Int)")
        let shade = failure([Shade: Int].self, #"{"lihgt":2}"#)
        #expect(shade?.message == #"the key "lihgt" is not a case of Shade"# && shade?.hint == #"did you mean "light"?"#)
        #expect(failure([Shade: Int].self, #"{"x":2}"#)?.hint == #"the cases are "light", "dark""#)
        #expect(failure([Code: Int].self, #"{"é":1,"no":2}"#)?.message == #"the key "no" is not a value of Code"#)
        var hidden = JSONReadOptions.strict
        hidden.showsSnippets = false
        #expect(failure([Shade: Int].self, #"{"lihgt":2}"#, hidden)?.description.contains("lihgt") == false)
    }

    @Test func reportsSayWhyAKeyWasDropped() throws {
        let text = #"{"counts":{"a":[1,{}],"2":"x","3":3},"prices":{"medium":[2],"small":[]}}"#
        for engine in engines {
            var report = JSONReport(), options = JSONReadOptions.strict
            options.engine = engine
            #expect(try Stock(json: text, options: options, report: &report) == Stock(counts: [3: 3], prices: [.small: []]))
            #expect(report.entries.map(\.description) == [
                #"$.counts.a (line 1, column 12): the key "a" is not an integer (Int); $.counts.a was dropped"#,
                "$.counts['2'] (line 1, column 27): expected an integer (Int), found a string; $.counts['2'] was dropped",
                #"$.prices.medium (line 1, column 48): the key "medium" is not a value of Size; $.prices.medium was dropped"#,
            ])
            #expect(report.entries.map(\.bytes) == [11..<14, 26..<29, 47..<55])
        }
    }

    @Test func textCutInAValueThatIsDropped() {
        for (text, path) in [
            (#"{"counts":{"a":[1,{"b":"#, "$.counts.a[1].b"), (#"{"counts":{"1":[1,2"#, "$.counts['1'][1]"), (#"{"counts":{"1":{"x":[]"#, "$.counts['1'].x"),
            (#"{"counts":{"1":[],"2":"x","#, "$.counts"), (#"{"counts":{"a":1,"2"#, "$.counts"), (#"{"prices":{"small":[1,"x"],"large":{"#, "$.prices.large"),
        ] {
            expect(.unexpectedEnd, path, reading: Stock.self, text)
        }
        expect(.unexpectedEnd, "$.key[2]", reading: [String: Int].self, #"{"key":[1,2,"#, .salvage)
        expect(.unexpectedEnd, "$[0].level.x[1]", reading: [Dropped].self, #"[{"q":1,"level":{"x":[1,2"#, .salvage)
        expect(.unexpectedEnd, "$[0].level", reading: [Dropped].self, #"[{"q":1,"level":{"#, .salvage)
    }

    /// If a text is cut after a member, the path of the error is this member, even if its value was dropped.
    @Test func textCutBehindAMember() {
        for text in [#"[{"q":1,"level":null,"#, #"[{"q":1,"level":null,"na"#, #"[{"q":1,"level" : null"#] {
            expect(.unexpectedEnd, "$[0].level", reading: [Dropped].self, text)
            expect(.unexpectedEnd, "$[0].level", reading: [Dropped].self, text.replacing("null", with: "[]"), .salvage)
        }
    }

    private struct Dropped: JSONReadable {
        var level = 1
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("level", \.level, literal: 1) } }
    }

    @Test func keysOfPatches() throws {
        let stock = Stock(counts: [1: 1], prices: [.small: [1]])
        #expect(try updated(stock, #"{"counts":{"a":[5],"2":"x","1":null,"3":3},"prices":{"big":null,"large":[2]}}"#, .mergePatch).value
            == Stock(counts: [3: 3], prices: [.small: [1], .large: [2]]))
    }

    /// Wrapping types inside wrapping types.
    private struct Nested: JSONConvertible {
        var lazy: JSONLazy<JSONNullable<[Int: Int]>>?
        var nullable: JSONNullable<[Int: [Int]]>?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("lazy", \.lazy, rules: [.lossy])
                $0.add("nullable", \.nullable, rules: [.lossy])
            }
        }
    }

    @Test func nested() throws {
        let nested = try Nested(json: #"{"lazy":{"1":1,"x":2,"3":"y"},"nullable":{"1":[1],"2":["x"],"y":[3]}}"#)
        #expect(try nested.lazy?.value() == .value([1: 1]))
        #expect(nested.nullable == .value([1: [1]]))
    }
}

@Suite struct LazyTests {
    private final class Names: Sendable { let prefix: String; init(_ prefix: String) { self.prefix = prefix } }

    private struct Item: JSONConvertible, Hashable, Sendable {
        var itemName: String
        var note: String?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("itemName", \.itemName)
                $0.add("note", \.note, rules: [.views("all")])
                $0.afterReadingInContext { item, context in
                    if let names = context.find(Names.self) { item.itemName = names.prefix + item.itemName }
                }
            }
        }
    }

    private struct Page: JSONConvertible, Hashable, Sendable {
        var items: JSONLazy<[Item]>
        var numbers: JSONLazy<[Int]>?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("items", \.items)
                $0.add("numbers", \.numbers, rules: [.lossy])
            }
        }
    }

    @Test func optionsAndContextOfTheCall() throws {
        var options = JSONReadOptions.lenient
        options.keyStyle = .snakeCase
        options.context = JSONContext(Names("a "))
        for engine in engines {
            options.engine = engine
            let page = try Page(json: #"{"items":[{"item_name":5}]}"#, options: options)
            #expect(try page.items.value() == [Item(itemName: "a 5")])
        }
        #expect(throws: JSONError.self) { try Page(json: #"{"items":[{"item_name":5}]}"#).items.value() }
        #expect(try JSONLazy<Item>(json: #"{"item_name":5}"#, options: options).value().itemName == "a 5")
    }

    @Test func rulesOfTheProperty() throws {
        let page = try read(Page.self, #"{"items":[],"numbers":[1,"x",2]}"#)
        #expect(try page.numbers?.value() == [1, 2])
    }

    /// The raw text is not used if another call would write other members.
    @Test func writtenByOtherCalls() throws {
        var options = JSONReadOptions.strict
        options.keyStyle = .snakeCase
        let page = try Page(json: #"{"items":[{"item_name": "x", "note": "n", "more": 1}]}"#, options: options)
        #expect(
            try page.jsonString(JSONWriteOptions(keyStyle: .snakeCase)) == #"{"items":[{"item_name": "x", "note": "n", "more": 1}]}"#)
        #expect(try page.jsonString() == #"{"items":[{"itemName":"x","note":"n"}]}"#)
        #expect(try page.jsonString(JSONWriteOptions(view: "public")) == #"{"items":[{"itemName":"x"}]}"#)
    }

    @Test func compared() throws {
        let page = try Page(json: #"{"items":[{"itemName":"x"}]}"#)
        #expect(try page == Page(json: #"{"items": [ {"itemName": "x", "more": 1} ]}"#))
        #expect(page.hashValue == Page(items: JSONLazy([Item(itemName: "x")])).hashValue)
        #expect(page != Page(items: JSONLazy([Item(itemName: "y")])))
        let unread = try JSONLazy<[Item]>(json: "[5]")
        #expect(try unread == JSONLazy(json: "[5]"))
        #expect(try unread != JSONLazy(json: "[6]"))
        #expect(unread != page.items)
    }
}

@Suite struct PropertyNameTests {
    private struct Binding: JSONConvertible, Equatable {
        var kind: String
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("kind", \.kind, key: "binding_kind") } }
    }

    private struct Book: JSONConvertible, Equatable {
        var kind: String
        var binding: Binding
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("kind", \.kind)
                $0.flatten("binding", \.binding)
            }
        }
    }

    private struct Circle: JSONConvertible, Equatable {
        var type: String
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("type", \.type, key: "circle_type") } }
    }

    private enum Shape: JSONConvertible, Equatable {
        case circle(Circle)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Shape.self, tag: "type") {
                $0.add(
                    "circle", Circle.self, make: { .circle($0) },
                    match: { if case .circle(let circle) = copy $0 { circle } else { nil } })
            }
        }
    }

    private final class Cover: JSONConvertible {
        let kind: String
        init(_ kind: String) { self.kind = kind }
        static var jsonMapping: JSONMapping { JSONMapping(Cover.self, via: Binding.self, decode: { Cover($0.kind) }, encode: { Binding(kind: $0.kind) }) }
    }

    private struct Album: JSONConvertible {
        var kind: String
        var cover: Cover
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("kind", \.kind)
                $0.flatten("cover", \.cover)
            }
        }
    }

    /// Two values must not get the same name, because one value would be lost.
    @Test func namesThatMeet() throws {
        let book = Book(kind: "novel", binding: Binding(kind: "cloth")), shape = Shape.circle(Circle(type: "unit"))
        #expect(try written(book) == #"{"kind":"novel","binding_kind":"cloth"}"#)
        #expect(try written(shape) == #"{"type":"circle","circle_type":"unit"}"#)
        let names = JSONWriteOptions(usesPropertyNames: true)
        let album = Album(kind: "lp", cover: Cover("paper"))
        #expect(try album.jsonString() == #"{"kind":"lp","binding_kind":"paper"}"#)
        for write in [{ try book.jsonString(names) }, { try shape.jsonString(names) }, { try album.jsonString(names) }] {
            do {
                _ = try write()
                Issue.record("written")
            } catch let error as JSONError {
                #expect(error.kind == .invalidMapping)
            }
        }
        var options = JSONReadOptions.strict
        options.usesPropertyNames = true
        #expect(throws: JSONError.self) { try Book(json: #"{"kind":"novel"}"#, options: options) }
    }
}
