import Testing
import Yoke

/// Updates properties that a class does not assign, or whose assignment the class refuses.
@Suite struct UpdateRuleConstantTests {
    private final class Fixed: JSONConvertible {
        struct Storage: JSONConvertible {
            var id: Int
            var name: String
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self, keys: .upperSnakeCase) {
                    $0.add("id", \.id)
                    $0.add("name", \.name)
                }
            }
        }
        var storage: Storage
        init(_ storage: Storage) { self.storage = storage }
        static var jsonMapping: JSONMapping {
            JSONMapping(
                Fixed.self, via: Storage.self, decode: { Fixed($0) }, encode: { $0.storage },
                assign: { fixed, storage, changed in
                    if changed.contains("id") { throw _JSONConstant("id") }
                    fixed.storage = storage
                })
        }
    }

    @Test func aConstantThatWouldChangeHasAPath() throws {
        let fixed = Fixed(.init(id: 1, name: "n"))
        let error = #expect(throws: JSONError.self) { try fixed.update(json: #"{"NAME":"m","ID":2}"#) }
        #expect(error?.kind == .refused && error?.path == "$.ID" && error?.line == 1 && error?.column == 18)
        #expect(try fixed.update(json: #"{"NAME":"m","ID":1}"#).names == ["name"])
    }

    /// A class that ignores a new id, and limits the rank to 10.
    private final class Lax: JSONConvertible, @unchecked Sendable {
        struct Storage: JSONConvertible {
            var id: Int
            var rank: Int
            var name = ""
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("id", \.id)
                    $0.add("rank", \.rank)
                    $0.add("name", \.name, literal: "")
                }
            }
        }
        let id: Int
        var rank: Int
        var name: String
        init(_ storage: Storage) { (id, rank, name) = (storage.id, storage.rank, storage.name) }
        static var jsonMapping: JSONMapping {
            JSONMapping(
                Lax.self, via: Storage.self, decode: { Lax($0) }, encode: { Storage(id: $0.id, rank: $0.rank, name: $0.name) },
                assign: { lax, storage, changed in
                    if changed.contains("rank") { lax.rank = min(storage.rank, 10) }
                    if changed.contains("name") { lax.name = storage.name }
                })
        }
    }

    private struct Kept {
        let id: String
        var text = ""
    }

    /// The code of `@JSONModel` calls this function for a constant that has an initial value.
    @Test func aConstantOfAStructIsKept() {
        let old = Kept(id: "the identity of the old struct")
        var new = Kept(id: "the identity of the new struct", text: "new")
        _keepConstant(\.id, of: old, in: &new)
        #expect(new.id == "the identity of the old struct" && new.text == "new")
    }

    @Test func whatIsNotAssignedHasNotChanged() throws {
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            let lax = Lax(.init(id: 1, rank: 10))
            #expect(try lax.update(json: #"{"id":4}"#, options: options).isEmpty)
            #expect(try lax.update(json: #"{"id":4,"rank":11,"name":"n"}"#, options: options).names == ["name"])
            #expect(try lax.update(json: #"{"id":4,"rank":9}"#, options: options).names == ["rank"])
            #expect(lax.id == 1 && lax.rank == 9 && lax.name == "n")
        }
    }

    /// A class with a constant. The constant's alias is a path.
    private final class Seal: JSONConvertible, @unchecked Sendable {
        struct Storage: JSONConvertible {
            var id: Int
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("id", \.id, key: ["id", .path("head.no")]) } }
        }
        let id: Int
        init(_ storage: Storage) { id = storage.id }
        static var jsonMapping: JSONMapping {
            JSONMapping(
                Seal.self, via: Storage.self, decode: { Seal($0) }, encode: { Storage(id: $0.id) },
                assign: { _, _, changed in if changed.contains("id") { throw _JSONConstant("id") } })
        }
    }

    private struct Letter: JSONConvertible {
        var seal: Seal
        var text = ""
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("seal", \.seal)
                $0.add("text", \.text, literal: "")
            }
        }
    }

    @Test func aConstantThatWouldChangeHasAPlace() throws {
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            var letter = Letter(seal: Seal(.init(id: 1)))
            for (text, path, line, column) in [
                ("\u{FEFF}{\"seal\":\n {\"id\": 2}}", "$.seal.id", 2, 9),
                (#"{"seal":{"head":{"no":2}},"text":"t"}"#, "$.seal.head.no", 1, 23),
                (#"{"seal":{"id":3},"seal":{"id":2}}"#, "$.seal.id", 1, 31),
            ] {
                let error = #expect(throws: JSONError.self) { try letter.update(json: text, options: options) }
                #expect(error?.kind == .refused && error?.path == path && error?.line == line && error?.column == column)
                #expect(letter.text == "" && letter.seal.id == 1)
            }
        }
    }
}
