import Testing
import Yoke

/// Merge patches of models with flattened Optionals. The result equals patching the written JSON and reading it again.
@Suite struct FlattenedOptionalPatchTests {
    private typealias Owner = FlattenedOptionalTests.Owner
    private typealias Note = FlattenedOptionalTests.Note
    private typealias Shape = FlattenedOptionalTests.Shape
    private typealias Hooked = FlattenedOptionalTests.Hooked
    private typealias Dates = FlattenedOptionalTests.Dates
    private typealias Item = FlattenedOptionalTests.Item
    private typealias Firm = FlattenedOptionalTests.Firm
    private typealias Clerk = FlattenedOptionalTests.Clerk

    /// A merge patch that removes all members of a flattened Optional makes it nil.
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
    private struct Period: JSONConvertible, Equatable {
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
    private struct Cabinet: JSONConvertible, Equatable {
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
    private struct Closet: JSONConvertible, Equatable {
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

    @Test func mergePatchesOfWhatIsNotWritten() throws {
        try check(#"{"row":null}"#, of: Closet(shelf: .init(id: 1, row: 1, dates: Dates())))
        let closet = Closet(hook: .init())
        #expect(try updated(closet, #"{"coat":null}"#, .mergePatch).value == closet)
    }

    private struct Bag: JSONConvertible, Equatable {
        var counts: [String: Int]
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("counts", \.counts) }.beforeReading { _ in } }
    }
    private struct Shop: JSONConvertible, Equatable {
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

    private struct Room: JSONConvertible, Equatable {
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
}
