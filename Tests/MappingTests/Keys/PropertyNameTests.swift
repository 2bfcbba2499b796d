import Testing
import Yoke

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
        static var jsonMapping: JSONMapping {
            JSONMapping(Cover.self, via: Binding.self, decode: { Cover($0.kind) }, encode: { Binding(kind: $0.kind) })
        }
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

    /// With property names as keys, two properties of one object must not get the same name, because one value would be lost.
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
