import Foundation
import Testing
import YokeStandards

// The code blocks of Yoke.docc/FindingValues.md, without changes. ArticleTests compares the article with this file.

@Suite struct FindingValuesExamples {
    private let store: JSONValue = ["books": [["title": "Ant", "price": 8.95], ["title": "Bee", "price": 5]], "pen": ["price": 2]]

    @Test func nameOnePlace() throws {
        var document: JSONValue = ["users": [["name": "Ada"]], "draft": true]
        let name = try JSONPointer("/users/0/name")
        let found = document[name]?.string                  // "Ada"
        document[name] = "Bo"
        document[try JSONPointer("/users/-")] = ["name": "Cy"]   // appends
        document[try JSONPointer("/draft")] = nil                // removes
        #expect(document == ["users": [["name": "Bo"], ["name": "Cy"]]])

        let odd = JSONPointer(tokens: ["a/b", "m~n"])       // /a~1b/m~0n
        let fragment = name.fragment                        // "#/users/0/name"
        #expect(found == "Ada" && odd.description == "/a~1b/m~0n" && fragment == "#/users/0/name")

        do {
            let last = try document.value(at: JSONPointer("/users/7/name"))
            Issue.record("found \(last)")
        } catch {
            #expect(
                "\(error)" == """
                    $.users: the index 7 is past the end
                      hint: the array has 2 elements
                    """)
        }
    }

    @Test func selectValues() throws {
        let path = try JSONPath("$.books[?@.price < 10 && match(@.title, 'A.*')].title")
        let titles = try path.values(in: store)             // in the order of the RFC
        let first = try path.first(in: store)               // stops at the first value

        var lines: [String] = []
        func print(_ parts: Any...) { lines.append(parts.map { "\($0)" }.joined(separator: " ")) }
        for node in try JSONPath("$..price").nodes(in: store) {
            print(node.location, node.location.pointer, node.value)
        }
        #expect(titles == ["Ant"] && first == "Ant")
        #expect(lines.contains("$['books'][0]['price'] /books/0/price 8.95"))

        let some = try path.values(in: store, limits: .untrusted)
        #expect(some == titles)
    }

    @Test func selectFromAFile() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("yoke-finding-\(UUID()).json")
        try store.jsonString().write(to: url, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: url) }
        let file = url.path
        var used: [JSONValue] = []
        func use(_ value: JSONValue) { used.append(value) }
        var prices = try JSONPathStream(path: file, selecting: JSONPath("$..price"))
        while let price = try prices.next() { use(price) }

        var cheap = try JSONPathStream(path: file, selecting: JSONPath("$.books[?@.price < 10].title"))
        #expect(used == [8.95, 5, 2])
        #expect(try cheap.next() == "Ant")
    }
}
