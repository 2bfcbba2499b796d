import Testing
import Yoke

/// While the raw text of an outer value is being collected, an inner value is read from its own raw text and fails.
@Suite struct RawTextTests {
    private final class Kind: JSONConvertible, Equatable, Sendable {
        let a: Int
        init(_ a: Int) { self.a = a }
        static func == (a: Kind, b: Kind) -> Bool { a.a == b.a }
        static var jsonMapping: JSONMapping {
            JSONMapping(Kind.self, via: Storage.self, decode: { Kind($0.a) }, encode: { Storage(a: $0.a) })
        }
        struct Storage: JSONConvertible {
            var a: Int
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a) } }
        }
    }

    private struct Flat: JSONConvertible, Equatable {
        var kind: Kind
        var n: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.flatten("kind", \.kind); $0.add("n", \.n)
            }
        }
    }

    private struct Named: JSONConvertible, Equatable {
        var n: String
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("n", \.n) } }
    }

    private enum Either: JSONConvertible, Equatable {
        case flat(Flat), named(Named)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, untagged: true) {
                $0.add("flat", Flat.self, make: { .flat($0) }, match: { if case .flat(let value) = $0 { value } else { nil } })
                $0.add("named", Named.self, make: { .named($0) }, match: { if case .named(let value) = $0 { value } else { nil } })
            }
        }
    }

    private struct Owner: JSONConvertible, Equatable {
        var kind: Kind
        var either: Either
        var text: JSONRawText?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.flatten("kind", \.kind)
                $0.add("u", \.either)
                $0.add("t", \.text)
            }
        }
    }

    private struct Shelf: JSONConvertible, Equatable {
        var kind: Kind
        var all: [Either] = []
        var text: JSONRawText?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.flatten("kind", \.kind)
                $0.add("all", \.all, rules: [.lossy])
                $0.add("t", \.text)
            }
        }
    }

    @Test func aCaseThatFailsInItsKeptText() throws {
        let owner = Owner(kind: Kind(1), either: .named(Named(n: "s")), text: try JSONRawText("1"))
        #expect(try read(Owner.self, #"{"a":1,"u":{"a":1,"n":"s"},"t":1}"#) == owner)
        let many = "[" + Array(repeating: #"{"zz":[1],"a":1,"u":{"a":1,"n":"s"},"t":1}"#, count: 60).joined(separator: ",") + "]"
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            #expect(try [Owner](json: many, options: options) == Array(repeating: owner, count: 60))
        }
    }

    @Test func anElementThatIsLeftOut() throws {
        let shelf = Shelf(kind: Kind(1), all: [.named(Named(n: "s"))], text: try JSONRawText(#"{"x":[1,2]}"#))
        #expect(try read(Shelf.self, #"{"all":[{"a":1,"n":[]},{"a":"x"},{"a":1,"n":"s"}],"a":1,"t":{"x":[1,2]}}"#) == shelf)
    }
}
