import Testing
import YokeStandards

// The code blocks of Yoke.docc/PatchesAndDiffs.md, without changes. ArticleTests compares the article with this file.

private struct Member: JSONConvertible {
    var name: String
    var mail: String?

    static var jsonMapping: JSONMapping {
        JSONMapping(Member.self) { fields in
            fields.add("name", \.name)
            fields.add("mail", \.mail)
        }
    }
}

@Suite struct PatchesAndDiffsExamples {
    @Test func applyAPatch() throws {
        var document: JSONValue = ["name": "Bo"]
        let text = #"[{"op": "replace", "path": "/name", "value": "Ada"}]"#
        let name = try JSONPointer("/name")
        let patch = try JSONPatch(json: text)
        try document.apply(patch)

        let rename = JSONPatch([.test(name, "Ada"), .replace(name, "Bo")])
        try document.apply(rename)
        #expect(document == ["name": "Bo"])
        do {
            try document.apply(rename)
            Issue.record("the test has to fail")
        } catch {
            #expect(
                "\(error)" == """
                    operation 0 (test "/name"): the value is not the expected one
                      hint: RFC 6902 section 4.6
                    """)
        }
    }

    @Test func compareTwoDocuments() throws {
        var before: JSONValue = ["tags": ["a", "b", "c"], "age": 36, "name": "Ada Lovelace"]
        let after: JSONValue = ["tags": ["b", "c"], "age": 37, "name": "Ada Lovelace"]
        let changes = JSONPatch(from: before, to: after)
        #expect(
            changes.description == """
                [{"op":"remove","path":"/tags/0"},{"op":"replace","path":"/age","value":37}]
                """)
        let merge = try JSONValue.mergePatch(from: before, to: after)
        before.merge(patch: merge)                          // before is now after
        #expect(before == after)
    }

    @Test func compareTwoModels() throws {
        let saved = Member(name: "Ada", mail: "a@b"), edited = Member(name: "Ada")
        let steps = try JSONPatch(from: saved, to: edited)
        let body = try JSONValue.mergePatch(from: saved, to: edited)
        #expect(try steps.jsonString() == #"[{"op":"remove","path":"/mail"}]"#)
        #expect(body == ["mail": nil])
    }
}
