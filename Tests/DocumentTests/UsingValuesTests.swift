import TestSupport
import Testing
import Yoke

/// Looks up, changes and converts dynamic values.
@Suite struct UsingValuesTests {
    private let document: JSONValue = ["users": [["name": "Ada", "tags": ["x"]], ["name": "Bo"]], "count": 7, "none": nil]

    @Test func lookups() throws {
        #expect(document.users?[0]?.name?.string == "Ada")
        #expect(document["users", 1, "name"] == "Bo")
        #expect(document["users", 0, "tags", 0] == "x")
        #expect(document["users", 2, "name"] == nil)
        #expect(document["users", "name"] == nil)
        #expect(document["users", -1] == nil)
        #expect(document.missing?.deeper == nil)
        #expect(document.count == 3)
        #expect(document["count"] == 7)
        #expect(document.users?.count == 2)
        #expect(JSONValue.string("abc").count == 0)
        #expect(Array(document.keys) == ["users", "count", "none"])
        #expect(document.users?.elements.compactMap { $0.name?.string } == ["Ada", "Bo"])
        #expect(document.members.map(\.key) == ["users", "count", "none"])
        #expect(JSONValue.null.elements.isEmpty && JSONValue(1).members.isEmpty && JSONValue(true).keys.isEmpty)
        #expect(try document.value(at: "$.users[0].tags[0]") == "x")
        #expect(try document.value(at: "$") == document)
        #expect(throws: JSONError.self) { try document.value(at: "users[5]") }
        #expect(throws: JSONError.self) { try document.value(at: "users[*]") }
        switch document["count"] {
        case 7: break
        default: Issue.record("a literal is a pattern")
        }
    }

    @Test func changes() throws {
        var value = document
        value.users?[0]?.name = "Eve"
        value["users", 1, "name"] = "Cy"
        value["users", 0, "tags", 0] = nil
        value["users", 9, "name"] = "nobody"
        value["no", "parent"] = 1
        #expect(try value.jsonString() == #"{"users":[{"name":"Eve","tags":[]},{"name":"Cy"}],"count":7,"none":null}"#)
        #expect(try value.remove(at: "users[0].name") == "Eve")
        #expect(try value.remove(at: "users[0].name") == nil)
        #expect(try value.remove(at: "users[1]") == ["name": "Cy"])
        #expect(try value.remove(at: "users[1]") == nil)
        #expect(try value.remove(at: "count.deeper") == nil)
        #expect(try value.remove(at: "none") == .null)
        #expect(try value.jsonString() == #"{"users":[{"tags":[]}],"count":7}"#)
        #expect(throws: JSONError.self) { try value.remove(at: "users[*]") }
        #expect(try value.remove(at: "$") != nil)
        #expect(value == .null)
    }

    @Test func merging() {
        var value: JSONValue = ["a": ["b": 1, "c": [1]], "d": 1]
        value.merge(["a": ["b": nil, "c": [2], "e": ["f": 1]], "d": ["g": 2]])
        #expect(value == ["a": ["b": nil, "c": [2], "e": ["f": 1]], "d": ["g": 2]])
        value.merge(patch: ["a": ["b": nil]])
        #expect(value == ["a": ["c": [2], "e": ["f": 1]], "d": ["g": 2]])
        var deep = (0..<100_000).reduce(JSONValue(1)) { inner, _ in ["a": inner] }
        deep.merge(deep)
        deep.merge(5)
        #expect(deep == 5)
    }

    @Test func models() throws {
        #expect(try document.decode([String].self, at: "$.users[0].tags") == ["x"])
        let names: [[String: JSONValue]] = try #require(document.users).decode()
        #expect(names.count == 2)
        #expect(try JSONValue(encoding: ["a": [1, 2]]) == ["a": [1, 2]])
        #expect(throws: JSONError.self) { try document.decode(Int.self) }
    }
}
