import Foundation
import Testing
import Yoke

// The examples of the README, copied without changes.

#if Macros

@JSONModel(keys: .snakeCase)
struct User {
    let id: UInt64
    var screenName: String
    var role: Role = .reader
    var website: String?
    @JSONKey("followers_count") var followers: Int
    @JSONIgnore var isSelected = false
}

@JSONModel
enum Role: String { case reader, author }

#else

struct User {
    let id: UInt64
    var screenName: String
    var role: Role = .reader
    var website: String?
    var followers: Int
    var isSelected = false
}

enum Role: String { case reader, author }

extension User: JSONConvertible {
    static var jsonMapping: JSONMapping {
        JSONMapping(User.self, keys: .snakeCase) { fields in
            fields.add("id", \.id)
            fields.add("screenName", \.screenName)
            fields.add("role", \.role, default: .reader)
            fields.add("website", \.website)
            fields.add("followers", \.followers, key: "followers_count")
            fields.ignore(\.isSelected, initial: false)
        }
    }
}

extension Role: JSONConvertible {
    static var jsonMapping: JSONMapping { JSONMapping(rawValues: Role.self) { $0 += [.reader, .author] } }
}

#endif

@Suite("The README")
struct ReadmeTests {
    static let readme = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("README.md")

    #if (Yajl && os(Linux)) || (YajlOnApple && os(macOS))
        @Test("reads with either engine")
        func twoEngines() throws {
            let text = #"[{"id": 7, "screen_name": "mia", "followers_count": 12}]"#
            var options = JSONReadOptions.strict
            options.engine = .yajl
            let users = try [User](json: text, options: options)
            options.engine = .native
            #expect(try users.map(\.id) == [User](json: text, options: options).map(\.id))
        }
    #endif

    @Test("reads and writes its first model")
    func firstModel() throws {
        let user = try User(json: #"{"id": 7, "screen_name": "mia", "followers_count": 12, "role": "author"}"#)
        let text = try user.jsonString(.pretty)
        let name = try String(json: text, at: "$.screen_name")
        #expect(user.role == .author && user.followers == 12 && user.website == nil)
        #expect(name == "mia")
    }

    @Test("shows the error that there is")
    func error() throws {
        let text = """
            {"users": [
              {"id": 7, "screen_name": "mia", "followers_count": 12},
              {"id": 8, "screen_name": "bo", "followers_count": "many"}
            ]}
            """
        let error = #expect(throws: JSONError.self) { try [User](json: text, at: "$.users") }
        let shown = try #require(error).description
        let readme = try String(contentsOf: Self.readme, encoding: .utf8)
        #expect(readme.contains("```\n\(shown)\n```"), "the README should show:\n\(shown)")
    }

    @Test("streams")
    func streaming() async throws {
        let record = #"{"id": 7, "screen_name": "mia", "followers_count": 12}"#
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("yoke-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(#"{"users": [\#(record), \#(record)]}"#.utf8).write(to: file)
        var users = try JSONStream<User>(path: file.path, at: "$.users[*]")
        var count = 0
        while let user = try users.next() {
            #expect(user.screenName == "mia")
            count += 1
        }
        #expect(count == 2)
        for try await user in JSONAsyncStream<User, _>(Request(body: [Data(#"{"users": ["#.utf8), Data("\(record)]}".utf8)]).body, at: "$.users[*]") {
            #expect(user.screenName == "mia")
            count += 1
        }
        #expect(count == 3)
    }

    private struct Request {
        let body: AsyncStream<Data>
        init(body: [Data]) {
            self.body = AsyncStream { continuation in
                for chunk in body { continuation.yield(chunk) }
                continuation.finish()
            }
        }
    }

    private struct Event: JSONConvertible, Equatable {
        var name: String
        var raw: JSONRawText
        static var jsonMapping: JSONMapping {
            JSONMapping(Event.self) {
                $0.add("name", \.name)
                $0.add("raw", \.raw)
            }
        }
    }

    @Test("writes lines, and reads them from chunks")
    func lines() throws {
        let events = [Event(name: "a\nb\r\u{2028}", raw: try JSONRawText("[1, 2]")), Event(name: "c", raw: try JSONRawText(#""\n""#))]
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("yoke-readme-\(UInt64.random(in: 0 ... .max)).ndjson").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        var writer = try JSONWriter(path: path)
        for event in events { try writer.write(event) }
        try writer.finish()
        let lines = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(lines.count { $0 == 0x0A } == 2)
        for pieces in [[lines], lines.map { [$0] }] {
            var stream = try JSONStream<Event>(chunks: pieces, format: .lines)
            for event in events { #expect(try stream.next() == event) }
            let progress: JSONProgress = stream.progress
            #expect(progress.elements == 2 && progress.total == nil && progress.fraction == nil)
        }
    }

    @Test("writes verbatim texts as they are, and in a line where that is asked for")
    func verbatimLines() throws {
        let event = Event(name: "a", raw: try JSONRawText("{\n  \"b\": \"c\\n\"\n}"))
        #expect(try event.jsonString() == "{\"name\":\"a\",\"raw\":{\n  \"b\": \"c\\n\"\n}}")
        var lines: [UInt8] = []
        try event.withJSONBytes { lines += $0.map { $0 == 0x0A ? 0x20 : $0 } }
        #expect(!lines.contains(0x0A))
        #expect(try JSONValue(json: lines) == JSONValue(json: event.jsonString()))
    }

    @Test("takes dynamic JSON apart")
    func dynamic() throws {
        let value = try JSONValue(json: #"{"users": [{"screen_name": "mia"}]}"#)
        #expect(value["users"]?[0]?["screen_name"]?.string == "mia")
    }
}
