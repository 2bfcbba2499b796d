import Testing
import Yoke

// The code blocks of Yoke.docc/DynamicJSON.md, without changes. ArticleTests compares the article with this file.

private struct Guest: JSONConvertible {
    var name: String
    static var jsonMapping: JSONMapping { JSONMapping(Guest.self) { $0.add("name", \.name, key: "screen_name") } }
}

@Suite struct DynamicJSONExamples {
    @Test func aValueIsFoundByKeysAndByAPath() throws {
        let text = #"{"users": [{"screen_name": "mia"}]}"#
        let value = try JSONValue(json: text)
        let name = value["users"]?[0]?["screen_name"]?.string   // "mia"
        #expect(name == "mia")
        let same = value.users?[0]?.screen_name?.string         // as members of Swift
        let again = value["users", 0, "screen_name"]?.string    // as steps
        let other = try value.value(at: "users[0].screen_name") // as a path: throws if nothing is there
        for user in value.users?.elements ?? [] { print(user.keys.count) }
        #expect(same == "mia" && again == "mia" && other == "mia")
        let first = try String(json: text, at: "$.users[0].screen_name")
        #expect(first == "mia")
        #expect(throws: JSONError.self) { try String(json: text + "]", at: "$.users[0].screen_name") }
        let guests = try [Guest](json: value, at: "$.users")
        let guest = try value["users"]?[0]?.decode(Guest.self)
        let back = try JSONValue(encoding: guests)
        #expect(guest?.name == "mia" && back == value["users"])
        #expect(guests.map(\.name) == ["mia"])
    }

    @Test func aViewLooksAtAText() throws {
        let text = #"{"users": [{"screen_name": "mia", "role": "author", "followers_count": 12}, {"role": "reader", "followers_count": 5}]}"#
        let followers = try JSONView.read(text) { view in
            var followers = 0
            var users = view["users"]?.elements
            while let user = users?.next() {
                if user["role"] == "author" { followers += user["followers_count"]?.int ?? 0 }
            }
            return followers
        }
        #expect(followers == 12)
        let first = try JSONView.read(text) { try $0["users"]?[0]?.decode(Guest.self) }
        #expect(first?.name == "mia")
    }

    @Test func aDocumentIsChangedInPlace() throws {
        var tagged: JSONValue = ["tags": ["swift"]]
        tagged["tags"]?.array?.append("json")
        tagged["user"]?["name"] = "Bo"
        #expect(tagged == ["tags": ["swift", "json"]])

        var document: JSONValue = ["user": ["name": "Ada"], "tags": ["swift"]]
        document["user"]?["name"] = "Bo"                        // nothing happens if there is no "user"
        document["tags"]?.array?.append("json")
        try document.set("Graz", at: "user.address.city")       // makes the objects on the way
        document["tags"] = nil                                  // removes the member
        try document.remove(at: "user.phone")                   // nothing happens if nothing is there
        let edited = try document.jsonString()                  // {"user":{"name":"Bo","address":{"city":"Graz"}}}
        #expect(edited == #"{"user":{"name":"Bo","address":{"city":"Graz"}}}"#)
    }

    @Test func aFileIsChanged() throws {
        let file = "// ports\n{\"server\": {\"port\": 8080,}, \"name\": \"a\"}"
        var settings = try JSONValue(json: file, options: .jsonc)       // comments and trailing commas are allowed
        try settings.set(9000, at: "server.port")
        _ = try Settings(json: settings)                        // throws if the changed file would not be valid
        let changed = try settings.jsonString(.pretty)
        #expect(changed == "{\n  \"server\": {\n    \"port\": 9000\n  },\n  \"name\": \"a\"\n}")
    }

    @Test func nothingIsLost() throws {
        let same = try JSONValue(json: #"{"b": 1.50, "a": 1, "b": 1e2}"#).jsonString()      // {"b":1.50,"a":1,"b":1e2}
        #expect(same == #"{"b":1.50,"a":1,"b":1e2}"#)
    }

    @Test func valuesAreEqualByNumberAndByMembers() throws {
        #expect(try JSONValue(json: "1.50") == JSONValue(json: "1.5") && JSONValue(json: "1.0") != JSONValue(json: "1"))
        #expect(try JSONValue(json: #"{"a": 1, "b": 2}"#) == JSONValue(json: #"{"b": 2, "a": 1}"#))
        #expect(try JSONValue(json: #"{"a": 1, "a": 2}"#) != JSONValue(json: #"{"a": 2, "a": 1}"#))
        #expect(try JSONValue(json: "1").bool == nil && JSONValue(json: "1.0").int == nil)
        #expect(try JSONValue(json: #"{"a": 1, "a": 2}"#).object?.values(forKey: "a") == [1, 2])
        #expect(try JSONValue(json: #"{"a": 1, "a": 2}"#)["a"] == 2)
    }
}

private struct Settings: JSONConvertible {
    var port: Int
    static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("port", \.port, key: [.path("server.port")]) } }
}
