import TestSupport
import Testing
import Yoke

/// Tests enums with several names for a case.
@Suite struct CaseNameTests {
    private enum Grade: JSONConvertible, Equatable {
        case good, fair, poor, none
        static var jsonMapping: JSONMapping {
            JSONMapping(caseNames: Grade.self) {
                $0.add(.good, "good", "great", 1)
                $0.add(.fair, "fair", .range(2...4))
                $0.add(.poor, .range(4.5...6), false)
                $0.add(.none, true)
            }
        }
    }

    @Test func allNamesAreReadAndTheFirstIsWritten() throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            let grades = try [Grade](json: #"["good","great",1,1.0,"fair",2,4,4.5,6,5,false,true]"#, options: options)
            #expect(grades == [.good, .good, .good, .good, .fair, .fair, .fair, .poor, .poor, .poor, .poor, .none])
            #expect(try grades.jsonString() == #"["good","good","good","good","fair","fair","fair",4.5,4.5,4.5,4.5,true]"#)
            for text in [#""goo""#, "7", "4.25", "null", "[]", "{}", "1e400", "0"] {
                let error = #expect(throws: JSONError.self) { try Grade(json: text, options: options) }
                #expect(error?.kind == .unknownCase, "\(text): \(String(describing: error))")
            }
            let error = #expect(throws: JSONError.self) { try Grade(json: #""goof""#, options: options) }
            #expect(error?.hint?.contains("good") == true)
        }
    }

    private enum Level: JSONConvertible, Equatable {
        case low, high, unlisted
        static var jsonMapping: JSONMapping {
            JSONMapping(caseNames: Level.self) {
                $0.add(.low, .range(-.infinity...0))
                $0.add(.high, .range(1 ... .infinity))
            }
        }
    }

    @Test func aCaseWithoutANameCannotBeWritten() throws {
        #expect(try [Level](json: "[-5,0,1,1e300]") == [.low, .low, .high, .high])
        #expect(try [Level.low, .high].jsonString() == "[0.0,1.0]")
        let error = #expect(throws: JSONError.self) { try [Level.unlisted].jsonString() }
        #expect(error?.kind == .refused && error?.message.contains("unlisted") == true && error?.path == "$[0]")
    }

    private struct Comment: JSONConvertible, Equatable {
        var text: String
        var parent: JSONBox<Comment>?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("text", \.text)
                $0.add("parent", \.parent)
            }
        }
    }

    @Test func aBoxHoldsTheTypeAroundIt() throws {
        let text = #"{"text":"a","parent":{"text":"b","parent":{"text":"c"}}}"#
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            var comment = try Comment(json: text, options: options)
            #expect(comment.parent?.parent?.text == "c")
            #expect(try comment.jsonString() == text)
            let before = comment
            comment.parent?.text = "new"
            #expect(comment.parent?.text == "new" && before.parent?.text == "b")
            try comment.update(json: #"{"parent":{"text":"B"}}"#, options: options)
            #expect(comment.parent?.text == "B")
        }
    }

    private struct Loose: JSONConvertible, Equatable {
        var a: Int
        var inner: Inner?
        struct Inner: JSONConvertible, Equatable {
            var b: Int
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("b", \.b, key: ["b", .path("c.d")]) } }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("a", \.a)
                $0.add("inner", \.inner)
            }
        }
    }

    private struct Keeping: JSONConvertible {
        var others: JSONObject
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.extras("others", \.others) } }
    }

    @Test func aCallRefusesUnknownKeys() throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            options.refusesUnknownKeys = true
            #expect(try Loose(json: #"{"a":1,"inner":{"b":2}}"#, options: options) == Loose(a: 1, inner: .init(b: 2)))
            #expect(try Loose(json: #"{"inner":{"c":{"d":2}},"a":1}"#, options: options) == Loose(a: 1, inner: .init(b: 2)))
            for text in [#"{"a":1,"x":2}"#, #"{"a":1,"inner":{"b":2,"A":1}}"#, #"{"inner":{"c":{"e":2}},"a":1}"#] {
                let error = #expect(throws: JSONError.self) { try Loose(json: text, options: options) }
                #expect(error?.kind == .unknownKey, "\(text)")
            }
            #expect(try Keeping(json: #"{"x":1}"#, options: options).others == ["x": 1])
            #expect(try [String: Int](json: #"{"x":1}"#, options: options) == ["x": 1])
            #expect(try JSONValue(json: #"{"x":1}"#, options: options) == ["x": 1])
        }
    }
}
