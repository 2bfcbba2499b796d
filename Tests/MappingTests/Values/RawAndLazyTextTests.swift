import Testing
import Yoke

@Suite struct RawAndLazyTextTests {
    private struct Envelope: JSONConvertible, Equatable {
        var id: Int
        var payload: JSONRawText
        var more: JSONRawText?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.add("payload", \.payload)
                $0.add("more", \.more)
            }
        }
    }

    @Test(arguments: ["1.50", #""a\u0041\n""#, "null", "true", #"{ "a" : [ 1 , {} ] }"#, "[]", "-0.0"])
    func rawTextIsWrittenAsItWasRead(_ payload: String) throws {
        let text = "{\"payload\":  \(payload) ,\"id\":1}"
        let envelope = try read(Envelope.self, text)
        #expect(envelope.payload.text == payload)
        #expect(try written(envelope) == "{\"id\":1,\"payload\":\(payload)}")
        expect(.unexpectedEnd, "$.payload", reading: Envelope.self, "{\"payload\":\"abc")
        #expect(try read([JSONRawText].self, "[\(payload),\(payload) ]").map(\.text) == [payload, payload])
        #expect(try JSONRawText(json: " \(payload) ").text == payload)
    }

    private struct Lazy: JSONConvertible, Sendable {
        var list: JSONLazy<[Int]>
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("list", \.list) } }
    }

    @Test func lazyValuesAreReadOnDemandAndKeepTheirText() throws {
        let lazy = try Lazy(json: #"{"list":[1, 2]}"#)
        #expect(try lazy.jsonString() == #"{"list":[1, 2]}"#)
        #expect(try lazy.list.value() == [1, 2])
        #expect(try lazy.jsonString() == #"{"list":[1, 2]}"#)  // the value was read, but its text stays
        #expect(try Lazy(list: JSONLazy([1, 2])).jsonString() == #"{"list":[1,2]}"#)
        let wrong = try Lazy(json: #"{"list":["x"]}"#)
        #expect(throws: JSONError.self) { try wrong.list.value() }
        #expect(throws: JSONError.self) { try Lazy(json: #"{"list":[1,]}"#) }
        #expect(try JSONLazy([3]).jsonString() == "[3]")
    }

    @Test(arguments: [
        (#"["</script>"]"#, #"["<\/script>"]"#), (#"{ "a/b" : "/" }"#, #"{ "a\/b" : "\/" }"#),
        (#""\/\\/\\\//\"/""#, #""\/\\\/\\\/\/\"\/""#), ("1.50", "1.50"),
    ])
    func slashesAreEscapedOnRequest(_ text: String, _ expected: String) throws {
        let options = JSONWriteOptions(escapesSlashes: true)
        #expect(try JSONRawText(text).jsonString(options) == expected)
        #expect(try [JSONLazy<JSONValue>](json: "[\(text)]").jsonString(options) == "[\(expected)]")
        #expect(try JSONValue(json: expected) == JSONValue(json: text))
    }

    private struct Patch: JSONConvertible, Equatable {
        var name: JSONNullable<String>
        var age: JSONNullable<Int>
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name)
                $0.add("age", \.age)
            }
        }
    }

    @Test(arguments: [
        ("{}", Patch(name: .missing, age: .missing)), (#"{"name":null}"#, Patch(name: .null, age: .missing)),
        (#"{"name":"x","age":5}"#, Patch(name: .value("x"), age: .value(5))), (#"{"age":null}"#, Patch(name: .missing, age: .null)),
    ])
    private func missingNullAndValue(_ text: String, _ patch: Patch) throws {
        #expect(try read(Patch.self, text) == patch)
        #expect(try written(patch) == text)
    }

    @Test func dynamicJSON() throws {
        let value = try JSONValue(json: #"{"id":1,"payload":[1]}"#)
        let envelope = try Envelope(json: value)
        #expect(envelope.payload.text == "[1]")
        #expect(try envelope.jsonValue() == value)
        #expect(throws: JSONError.self) { try Envelope(json: JSONValue.null) }
    }
}
