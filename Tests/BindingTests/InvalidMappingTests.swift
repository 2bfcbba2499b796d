import Testing
import Yoke

// A mapping that contradicts its type throws an error at the first use. The error says what is wrong; the program does not crash.

@Suite struct InvalidMappingTests {
    private func message<Model: JSONConvertible>(_ type: Model.Type, _ text: String = "{}") -> String {
        var messages: [String] = []
        for _ in 0..<2 {  // the second time from the cache
            do throws(JSONError) {
                _ = try Model(json: text)
                messages.append("accepted")
            } catch {
                messages.append(error.kind == .invalidMapping ? error.message : "\(error)")
            }
        }
        #expect(messages[0] == messages[1])
        let inside = #expect(throws: JSONError.self) { try [[String: Model?]](json: "[]") }
        #expect(inside?.kind == .invalidMapping)
        #expect(throws: JSONError.self) { _ = try JSONReader<Model>() }
        return messages[0]
    }

    @Test func forgottenFields() {
        struct First: JSONConvertible { var a = "", b = 1; static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("b", \.b) } } }
        struct Middle: JSONConvertible {
            var a = 1, b = "", c = 2
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("a", \.a)
                    $0.add("c", \.c)
                }
            }
        }
        struct Last: JSONConvertible { var a = 1, b = true; static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a) } } }
        struct All: JSONConvertible { var a = [1]; static var jsonMapping: JSONMapping { JSONMapping(Self.self) { _ in } } }
        #expect(message(First.self) == "the mapping of First leaves out a stored property after its start")
        #expect(message(Middle.self) == "the mapping of Middle leaves out a stored property after a")
        #expect(message(Last.self) == "the mapping of Last leaves out a stored property after a")
        #expect(message(All.self) == "the mapping of All leaves out a stored property after its start")
    }

    @Test func fieldsThatAreNamedTwice() {
        struct Twice: JSONConvertible {
            var a = 1
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("a", \.a)
                    $0.add("b", \.a)
                }
            }
        }
        struct Overlap: JSONConvertible {
            var inner = Inner()
            struct Inner: JSONConvertible { var x = 1, y = ""; static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("x", \.x); $0.add("y", \.y) } } }
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("inner", \.inner)
                    $0.add("y", \.inner.y)
                }
            }
        }
        #expect(message(Twice.self) == "Twice.b is named twice, or overlaps another property")
        #expect(message(Overlap.self) == "Overlap.y is named twice, or overlaps another property")
    }

    @Test func propertiesWithoutAPlace() {
        struct Computed: JSONConvertible {
            var a = 1
            var b: Int { 2 }
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("a", \.a)
                    $0.add("b", \.b)
                }
            }
        }
        struct Observed: JSONConvertible {
            var a = 1 { didSet {} }
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a) } }
        }
        final class Reference: JSONConvertible {
            let a = 1
            static var jsonMapping: JSONMapping { JSONMapping(Reference.self) { $0.add("a", \.a) } }
        }
        #expect(message(Computed.self) == "Computed.b has no fixed place in the instance")
        #expect(message(Observed.self) == "Observed.a has no fixed place in the instance")
        #expect(message(Reference.self) == "Reference.a has no fixed place in the instance")
    }

    @Test func enumsWithEqualRawValues() {
        enum Pair: String, JSONConvertible {
            case a, b
            static var jsonMapping: JSONMapping { JSONMapping(rawValues: Pair.self) { $0 += [.a, .b, .a] } }
        }
        #expect(message(Pair.self, "\"a\"") == "two cases of Pair have the same raw value")
    }

    @Test func mappingsOfOtherTypes() {
        class Parent: JSONConvertible {
            required init() {}
            class var jsonMapping: JSONMapping { JSONMapping(Parent.self, via: Int.self, decode: { _ in Parent() }, encode: { _ in 1 }) }
        }
        final class Child: Parent, @unchecked Sendable {}
        struct Liar: JSONConvertible { var a = 1; static var jsonMapping: JSONMapping { Int.jsonMapping } }
        #expect((try? Parent(json: "1")) != nil)
        #expect(message(Child.self, "1") == "the mapping of Child describes Parent")
        #expect(message(Liar.self, "1") == "the mapping of Liar describes Int")
    }

    @Test func whatABrokenMappingLeavesBehind() throws {
        // The type Good, which the compiler reached on its way through Bad, is valid all the same.
        struct Good: JSONConvertible, Equatable { var a: Int; static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a) } } }
        struct Bad: JSONConvertible {
            var good: Good
            var rest: String
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("good", \.good) } }
        }
        #expect(message(Bad.self) == "the mapping of Bad leaves out a stored property after good")
        #expect(try Good(json: #"{"a":1}"#) == Good(a: 1))
    }
}
