import Testing
import Yoke

private struct Hex: JSONCoder {
    struct Bad: Error {}
    func decode(_ text: String) throws -> Int {
        guard let value = Int(text, radix: 16) else { throw Bad() }
        return value
    }
    func encode(_ value: Int) throws -> String {
        guard value >= 0 else { throw Bad() }
        return String(value, radix: 16)
    }
}

@Suite struct CoderTests {
    private struct Palette: JSONConvertible, Equatable {
        var main: Int
        var back: Int?
        var all: [Int] = []
        var named: [String: [Int]] = [:]
        var plain = 5
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("main", \.main, by: Hex())
                $0.add("back", \.back, by: Hex().optional)
                $0.add("all", \.all, by: Hex().array, literal: [], rules: [.lossy])
                $0.add("named", \.named, by: Hex().array.dictionary, default: [:])
                $0.add("plain", \.plain, literal: 5)
            }
        }
    }

    @Test func codersReachEveryContainer() throws {
        let palette = Palette(main: 255, back: 16, all: [1, 171], named: ["a": [10]], plain: 7)
        #expect(try read(Palette.self, #"{"main":"ff","back":"10","all":["1","zz",5,"ab"],"named":{"a":["A"]},"plain":7}"#) == palette)
        #expect(try written(palette) == #"{"main":"ff","back":"10","all":["1","ab"],"named":{"a":["a"]},"plain":7}"#)
        #expect(try read(Palette.self, #"{"main":"1","back":null}"#) == Palette(main: 1))
        expect(.typeMismatch, "$.main", reading: Palette.self, #"{"main":255}"#)
        expect(.refused, "$.named.x[1]", reading: Palette.self, #"{"main":"1","named":{"x":["1","g"]}}"#)
        #expect(throws: JSONError.self) { try Palette(main: -1).jsonString() }
        do throws(JSONError) { _ = try [Palette(main: 1, back: -1)].jsonString() } catch {
            #expect(error.kind == .refused)
            #expect(error.path == "$[0].back")
        }
    }
}

/// A coder that reads and writes its value with another call of Yoke.
@Suite struct InnerErrorTests {
    private struct Embedded: JSONCoder {
        func decode(_ text: JSONRawText) throws -> Part { try Part(json: text.text) }
        func encode(_ part: Part) throws -> JSONRawText { try JSONRawText(part.jsonString()) }
    }

    private struct Part: JSONConvertible {
        var sizes: [Double] = []
        var code: Int = 0
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("sizes", \.sizes, default: [])
                $0.add("code", \.code, by: Hex(), default: 0)
            }
        }
    }

    private struct Model: JSONConvertible {
        var parts: [Part]
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("parts", \.parts, by: Embedded().array) } }
    }

    @Test func thePathGoesOnIntoTheInnerText() {
        let error = failure(Model.self, #"{"parts":[{},{"sizes":[1,"x"]}]}"#)
        #expect(error?.path == "$.parts[1].sizes[1]" && error?.kind == .typeMismatch && error?.offset == 13)
        #expect(error?.message == "expected a number (Double), found a string")
        let missing = failure(Model.self, #"{"parts":[5]}"#)
        #expect(missing?.path == "$.parts[0]" && missing?.kind == .typeMismatch)
    }

    @Test func theCauseStaysReachable() {
        let read = failure(Model.self, #"{"parts":[{"code":"xyz"}]}"#)
        #expect(read?.path == "$.parts[0].code" && read?.kind == .refused && read?.underlying is Hex.Bad)
        let written = writingError(Model(parts: [Part(), Part(code: -1)]))
        #expect(written?.path == "$.parts[1].code" && written?.kind == .refused && written?.underlying is Hex.Bad)
        let infinite = writingError(Model(parts: [Part(sizes: [1, .infinity])]))
        #expect(infinite?.path == "$.parts[0].sizes[1]" && infinite?.kind == .nonFiniteNumber)
    }

    /// An outermost model that is read via another type, with closures that call Yoke.
    private struct Wrapped: JSONConvertible, Equatable {
        struct Storage: JSONConvertible {
            var text: JSONRawText
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("text", \.text) } }
        }
        var code: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(
                Wrapped.self, via: Storage.self, decode: { Wrapped(code: try Part(json: $0.text.text).code) },
                encode: { Storage(text: try JSONRawText(Part(code: $0.code).jsonString())) })
        }
    }

    @Test func updatesKeepThePathToo() {
        expect(.typeMismatch, "$.sizes", updating: Wrapped(code: 1), #"{"text":{"sizes":5}}"#)
        expect(.refused, "$.code", updating: Wrapped(code: -1), #"{"text":{}}"#)
        var wrapped = Wrapped(code: 1)
        let error = #expect(throws: JSONError.self) { try wrapped.update(json: #"{"text":{"code":"x"}}"#) }
        #expect(error?.underlying is Hex.Bad && error?.message == "Int refused the value: Bad()")
    }

    private func writingError(_ model: Model) -> JSONError? {
        do throws(JSONError) { _ = try model.jsonString() } catch { return error }
        return nil
    }
}

/// Tests coders from a number type to the same number type.
@Suite struct NumberCoderTests {
    private struct Tenfold<Number: Numeric & JSONConvertible & Sendable>: JSONCoder {
        func decode(_ number: Number) -> Number { number * 10 }
        func encode(_ number: Number) throws -> Number { number }
    }

    private struct Lists: JSONConvertible, Equatable {
        var integers: [Int]
        var doubles: [Double]
        var plain: [Int]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("integers", \.integers, by: Tenfold<Int>().array)
                $0.add("doubles", \.doubles, by: Tenfold<Double>().array)
                $0.add("plain", \.plain)
            }
        }
    }

    @Test func eachElementOfAnArrayGoesThroughTheCoder() throws {
        let lists = Lists(integers: [10, 20], doubles: [15, 20], plain: [1, 2])
        #expect(try read(Lists.self, #"{"integers":[1,2],"doubles":[1.5,2],"plain":[1,2]}"#) == lists)
        var options = JSONReadOptions.strict
        options.coders = JSONCoders("tenfold", Tenfold<Int>())
        #expect(try read([Int].self, "[1,2]", options) == [10, 20])
        #expect(try read([[Int]].self, "[[1],[2,3]]", options) == [[10], [20, 30]])
    }
}

@Suite struct NullableCoderTests {
    private struct Patch: JSONConvertible, Equatable {
        var main: JSONNullable<Int>
        var all: JSONNullable<[Int]> = .missing
        var back: JSONNullable<Int> = .value(1)
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("main", \.main, by: Hex().nullable)
                $0.add("all", \.all, by: Hex().array.nullable, rules: [.lossy])
                $0.add("back", \.back, by: Hex().nullable, default: .value(1))
            }
        }
    }

    @Test func missingNullAndValue() throws {
        #expect(try read(Patch.self, "{}") == Patch(main: .missing))
        #expect(try read(Patch.self, #"{"main":null,"all":null,"back":null}"#) == Patch(main: .null, all: .null, back: .null))
        let patch = Patch(main: .value(255), all: .value([16, 1]), back: .missing)
        #expect(
            try read(Patch.self, #"{"main":"ff","all":["10","x","1"],"back":"2"}"#)
                == Patch(main: .value(255), all: .value([16, 1]), back: .value(2)))
        #expect(try patch.jsonString() == #"{"main":"ff","all":["10","1"]}"#)
        #expect(try Patch(main: .null).jsonString() == #"{"main":null,"back":"1"}"#)
        expect(.typeMismatch, "$.main", reading: Patch.self, #"{"main":255}"#)
        // For JSONNullable, null is a value, even in modes that treat null as a missing key.
        #expect(try read(Patch.self, #"{"back":null}"#, .mjExtension).back == .null)
        #expect(try updated(patch, #"{"main":null,"all":["f"]}"#).value == Patch(main: .null, all: .value([15]), back: .missing))
    }
}
