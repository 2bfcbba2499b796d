import TestSupport
import Testing
import Yoke

/// A flattened enum, or a flattened type with hooks or a storage type, reads the object of the model around it a second time. The members of
/// this model are not unknown to it.
@Suite struct FlattenedUnknownKeyTests {
    private struct Circle: JSONConvertible, Equatable {
        var radius: Int
        static var jsonMapping: JSONMapping { JSONMapping(Circle.self) { $0.add("radius", \.radius) } }
    }

    private struct Square: JSONConvertible, Equatable {
        var edge: Int
        static var jsonMapping: JSONMapping { JSONMapping(Square.self, unknownKeys: .reject) { $0.add("edge", \.edge) } }
    }

    private struct Open: JSONConvertible, Equatable {
        var side: Int
        var rest: JSONObject
        static var jsonMapping: JSONMapping {
            JSONMapping(Open.self) {
                $0.add("side", \.side)
                $0.extras("rest", \.rest)
            }
        }
    }

    private enum Shape: JSONConvertible, Equatable {
        case circle(Circle), square(Square), open(Open), point
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Shape.self, tag: "type") {
                $0.add("circle", Circle.self, make: { .circle($0) }, match: { if case .circle(let value) = copy $0 { value } else { nil } })
                $0.add("square", Square.self, make: { .square($0) }, match: { if case .square(let value) = copy $0 { value } else { nil } })
                $0.add("open", Open.self, make: { .open($0) }, match: { if case .open(let value) = copy $0 { value } else { nil } })
                $0.add("point", .point)
            }
        }
    }

    private struct Hooked: JSONConvertible, Equatable {
        var depth: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(Hooked.self, unknownKeys: .reject) { $0.add("depth", \.depth) }.beforeReading { _ in }
        }
    }

    private struct Wrapped: JSONConvertible, Equatable {
        var square: Square
        static var jsonMapping: JSONMapping {
            JSONMapping(Wrapped.self, via: Square.self, decode: { Wrapped(square: $0) }, encode: { $0.square })
        }
    }

    private struct Drawing: JSONConvertible, Equatable {
        var id: Int
        var note: String?
        var shape: Shape
        static var jsonMapping: JSONMapping {
            JSONMapping(Drawing.self) {
                $0.add("id", \.id)
                $0.add("note", \.note, key: .path("meta.note"))
                $0.flatten("shape", \.shape)
            }
        }
    }

    private struct Both: JSONConvertible, Equatable {
        var id: Int
        var hooked: Hooked
        var wrapped: Wrapped?
        static var jsonMapping: JSONMapping {
            JSONMapping(Both.self) {
                $0.add("id", \.id)
                $0.flatten("hooked", \.hooked)
                $0.flatten("wrapped", \.wrapped)
            }
        }
    }

    /// The model gives a property of the flattened `circle` another key.
    private struct Renamed: JSONConvertible, Equatable {
        var circle: Circle
        var hooked: Hooked
        static var jsonMapping: JSONMapping {
            JSONMapping(Renamed.self) {
                $0.flatten("circle", \.circle, overriding: ["radius": "r"])
                $0.flatten("hooked", \.hooked)
            }
        }
    }

    /// A class whose parent is flattened into it. The parent may be of the same class.
    private final class Node: JSONConvertible {
        var name: String?
        var parent: Node?
        var rest: JSONObject
        init(name: String?, parent: Node?, rest: JSONObject) { (self.name, self.parent, self.rest) = (name, parent, rest) }
        private struct Storage: JSONConvertible {
            var name: String?
            var rest: JSONObject
            static var jsonMapping: JSONMapping {
                JSONMapping(Storage.self) {
                    $0.add("name", \.name)
                    $0.extras("rest", \.rest)
                }
            }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(
                Node.self, via: Storage.self, decode: { Node(name: $0.name, parent: nil, rest: $0.rest) },
                encode: { Storage(name: $0.name, rest: $0.rest) })
        }
    }

    private struct Tree: JSONConvertible {
        var id: Int
        var node: Node
        static var jsonMapping: JSONMapping {
            JSONMapping(Tree.self) {
                $0.add("id", \.id)
                $0.flatten("node", \.node)
            }
        }
    }

    private static func options(_ engine: JSONEngine, refusing: Bool = false) -> JSONReadOptions {
        var options = JSONReadOptions.strict
        (options.engine, options.refusesUnknownKeys) = (engine, refusing)
        return options
    }

    private struct Rounded: JSONConvertible, Equatable {
        var radius: Int
        var shape: Shape
        static var jsonMapping: JSONMapping {
            JSONMapping(Rounded.self) {
                $0.add("radius", \.radius); $0.flatten("shape", \.shape)
            }
        }
    }

    @Test("A key of the model and of one case is known to all cases")
    func keyOfTheModelAndOfOneCase() throws {
        for (shape, text) in [
            (.square(Square(edge: 2)), #"{"radius":1,"type":"square","edge":2}"#),
            (.circle(Circle(radius: 1)), #"{"radius":1,"type":"circle"}"#),
            (.open(Open(side: 3, rest: ["a": 4])), #"{"radius":1,"type":"open","side":3,"a":4}"#),
        ] as [(Shape, String)] {
            let model = Rounded(radius: 1, shape: shape)
            #expect(try read(Rounded.self, text) == model)
            #expect(try read(Rounded.self, model.jsonString()) == model)
            var other = Rounded(radius: 1, shape: .point)
            try other.update(json: text)
            #expect(other == model)
            try other.update(json: #"{"type":"circle","radius":5}"#, policy: .mergePatch)
            #expect(other == Rounded(radius: 5, shape: .circle(Circle(radius: 5))))
            try other.update(json: #"{"radius":6}"#, policy: .mergePatch)
            #expect(other == Rounded(radius: 6, shape: .circle(Circle(radius: 6))))
        }
    }

    @Test(arguments: JSONEngine.each) func theModelsOwnKeysAreNotRefused(_ engine: JSONEngine) throws {
        let text = #"{"id":1,"meta":{"note":"n"},"type":"circle","radius":2}"#
        let drawing = Drawing(id: 1, note: "n", shape: .circle(Circle(radius: 2)))
        #expect(try Drawing(json: text, options: Self.options(engine, refusing: true)) == drawing)
        #expect(try drawing.jsonString() == text)

        // The payload itself refuses unknown keys.
        for value in [Drawing(id: 1, note: "n", shape: .square(Square(edge: 2))), Drawing(id: 2, note: nil, shape: .point)] {
            #expect(try Drawing(json: value.jsonString(), options: Self.options(engine)) == value)
        }
        let both = Both(id: 1, hooked: Hooked(depth: 2), wrapped: Wrapped(square: Square(edge: 3)))
        #expect(try Both(json: both.jsonString(), options: Self.options(engine, refusing: true)) == both)
        #expect(
            try Both(json: #"{"depth":2,"id":1}"#, options: Self.options(engine, refusing: true)) == Both(id: 1, hooked: Hooked(depth: 2)))
    }

    @Test(arguments: JSONEngine.each) func anOverridingKeyIsKnownInPlaceOfTheOldKey(_ engine: JSONEngine) throws {
        let model = Renamed(circle: Circle(radius: 1), hooked: Hooked(depth: 2))
        #expect(try Renamed(json: #"{"r":1,"depth":2}"#, options: Self.options(engine)) == model)
        let error = #expect(throws: JSONError.self) {
            try Renamed(json: #"{"radius":1,"r":1,"depth":2}"#, options: Self.options(engine))
        }
        #expect(error?.kind == .unknownKey && error?.path == "$.radius")
    }

    @Test(arguments: JSONEngine.each) func otherKeysAreStillRefused(_ engine: JSONEngine) throws {
        for text in [#"{"id":1,"type":"circle","radius":2,"zz":3}"#, #"{"id":1,"type":"square","edge":2,"zz":3}"#] {
            let error = #expect(throws: JSONError.self) { try Drawing(json: text, options: Self.options(engine, refusing: true)) }
            #expect(error?.kind == .unknownKey && error?.path == "$.zz")
        }
    }

    private struct Keeping: JSONConvertible, Equatable {
        var id: Int
        var hooked: Hooked
        var shape: Shape
        var rest: JSONObject
        static var jsonMapping: JSONMapping {
            JSONMapping(Keeping.self) {
                $0.add("id", \.id)
                $0.flatten("hooked", \.hooked)
                $0.flatten("shape", \.shape)
                $0.extras("rest", \.rest)
            }
        }
    }

    @Test("A model that keeps unknown members may contain a type that refuses them")
    func extrasOfTheModel() throws {
        let model = Keeping(id: 1, hooked: Hooked(depth: 2), shape: .square(Square(edge: 3)), rest: ["zz": 4])
        #expect(try read(Keeping.self, #"{"id":1,"depth":2,"type":"square","edge":3,"zz":4}"#) == model)
        #expect(try read(Keeping.self, model.jsonString()) == model)
        for engine in JSONEngine.each {
            #expect(try Keeping(json: model.jsonString(), options: Self.options(engine, refusing: true)) == model)
        }
        #expect(try read(Around.self, #"{"depth":2,"zz":4}"#) == Around(hooked: Hooked(depth: 2), rest: Rest(all: ["zz": 4])))
    }

    /// `Wrapped` refuses unknown members, inside a struct with a hook inside a model that keeps them.
    private struct Deep: JSONConvertible, Equatable {
        var depth: Int
        var wrapped: Wrapped
        static var jsonMapping: JSONMapping {
            JSONMapping(Deep.self) {
                $0.add("depth", \.depth)
                $0.flatten("wrapped", \.wrapped)
            }
            .beforeReading { _ in }
        }
    }
    private struct Outermost: JSONConvertible, Equatable {
        var deep: Deep
        var rest: JSONObject
        static var jsonMapping: JSONMapping {
            JSONMapping(Outermost.self) {
                $0.flatten("deep", \.deep)
                $0.extras("rest", \.rest)
            }
        }
    }

    @Test("Extras open types that are flattened into a flattened type, too")
    func extrasAroundSeveralTypes() throws {
        let model = Outermost(deep: Deep(depth: 1, wrapped: Wrapped(square: Square(edge: 2))), rest: ["zz": 3])
        #expect(try read(Outermost.self, #"{"depth":1,"edge":2,"zz":3}"#) == model)
        for engine in JSONEngine.each {
            #expect(try Outermost(json: model.jsonString(), options: Self.options(engine, refusing: true)) == model)
        }
    }

    private struct Rest: JSONConvertible, Equatable {
        var all: JSONObject
        static var jsonMapping: JSONMapping { JSONMapping(Rest.self) { $0.extras("all", \.all) } }
    }
    /// The extras stand in a plain struct beside the type that refuses unknown members.
    private struct Around: JSONConvertible, Equatable {
        var hooked: Hooked
        var rest: Rest
        static var jsonMapping: JSONMapping {
            JSONMapping(Around.self) {
                $0.flatten("hooked", \.hooked)
                $0.flatten("rest", \.rest)
            }
        }
    }

    @Test(arguments: JSONEngine.each) func extrasOfThePayloadDoNotKeepTheModelsMembers(_ engine: JSONEngine) throws {
        let text = #"{"id":1,"meta":{"note":"q"},"type":"open","side":2,"zz":3}"#
        var drawing = try Drawing(json: text, options: Self.options(engine))
        #expect(drawing.shape == .open(Open(side: 2, rest: ["zz": 3])))
        drawing.id = 7
        drawing.note = nil
        #expect(try drawing.jsonString() == #"{"id":7,"type":"open","side":2,"zz":3}"#)

        let tree = try Tree(json: #"{"id":1,"name":"n","more":2}"#, options: Self.options(engine))
        #expect(tree.node.rest == ["more": 2])
    }

    /// An object on a key path has members of the model and of a flattened class. None of them is unknown.
    private enum Kind: JSONConvertible, Equatable {
        case circle(Circle)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "kind", content: "content") {
                $0.add("circle", Circle.self, make: { .circle($0) }, match: { if case .circle(let circle) = $0 { circle } else { nil } })
            }
        }
    }
    private enum Figure: JSONConvertible, Equatable {
        case circle(Circle), hooked(Hooked)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "type") {
                $0.add("circle", Circle.self, make: { .circle($0) }, match: { if case .circle(let circle) = $0 { circle } else { nil } })
                $0.add("hooked", Hooked.self, make: { .hooked($0) }, match: { if case .hooked(let hooked) = $0 { hooked } else { nil } })
            }
        }
    }
    private struct Sign: JSONConvertible, Equatable {
        var id: Int
        var kind: Kind
        var shape: Figure?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.flatten("kind", \.kind)
                $0.flatten("shape", \.shape)
            }
        }
    }

    /// The content of a case is an object of its own. The object around it has only the keys that no case has.
    @Test func aKeyIsRefusedOrReportedOnce() throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            (options.engine, options.refusesUnknownKeys, options.collectsErrors) = (engine, true, true)
            func paths(_ text: String) -> [String] {
                do { _ = try Sign(json: text, options: options) } catch { return error.all.map(\.path) }
                return []
            }
            let content = #""kind":"circle","content":{"radius":1"#
            #expect(paths(#"{"id":1,"# + content + "}}") == [])
            #expect(paths(#"{"id":1,"# + content + #","q":2}}"#) == ["$.content.q"])
            #expect(paths(#"{"id":1,"q":2,"# + content + "}}") == ["$.q"])
            #expect(paths(#"{"id":1,"type":"circle","radius":1,"q":2,"# + content + "}}") == ["$.q"])
            #expect(paths(#"{"id":1,"type":"circle","radius":1,"depth":2,"# + content + "}}") == ["$.depth"])
            (options.refusesUnknownKeys, options.collectsErrors) = (false, false)
            var report = JSONReport()
            _ = try Sign(json: #"{"id":1,"x":2,"# + content + #","q":2,"q":3,"radius":2}}"#, options: options, report: &report)
            #expect(
                report.entries.map { "\($0.path) \($0.kind)" }
                    == ["$.x unknownKey", "$.content.q unknownKey", "$.content.q unknownKey", "$.content.radius duplicateKey"])
        }
    }

    @Test func aSharedObjectOnAPathHasNoUnknownKeys() throws {
        final class Part: JSONConvertible, Equatable, Sendable {
            let w: Int
            init(_ w: Int) { self.w = w }
            static func == (a: Part, b: Part) -> Bool { a.w == b.w }
            struct Storage: JSONConvertible {
                var w: Int
                static var jsonMapping: JSONMapping {
                    JSONMapping(Self.self, unknownKeys: .reject) { $0.add("w", \.w, key: JSONKeys(read: [.path("meta.w")], write: "w")) }
                }
            }
            static var jsonMapping: JSONMapping {
                JSONMapping(Part.self, via: Storage.self, decode: { Part($0.w) }, encode: { Storage(w: $0.w) })
            }
        }
        struct Model: JSONConvertible, Equatable {
            var id: Int
            var part: Part
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self, unknownKeys: .reject) {
                    $0.add("id", \.id, key: JSONKeys(read: [.path("meta.id")], write: "id"))
                    $0.flatten("part", \.part)
                }
            }
        }
        let text = #"{"meta":{"id":1,"w":2}}"#
        #expect(try read(Model.self, text) == Model(id: 1, part: Part(2)))
        expect(.unknownKey, "$.x", reading: Model.self, #"{"meta":{"id":1,"w":2},"x":3}"#)
    }
}
