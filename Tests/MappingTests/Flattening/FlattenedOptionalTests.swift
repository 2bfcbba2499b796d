import Testing
import Yoke

/// Tests flattened Optionals of every kind of type. Nil, and every value, is read back as it was written.
@Suite struct FlattenedOptionalTests {
    final class Owner: JSONConvertible, Equatable, Sendable {
        let owner: String
        let since: Int?
        init(_ owner: String, since: Int? = nil) { (self.owner, self.since) = (owner, since) }
        static func == (a: Owner, b: Owner) -> Bool { a.owner == b.owner && a.since == b.since }
        static var jsonMapping: JSONMapping {
            JSONMapping(
                Owner.self, via: Storage.self, decode: { Owner($0.owner, since: $0.since) },
                encode: { Storage(owner: $0.owner, since: $0.since) })
        }
        struct Storage: JSONConvertible {
            var owner: String
            var since: Int?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("owner", \.owner); $0.add("since", \.since)
                }
            }
        }
    }

    final class Note: JSONConvertible, Equatable, Sendable {
        let text: String?
        init(_ text: String?) { self.text = text }
        static func == (a: Note, b: Note) -> Bool { a.text == b.text }
        static var jsonMapping: JSONMapping {
            JSONMapping(Note.self, via: Storage.self, decode: { Note($0.text) }, encode: { Storage(text: $0.text) })
        }
        struct Storage: JSONConvertible {
            var text: String?
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("text", \.text) } }
        }
    }

    enum Shape: JSONConvertible, Equatable {
        case circle(Circle), point, other
        struct Circle: JSONConvertible, Equatable {
            var radius: Int
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("radius", \.radius) } }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "type") {
                $0.add("circle", Circle.self, make: { .circle($0) }, match: { if case .circle(let circle) = $0 { circle } else { nil } })
                $0.add("point", .point)
                $0.fallback(.other)
            }
        }
    }

    struct Hooked: JSONConvertible, Equatable {
        var width: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) { $0.add("width", \.width) }.beforeReading { $0["width"] = $0["width"] ?? $0["w"] }
        }
    }

    struct Dates: JSONConvertible, Equatable {
        var from: Int?
        var to: Int?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("from", \.from); $0.add("to", \.to)
            }
        }
    }

    struct Item: JSONConvertible, Equatable {
        var owner: Owner?
        var id: Int
        var shape: Shape?
        var size: Hooked?
        var dates: Dates?
        var note: Note?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.flatten("owner", \.owner)
                $0.add("id", \.id)
                $0.flatten("shape", \.shape)
                $0.flatten("size", \.size)
                $0.flatten("dates", \.dates)
                $0.flatten("note", \.note)
            }
        }
    }

    @Test func comeBack() throws {
        let owner = Owner("a name that is on the heap"), circle = Shape.circle(Shape.Circle(radius: 1))
        for (item, text) in [
            (Item(id: 1), #"{"id":1}"#),
            (Item(owner: owner, id: 1), #"{"owner":"a name that is on the heap","id":1}"#),
            (Item(id: 1, shape: circle), #"{"id":1,"type":"circle","radius":1}"#),
            (Item(id: 1, shape: .point, size: Hooked(width: 2)), #"{"id":1,"type":"point","width":2}"#),
            // If a value has no member to write, the writer writes one of its members as null. Without this null, the value would be read
            // as nil.
            (Item(id: 1, shape: .other, dates: Dates(), note: Note(nil)), #"{"id":1,"type":null,"from":null,"text":null}"#),
            (Item(owner: owner, id: 1, dates: Dates(to: 3)), #"{"owner":"a name that is on the heap","id":1,"to":3}"#),
        ] {
            #expect(try written(item) == text)
            #expect(try read(Item.self, text) == item)
            #expect(try read(Item.self, item.jsonString(JSONWriteOptions(nulls: .write))) == item)
            #expect(try written([item, item]) == "[\(text),\(text)]")
        }
    }

    @Test func errorsAreOfWhatIsThere() {
        expect(.missingKeys, "$", reading: Item.self, #"{"id":1,"since":5}"#)
        expect(.missingKeys, "$", reading: Item.self, #"{"owner":"a","since":5}"#)
        expect(.typeMismatch, "$.radius", reading: Item.self, #"{"owner":"a","id":1,"type":"circle","radius":"x"}"#)
        expect(.typeMismatch, "$.owner", reading: Item.self, #"{"type":"point","owner":null,"id":1}"#)
    }

    @Test func anUpdateMakesOrChangesTheFlattenedValue() throws {
        var item = Item(id: 1)
        #expect(try item.update(json: #"{"id":2}"#).names == ["id"])
        try item.update(json: #"{"owner":"o","from":1}"#)
        #expect(item == Item(owner: Owner("o"), id: 2, dates: Dates(from: 1)))
        try item.update(json: #"{"since":4,"id":3}"#)
        #expect(item == Item(owner: Owner("o", since: 4), id: 3, dates: Dates(from: 1)))
        #expect(throws: JSONError.self) { try item.update(json: #"{"owner":5}"#) }
        #expect(item.owner == Owner("o", since: 4))
    }

    /// A struct that `Clerk` flattens. Between its own members, it flattens an Optional of a class.
    struct Firm: JSONConvertible, Equatable {
        var firm: String
        var owner: Owner?
        var rooms = ["a room that is on the heap"]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("firm", \.firm)
                $0.flatten("owner", \.owner)
                $0.add("rooms", \.rooms, default: ["a room that is on the heap"])
            }
        }
    }
    struct Clerk: JSONConvertible, Equatable {
        var firm: Firm?
        var name: String
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.flatten("firm", \.firm); $0.add("name", \.name)
            }
        }
    }

    @Test func inEachOther() throws {
        for clerk in [
            Clerk(name: "n"), Clerk(firm: Firm(firm: "f"), name: "n"),
            Clerk(firm: Firm(firm: "f", owner: Owner("o"), rooms: []), name: "n"),
        ] {
            #expect(try read(Clerk.self, written(clerk)) == clerk)
        }
        #expect(failure(Clerk.self, #"{"firm":"f"}"#)?.keys == ["name"])
        #expect(failure(Clerk.self, #"{"name":"n","owner":"o"}"#)?.keys == ["firm"])
        var clerk = Clerk(name: "n")
        try clerk.update(json: #"{"name":"m"}"#)
        #expect(clerk == Clerk(name: "m"))
        try clerk.update(json: #"{"firm":"f","owner":"o"}"#)
        #expect(clerk == Clerk(firm: Firm(firm: "f", owner: Owner("o")), name: "m"))
    }

    /// A merge patch that removes all members of a flattened Optional makes it nil. The result equals patching the written JSON and reading
    /// it again.
    @Test(arguments: [
        "{}", #"{"id":2}"#, #"{"from":null}"#, #"{"to":null}"#, #"{"from":null,"to":null}"#, #"{"from":null,"to":5}"#, #"{"owner":null}"#,
        #"{"since":null}"#, #"{"owner":null,"since":null}"#, #"{"owner":"p","since":null}"#, #"{"owner":null,"u":null}"#, #"{"type":null}"#,
        #"{"radius":null}"#, #"{"type":null,"radius":null}"#, #"{"type":"point"}"#, #"{"width":null,"w":null}"#, #"{"text":null}"#,
        #"{"text":"u"}"#, #"{"owner":null,"since":null,"from":null,"to":null,"text":null,"width":null}"#, #"{"from":null,"from":4}"#,
        #"{"from":4,"from":null}"#, #"{"owner":"q","owner":"r"}"#, #"{"to":null,"text":null}"#, #"{"from":null,"note":null}"#,
    ])
    func mergePatches(_ patch: String) throws {
        let owner = Owner("a name that is on the heap"), circle = Shape.circle(Shape.Circle(radius: 1))
        for item in [
            Item(id: 1), Item(owner: owner, id: 1), Item(owner: Owner("o", since: 4), id: 1, shape: .point, dates: Dates(from: 1, to: 2)),
            Item(id: 1, shape: circle, size: Hooked(width: 2), note: Note("a text that is on the heap")), Item(id: 1, dates: Dates(to: 3)),
            Item(id: 1, shape: .other, dates: Dates(), note: Note(nil)),
        ] {
            try check(patch, of: item)
        }
        // An empty flattened value is written as one member that is null. A patch that names none of its members leaves the value
        // unchanged.
        let empty = Item(id: 1, dates: Dates(), note: Note(nil))
        #expect(try updated(empty, #"{"id":2,"since":null}"#, .mergePatch).value == Item(id: 2, dates: Dates(), note: Note(nil)))
    }

    @Test(arguments: [
        #"{"firm":null}"#, #"{"rooms":null}"#, #"{"firm":null,"rooms":null}"#, #"{"firm":null,"rooms":null,"owner":null}"#,
        #"{"owner":null}"#,
        #"{"owner":null,"since":1}"#, #"{"firm":null,"owner":null,"since":null,"rooms":null,"name":"m"}"#, #"{"name":null}"#,
        #"{"firm":"g"}"#,
    ])
    func mergePatchesOfThoseInEachOther(_ patch: String) throws {
        for firm in [nil, Firm(firm: "f"), Firm(firm: "f", owner: Owner("o"), rooms: []), Firm(firm: "f", owner: Owner("o", since: 2))] {
            try check(patch, of: Clerk(firm: firm, name: "n"))
        }
    }

    /// The members of the flattened `outer` can all be nil. If all are nil, only the first one is written, as null. So a patch that sets
    /// another member to null removes nothing.
    struct Period: JSONConvertible, Equatable {
        var id = 1
        var outer: Outer?
        struct Outer: JSONConvertible, Equatable {
            var note: String?
            var mark: String?
            var dates: Dates?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("note", \.note)
                    $0.add("mark", \.mark, rules: [.writesNull])
                    $0.flatten("dates", \.dates)
                }
            }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id, default: 1); $0.flatten("outer", \.outer)
            }
        }
    }
    struct Cabinet: JSONConvertible, Equatable {
        var shelf: Shelf?
        struct Shelf: JSONConvertible, Equatable {
            var row: Int?
            var dates: Dates?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("row", \.row); $0.flatten("dates", \.dates)
                }
            }
        }
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.flatten("shelf", \.shelf) } }
    }

    @Test(arguments: [
        #"{"to":null}"#, #"{"from":null}"#, #"{"note":null}"#, #"{"mark":null}"#, #"{"row":null}"#, #"{"from":null,"to":null}"#,
        #"{"row":null,"to":null}"#, #"{"row":null,"from":null}"#, #"{"note":null,"mark":null,"from":null}"#, #"{"mark":null,"to":null}"#,
        #"{"from":null,"row":2}"#, #"{"id":2}"#,
    ])
    func mergePatchesOfThoseWithoutMembers(_ patch: String) throws {
        for outer in [
            nil, Period.Outer(), Period.Outer(dates: Dates()), Period.Outer(note: "n", dates: Dates()), Period.Outer(dates: Dates(to: 1)),
        ] {
            try check(patch, of: Period(outer: outer))
        }
        for shelf in [
            nil, Cabinet.Shelf(), Cabinet.Shelf(dates: Dates()), Cabinet.Shelf(row: 1), Cabinet.Shelf(row: 1, dates: Dates()),
            Cabinet.Shelf(dates: Dates(from: 1)),
        ] {
            try check(patch, of: Cabinet(shelf: shelf))
        }
    }

    /// The key `id` belongs to this struct and to the flattened `Shelf`. The flattened `Hook` writes no member if its coat is nil.
    struct Closet: JSONConvertible, Equatable {
        var id = 1
        var shelf: Shelf?
        var hook: Hook?
        struct Shelf: JSONConvertible, Equatable {
            var id: Int
            var row: Int?
            var dates: Dates?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("id", \.id); $0.add("row", \.row); $0.flatten("dates", \.dates)
                }
            }
        }
        struct Hook: JSONConvertible, Equatable {
            var coat: String?
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("coat", \.coat, rules: [.writtenIf { $0 != nil }]) } }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.flatten("shelf", \.shelf)
                $0.flatten("hook", \.hook)
            }
        }
    }

    private struct Look: JSONConvertible, Equatable {
        var size = 3, colour = "red"
        var note: String?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("size", \.size, literal: 3)
                $0.add("colour", \.colour, default: "red", rules: [.writtenIf { $0 != "none" }])
                $0.add("note", \.note, default: nil)
                $0.omitsDefaults()
            }
        }
    }
    private struct Page: JSONConvertible, Equatable {
        var id = 0
        var look: Look?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id); $0.flatten("look", \.look)
            }
        }
    }

    @Test func anOptionalWithOnlyInitialValuesIsNotReadAsNil() throws {
        for (look, text) in [
            (nil, #"{"id":1}"#), (Look(), #"{"id":1,"size":3}"#), (Look(size: 4), #"{"id":1,"size":4}"#),
            (Look(colour: "blue"), #"{"id":1,"colour":"blue"}"#), (Look(note: "a"), #"{"id":1,"size":3,"note":"a"}"#),
            (Look(colour: "none"), #"{"id":1,"size":3}"#),
        ] as [(Look?, String)] {
            let page = Page(id: 1, look: look)
            #expect(try page.jsonString() == text)
            if look?.colour != "none" { #expect(try read(Page.self, text) == page) }
        }
    }

    @Test func mergePatchesOfWhatIsNotWritten() throws {
        try check(#"{"row":null}"#, of: Closet(shelf: .init(id: 1, row: 1, dates: Dates())))
        let closet = Closet(hook: .init())
        #expect(try updated(closet, #"{"coat":null}"#, .mergePatch).value == closet)
    }

    struct Bag: JSONConvertible, Equatable {
        var counts: [String: Int]
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("counts", \.counts) }.beforeReading { _ in } }
    }
    struct Shop: JSONConvertible, Equatable {
        var bag: Bag?
        var id = 1
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.flatten("bag", \.bag); $0.add("id", \.id, default: 1)
            }
        }
    }

    @Test func mergePatchesOfNothing() throws {
        #expect(try updated(Shop(), #"{"counts":{"a":null,"b":2}}"#, .mergePatch).value == Shop(bag: Bag(counts: ["b": 2])))
        #expect(try updated(Shop(), #"{"counts":null,"id":2}"#, .mergePatch).value == Shop(id: 2))
    }

    struct Room: JSONConvertible, Equatable {
        var wall: Wall?
        var id = 1
        struct Wall: JSONConvertible, Equatable {
            var counts: [String: Int]?
            var any: JSONValue?
            var dates: Dates?
            var size: Int?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("counts", \.counts); $0.add("any", \.any); $0.add("dates", \.dates)
                    $0.add("size", \.size, key: ["size", "width"])
                }
            }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.flatten("wall", \.wall); $0.add("id", \.id, default: 1)
            }
        }
    }

    /// The members of a flattened Optional that is nil have no old value. A patch of such a member removes the nulls in it, too.
    @Test(arguments: [
        #"{"counts":{"a":null,"b":2}}"#, #"{"any":{"a":null,"b":{"c":null}}}"#, #"{"dates":{"from":null,"to":2}}"#,
        #"{"counts":null,"any":{"a":null,"b":2}}"#, #"{"any":[{"a":null}]}"#, #"{"size":2,"width":null}"#, #"{"width":2,"size":null}"#,
        #"{"size":null,"width":null}"#, #"{"any":{"a":{"b":null}},"id":3}"#,
    ])
    func mergePatchesBelowNothing(_ patch: String) throws {
        for wall in [nil, Room.Wall(size: 4), Room.Wall(counts: ["a": 1], any: ["a": 1], dates: Dates(from: 1, to: 1))] {
            try check(patch, of: Room(wall: wall))
        }
    }

    private func check<Value: JSONConvertible & Equatable>(
        _ patch: String, of value: Value, _ location: SourceLocation = #_sourceLocation
    ) throws {
        var document = try JSONValue(json: value.jsonString())
        document.merge(patch: try JSONValue(json: patch))
        if let expected = try? Value(json: document.jsonString()) {
            let result = try updated(value, patch, .mergePatch, .strict, location).value
            #expect(result == expected, "\(patch) of \(value)", sourceLocation: location)
        } else {
            for engine in engines {
                var options = JSONReadOptions.strict, copy = value
                options.engine = engine
                #expect(throws: JSONError.self, "\(patch) of \(value)", sourceLocation: location) {
                    try copy.update(json: patch, policy: .mergePatch, options: options)
                }
                #expect(copy == value, sourceLocation: location)
            }
        }
    }

    struct Marked: JSONConvertible {
        var mark: Mark?
        struct Mark: JSONConvertible {
            let kind = "mark"
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("kind", \.kind, constant: "mark") } }
        }
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.flatten("mark", \.mark) } }
    }
    enum Place: JSONConvertible {
        case city(Owner.Storage), none
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, choose: { $0["owner"] == nil ? "none" : "city" }) {
                $0.add("city", Owner.Storage.self, make: { .city($0) }, match: { if case .city(let city) = $0 { city } else { nil } })
                $0._add("none", { .none }, { if case .none = $0 { true } else { false } })
            }
        }
    }
    struct Placed: JSONConvertible {
        var place: Place?
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.flatten("place", \.place) } }
    }
    struct Sheet: JSONConvertible {
        var text: JSONRawText
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.flatten("text", \.text) } }
    }

    @Test func whatCannotBeToldFromNil() {
        expect(.invalidMapping, "$", reading: Marked.self, "{}")
        expect(.invalidMapping, "$", reading: Placed.self, "{}")
        expect(.invalidMapping, "$", reading: Sheet.self, "{}")
    }

    // MARK: - Shared keys

    /// The key `id` belongs to `Row` and to the flattened `Cell`. So `id` alone does not mean that `cell` has a value.
    struct Row: JSONConvertible, Equatable {
        var id: Int
        var cell: Cell?
        struct Cell: JSONConvertible, Equatable {
            var id: Int
            var value: String
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("id", \.id); $0.add("value", \.value)
                }
            }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id); $0.flatten("cell", \.cell)
            }
        }
    }

    @Test func aSharedKeyIsNoSign() throws {
        #expect(try read(Row.self, #"{"id":1}"#) == Row(id: 1, cell: nil))
        #expect(try read(Row.self, #"{"id":1,"value":"a"}"#) == Row(id: 1, cell: Row.Cell(id: 1, value: "a")))
    }

    // MARK: - Rules

    /// A flattened Optional with rules. The rules of its members apply only if it has a value.
    struct Ruled: JSONConvertible, Equatable {
        var id = 1
        var part: Part?
        struct Part: JSONConvertible, Equatable {
            var text: String
            var log = ["a text that is on the heap"]
            var inner: Inner?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("text", \.text, rules: [.check { $0 += "!" }, .merged { $0 + $1 }])
                    $0.add(
                        "log", \.log, default: ["a text that is on the heap"],
                        rules: [.check { $0.append("checked") }, .merged { $0 + $1 }])
                    $0.flatten("inner", \.inner)
                }
            }
        }
        struct Inner: JSONConvertible, Equatable {
            var word: String
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("word", \.word, rules: [.check { $0 += "?" }]) } }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id, default: 1); $0.flatten("part", \.part)
            }
        }
    }

    @Test func rulesOfWhatIsNil() throws {
        #expect(try read(Ruled.self, #"{"id":2}"#) == Ruled(id: 2))
        #expect(try read(Ruled.self, #"{"text":"t","log":[]}"#) == Ruled(part: .init(text: "t!", log: ["checked"])))
        #expect(try read(Ruled.self, #"{"text":"t","log":[],"word":"w"}"#).part?.inner == Ruled.Inner(word: "w?"))
        #expect(try updated(Ruled(), #"{"id":2}"#).value == Ruled(id: 2))
        let there = Ruled(part: .init(text: "t", log: ["l"], inner: .init(word: "w")))
        #expect(try updated(there, #"{"text":null,"log":null,"word":null}"#, .mergePatch).value == Ruled())
        #expect(try updated(there, #"{"text":"u","word":null}"#, .mergePatch).value.part == .init(text: "tu!", log: ["l"]))
    }

    // MARK: - Recovery

    struct Owned: JSONConvertible, Equatable {
        var id = 1
        var owner: Owner?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id, default: 1); $0.flatten("owner", \.owner)
            }
        }
    }
    struct Marks: JSONConvertible, Equatable {
        var all: [Int] = []
        var rank: Int? = 7
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("all", \.all, default: [], rules: [.lossy])
                $0.add("rank", \.rank, default: 7, rules: [.invalidIsMissing])
            }.beforeReading { _ in }
        }
    }
    struct Board: JSONConvertible, Equatable {
        var marks: Marks
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.flatten("marks", \.marks) } }
    }

    /// After an invalid value inside a flattened value, reading continues in the object around the flattened value. This holds in salvage
    /// mode, and if errors are collected.
    @Test(arguments: [#"{"owner":"a","since":"q"}"#, #"{"owner":"a","since":{}}"#, #"{"owner":"a","since":[{}]}"#])
    func invalidValuesInThem(_ text: String) throws {
        #expect(try read(Owned.self, text, .salvage) == Owned(owner: Owner("a")))
        #expect(try read([Owned].self, "[\(text),{\"owner\":\"b\"}]", .salvage) == [Owned(owner: Owner("a")), Owned(owner: Owner("b"))])
        var collecting = JSONReadOptions.strict
        collecting.collectsErrors = true
        let error = failure([Owned].self, #"[{"id":"x"},\#(text),{"id":"y"}]"#, collecting)
        #expect(error?.all.map(\.path).map { $0.prefix(10) } == ["$[0].id", "$[1].since", "$[2].id"])
    }

    @Test func rulesInThem() throws {
        #expect(try read(Board.self, #"{"all":[1,"x",2]}"#) == Board(marks: Marks(all: [1, 2])))
        #expect(try read(Board.self, #"{"all":[1,{},[[]],2]}"#) == Board(marks: Marks(all: [1, 2])))
        #expect(try read([Board].self, #"[{"rank":[]},{"rank":1}]"#) == [Board(marks: Marks()), Board(marks: Marks(rank: 1))])
    }

    /// A hook or a check of a flattened struct runs only if all Optionals around the struct have a value.
    @Test func hooksInsideNilDoNotRun() throws {
        struct Refused: Error {}
        struct Size: JSONConvertible, Equatable {
            var width: Int
            var tags: [String] = []
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) { fields in
                    fields.add("width", \.width)
                    fields.add("tags", \.tags, default: [])
                    fields.afterReading { size in
                        if size.width <= 0 || size.tags.count > 9 { throw Refused() }
                        size.tags.append("seen")
                    }
                }
            }
        }
        struct Box: JSONConvertible, Equatable {
            var label: String
            var size: Size
            var inner: Lid?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("label", \.label)
                    $0.flatten("size", \.size)
                    $0.flatten("inner", \.inner)
                }
            }
        }
        struct Lid: JSONConvertible, Equatable {
            var lid: String
            var small: Small
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("lid", \.lid)
                    $0.flatten("small", \.small)
                }
            }
        }
        struct Small: JSONConvertible, Equatable {
            var depth: Int
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) { fields in
                    fields.add("depth", \.depth)
                    fields.afterReading { if $0.depth <= 0 { throw Refused() } }
                }
            }
        }
        struct Item: JSONConvertible, Equatable {
            var id: Int
            var box: Box?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("id", \.id)
                    $0.flatten("box", \.box)
                }
            }
        }
        #expect(try read(Item.self, #"{"id":1}"#) == Item(id: 1))
        let box = Box(label: "b", size: Size(width: 2, tags: ["seen"]))
        #expect(try read(Item.self, #"{"id":1,"label":"b","width":2}"#) == Item(id: 1, box: box))
        #expect(
            try read([Item].self, #"[{"id":1},{"id":1,"label":"b","width":2},{"id":1}]"#) == [
                Item(id: 1), Item(id: 1, box: box), Item(id: 1),
            ])
        expect(.refused, "$", reading: Item.self, #"{"id":1,"label":"b","width":0}"#)
        let full = Item(id: 1, box: Box(label: "b", size: box.size, inner: Lid(lid: "l", small: Small(depth: 1))))
        #expect(try read(Item.self, #"{"id":1,"label":"b","width":2,"lid":"l","depth":1}"#) == full)
        var changed = Item(id: 1)
        try changed.update(json: #"{"id":2}"#)
        #expect(changed == Item(id: 2))
    }
}
