import TestSupport
import Testing

@testable import Yoke

@Suite struct SettingAtPathTests {
    private func setting(_ path: String, of value: JSONValue, to new: JSONValue = 7) throws(JSONError) -> String {
        var value = value
        try value.set(new, at: path)
        return value.description
    }

    @Test(
        "a value is set where it is there, and its parents are made where they are missing or null",
        arguments: [
            ("$", #"{"a":1}"#, "7"), ("", "[1]", "7"), ("a", #"{"a":1,"b":2}"#, #"{"a":7,"b":2}"#),
            ("$.c", #"{"a":1}"#, #"{"a":1,"c":7}"#), ("a.b[0].c", "null", #"{"a":{"b":[{"c":7}]}}"#),
            ("a.b[0].c", "{}", #"{"a":{"b":[{"c":7}]}}"#), ("a.b[1].c", #"{"a":{"b":[null]}}"#, #"{"a":{"b":[null,{"c":7}]}}"#),
            ("a.b[0].c", #"{"x":0,"a":{"b":[{"d":1},2]},"y":1}"#, #"{"x":0,"a":{"b":[{"d":1,"c":7},2]},"y":1}"#),
            ("[0]", "null", "[7]"), ("[1]", "[0]", "[0,7]"), ("[0]", "[0,1]", "[7,1]"), ("[0][0][0]", "[]", "[[[7]]]"),
            ("['a.b']['']", "{}", #"{"a.b":{"":7}}"#), ("a.b", #"{"a":null}"#, #"{"a":{"b":7}}"#),
            ("a", #"{"a":1,"a":2}"#, #"{"a":1,"a":7}"#), ("a.b", #"{"a":{"b":1},"a":{}}"#, #"{"a":{"b":1},"a":{"b":7}}"#),
        ])
    func aValueIsSetAtAPath(path: String, before: String, after: String) throws {
        #expect(try setting(path, of: JSONValue(json: before)) == after)
    }

    @Test(
        "what cannot be set is an error that says where, and nothing changes",
        arguments: [
            ("a.b.c", #"{"a":{"b":1}}"#, JSONError.Kind.typeMismatch, "$.a.b", "expected an object, found a number"),
            ("a.b", #"{"a":[]}"#, .typeMismatch, "$.a", "expected an object, found an array"),
            ("a[0]", #"{"a":{}}"#, .typeMismatch, "$.a", "expected an array, found an object"),
            ("a[0]", #"{"a":"x"}"#, .typeMismatch, "$.a", "expected an array, found a string"),
            ("a", "true", .typeMismatch, "$", "expected an object, found a Bool"),
            ("a[2]", #"{"a":[1]}"#, .pathNotFound, "$.a", "the index 2 is past the end of an array of 1 element"),
            ("a.b[1].c", "{}", .pathNotFound, "$.a.b", "the index 1 is past the end of an array of 0 elements"),
            (
                "[18446744073709551615]", "[]", .pathNotFound, "$",
                "the index 18446744073709551615 is past the end of an array of 0 elements"
            ),
            ("/a/0", #"{"a":[1]}"#, .invalidPath, "$", #"the path "/a/0" at character 0: expected '$' or a name"#),
            ("a[*]", #"{"a":[1]}"#, .invalidPath, "$", #"the path "a[*]" can match more than one value"#),
        ])
    func aBadPathIsRefusedAndChangesNothing(path: String, text: String, kind: JSONError.Kind, place: String, message: String) throws {
        let before = try JSONValue(json: text)
        var value = before
        let error = #expect(throws: JSONError.self) { try value.set(7, at: path) }
        #expect(error?.kind == kind && error?.path == place && error?.message == message, "\(String(describing: error))")
        #expect(value.description == before.description)
        for path in ["a[", "[01]", "[00]", "[+1]", "[]"] { #expect(throws: JSONError.self) { try value.set(7, at: path) } }
    }

    @Test("values are set in place, and other copies stay as they are")
    func inPlace() throws {
        var value: JSONValue = ["list": [[1, 2, 3]]]
        weak var inner: Container?
        inner = value["list"]![0]!.container
        for i in 0..<100 { try value.set(JSONValue(i), at: "list[0][\(i)]") }
        #expect(inner != nil && value["list"]![0]!.container === inner)
        let copy = value
        try value.set(nil, at: "list[0]")
        #expect(value.description == #"{"list":[null]}"# && copy["list"]?[0]?.array?.count == 100)
    }

    @Test("a path of any number of steps needs no stack")
    func deep() throws {
        var value = JSONValue.null
        let path = String(repeating: "[0]", count: Sample.size(100_000, full: 1_000_000))
        try value.set(1, at: path)
        try value.set(2, at: path)
        #expect(value.array?.count == 1)
    }
}
