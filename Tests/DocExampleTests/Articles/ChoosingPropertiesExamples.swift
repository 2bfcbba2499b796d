import Testing
import Yoke

// The code blocks of Yoke.docc/ChoosingProperties.md, without changes. ArticleTests compares the article with this file.

#if Macros

@JSONModel(only: "name", "email")
private struct Contact {
    var name: String
    var email: String?
    var cache: [String: Int] = [:]
}

@JSONModel(explicit: true)
private struct Setting {
    @JSONKey var name: String
    var cache: [String: Int] = [:]
}

#endif

private struct Profile: JSONConvertible {
    var name: String
    var isPublic: Bool
    var email: String?
    var tags: [String] = []

    static var jsonMapping: JSONMapping {
        JSONMapping(Profile.self) { fields in
            fields.add("name", \.name)
            fields.add("isPublic", \.isPublic)
            fields.add("email", \.email)
            fields.add("tags", \.tags, default: [], rules: [.writtenIf { !$0.isEmpty }])        // by the property's own value
            fields.writes("email") { profile in profile.isPublic }                              // by the object
        }
    }
}

private struct Member: JSONConvertible {
    var name: String
    var token: String?

    static var jsonMapping: JSONMapping {
        JSONMapping(Member.self) { fields in
            fields.add("name", \.name)
            fields.add("token", \.token, rules: [.views("admin")])      // @JSONRule(.views("admin"))
        }
    }
}

@Suite struct ChoosingPropertiesExamples {
    @Test func byObjectAndCall() throws {
        let hidden = Profile(name: "b", isPublic: false, email: "e")
        #expect(try hidden.jsonString(JSONWriteOptions(nulls: .write)) == #"{"name":"b","isPublic":false}"#)

        let profile = Profile(name: "a", isPublic: true, email: "e", tags: ["t"])
        let short = try profile.jsonString(JSONWriteOptions(only: ["name", "tags"]))
        let rest = try profile.jsonString(JSONWriteOptions(excluding: ["email"]))
        #expect(short == #"{"name":"a","tags":["t"]}"# && rest == #"{"name":"a","isPublic":true,"tags":["t"]}"#)

        let query = "tags,name,x"
        let asked = Set(query.split(separator: ",").map(String.init)).intersection(Profile.jsonFields.map { $0.flattenedFrom.first ?? $0.name })
        let text = try profile.jsonString(JSONWriteOptions(only: asked))
        #expect(text == short)
        let error = #expect(throws: JSONError.self) { try profile.jsonString(JSONWriteOptions(only: ["nam"])) }
        #expect(error?.kind == .invalidOptions && "\(error!)".contains("name"))

        for field in Profile.jsonFields where field.isRequired { print(field.name, field.readKeys, field.typeName) }
        #expect(Profile.jsonFields.filter(\.isRequired).map(\.name) == ["name", "isPublic"])
    }

    @Test func aViewLeavesOutThePropertiesOfOtherViews() throws {
        let member = Member(name: "Ada", token: "x")
        let forAdmins = try member.jsonString(JSONWriteOptions(view: "admin"))
        let forOthers = try member.jsonString(JSONWriteOptions(view: "public"))       // without the token
        #expect(forAdmins == #"{"name":"Ada","token":"x"}"# && forOthers == #"{"name":"Ada"}"#)
        #expect(try member.jsonString() == forAdmins)
    }

    #if Macros
    @Test func byTheMacro() throws {
        #expect(try Contact(json: #"{"name": "a", "cache": {"b": 1}}"#).jsonString() == #"{"name":"a"}"#)
        #expect(try Setting(json: #"{"name": "a", "cache": {"b": 1}}"#).jsonString() == #"{"name":"a"}"#)
    }
    #endif
}
