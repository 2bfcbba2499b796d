import Testing
import Yoke

private struct Point: JSONConvertible, Equatable {
    var x: Int
    var note: String?
    static var jsonMapping: JSONMapping {
        JSONMapping(Point.self) {
            $0.add("x", \.x)
            $0.add("note", \.note)
        }
    }
}

private struct Message: JSONConvertible, Equatable {
    var first: Point
    var rest: [Point] = []
    var last: Point?
    static var jsonMapping: JSONMapping {
        JSONMapping(Message.self) {
            $0.add("first", \.first, by: JSONTextCoder())
            $0.add("rest", \.rest, by: JSONTextCoder().array, default: [])
            $0.add("last", \.last, by: JSONTextCoder(reading: .json5, writing: JSONWriteOptions(nulls: .write)).optional)
        }
    }
}

/// A value inside a string inside a string, and so on.
private struct Nested: JSONConvertible {
    private var inner: [Nested] = []
    var levels: Int { 1 + (inner.first?.levels ?? 0) }

    init(levels: Int) { inner = levels > 1 ? [Nested(levels: levels - 1)] : [] }

    static var jsonMapping: JSONMapping { JSONMapping(Nested.self) { $0.add("i", \.inner, by: JSONTextCoder().array) } }
}

/// Values whose JSON text is the content of a JSON string.
@Suite struct JSONTextCoderTests {
    @Test func thereAndBack() throws {
        let message = try read(
            Message.self, #"{"first":"{\"x\":1,\"note\":\"a\\\"b\"}","rest":["{\"x\":2}"," {\"x\":3} "],"last":"{x: +4,}"}"#)
        #expect(message == Message(first: Point(x: 1, note: "a\"b"), rest: [Point(x: 2), Point(x: 3)], last: Point(x: 4)))
        let text = try message.jsonString()
        #expect(
            text == #"{"first":"{\"x\":1,\"note\":\"a\\\"b\"}","rest":["{\"x\":2}","{\"x\":3}"],"last":"{\"x\":4,\"note\":null}"}"#)
        #expect(try Message(json: text) == message)
    }

    @Test func errorsHaveTheWholePath() {
        let inner = failure(Message.self, #"{"first":"{\"x\":1}","rest":["{\"x\":2}","{\"x\":true}"]}"#)
        #expect(inner?.path == "$.rest[1].x" && inner?.kind == .typeMismatch)
        #expect(inner?.offset == 41, "the second element of rest begins there")
        let missing = failure(Message.self, #"{"first":"{}"}"#)
        #expect(missing?.path == "$.first" && missing?.kind == .missingKeys)
        let syntax = failure(Message.self, #"{"first":"{\"x\":1"}"#)
        #expect(syntax?.path.hasPrefix("$.first") == true && syntax?.kind == .unexpectedEnd)
        #expect(failure(Message.self, #"{"first":{"x":1}}"#)?.kind == .typeMismatch)
    }

    /// The number of escapes doubles with each level, so the depth of texts inside texts is about the logarithm of the size.
    @Test func textsInsideTexts() throws {
        let text = try Nested(levels: 12).jsonString()
        #expect(try Nested(json: text).levels == 12)
    }
}
