import TestSupport
import Testing

@testable import Yoke

/// The native engine takes unknown members in runs. A run has all members between two known members.
@Suite struct ExtrasInRunsTests {
    private struct Open: JSONConvertible, Equatable {
        var id: Int
        var name: String?
        var rest = JSONObject()

        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.add("name", \.name)
                $0.extras("rest", \.rest)
            }
        }
    }

    private static let values = [
        "1", "-0.5e3", "12345678901234567890", "true", "false", "null", #""""#, #""short""#,
        #""a longer text, without escapes, of some size""#,
        #""é ü \/ \u0041 \n""#, "[]", "{}", "[1, 2,3]", #"{"a" : [true , {"b":null}]}"#, #"{"id":1,"name":"inner"}"#,
        "[" + Array(repeating: #"{"key of some length":"value"}"#, count: 30).joined(separator: ",") + "]",
        String(repeating: "[", count: 70) + "1" + String(repeating: "]", count: 70),
    ]
    private static let keys = ["a", "b", "name of an unknown member", "é", #"\u0061"#, #"quote \""#, "", "idx", "i"]

    /// Returns the members of a random text, in their order. Known keys do not repeat.
    private static func sample(_ seed: UInt64) -> [String] {
        var random = SeededGenerator(seed: seed)
        var members = (0..<Int.random(in: 0..<20, using: &random)).map { _ in
            #""\#(keys.randomElement(using: &random)!)" : \#(values.randomElement(using: &random)!)"#
        }
        members.insert(#""id":7"#, at: Int.random(in: 0...members.count, using: &random))
        if Bool.random(using: &random) { members.insert(#""name":"n""#, at: Int.random(in: 0...members.count, using: &random)) }
        return members
    }

    @Test(arguments: 0..<60 as Range<UInt64>) func areTheMembersOfTheText(seed: UInt64) throws {
        let text = "{ " + Self.sample(seed).joined(separator: seed % 2 == 0 ? "," : " ,\n  ") + " }"
        let all = try #require(try JSONValue(json: text).object)
        let rest = JSONObject(all.filter { $0.key != "id" && $0.key != "name" })
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            let whole = try Open(json: text, options: options)
            #expect(whole.id == 7 && whole.name == all["name"]?.string, "\(engine), seed \(seed)")
            #expect(Array(whole.rest.keys) == Array(rest.keys) && Array(whole.rest.values) == Array(rest.values), "\(engine), seed \(seed)")
            let elements = try [Open](json: "[\(text),\(text)]", options: options)
            #expect(elements == [whole, whole])
            for size in [1, 3, 64, 200] {
                let bytes = Array("[\(text),\(text)]".utf8)
                let chunks = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
                var stream = try JSONStream<Open>(chunks: chunks, at: "$[*]", options: options), streamed: [Open] = []
                while let element = try stream.next() { streamed.append(element) }
                #expect(streamed == elements, "\(engine), chunks of \(size), seed \(seed)")
            }
            var members = JSONObject()
            members["id"] = 7
            members["name"] = all["name"]
            members.append(contentsOf: rest)
            #expect(try whole.jsonString() == JSONValue.object(members).description, "\(engine), seed \(seed)")
        }
    }

    /// Cut or damaged texts give the same error with both engines.
    @Test(arguments: 0..<20 as Range<UInt64>) func errorsAreTheSame(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let text = Array(("{" + Self.sample(seed).joined(separator: ",") + "}").utf8)
        for _ in 0..<20 {
            var damaged = text
            damaged[Int.random(in: 0..<text.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            let errors = JSONEngine.each.map { engine in
                var options = JSONReadOptions.strict
                options.engine = engine
                do {
                    return try Open(json: damaged, options: options).jsonString()
                } catch { return "\(error)" }
            }
            #expect(Set(errors).count == 1, "\(errors), seed \(seed)")
        }
    }

    /// An extra is not written if a property with its key is written. Extras with the same key are all written.
    @Test func writtenExtrasDoNotRepeatProperties() throws {
        var open = Open(id: 1, name: nil, rest: ["a": 1, "id": 2, "name": "extra", "b\"": 3])
        open.rest.append(4, forKey: "a")
        #expect(try open.jsonString() == #"{"id":1,"a":1,"name":"extra","b\"":3,"a":4}"#)
        open.name = "n"
        #expect(try open.jsonString() == #"{"id":1,"name":"n","a":1,"b\"":3,"a":4}"#)
        open.rest = ["x": 1, "y": [1, ["z": 2]]]
        #expect(try open.jsonString() == #"{"id":1,"name":"n","x":1,"y":[1,{"z":2}]}"#)
        var sorted = JSONWriteOptions()
        sorted.sortsKeys = true
        open.rest = ["x": 1, "a": 2, "id": 3]
        #expect(try open.jsonString(sorted) == #"{"a":2,"id":1,"name":"n","x":1}"#)
    }

    /// A change of long extras in one copy does not change other copies.
    @Test func extrasChangeAlone() throws {
        let members = (0..<40).map { #""key\#($0)":"value \#($0)""# }.joined(separator: ",")
        let open = try Open(json: #"{\#(members),"id":1,"last":[1,2,3]}"#)
        var copy = open
        copy.rest["key3"] = 3
        #expect(open.rest["key3"] == "value 3" && copy.rest["key3"] == 3 && open.rest.count == 41 && copy.rest["last"]?[2] == 3)
    }

    /// NaN and infinities in extras are the same as in a `JSONValue`.
    @Test func extrasKeepTheWordsOfJSON5() throws {
        let text = "{id:1,x:NaN,y:[-Infinity,2],z:{a:+Infinity},w:5}"
        for engine in JSONEngine.each {
            var options = JSONReadOptions.json5
            options.engine = engine
            let open = try Open(json: text, options: options)
            let value = try #require(try JSONValue(json: text, options: options).object)
            #expect(open.rest["x"]?.double?.isNaN == true && open.rest["y"]?[0]?.double == -.infinity)
            for key in ["x", "y", "z", "w"] {
                #expect(open.rest[key]?.description == value[key]?.description, "\(key) \(engine)")
            }
            #expect(throws: JSONError.self) { try open.jsonString() }
        }
    }
}
