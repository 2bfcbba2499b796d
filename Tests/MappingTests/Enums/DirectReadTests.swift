import TestSupport
import Testing
import Yoke

/// If the start of a text tells an enum's case, the engine reads the payload at once. It reads the value again if the text turns out to be of
/// another case. In chunks of one byte, the engine cannot see the name, so it first waits for the end of the object. Both ways must give the
/// same results.
@Suite struct DirectReadTests {
    struct Circle: JSONConvertible, Equatable, Sendable {
        var radius: Double, label = "", marks: [Int] = [], by: [String: Int] = [:]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("radius", \.radius)
                $0.add("label", \.label, default: "")
                $0.add("marks", \.marks, default: [])
                $0.add("by", \.by, default: [:])
            }
        }
    }

    struct Group: JSONConvertible, Equatable, Sendable {
        var parts: [Tagged], named: [String: Adjacent] = [:], first: External? = nil
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("parts", \.parts)
                $0.add("named", \.named, default: [:])
                $0.add("first", \.first)
            }
        }
    }

    /// Keeps unknown members, and checks its number.
    struct Note: JSONConvertible, Equatable, Sendable {
        var number: Int, extras: JSONObject = [:]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("number", \.number, rules: [.range(..<100)])
                $0.extras("extras", \.extras)
            }
        }
    }

    indirect enum Tagged: JSONConvertible, Equatable, Sendable {
        case circle(Circle), group(Group), note(Note), point
        static var jsonMapping: JSONMapping { JSONMapping(cases: Self.self, tag: "type") { add(&$0) } }
        static func add(_ cases: inout JSONCases<Self>) {
            cases.add("circle", Circle.self, make: { .circle($0) }, match: { if case .circle(let circle) = $0 { circle } else { nil } })
            cases.add("group", Group.self, make: { .group($0) }, match: { if case .group(let group) = $0 { group } else { nil } })
            cases.add("note", Note.self, make: { .note($0) }, match: { if case .note(let note) = $0 { note } else { nil } })
            cases.add("point", .point)
        }
    }

    struct External: JSONConvertible, Equatable, Sendable {
        var shape: Tagged
        static var jsonMapping: JSONMapping { JSONMapping(cases: Self.self) { DirectReadTests.add(&$0, \.shape) { Self(shape: $0) } } }
    }

    struct Adjacent: JSONConvertible, Equatable, Sendable {
        var shape: Tagged
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "t", content: "c") { DirectReadTests.add(&$0, \.shape) { Self(shape: $0) } }
        }
    }

    private static func add<Model>(
        _ cases: inout JSONCases<Model>, _ shape: @escaping @Sendable (Model) -> Tagged, _ make: @escaping @Sendable (Tagged) -> Model
    ) where Model: Sendable & Equatable {
        cases.add(
            "circle", Circle.self, make: { make(.circle($0)) },
            match: { if case .circle(let circle) = shape(copy $0) { circle } else { nil } })
        cases.add(
            "group", Group.self, make: { make(.group($0)) },
            match: { if case .group(let group) = shape(copy $0) { group } else { nil } })
        cases.add(
            "note", Note.self, make: { make(.note($0)) }, match: { if case .note(let note) = shape(copy $0) { note } else { nil } })
        cases.add("point", make(.point))
    }

    enum Untagged: JSONConvertible, Equatable, Sendable {
        case number(Int), circle(Circle), group(Group), list([Untagged]), point
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, untagged: true) {
                $0.add("", Int.self, make: { .number($0) }, match: { if case .number(let number) = copy $0 { number } else { nil } })
                $0.add("", Circle.self, make: { .circle($0) }, match: { if case .circle(let circle) = copy $0 { circle } else { nil } })
                $0.add("", Group.self, make: { .group($0) }, match: { if case .group(let group) = copy $0 { group } else { nil } })
                $0.add("", [Untagged].self, make: { .list($0) }, match: { if case .list(let list) = copy $0 { list } else { nil } })
                $0.add("", .point)
            }
        }
    }

    private let circle = Tagged.circle(Circle(radius: 1))

    @Test func theTagMayStandAnywhere() throws {
        for text in [
            #"{"type":"circle","radius":1}"#, #"{"radius":1,"type":"circle"}"#, #"{ "x" : "a\"b" , "type" : "circle" , "radius" : 1 }"#,
            #"{"a":1,"b":null,"c":true,"type":"circle","radius":1,"type":"circle"}"#, #"{"x":{"type":"note"},"type":"circle","radius":1}"#,
            #"{"ty\u0070e":"circle","radius":1}"#, #"{"type":"c\u0069rcle","radius":1}"#,
        ] {
            #expect(try read(Tagged.self, text) == circle, "\(text)")
        }
    }

    @Test func casesWithoutAPayload() throws {
        for text in [#"{"type":"point"}"#, #"{ "x" : 1 , "type" : "point" , "y" : [{}] }"#, #"{"type":"circle","type":"point"}"#] {
            #expect(try read([Tagged].self, "[\(text),\(text)]") == [.point, .point], "\(text)")
        }
        #expect(try read(Adjacent.self, #"{"t":"point","c":{"radius":1}}"#).shape == .point)
        var strict = JSONReadOptions.strict
        strict.refusesUnknownKeys = true
        #expect(try read(Tagged.self, #"{"type":"point","x":1}"#, strict) == .point)
        expect(.typeMismatch, "$.type", reading: Tagged.self, #"{"type":"point","type":1}"#)
    }

    @Test func theLastOfSeveralTagsCounts() throws {
        for first in [#""note""#, #""group""#, #""point""#, #""none""#, "null", "1", "true", "[1,{}]", #"{"type":"note"}"#] {
            #expect(try read(Tagged.self, #"{"type":\#(first),"radius":1,"type":"circle"}"#) == circle, "\(first)")
            #expect(try read([Tagged].self, #"[{"type":\#(first),"radius":1,"ty\u0070e":"circle"}]"#) == [circle], "\(first)")
            #expect(try read(Adjacent.self, #"{"t":\#(first),"c":{"radius":1},"t":"circle"}"#).shape == circle, "\(first)")
            var options = JSONReadOptions.strict
            options.duplicateKeys = .first
            #expect(try read(Tagged.self, #"{"type":"circle","radius":1,"type":\#(first)}"#, options) == circle, "\(first)")
        }
        // A report lists the repeated key, but not the first tag as an invalid value, because this tag does not count.
        var report = JSONReport()
        #expect(try Tagged(json: #"{"type":1,"radius":1,"type":"circle"}"#, options: .strict, report: &report) == circle)
        #expect(report.entries.map { "\($0.path) \($0.kind)" } == ["$.type duplicateKey"])
        expect(.typeMismatch, "$.type", reading: Tagged.self, #"{"type":"circle","radius":1,"type":null}"#)
        expect(.unknownCase, "$.type", reading: Tagged.self, #"{"type":"circle","radius":1,"type":"none"}"#)
        expect(.missingKeys, "$", reading: Tagged.self, #"{"type":"circle","radius":1,"type":"note"}"#)
        expect(.unknownKey, "$.note", reading: External.self, #"{"circle":{"radius":1},"note":{"number":1}}"#)
    }

    @Test func errorsHaveTheirOwnPlace() {
        expect(.typeMismatch, "$[1].radius", reading: [Tagged].self, #"[{"type":"point"},{"type":"circle","radius":"1"}]"#)
        expect(.missingKeys, "$[0].parts[0]", reading: [Tagged].self, #"[{"type":"group","parts":[{"type":"circle"}]}]"#)
        expect(.refused, "$.number", reading: Tagged.self, #"{"type":"note","number":100}"#)
        // After the error in a member, the rest of the text is still checked, and its error counts.
        for (path, text) in [
            ("$.named['a b'].c.by.k", #""named":{"a b":{"t":"circle","c":{"by":{"k":tru}}}}}"#),
            ("$.parts[1].marks[2]", #""parts":[{"type":"point"},{"type":"circle","marks":["",1,.]}]}"#),
            ("$.first.circle.marks[1]", #""first":{"circle":{"radius":[],"marks":[{},?]}}}"#),
        ] {
            expect(.unexpectedCharacter, path, reading: Tagged.self, #"{"type":"group",\#(text)"#)
        }
    }

    /// Each text has exactly as many members as the limit allows, or one more.
    @Test func membersCountOnce() throws {
        var options = JSONReadOptions.strict
        options.limits.members = 4
        #expect(
            try read(Tagged.self, #"{"type":"circle","radius":1,"type":"note","number":1}"#, options)
                == .note(Note(number: 1, extras: ["radius": 1])))
        expect(.limitExceeded, "$", reading: Tagged.self, #"{"type":"circle","radius":"","a":1,"b":2,"c":3}"#, options)
        expect(
            .limitExceeded, "$.by", reading: Tagged.self, #"{"type":"circle","radius":1,"by":{"a":"x","b":1,"c":1,"d":1,"e":1}}"#, options)
        expect(.limitExceeded, "$.marks[4]", reading: Tagged.self, #"{"type":"circle","radius":1,"marks":["x",1,1,1,1]}"#, options)
    }

    @Test func aRuleInsideKeepsThePlaceOfLaterErrors() {
        expect(.unexpectedCharacter, "$.list[1]", reading: Ruled.self, #"{"type":"a","list":["x"?"#)
        expect(.unexpectedCharacter, "$.list[2].b", reading: Ruled.self, #"{"type":"a","list":[1,"x",{"b":?"#)
        expect(.unexpectedCharacter, "$.by.k", reading: Ruled.self, #"{"type":"a","by":{"k":"x"?"#)
        expect(.unexpectedCharacter, "$.by['']", reading: Ruled.self, #"{"type":"a","by":{"":"x"?"#)
    }

    enum Ruled: JSONConvertible, Equatable, Sendable {
        case a(Lists)
        struct Lists: JSONConvertible, Equatable, Sendable {
            var list: [Int], by: [String: Int]
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("list", \.list, default: [], rules: [.onInvalid([])])
                    $0.add("by", \.by, default: [:], rules: [.onInvalid([:])])
                }
            }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "type") {
                $0.add("a", Lists.self, make: { .a($0) }, match: { if case .a(let lists) = $0 { lists } else { nil } })
            }
        }
    }

    @Test func theFirstCaseThatFitsCounts() throws {
        let own = Circle(radius: 1)
        let texts = #"[{"radius":1},1,null,{"x":2,"radius":1},[]]"#
        #expect(try read([Untagged].self, texts) == [.circle(own), .number(1), .point, .circle(own), .list([])])
        // The first key belongs to a circle, but the object is a group.
        #expect(try read(Untagged.self, #"{"label":"a","by":{"k":2},"parts":[]}"#) == .group(Group(parts: [])))
        #expect(try read(Untagged.self, #"{"radius":"1","parts":[{"type":"point"}]}"#) == .group(Group(parts: [.point])))
        #expect(try read(Untagged.self, #"{"radius":[{"a":[1]}],"parts":[]}"#) == .group(Group(parts: [])))
        expect(.typeMismatch, "$", reading: Untagged.self, #"{"radius":1,"marks":[1,"2"]}"#)
    }

    @Test func damagedTextsGiveTheSameAsInSmallChunks() throws {
        try damage(
            Tagged.self,
            [
                #"{"type":"group","parts":[{"type":"circle","radius":1.5,"label":"a label of some length","marks":[1,2,3]},{"type":"point"}]}"#,
                #"{"type":"group","parts":[],"named":{"a":{"t":"note","c":{"number":1,"x":[{}]}},"b":{"t":"circle","c":{"radius":2}}}}"#,
                #"{"type":"group","first":{"group":{"parts":[{"type":"note","number":7,"more":{"type":"circle"}}]}},"parts":[{"type":"circle","radius":3,"by":{"k":1}}]}"#,
                #"{"type":"note","number":5,"a":null}"#,
            ])
        try damage(
            Untagged.self,
            [
                #"[{"radius":1.5,"label":"a label of some length","marks":[1,2,3]},{"label":"x","parts":[{"type":"circle","radius":1}]},null]"#,
                #"{"parts":[{"type":"note","number":1}],"named":{"a":{"t":"note","c":{"number":1,"x":[{}]}}}}"#,
            ])
    }

    /// Expects that a damaged sample gives the same outcome in one piece, over an older value, and byte by byte.
    private func damage<Value: JSONReadable & Equatable>(_ type: Value.Type, _ samples: [String]) throws {
        var old = try Value(json: samples[0])
        let samples = samples.map { Array($0.utf8) }
        var mutator = Mutator(seed: 7), differences = 0
        for number in 0..<2000 where differences < 5 {
            let text = mutator.mutate(mutator.random.pick(samples), others: samples)
            // The first bytes of a whole text say which encoding it has.
            guard text.count > 1, "{[".utf8.contains(text[0]), text[1] != 0 else { continue }
            var options = mutator.random.pick([JSONReadOptions.strict, .foundation])
            options.engine = mutator.random.pick(engines)
            if mutator.random.oneIn(4) { options.duplicateKeys = .first }
            let expected = Outcome { () throws(JSONError) in try Value(json: text, options: options, size: 1) }
            let found = Outcome { () throws(JSONError) in try Value(json: text, options: options) }
            let over = Outcome { () throws(JSONError) in
                var reader = try JSONReader<Value>(options: options), copy = old
                try reader.read(into: &copy, from: text)
                return copy
            }
            if let value = expected.value { old = value }
            guard found != expected || over != expected else { continue }
            differences += 1
            Issue.record(
                "\(number): \(String(decoding: text, as: UTF8.self).debugDescription): \(found), read over \(over), instead of \(expected)")
        }
    }
}
