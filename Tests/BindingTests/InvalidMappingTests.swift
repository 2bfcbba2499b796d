import Testing
import Yoke

// A mapping that contradicts its type throws an error at the first use, and does not crash. The error says which part is wrong.

@Suite struct InvalidMappingTests {
    private func message<Model: JSONConvertible>(_ type: Model.Type, _ text: String = "{}") -> String {
        var messages: [String] = []
        for _ in 0..<2 {  // the second error comes from the cache
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
        struct First: JSONConvertible {
            var a = "", b = 1; static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("b", \.b) } }
        }
        struct Middle: JSONConvertible {
            var a = 1, b = "", c = 2
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("a", \.a)
                    $0.add("c", \.c)
                }
            }
        }
        struct Last: JSONConvertible {
            var a = 1, b = true; static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a) } }
        }
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
            struct Inner: JSONConvertible {
                var x = 1, y = "";
                static var jsonMapping: JSONMapping {
                    JSONMapping(Self.self) {
                        $0.add("x", \.x); $0.add("y", \.y)
                    }
                }
            }
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

    /// If a path such as `a[7]` is written, the writer puts null for each element before the index. So such an index is limited. An index
    /// that is only read is not limited.
    @Test func hugeIndicesOfWrittenPathsAreRefused() throws {
        struct Far: JSONConvertible {
            var a = 1
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a, key: [.path("a[1000000000]")]) } }
        }
        struct Inner: JSONConvertible {
            var a = 1
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) { $0.add("a", \.a, key: JSONKeys(read: ["a"], write: .path("a[0].b[10000].c"))) }
            }
        }
        struct Largest: JSONConvertible {
            var a = 1
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a, key: [.path("a[9999]")]) } }
        }
        struct OnlyRead: JSONConvertible {
            var a = 1
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) { $0.add("a", \.a, key: JSONKeys(read: [.path("a[1000000000]")], write: nil), literal: 1) }
            }
        }
        struct Readable: JSONReadable {
            var a = 1
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a, key: [.path("a[1000000000]")], literal: 1) } }
        }
        #expect(message(Far.self) == "Far.a is written at the index 1000000000, but the largest index for writing is 9999")
        #expect(message(Inner.self) == "Inner.a is written at the index 10000, but the largest index for writing is 9999")
        #expect(throws: JSONError.self) { try Far().jsonString() }
        #expect(try Largest().jsonString() == "{\"a\":[" + String(repeating: "null,", count: 9999) + "1]}")
        #expect(try OnlyRead(json: "{\"a\":[2]}").a == 1 && OnlyRead().jsonString() == "{}")
        #expect(try Readable(json: "{\"a\":[2]}").a == 1)
    }

    @Test func aRuleThatIsGivenTwiceIsRefused() {
        struct Lossy: JSONConvertible {
            var a: [Int] = []
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a, rules: [.lossy, .lossy]) } }
        }
        struct OnNull: JSONConvertible {
            var a = 1
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a, rules: [.onNull(1), .lenient, .onNull(2)]) } }
        }
        struct Views: JSONConvertible {
            var a = 1
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a, rules: [.views("x"), .views("y")]) } }
        }
        struct Checks: JSONConvertible {
            var a = 1
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("a", \.a, literal: 1, rules: [.range(0...), .range(...9), .writtenIf { $0 > 0 }, .writtenIf { $0 < 5 }])
                }
            }
        }
        #expect(message(Lossy.self) == "Lossy.a has the rule .lossy twice")
        #expect(message(OnNull.self) == "OnNull.a has the rule .onNull twice")
        #expect(message(Views.self) == "Views.a has the rule .views twice")
        #expect(throws: Never.self) { try #expect(Checks(json: "{\"a\":7}").jsonString() == "{}") }
    }

    @Test func aConstantHasOnlyRulesForWriting() throws {
        struct Checked: JSONConvertible {
            var a = 1
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) { $0.add("a", \.a, constant: 1, rules: [.writtenIf { $0 > 0 }, .range(0...9)]) }
            }
        }
        struct Hidden: JSONConvertible {
            var a = 1
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) { $0.add("a", \.a, constant: 1, rules: [.views("x"), .writtenIf { $0 > 0 }]) }
            }
        }
        #expect(message(Checked.self) == "Checked.a has the rule .check, but it is a constant, which is never read")
        #expect(try Hidden().jsonString() == #"{"a":1}"#)
        #expect(try Hidden().jsonString(JSONWriteOptions(view: "y")) == "{}")
    }

    /// A generic model with several rules for its property. For each type `Value`, only some of the rules have an effect.
    private struct Ruled<Value: JSONConvertible>: JSONConvertible {
        var a: Value
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) { $0.add("a", \.a, rules: [.lossy, .lenient, .writesNull, .invalidIsMissing]) }
        }
    }

    @Test func aRuleThatDoesNothingForTheTypeIsRefused() throws {
        struct Lossy: JSONConvertible {
            var a: Int?
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a, rules: [.lossy]) } }
        }
        struct Lenient: JSONConvertible {
            var a = [1]
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a, literal: [], rules: [.lenient]) } }
        }
        struct Null: JSONConvertible {
            var a = 1
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a, literal: 1, rules: [.writesNull]) } }
        }
        struct Missing: JSONConvertible {
            var a = 1
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a, rules: [.invalidIsMissing]) } }
        }
        struct Good: JSONConvertible {
            var list: [Int]?, map: [Int: Bool], number: Int?, lazy: JSONLazy<[Int]>, nullable: JSONNullable<Int>
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("list", \.list, rules: [.lossy, .writesNull, .invalidIsMissing])
                    $0.add("map", \.map, literal: [:], rules: [.lossy, .invalidIsMissing])
                    $0.add("number", \.number, rules: [.lenient, .writesNull])
                    $0.add("lazy", \.lazy, rules: [.lossy])
                    $0.add("nullable", \.nullable, rules: [.lenient, .writesNull])
                }
            }
        }
        #expect(message(Lossy.self) == "Lossy.a has the rule .lossy, which does nothing for Optional<Int>")
        #expect(message(Lenient.self) == "Lenient.a has the rule .lenient, which does nothing for Array<Int>")
        #expect(message(Null.self) == "Null.a has the rule .writesNull, which does nothing for Int")
        #expect(message(Missing.self) == "Missing.a has the rule .invalidIsMissing, which does nothing for Int")
        #expect(try Good(json: #"{"list":[1,"x"],"map":{"1":[],"2":true},"number":"7","lazy":["x",3]}"#).lazy.value() == [3])
        // In a generic model, a rule that does nothing for the type is allowed.
        #expect(try Ruled<Int>(json: #"{"a":"5"}"#).a == 5)
        #expect(try Ruled<[Int]?>(json: #"{"a":[1,"x"]}"#).a == [1])
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
        // Compiling the plan of Bad also compiles the plan of Good, which is a part of Bad. Good is valid although Bad is not.
        struct Good: JSONConvertible, Equatable {
            var a: Int; static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a) } }
        }
        struct Bad: JSONConvertible {
            var good: Good
            var rest: String
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("good", \.good) } }
        }
        #expect(message(Bad.self) == "the mapping of Bad leaves out a stored property after good")
        #expect(try Good(json: #"{"a":1}"#) == Good(a: 1))
    }
}
