import Testing
import Yoke

private enum Color: String, CaseIterable, JSONConvertible {
    case red, green, darkGreen = "dark-green", empty = "", quote = "a\"b", deep = "\u{E9}"
    static var jsonMapping: JSONMapping { JSONMapping(rawValues: Color.self) { $0 += allCases } }
}

private enum Code: Int, CaseIterable, JSONConvertible {
    case none = 0, ok = 200, missing = 404, negative = -1
    static var jsonMapping: JSONMapping { JSONMapping(rawValues: Code.self) { $0 += allCases } }
}

private enum Small: UInt8, JSONConvertible {
    case a = 1, b = 255
    static var jsonMapping: JSONMapping { JSONMapping(rawValues: Small.self) { $0 += [.a, .b] } }
}

private enum Ratio: Double, JSONConvertible {
    case half = 0.5, one = 1
    static var jsonMapping: JSONMapping { JSONMapping(rawValues: Ratio.self) { $0 += [.half, .one] } }
}

/// A struct with raw values. Unlike an enum it has no cases, so its mapping lists none.
private struct Tag: RawRepresentable, JSONConvertible, Hashable {
    var rawValue: String
    static var jsonMapping: JSONMapping { JSONMapping(rawValues: Tag.self) { _ in } }
}

private struct Rights: OptionSet, JSONConvertible {
    let rawValue: UInt8
    static var jsonMapping: JSONMapping { JSONMapping(rawValues: Rights.self) { _ in } }
}

private struct Item: JSONConvertible, Equatable {
    var color: Color
    var code: Code?
    var colors: [Color?] = []
    var byName: [String: Code] = [:]
    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("color", \.color, default: .red)
            $0.add("code", \.code)
            $0.add("colors", \.colors, literal: [])
            $0.add("byName", \.byName, literal: [:])
        }
    }
}

@Suite struct EnumTests {
    @Test func everyCase() throws {
        for color in Color.allCases {
            #expect(try read(Color.self, color.jsonString()) == color)
            #expect(try read([Color?].self, "[null,\(color.jsonString())]") == [nil, color])
        }
        for code in Code.allCases { #expect(try read(Code.self, code.jsonString()) == code) }
        #expect(try read([Small].self, "[1,255]") == [.a, .b])
        #expect(try read([Ratio].self, "[0.5,1.0,5e-1]") == [.half, .one, .half])
    }

    @Test func optionSetsAreNumbers() throws {
        let rights = try read([Rights].self, "[0,3]")
        #expect(rights == [[], Rights(rawValue: 3)])
        #expect(try rights.jsonString() == "[0,3]")
    }

    @Test func enumsAreReadAndWrittenByRawValue() throws {
        let text = #"{"color":"dark-green","code":404,"colors":["red",null,""],"byName":{"x":-1}}"#
        let item = try read(Item.self, text)
        #expect(item == Item(color: .darkGreen, code: .missing, colors: [.red, nil, .empty], byName: ["x": .negative]))
        #expect(try item.jsonString() == text)
        #expect(try read(Item.self, #"{"color":null,"code":null}"#) == Item(color: .red))
        #expect(try read(Color.self, #""\u0072e\u0064""#) == .red)
    }

    @Test func unknownStrings() {
        let error = failure(Item.self, #"{"colors":["red","gren"]}"#)
        #expect(error?.kind == .unknownCase && error?.path == "$.colors[1]" && error?.offset == 17)
        #expect(error?.message == "\"gren\" is no case of Color" && error?.hint == "did you mean \"green\"?")
        expect(.unknownCase, "$.color", reading: Item.self, #"{"color":"Red"}"#)
        expect(.unknownCase, "$.color", reading: Item.self, #"{"color":"red "}"#)
        // Case names are compared byte by byte: composed and decomposed letters differ.
        expect(.unknownCase, "$", reading: Color.self, "\"e\u{301}\"")
        expect(.unknownCase, "$.byName.k", reading: Item.self, #"{"byName":{"k":1}}"#)
    }

    @Test func unknownNumbers() {
        let error = failure(Item.self, #"{"code":405}"#)
        #expect(error?.kind == .unknownCase && error?.path == "$.code" && error?.offset == 8)
        #expect(error?.message == "405 is no case of Code" && error?.hint == "the cases are 0, 200, 404, -1")
        expect(.numberOutOfRange, "$", reading: Small.self, "256")
        expect(.notAnInteger, "$.code", reading: Item.self, #"{"code":1.5}"#)
    }

    private enum Step: Int, JSONConvertible {
        case first = 1, second, third
        static var jsonMapping: JSONMapping { JSONMapping(rawValues: Step.self) { $0 += [.first, .second] } }
    }
    private enum Answer: String, JSONConvertible {
        case yes, no, other
        static var jsonMapping: JSONMapping { JSONMapping(rawValues: Answer.self, fallback: .other) { $0 += [.yes] } }
    }
    private enum Rate: Double, JSONConvertible {
        case none = 0, half = 0.5, full = 1
        static var jsonMapping: JSONMapping { JSONMapping(rawValues: Rate.self, fallback: .none) { $0 += [.none, .half] } }
    }

    /// A class with raw values: each value that falls back is a new instance, so that threads share no instance.
    private final class Label: RawRepresentable, JSONReadable {
        let rawValue: String
        init(rawValue: String) { self.rawValue = rawValue }
        static var jsonMapping: JSONMapping {
            JSONMapping(rawValues: Label.self, fallback: Label(rawValue: "other")) { $0 += [Label(rawValue: "a")] }
        }
    }

    @Test func fallbacksAreNotShared() throws {
        let tags = try [Label](json: #"["x","a","y"]"#)
        #expect(tags.map(\.rawValue) == ["other", "a", "other"] && tags[0] !== tags[2])
    }

    @Test func onlyListedNumbersAreRead() throws {
        #expect(try read([Step].self, "[1,2]") == [.first, .second])
        let error = failure(Step.self, "3")
        #expect(error?.kind == .unknownCase && error?.hint == "the cases are 1, 2")
        #expect(try Step.third.jsonString() == "3")
    }

    @Test func otherRawValuesAreReadAsTheFallback() throws {
        #expect(try read([Answer].self, #"["yes","no","maybe","other"]"#) == [.yes, .other, .other, .other])
        #expect(try read([Rate].self, "[0.5,1,2,-0.0]") == [.half, .none, .none, .none])
        #expect(try [Answer.no, .other].jsonString() == #"["no","other"]"#)
        expect(.typeMismatch, "$[0]", reading: [Answer].self, "[1]")
        expect(.typeMismatch, "$[0]", reading: [Rate].self, #"["1"]"#)
    }

    @Test func wrongKinds() {
        expect(.typeMismatch, "$.color", reading: Item.self, #"{"color":1}"#)
        expect(.typeMismatch, "$.code", reading: Item.self, #"{"code":"ok"}"#)
        expect(.typeMismatch, "$.colors[0]", reading: Item.self, #"{"colors":[{}]}"#)
        expect(.typeMismatch, "$", reading: Color.self, "null")
    }

    @Test func openRawValues() throws {
        let tags = try read([Tag].self, #"["a","anything at all, on the heap"]"#)
        #expect(tags.map(\.rawValue) == ["a", "anything at all, on the heap"])
        #expect(try tags.jsonString() == #"["a","anything at all, on the heap"]"#)
        #expect(try read(Set<Tag>.self, #"["x","x"]"#).count == 1)
    }

    @Test func oneCaseOfNoSize() throws {
        enum Only: String, JSONConvertible {
            case only
            static var jsonMapping: JSONMapping { JSONMapping(rawValues: Only.self) { $0 += [.only] } }
        }
        #expect(try read([Only?].self, #"["only",null]"#) == [.only, nil])
        #expect(try [Only.only].jsonString() == #"["only"]"#)
        expect(.unknownCase, "$[1]", reading: [Only].self, #"["only","other"]"#)
    }

    /// Each level of Optional has its own nil. Every nil is written as null.
    @Test func nestedOptionals() throws {
        let text = try [Color??.none, .some(nil), .red].jsonString()
        #expect(text == #"[null,null,"red"]"#)
        #expect(try read([Color??].self, text) == [nil, nil, .red])
    }
}
