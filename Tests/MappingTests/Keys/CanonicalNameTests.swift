import Testing
import Yoke

/// Names are compared by their bytes. Swift's `==` would say that composed and decomposed letters are equal.
@Suite struct CanonicalNameTests {
    private static let composed = "\u{E9}", decomposed = "e\u{301}"

    private struct Plain: JSONConvertible, Equatable {
        var a: Int?
        var b: Int?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("a", \.a, key: .init(composed)); $0.add("b", \.b, key: .init(decomposed))
            }
        }
    }
    /// A model with a path, whose keys are therefore stored in a tree.
    private struct Deep: JSONConvertible, Equatable {
        var a: Int?
        var b: Int?
        var c: Int?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("a", \.a, key: .init(composed))
                $0.add("b", \.b, key: .init(decomposed))
                $0.add("c", \.c, key: [.path("$['\(decomposed)x'].c")])
            }
        }
    }
    private enum Case: JSONConvertible, Equatable {
        case composed(Int), decomposed(Int)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self) {
                $0.add(
                    CanonicalNameTests.composed, Int.self, make: { .composed($0) },
                    match: { if case .composed(let value) = $0 { value } else { nil } })
                $0.add(
                    CanonicalNameTests.decomposed, Int.self, make: { .decomposed($0) },
                    match: { if case .decomposed(let value) = $0 { value } else { nil } })
            }
        }
    }
    private enum One: JSONConvertible, Equatable {
        case composed(Int), other
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self) {
                $0.add(
                    CanonicalNameTests.composed, Int.self, make: { .composed($0) },
                    match: { if case .composed(let value) = $0 { value } else { nil } })
                $0.fallback(.other)
            }
        }
    }

    @Test func keysOfFields() throws {
        let text = "{\"\(Self.composed)\":1,\"\(Self.decomposed)\":2}"
        #expect(try read(Plain.self, text) == Plain(a: 1, b: 2))
        #expect(try Plain(a: 1, b: 2).jsonString() == text)
        #expect(try read(Deep.self, String(text.dropLast()) + ",\"\(Self.decomposed)x\":{\"c\":3}}") == Deep(a: 1, b: 2, c: 3))
        #expect(try read(Deep.self, "{\"\(Self.composed)x\":{\"c\":3}}") == Deep())
    }

    @Test func namesOfCases() throws {
        let text = "[{\"\(Self.composed)\":1},{\"\(Self.decomposed)\":2}]"
        #expect(try read([Case].self, text) == [.composed(1), .decomposed(2)])
        #expect(try [Case.composed(1), .decomposed(2)].jsonString() == text)
        #expect(try read([One].self, text) == [.composed(1), .other])
    }
}
