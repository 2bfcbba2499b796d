import CYoke
import TestSupport
import Testing

@testable import Yoke

/// Structs with all kinds of first and last properties. Their types decide in which bytes Swift stores the nil of an Optional struct. The
/// writer has to find these bytes.
@Suite struct NilTests {
    private struct Two<A: JSONConvertible & Equatable, B: JSONConvertible & Equatable>: JSONConvertible, Equatable {
        var a: A
        var b: B

        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("a", \.a)
                $0.add("b", \.b)
            }
        }
    }

    private enum Side: String, CaseIterable, JSONConvertible {
        case left, right
        static var jsonMapping: JSONMapping { JSONMapping(rawValues: Self.self) { $0 += allCases } }
    }

    /// Writes and reads Optionals of the struct, Optionals of these Optionals, and nil next to values. Expects that nil is written as null.
    private func check<A: JSONConvertible & Equatable, B: JSONConvertible & Equatable>(
        _ a: A, _ b: B, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let value = Two(a: a, b: b)
        typealias Three = Two<Two<A, B>?, [Two<A, B>?]>
        let some = Three(a: value, b: [value, nil, value]), none = Three(a: nil, b: [nil, nil])
        let text = try value.jsonString()
        #expect(try some.jsonString() == #"{"a":\#(text),"b":[\#(text),null,\#(text)]}"#, sourceLocation: location)
        #expect(try none.jsonString() == #"{"b":[null,null]}"#, sourceLocation: location)
        for three in [some, none] { #expect(try Three(json: three.jsonString()) == three, sourceLocation: location) }
        typealias Deep = Two<Two<A, B>??, Two<Three, Three?>?>
        let deeps = [
            Deep(a: .some(.some(value)), b: Two(a: none, b: some)), Deep(a: nil, b: nil),
            Deep(a: .some(.some(value)), b: Two(a: some, b: nil)),
        ]
        for deep in deeps {
            #expect(try Deep(json: deep.jsonString()) == deep, sourceLocation: location)
        }
    }

    @Test func inAnyLayout() throws {
        try check("", 0)
        try check("a string that does not fit", "")
        try check(0, "")
        try check(0.0, [Int]())
        try check([1], ["": 2])
        try check([0: ""], "")
        try check(Side.left, "")
        try check(Side.right, [Side.left])
        try check(true, "text")
        try check(false, [true])
        try check(JSONValue.null, "")
        try check(JSONValue.object(["a": 1]), [Int]())
        try check("", JSONValue.array([1, 2]))
        try check(1, 2)
        try check(Int8(1), Int8(2))
        try check(true, false)
        try check(Double?.none, "x")
        try check(String?.some("y"), [Int]?.none)
        try check(UInt8?.none, UInt8?.none)
        try check(Two(a: Side.left, b: "z"), Two(a: [0.5], b: true))
    }

    // MARK: - Swift stores nil in a property that is not in the JSON

    private enum Sixty {
        case c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20, c21, c22, c23,
            c24, c25, c26, c27, c28, c29, c30, c31, c32, c33, c34, c35, c36, c37, c38, c39, c40, c41, c42, c43, c44, c45,
            c46, c47, c48, c49, c50, c51, c52, c53, c54, c55, c56, c57, c58, c59, c60, c61, c62, c63
    }
    private enum Either { case a(Sixty), b(Sixty) }
    private struct Row {
        var row = (
            Either.a(.c0), Either.a(.c0), Either.a(.c0), Either.a(.c0), Either.a(.c0), Either.a(.c0), Either.a(.c0), Either.a(.c0),
            Either.a(.c0), Either.a(.c0), Either.a(.c0), Either.a(.c0), Either.a(.c0), Either.a(.c0)
        )
    }
    /// `Spare` has more spare bits than a String. So Swift stores the nil of `Elsewhere?` in the property `spare`, and not in `text`. Many
    /// bytes of `Spare` have spare bits that are 1, also in the first bit pattern that Swift uses for nil.
    private enum Spare { case a(Row), b(Row) }

    private struct Elsewhere: JSONConvertible, Equatable {
        var spare = Spare.a(Row())
        var text: String

        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.ignore(\.spare, initial: Spare.a(Row()))
                $0.add("text", \.text)
            }
        }
        static func == (a: Self, b: Self) -> Bool { a.text == b.text }
    }

    @Test func inAnother() throws {
        let values = [nil, Elsewhere(text: "a"), nil, Elsewhere(text: "too long for a small string")]
        let text = #"[null,{"text":"a"},null,{"text":"too long for a small string"}]"#
        #expect(try values.jsonString() == text)
        #expect(try read([Elsewhere?].self, text) == values)
        var old = [Elsewhere?](values.reversed())
        var reader = try JSONReader<[Elsewhere?]>()
        try reader.read(into: &old, from: text)
        #expect(old == values)
        // A memory word with undefined bits may look like nil by chance. So the plan of `Elsewhere?` calls Swift code (a thunk) to test for
        // nil. `Two<String, Int>?` has a word without undefined bits, so its plan tests this word.
        #expect(try Self.nilTest([Elsewhere?].self) == YOKE_NIL_THUNK)
        #expect(try Self.nilTest([Two<String, Int>?].self) == YOKE_NIL_WORD)
    }

    private static func nilTest(_ array: any JSONMapped.Type) throws -> yoke_nil_test {
        let element = try Plan.of(array).root.pointee.type.pointee.element
        return yoke_nil_test(UInt32(element.nil_test))
    }
}
