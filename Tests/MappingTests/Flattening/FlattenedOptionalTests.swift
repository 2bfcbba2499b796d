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
}
