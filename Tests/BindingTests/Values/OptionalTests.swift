import Testing
import Yoke

private struct Shape: JSONConvertible, Equatable {
    var a: Int?
    var b: Int??
    var c: Bool??
    var d: String???
    var e: [Int?]?
    var f: Inner?
    var g: [String: Inner?]?
    var h: UInt8????

    struct Inner: JSONConvertible, Equatable {
        var x: UInt8
        var y: Bool?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("x", \.x)
                $0.add("y", \.y)
            }
        }
    }

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

@Suite struct OptionalTests {
    @Test func missingIsNilAtTheOutermostLevel() throws {
        let nothing = Shape(a: nil, b: nil, c: nil, d: nil, e: nil, f: nil, g: nil, h: nil)
        #expect(try read(Shape.self, "{}") == nothing)
        let nulls = #"{"a":null,"b":null,"c":null,"d":null,"e":null,"f":null,"g":null,"h":null}"#
        #expect(try read(Shape.self, nulls) == nothing)
        #expect(try nothing.jsonString() == "{}")
        #expect(try nothing.jsonString(JSONWriteOptions(nulls: .write)) == nulls)
    }

    @Test func presentIsPresentAtEachLevel() throws {
        let text = #"{"a":1,"b":2,"c":false,"d":"","e":[null,3],"f":{"x":4,"y":true},"g":{"k":null,"l":{"x":5}},"h":255}"#
        let shape = try read(Shape.self, text)
        #expect(
            shape
                == Shape(
                    a: 1, b: 2, c: false, d: "", e: [nil, 3], f: .init(x: 4, y: true),
                    g: ["k": Shape.Inner?.none, "l": .init(x: 5)], h: 255))
        #expect(try Shape(json: shape.jsonString()) == shape)
        #expect(try shape.jsonString(JSONWriteOptions(sortsKeys: true)) == text)
    }

    @Test func rootsAndElements() throws {
        #expect(try read(Int?.self, "null") == nil)
        #expect(try read(Int?.self, "1") == 1)
        #expect(try read(Bool??.self, "true") == .some(.some(true)))
        #expect(try read([[Int?]?].self, "[null,[],[null,1]]") == [nil, [], [nil, 1]])
        #expect(try read([String: [String]??].self, #"{"a":null,"b":["c"]}"#) == ["a": [String]??.none, "b": ["c"]])
        #expect(try read([Double?].self, "[1.5,null,2]") == [1.5, nil, 2])
    }

    @Test func laterNullReplacesAnEarlierValue() throws {
        let shape = try read(Shape.self, #"{"a":1,"d":"long enough to be on the heap","f":{"x":1},"a":null,"d":null,"f":null}"#)
        #expect(shape == Shape(a: nil, b: nil, c: nil, d: nil, e: nil, f: nil, g: nil, h: nil))
        let again = try read(Shape.self, #"{"a":null,"f":null,"a":1,"f":{"x":1,"y":null}}"#)
        #expect(again.a == 1 && again.f == .init(x: 1, y: nil))
    }

    @Test func invalidKindsAreErrors() {
        expect(.typeMismatch, "$.b", reading: Shape.self, #"{"b":"2"}"#)
        expect(.typeMismatch, "$.e[1]", reading: Shape.self, #"{"e":[1,true]}"#)
        expect(.numberOutOfRange, "$.h", reading: Shape.self, #"{"h":256}"#)
        expect(.missingKeys, "$.f", reading: Shape.self, #"{"f":{"y":true}}"#)
        expect(.typeMismatch, "$.g.k.x", reading: Shape.self, #"{"g":{"k":{"x":null}}}"#)
    }
}
