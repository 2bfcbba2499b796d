import Foundation
import Testing
import Yoke

// The code blocks of Yoke.docc/Streaming.md, without changes. ArticleTests compares the article with this file.

/// Types for the names that the article uses without declaring them.
private enum Names {
    struct User: JSONConvertible {
        var name: String
        static var jsonMapping: JSONMapping { JSONMapping(User.self) { $0.add("name", \.name) } }
    }

    struct Event: JSONConvertible, Equatable {
        var name: String
        var raw: JSONRawText
        static var jsonMapping: JSONMapping {
            JSONMapping(Event.self) {
                $0.add("name", \.name)
                $0.add("raw", \.raw)
            }
        }
    }

    struct Request {
        let body: AsyncStream<Data>
        init(body: [Data]) {
            self.body = AsyncStream { continuation in
                for chunk in body { continuation.yield(chunk) }
                continuation.finish()
            }
        }
    }
}

@Suite struct StreamingExamples {
    private typealias User = Names.User
    private typealias Event = Names.Event

    @Test func aFileIsReadOneElementAtATime() throws {
        // The article's code reads `dump.json` in the current folder. A test must not write there, so it uses another path.
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("yoke-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("dump.json")
        try Data(#"{"users": [{"name": "mia"}, {"name": "bo"}]}"#.utf8).write(to: file)
        var names: [String] = []
        func use(_ user: User) { names.append(user.name) }
        do {
            var users = try JSONStream<User>(path: file.path, at: "$.users[*]")
            while let user = try users.next() { use(user) }
            let progress = users.progress
            print(progress.elements, progress.bytes, progress.fraction ?? 0)
            #expect(progress.elements == 2 && progress.fraction == 1)
        }
        #expect(names == ["mia", "bo"])

        let error = #expect(throws: JSONError.self) {
            var users = try JSONStream<User>(path: "dump.json", at: "$.users[*]")
            while let user = try users.next() {
                use(user)                             // memory holds one user, whatever the size of the file
            }
        }
        #expect(error?.kind == .io)
    }

    @Test func anInterruptedImportContinues() throws {
        // The article's code reads a file in the current folder, where a test must not write.
        func resume(_ storedOffset: Int64) throws {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "events.ndjson"))
            try file.seek(toOffset: UInt64(storedOffset))
            var events = try JSONStream<Event>(descriptor: file.fileDescriptor, format: .lines)
            _ = try events.next()
        }
        #expect(throws: CocoaError.self) { try resume(0) }
    }

    @Test func standardInput() async throws {
        func use(_ event: Event) {}
        // This code is compiled and not run, because a test must not read standard input.
        func run() async throws {
            for try await event in try JSONStream<Event>(descriptor: 0, format: .lines) {   // NDJSON from standard input
                use(event)
            }
        }
        _ = run
    }

    @Test func eachLineIsReadOverTheLast() throws {
        var counted = 0
        func count(_ event: Event) { counted += 1 }
        let error = #expect(throws: JSONError.self) {
            var events = try JSONStream<Event>(path: "events.ndjson", format: .lines)
            try events.forEach { event in count(event) }
        }
        #expect(error?.kind == .io && counted == 0)
    }

    @Test func chunksAreReadAsTheyArrive() async throws {
        var names: [String] = []
        func use(_ user: User) { names.append(user.name) }
        let request = Names.Request(body: [Data(#"{"users": [{"na"#.utf8), Data(#"me": "mia"}]}"#.utf8)])
        for try await user in JSONAsyncStream<User, _>(request.body, at: "$.users[*]") {   // chunks of bytes from a server's request
            use(user)
        }
        #expect(names == ["mia"])

        let chunks = [Array(#"{"name": "m"#.utf8), Array(#"ia"}"#.utf8)]
        var reader = try JSONReader<User>()
        for chunk in chunks { try reader.feed(chunk) }
        let user = try reader.finish()
        #expect(user.name == "mia")
    }

    @Test func badLines() throws {
        var used: [String] = []
        var errors = 0
        func use(_ event: Event) { used.append(event.name) }
        func print(_ error: JSONError) { errors += 1 }
        let text = #"{"name": "a", "raw": 1}"# + "\n{\n" + #"{"name": "b", "raw": 2}"# + "\n"
        let stream = try JSONStream<Event>(chunks: [Array(text.utf8)], format: .lines)
        for result in stream.results {
            switch result {
            case .success(let event): use(event)
            case .failure(let error) where error.kind == .io: throw error   // not a bad line: the file cannot be read
            case .failure(let error): print(error)
            }
        }
        #expect(used == ["a", "b"] && errors == 1)

        // A stream of one document continues after an error only with `collectsErrors`.
        for collects in [false, true] {
            var options = JSONReadOptions.strict
            options.collectsErrors = collects
            var numbers = try JSONStream<Int>(chunks: [Array("[1, true, 3]".utf8)], options: options)
            #expect(try numbers.next() == 1)
            #expect(throws: JSONError.self) { try numbers.next() }
            #expect(try numbers.next() == (collects ? 3 : nil))
        }
    }

    @Test func eachValueIsWrittenAsOneLine() throws {
        let events = [Event(name: "a\nb\r\u{2028}", raw: try JSONRawText("[1, 2]")), Event(name: "c", raw: try JSONRawText(#""\n""#))]
        var lines: [UInt8] = []
        for event in events {
            try event.withJSONBytes { lines += $0 }
            lines.append(0x0A)
        }
        var stream = try JSONStream<Event>(chunks: lines.map { [$0] }, format: .lines)
        for event in events { #expect(try stream.next() == event) }

    }

    @Test func manyValuesAreWrittenInBoundedMemory() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("yoke-writing-\(UInt64.random(in: 0 ... .max)).json").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let events = [Event(name: "a", raw: try JSONRawText("[1,\n2]")), Event(name: "b", raw: try JSONRawText("3"))]
        func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
        var writer = try JSONWriter(path: path)                  // NDJSON: a line for each value
        for event in events { try writer.write(event) }
        try writer.finish()
        #expect(try text().split(separator: "\n").count == 2)

        var report = try JSONWriter(path: path, format: .document, options: .pretty, replaces: true)
        try report.beginObject()
        try report.write(events.count, forKey: "count")
        try report.beginArray(forKey: "events")
        for event in events { try report.write(event) }
        try report.end()
        try report.end()
        try report.finish()
        #expect(try JSONValue(json: text())["events"]?.array?.count == 2)
    }

    @Test func aPathWithoutAMatchIsAnErrorUnlessAllowed() throws {
        func elements(_ text: String, _ options: JSONReadOptions = .strict) throws -> Int {
            var stream = try JSONStream<Int>(chunks: [Array(text.utf8)], at: "$.a[*]", options: options)
            var count = 0
            while try stream.next() != nil { count += 1 }
            return count
        }
        #expect(try elements(#"{"a": []}"#) == 0 && elements(#"{"a": null}"#) == 0 && elements(#"{"a": [1]}"#) == 1)
        let error = #expect(throws: JSONError.self) { try elements("{}") }
        #expect(error?.kind == .pathNotFound)
        var options = JSONReadOptions.strict
        options.allowsMissingPath = true
        #expect(try elements("{}", options) == 0)
    }
}
