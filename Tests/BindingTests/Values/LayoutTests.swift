import Testing
import Yoke

// Memory layouts: every field is written at its offset, and padding does not change.

@Suite struct LayoutTests {
    private struct Empty: JSONConvertible, Hashable { static var jsonMapping: JSONMapping { JSONMapping(Self.self) { _ in } } }
    private struct Single: JSONConvertible, Equatable {
        var x: String; static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("x", \.x) } }
    }

    private struct Odd: JSONConvertible, Equatable {
        var a: UInt8
        var b: Double
        var c: Bool
        var d: UInt16?
        var e: Int32
        var f: Int8?
        var g: String?
        var h: Bool??
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("a", \.a)
                $0.add("b", \.b)
                $0.add("c", \.c)
                $0.add("d", \.d)
                $0.add("e", \.e)
                $0.add("f", \.f)
                $0.add("g", \.g)
                $0.add("h", \.h)
            }
        }
    }

    /// The size of Inner is not a multiple of its alignment, so Swift puts `flag` into the padding after it.
    private struct Tail: JSONConvertible, Equatable {
        var inner: Inner
        var flag: Bool
        struct Inner: JSONConvertible, Equatable {
            var wide: Int
            var small: UInt8
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("wide", \.wide)
                    $0.add("small", \.small)
                }
            }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("inner", \.inner)
                $0.add("flag", \.flag)
            }
        }
    }

    @Test func structsWithoutFields() throws {
        #expect(try read(Empty.self, "{}") == Empty())
        #expect(try read([Empty].self, #"[{},{"x":[1]},{}]"#).count == 3)
        #expect(try read([Empty?].self, "[{},null]") == [Empty(), nil])
        #expect(try read(Set<Empty>.self, "[{},{}]").count == 1)
        #expect(try read([String: Empty].self, #"{"a":{}}"#) == ["a": Empty()])
        #expect(try [Empty(), Empty()].jsonString(.pretty) == "[\n  {},\n  {}\n]")
        #expect(try [Empty?.none, Empty()].jsonString() == "[null,{}]")
        expect(.typeMismatch, "$[1]", reading: [Empty].self, "[{},1]")
        let many = "[" + Array(repeating: "{}", count: 50_000).joined(separator: ",") + "]"
        #expect(try [Empty](json: many).count == 50_000)
    }

    @Test func emptyFields() throws {
        struct Holder: JSONConvertible, Equatable {
            var first: Empty
            var x: Int
            var middle: Empty?
            var last: Empty
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("first", \.first)
                    $0.add("x", \.x)
                    $0.add("middle", \.middle)
                    $0.add("last", \.last)
                }
            }
        }
        let text = #"{"first":{},"x":1,"middle":{},"last":{}}"#
        #expect(try read(Holder.self, text).middle == Empty())
        #expect(try read(Holder.self, #"{"last":{},"x":1,"first":{}}"#).middle == nil)
        #expect(try Holder(json: text).jsonString() == text)
    }

    @Test func singleFields() throws {
        #expect(try read([Single?].self, #"[{"x":"on the heap, being long"},null]"#) == [Single(x: "on the heap, being long"), nil])
    }

    @Test func paddingBetweenFields() throws {
        let text = #"{"a":1,"b":2.5,"c":true,"d":65535,"e":-7,"f":-128,"g":"g","h":false}"#
        let odd = Odd(a: 1, b: 2.5, c: true, d: 65535, e: -7, f: -128, g: "g", h: false)
        #expect(try read(Odd.self, text) == odd)
        #expect(try odd.jsonString() == text)
        let array = try read([Odd?].self, "[\(text),null,\(text)]")
        #expect(array == [odd, nil, odd])
        let nils = try read(Odd.self, #"{"a":0,"b":0,"c":false,"e":0}"#)
        #expect(nils.d == nil && nils.f == nil && nils.g == nil && nils.h == nil)
    }

    @Test func fieldsInTheTailOfOthers() throws {
        #expect(MemoryLayout<Tail>.size == 10)
        for text in [#"{"inner":{"wide":-1,"small":255},"flag":true}"#, #"{"flag":true,"inner":{"small":255,"wide":-1}}"#] {
            #expect(try read(Tail.self, text) == Tail(inner: .init(wide: -1, small: 255), flag: true))
            #expect(try read([Tail].self, "[\(text),\(text)]").allSatisfy { $0.flag && $0.inner.small == 255 })
            #expect(try read([String: Tail?].self, "{\"k\":\(text),\"l\":null}")["k"]??.flag == true)
        }
        // The second value for `inner` must not change `flag`, which lies in the padding of `inner`.
        let again = #"{"flag":true,"inner":{"wide":1,"small":2},"inner":{"wide":3,"small":4}}"#
        #expect(try read(Tail.self, again) == Tail(inner: .init(wide: 3, small: 4), flag: true))
    }

    @Test func sixteenByteFields() throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        struct Wide: JSONConvertible, Equatable {
            var a: UInt8
            var b: Int128
            var c: Bool
            var d: UInt128?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("a", \.a)
                    $0.add("b", \.b)
                    $0.add("c", \.c)
                    $0.add("d", \.d)
                }
            }
        }
        let text = #"{"a":1,"b":-170141183460469231731687303715884105728,"c":true,"d":340282366920938463463374607431768211455}"#
        let wide = Wide(a: 1, b: .min, c: true, d: .max)
        #expect(try read(Wide.self, text) == wide)
        #expect(try read([String: [Wide?]].self, "{\"x\":[\(text),null,\(text)]}") == ["x": [wide, nil, wide]])
        #expect(try wide.jsonString() == text)
    }
}
