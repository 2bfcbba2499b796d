import Testing
import Yoke

@Suite struct DialectValueTests {
    struct All: JSONConvertible, Equatable {
        var int = 7
        var double = 7.5
        var flag = true
        var text = "-"
        var maybe: Int? = 7
        var words: String? = "-"
        var list = [1]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("int", \.int, literal: 7)
                $0.add("double", \.double, literal: 7.5)
                $0.add("flag", \.flag, literal: true)
                $0.add("text", \.text, literal: "-")
                $0.add("maybe", \.maybe, literal: 7)
                $0.add("words", \.words, default: "-")
                $0.add("list", \.list, default: [1])
            }
        }
    }

    @Test(arguments: Dialect.allCases) func aNullIsReplacedAsEachMapperDid(_ dialect: Dialect) throws {
        let text = #"{"int":null,"double":null,"flag":null,"text":null,"maybe":null,"words":null,"list":null}"#
        let value =
            switch dialect {
            case .mjExtension, .jsonModel: All()
            case .yyModel: All(int: 0, double: 0, flag: false, maybe: nil, words: nil)
            case .mantle, .jdcJsonExtension, .foundation: All(maybe: nil, words: nil)
            }
        #expect(try read(All.self, text, dialect.options) == value)
        guard dialect == .mjExtension else { return }
        var report = JSONReport()
        _ = try All(json: text, options: dialect.options, report: &report)
        #expect(report.entries.map(\.kind) == Array(repeating: .defaultForNull, count: 7))
    }

    private struct Required: JSONConvertible, Equatable {
        var id: Int
        var name: String
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.add("name", \.name)
            }
        }
    }

    /// In all dialects, null is an error for a property without an initial value that cannot be nil. Exception: YYModel reads null as 0 for
    /// a number.
    @Test(arguments: Dialect.allCases) func aRequiredPropertyIsNeverReplaced(_ dialect: Dialect) throws {
        expect(.typeMismatch, "$.name", reading: Required.self, #"{"id":1,"name":null}"#, dialect.options)
        expect(.typeMismatch, "$.name", reading: Required.self, #"{"id":1,"name":[]}"#, dialect.options)
        #expect(failure(Required.self, "{}", dialect.options)?.keys == ["id", "name"])
        let text = #"{"id":null,"name":"n"}"#
        if dialect == .yyModel {
            #expect(try read(Required.self, text, .yyModel) == Required(id: 0, name: "n"))
        } else {
            expect(.typeMismatch, "$.id", reading: Required.self, text, dialect.options)
        }
    }

    @Test(arguments: [
        (#"{"text":99.90}"#, All(text: "99.90")), (#"{"text":-1E5}"#, All(text: "-1E5")),
        (#"{"text":18446744073709551616}"#, All(text: "18446744073709551616")),
        (#"{"text":true,"words":false}"#, All(text: "1", words: "0")), (#"{"int":true,"double":false}"#, All(int: 1, double: 0)),
        (#"{"flag":0}"#, All(flag: false)), (#"{"flag":2}"#, All()), (#"{"flag":-0.0}"#, All(flag: false)), (#"{"flag":"0.5"}"#, All()),
        (#"{"flag":"NO"}"#, All(flag: false)), (#"{"flag":"False"}"#, All(flag: false)), (#"{"flag":"no!"}"#, All(flag: false)),
        (#"{"flag":"1st"}"#, All()), (#"{"flag":""}"#, All(flag: false)),
    ])
    func otherDirections(_ text: String, _ value: All) throws {
        for dialect in Dialect.converting { #expect(try read(All.self, text, dialect.options) == value, "\(dialect)") }
        for dialect in Dialect.strict { #expect(failure(All.self, text, dialect.options)?.kind == .typeMismatch) }
    }

    @Test(arguments: ["nil", "NIL", "Null", "NULL", "(null)", "(NULL)", "<Null>"]) func nullWords(_ word: String) throws {
        let text = #"{"maybe":"\#(word)","words":"\#(word)","int":"\#(word)"}"#
        #expect(try read(All.self, text, .yyModel) == All(int: 0, maybe: nil, words: word))
        for dialect in Dialect.converting where dialect != .yyModel {
            #expect(try read(All.self, text, dialect.options) == All(int: 0, maybe: 0, words: word))
        }
    }

    @Test(arguments: ["(null", "<null)", "nul", "null ", "()", "(nil)", "<>", "("]) func noNullWords(_ word: String) throws {
        #expect(try read(All.self, #"{"maybe":"\#(word)"}"#, .yyModel) == All(maybe: 0))
    }

    /// Only salvage mode reads an empty string as nil, but never for a String.
    @Test func emptyStrings() throws {
        let text = #"{"maybe":"","words":"","int":""}"#
        #expect(try read(All.self, text, .salvage) == All(maybe: nil, words: ""))
        for dialect in Dialect.converting { #expect(try read(All.self, text, dialect.options) == All(int: 0, maybe: 0, words: "")) }
    }

    @Test(arguments: Dialect.allCases) func wrongKinds(_ dialect: Dialect) throws {
        for (name, wrong) in [("int", "{}"), ("text", "[[1]]"), ("words", #"{"a":null}"#), ("flag", "[]"), ("list", "5"), ("maybe", "[]")] {
            let text = #"{"\#(name)":\#(wrong)}"#
            if Dialect.refusing.contains(dialect) {
                expect(.typeMismatch, "$.\(name)", reading: All.self, text, dialect.options)
            } else {
                #expect(try read(All.self, text, dialect.options) == All())
            }
        }
    }

    /// If a key repeats, the `.foundation` dialect takes the first value. All other dialects take the last value.
    @Test(arguments: Dialect.allCases) func repeatedKeys(_ dialect: Dialect) throws {
        #expect(try read(All.self, #"{"int":1,"int":2}"#, dialect.options) == All(int: dialect == .foundation ? 1 : 2))
    }

    private struct Moment: JSONConvertible, Equatable {
        var seconds: Double
        static var jsonMapping: JSONMapping { JSONMapping(date: Moment.self, decode: { Moment(seconds: $0) }, encode: { $0.seconds }) }
    }

    /// The `.yyModel` dialect reads YYModel's thirteen date formats without a further option.
    @Test(
        arguments: [
            ("2014-01-20", 1_390_176_000), ("2014-01-20 12:24:48", 1_390_220_688), ("2014-01-20T12:24:48", 1_390_220_688),
            ("2014-01-20T12:24:48Z", 1_390_220_688), ("2014-01-20 12:24:48.125", 1_390_220_688.125),
            ("2014-01-20T12:24:48.125", 1_390_220_688.125), ("2014-01-20T12:24:48+0800", 1_390_191_888),
            ("2014-01-20T12:24:48.125Z", 1_390_220_688.125), ("2014-01-20T12:24:48+12:00", 1_390_177_488),
            ("2014-01-20T12:24:48.125+0800", 1_390_191_888.125), ("2014-01-20T12:24:48.125+12:00", 1_390_177_488.125),
            ("Fri Sep 04 00:12:21 +0800 2015", 1_441_296_741), ("Fri Sep 04 00:12:21.125 +0800 2015", 1_441_296_741.125),
        ] as [(String, Double)])
    private func yyModelReadsManyDateForms(_ text: String, _ since1970: Double) throws {
        #expect(try read([Moment].self, #"["\#(text)"]"#, .yyModel) == [Moment(seconds: since1970 - 978_307_200)])
        for dialect in Dialect.refusing where !text.contains("T") {
            expect(.refused, "$[0]", reading: [Moment].self, #"["\#(text)"]"#, dialect.options)
        }
    }

    @Test func noDate() throws {
        #expect(try read([Moment].self, #"["yesterday","2014-02-30",""]"#, .yyModel) == [])
    }
}

@Suite struct DialectStructureTests {
    private struct Keyed: JSONConvertible, Equatable {
        var id = 7
        var name: String?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id, key: ["id", "ID", .path("data.book[1]")], literal: 7)
                $0.add("name", \.name, key: ["name", "title"])
            }
        }
    }

    /// The first alias in the mapping wins, whatever the order in the text.
    @Test(arguments: Dialect.allCases) func theOrderOfTheAliasesCounts(_ dialect: Dialect) throws {
        for (text, id) in [
            (#"{"data":{"book":[0,3]},"ID":2,"id":1}"#, 1), (#"{"id":1,"ID":2,"data":{"book":[0,3]}}"#, 1),
            (#"{"data":{"book":[0,3]},"ID":2}"#, 2), (#"{"ID":2,"data":{"book":[0,3]}}"#, 2), (#"{"data":{"book":[0,3]}}"#, 3),
            (#"{"data":{"book":[0]}}"#, 7), (#"{"data":null}"#, 7),
        ] {
            #expect(try read(Keyed.self, text, dialect.options) == Keyed(id: id), "\(text)")
        }
        // A null is skipped in favour of another alias, at any position. (In some of the original libraries a null hides later aliases.)
        for text in [#"{"name":null,"title":"t"}"#, #"{"title":"t","name":null}"#] {
            #expect(try read(Keyed.self, text, dialect.options) == Keyed(name: "t"))
        }
    }

    /// The YYModel dialect reads null as 0 only for a property, and only if no other key of the property has a value.
    @Test func nullIsZeroForPropertiesOnly() throws {
        for text in [#"{"id":null,"ID":2}"#, #"{"ID":2,"id":null}"#] { #expect(try read(Keyed.self, text, .yyModel) == Keyed(id: 2)) }
        #expect(try read(Keyed.self, #"{"id":null,"ID":null}"#, .yyModel) == Keyed())
        #expect(try read([Int].self, "[1,null,2]", .yyModel) == [1, 2])
        #expect(try read([String: Bool].self, #"{"a":null,"b":true}"#, .yyModel) == ["b": true])
    }

    @Test(arguments: Dialect.allCases) func blockedPaths(_ dialect: Dialect) throws {
        for text in [#"{"data":5}"#, #"{"data":[]}"#] {
            if Dialect.refusing.contains(dialect) {
                expect(.typeMismatch, "$.data", reading: Keyed.self, text, dialect.options)
            } else {
                #expect(try read(Keyed.self, text, dialect.options) == Keyed())
            }
        }
    }

    private struct Holder: JSONConvertible, Equatable {
        var names = ["-"]
        var map: [String: String] = ["-": "-"]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("names", \.names, default: ["-"])
                $0.add("map", \.map, default: ["-": "-"])
            }
        }
    }

    @Test(arguments: Dialect.allCases) func invalidElementsAreTreatedAsEachMapperDid(_ dialect: Dialect) throws {
        let names = #"{"names":["a",null,{"x":[]},"b",[[]]]}"#, map = #"{"map":{"a":"x","b":null,"c":[1],"d":"y"}}"#
        switch dialect {
        case .mjExtension, .yyModel:
            #expect(try read(Holder.self, names, dialect.options) == Holder(names: ["a", "b"]))
            #expect(try read(Holder.self, map, dialect.options) == Holder(map: ["a": "x", "d": "y"]))
        case .jdcJsonExtension:
            #expect(try read(Holder.self, names, dialect.options) == Holder())
            #expect(try read(Holder.self, map, dialect.options) == Holder())
        case .mantle, .jsonModel, .foundation:
            expect(.typeMismatch, "$.names[1]", reading: Holder.self, names, dialect.options)
            expect(.typeMismatch, "$.map.b", reading: Holder.self, map, dialect.options)
        }
        // Nulls are kept if an element can be nil.
        #expect(try read([String?].self, #"["a",null]"#, dialect.options) == ["a", nil])
    }

    private enum Shape: JSONConvertible, Equatable {
        case circle(Circle)
        case square(Square)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Shape.self, tag: "type") {
                $0.add("circle", Circle.self, make: Shape.circle) { if case .circle(let it) = $0 { it } else { nil } }
                $0.add("square", Square.self, make: Shape.square) { if case .square(let it) = $0 { it } else { nil } }
            }
        }
    }
    private struct Circle: JSONConvertible, Equatable {
        var radius = 1.0
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("radius", \.radius, literal: 1)
                $0.afterReading { if $0.radius < 0 { throw Refusal() } }
            }
        }
    }
    private struct Square: JSONConvertible, Equatable {
        var side: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) { $0.add("side", \.side) }.beforeReading { object in
                if object["side"] == "none" { throw Refusal() }
                if let width = object["width"] { object["side"] = width }
            }
        }
    }
    private struct Refusal: Error {}

    @Test(arguments: Dialect.allCases) func casesAreRecoveredAsEachMapperDid(_ dialect: Dialect) throws {
        let good = #"{"radius":2,"type":"circle"},{"type":"square","side":3}"#
        let shapes = [Shape.circle(Circle(radius: 2)), .square(Square(side: 3))]
        #expect(try read([Shape].self, "[\(good)]", dialect.options) == shapes)
        for (bad, kind, path) in [
            (#"{"type":"line","side":3}"#, .unknownCase, "$[2].type"), (#"{"side":3}"#, .missingKeys, "$[2]"),
            (#"{"type":"square"}"#, .missingKeys, "$[2]"), (#"{"type":"square","side":[]}"#, .typeMismatch, "$[2].side"),
        ] as [(String, JSONError.Kind, String)] {
            let text = "[\(good),\(bad)]"
            if [.mjExtension, .yyModel].contains(dialect) {
                #expect(try read([Shape].self, text, dialect.options) == shapes, "\(bad)")
            } else {
                expect(kind, path, reading: [Shape].self, text, dialect.options)
            }
        }
        // The payload of a case is read by the rules of the dialect, too.
        if Dialect.converting.contains(dialect) {
            #expect(try read([Shape].self, #"[{"type":"square","side":"3.5cm"}]"#, dialect.options) == [.square(Square(side: 3))])
        }
    }

    private struct Drawing: JSONConvertible, Equatable {
        var frame = Circle()
        var parts: [Square] = []
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("frame", \.frame, default: Circle())
                $0.add("parts", \.parts, literal: [])
            }
        }
    }

    @Test(arguments: Dialect.allCases) func hooksRefuseAsInEachMapper(_ dialect: Dialect) throws {
        #expect(try read(Drawing.self, #"{"parts":[{"width":4}]}"#, dialect.options) == Drawing(parts: [Square(side: 4)]))
        expect(.refused, "$", reading: Circle.self, #"{"radius":-1}"#, dialect.options)
        expect(.refused, "$", reading: Square.self, #"{"side":"none"}"#, dialect.options)
        let frame = #"{"frame":{"radius":-1}}"#, parts = #"{"parts":[{"side":1},{"side":"none"},{"side":2}]}"#
        switch dialect {
        case .mjExtension, .yyModel:
            #expect(try read(Drawing.self, parts, dialect.options) == Drawing(parts: [Square(side: 1), Square(side: 2)]))
            #expect(try read(Drawing.self, frame, dialect.options) == Drawing())
        case .jdcJsonExtension:
            #expect(try read(Drawing.self, parts, dialect.options) == Drawing())
            #expect(try read(Drawing.self, frame, dialect.options) == Drawing())
        case .mantle, .jsonModel, .foundation:
            expect(.refused, "$.parts[1]", reading: Drawing.self, parts, dialect.options)
            expect(.refused, "$.frame", reading: Drawing.self, frame, dialect.options)
        }
    }
}
