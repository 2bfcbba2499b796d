import TestSupport
import Testing
import Yoke

/// A mapping or a call can leave out properties that have their initial value.
@Suite struct OmittedDefaultsTests {
    private struct Inner: JSONConvertible, Equatable {
        var low = 0
        var high: Double? = 1.5
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("low", \.low, literal: 0)
                $0.add("high", \.high, default: 1.5)
            }
        }
    }

    /// A type without `==`, so that the writer cannot recognise the initial value and always writes it.
    private struct Opaque: JSONConvertible {
        var n = 0
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("n", \.n, literal: 0) } }
    }

    private struct Page: JSONConvertible {
        var title: String
        var language = "en"
        var tags: [String] = []
        var inner = Inner()
        var flat = Inner()
        var version = 1
        var opaque = Opaque()
        var path: Int? = nil
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("title", \.title)
                $0.add("language", \.language, default: "en", rules: [.writtenIf { $0 != "de" }])
                $0.add("tags", \.tags, literal: [])
                $0.add("inner", \.inner, default: Inner())
                $0.flatten("flat", \.flat)
                $0.add("version", \.version, constant: 1)
                $0.add("opaque", \.opaque, default: Opaque())
                $0.add("path", \.path, key: [.path("a.b")])
            }
        }
    }

    private struct Short: JSONConvertible, Equatable {
        var x = 1
        var y = 2
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("x", \.x, literal: 1)
                $0.add("y", \.y, default: 2)
                $0.omitsDefaults()
            }
        }
    }

    private let short = JSONWriteOptions(omitsDefaults: true)

    @Test func aCallLeavesOutDefaults() throws {
        var page = Page(title: "t")
        #expect(try page.jsonString(short) == #"{"title":"t","version":1,"opaque":{}}"#)
        (page.language, page.tags, page.inner.low, page.flat.high, page.path) = ("fr", [""], 3, nil, 7)
        #expect(
            try page.jsonString(short)
                == #"{"title":"t","language":"fr","tags":[""],"inner":{"low":3},"high":null,"version":1,"opaque":{},"a":{"b":7}}"#)
        page.language = "de"
        #expect(try page.jsonString(short).contains("language") == false)
        #expect(try page.jsonString().contains(#""inner":{"low":3,"high":1.5}"#), "other calls are as before")
        #expect(short != .compact && short == JSONWriteOptions(omitsDefaults: true))
    }

    @Test func aNilThatIsNotTheInitialValueIsWritten() throws {
        for inner in [Inner(), Inner(high: nil), Inner(low: 1, high: nil)] {
            #expect(try Inner(json: inner.jsonString(short)) == inner)
        }
        #expect(try Inner(high: nil).jsonString(short) == #"{"high":null}"#)
    }

    private struct Element: JSONConvertible, Equatable {
        var x: Int? = 5
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("x", \.x, key: [.path("a[0]")], default: 5) } }
    }

    /// An element of an array at a path cannot be left out, so it is written.
    @Test func elementsAtAPath() throws {
        #expect(try Element().jsonString(short) == #"{"a":[5]}"#)
        for element in [Element(), Element(x: nil), Element(x: 1)] {
            #expect(try Element(json: element.jsonString(short)) == element)
            #expect(try element.jsonCopy() == element)
        }
    }

    @Test func aMappingLeavesOutDefaults() throws {
        #expect(try [Short(), Short(x: 2), Short(y: 0)].jsonString() == #"[{},{"x":2},{"y":0}]"#)
        #expect(try [Short](json: #"[{},{"x":2},{"y":0}]"#) == [Short(), Short(x: 2), Short(y: 0)])
        #expect(try Short(x: 5).jsonString(.pretty) == "{\n  \"x\": 5\n}" && Short().jsonString(.pretty) == "{}")
    }

    private struct Exact: JSONConvertible, Equatable {
        var double = 0.0
        var float: Float? = 0
        var text = "\u{e9}"
        var list = [0.0]
        var long = String(repeating: "long", count: 10)
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("double", \.double, literal: 0)
                $0.add("float", \.float, default: 0)
                $0.add("text", \.text, default: "\u{e9}")
                $0.add("list", \.list, default: [0.0])
                $0.add("long", \.long, default: String(repeating: "long", count: 10))
            }
        }
    }

    /// Swift takes -0.0 for equal to 0.0, and a composed letter for equal to a decomposed letter.
    @Test func equalValuesWithAnotherTextAreWritten() throws {
        let text = "{\"double\":-0.0,\"float\":-0.0,\"text\":\"e\u{301}\",\"list\":[-0.0]}"
        let exact = try Exact(json: text)
        #expect(exact == Exact())
        #expect(try exact.jsonBytes(short) == Array(text.utf8))
        #expect(try Exact().jsonString(short) == "{}")
    }

    private struct Theme: JSONConvertible, Equatable {
        var plain: Int? = 1
        var kept: Int? = 1
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("plain", \.plain, default: 1)
                $0.add("kept", \.kept, default: 1, rules: [.writesNull])
            }
        }
    }

    /// Without null in the text, reading gives an Optional its initial value in place of nil.
    @Test func nilInPlaceOfAnInitialValue() throws {
        let theme = Theme(plain: nil, kept: nil)
        #expect(try theme.jsonString() == #"{"kept":null}"#)
        #expect(try Theme(json: theme.jsonString()) == Theme(plain: 1, kept: nil))
        var short = JSONWriteOptions.compact
        short.omitsDefaults = true
        #expect(try theme.jsonString(short) == #"{"plain":null,"kept":null}"#)
        #expect(try Theme(json: theme.jsonString(short)) == theme)
    }

    @Test func emptyStringsAsNull() throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            options.mode = .strict.withEmptyStringAsNull
            #expect(try [Int?](json: #"["",1]"#, options: options) == [nil, 1])
            #expect(try [String?](json: #"["","a"]"#, options: options) == ["", "a"])
            #expect(throws: JSONError.self) { try [Int](json: #"["1"]"#, options: options) }
        }
        #expect(JSONReadMode.lenient.withEmptyStringAsNull.description == "lenient.withEmptyStringAsNull")
        #expect(
            JSONReadMode.yyModel.withDecimalComma.description == "yyModel.withDecimalComma" && JSONReadMode.salvage.description == "salvage"
        )
    }
}
