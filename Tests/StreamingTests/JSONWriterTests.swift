import Foundation
import TestSupport
import Testing
import Yoke

/// Writes many values, one after the other, to files, descriptors and closures.
@Suite(.serialized) struct JSONWriterTests {
    private final class Sink {
        var parts: [[UInt8]] = []
        var text: String { String(decoding: parts.joined(), as: UTF8.self) }
    }

    private func text(
        _ format: JSONWriter.Format, _ options: JSONWriteOptions = .compact, _ body: (inout JSONWriter) throws -> Void
    ) throws -> String {
        let sink = Sink()
        var writer = JSONWriter(format: format, options: options) { sink.parts.append(Array($0)) }
        try body(&writer)
        try writer.finish()
        return sink.text
    }

    @Test func linesArraysAndDocuments() throws {
        #expect(try text(.lines) { for i in 1...3 { try $0.write(i) } } == "1\n2\n3\n")
        #expect(try text(.lines, .pretty) { try $0.write(["a": [1, 2]] as JSONValue) } == "{\"a\":[1,2]}\n")
        #expect(try text(.lines) { try $0.write(JSONRawText("[1,\r\n \"a\"]")) } == "[1,   \"a\"]\n")
        #expect(try text(.lines) { _ in } == "")
        #expect(try text(.array) { for i in 1...3 { try $0.write(i) } } == "[1,2,3]")
        #expect(try text(.array) { _ in } == "[]")
        #expect(try text(.array, JSONWriteOptions(indent: 2, endsWithNewline: true)) { try $0.write([1]) } == "[\n  [\n    1\n  ]\n]\n")
        #expect(try text(.document) { try $0.write(7) } == "7")
        let document = try text(.document, JSONWriteOptions(indentsWithTabs: true, shortArrayLength: 20, endsWithNewline: true)) {
            try $0.beginObject()
            try $0.write("ü", forKey: "a\"b")
            try $0.beginArray(forKey: "list")
            for i in 0..<2 { try $0.write(["n": [i, i]]) }
            try $0.beginObject()
            try $0.end()
            try $0.end()
            try $0.beginObject(forKey: "empty")
            try $0.end()
            try $0.end()
        }
        #expect(
            document
                == "{\n\t\"a\\\"b\": \"ü\",\n\t\"list\": [\n\t\t{\n\t\t\t\"n\": [0, 0]\n\t\t},\n\t\t{\n\t\t\t\"n\": [1, 1]\n\t\t},\n\t\t{}\n\t],\n\t\"empty\": {}\n}\n"
        )
    }

    @Test func wrongCallsAreErrors() throws {
        func misuse(_ format: JSONWriter.Format, _ body: (inout JSONWriter) throws -> Void) {
            let error = #expect(throws: JSONError.self) { _ = try text(format, .compact, body) }
            #expect(error?.kind == .invalidCall)
        }
        misuse(.lines) { try $0.write(1, forKey: "a") }
        misuse(.lines) { try $0.beginArray() }
        misuse(.array) { try $0.end() }
        misuse(.array) { try $0.beginObject() }
        misuse(.document) {
            try $0.write(1); try $0.write(2)
        }
        misuse(.document) { _ in }
        misuse(.document) {
            try $0.beginObject(); try $0.write(1)
        }
        misuse(.document) {
            try $0.beginArray(); try $0.write(1, forKey: "a")
        }
        misuse(.document) {
            try $0.beginArray(); try $0.end(); try $0.end()
        }
    }

    @Test func aValueThatCannotBeWrittenLeavesNothing() throws {
        let result = try text(.array) { writer in
            try writer.write(1.0)
            #expect(throws: JSONError.self) { try writer.write([1, Double.nan]) }
            try writer.write(2.0)
        }
        #expect(result == "[1.0,2.0]")
        var options = JSONWriteOptions.compact
        options.depth = 2
        #expect(throws: JSONError.self) { _ = try text(.array, options) { try $0.write([[1]]) } }
        #expect(try text(.array, options) { try $0.write([1]) } == "[[1]]")
    }

    @Test func memoryIsBounded() throws {
        let sink = Sink()
        var writer = JSONWriter(format: .array) { sink.parts.append(Array($0)) }
        let value = String(repeating: "x", count: 1000)
        for _ in 0..<1000 { try writer.write(value) }
        try writer.finish()
        #expect(sink.parts.count > 10)
        #expect(sink.parts.allSatisfy { $0.count <= 64 << 10 + 2000 })
        #expect(try [String](json: sink.text).count == 1000)
    }

    @Test func anErrorOfTheOutputStays() throws {
        struct Full: Error {}
        var writer = JSONWriter { _ in throw Full() }
        try writer.write(1)
        let first = #expect(throws: JSONError.self) { try writer.flush() }
        #expect(first?.kind == .io && first?.underlying is Full)
        let second = #expect(throws: JSONError.self) { try writer.write(2) }
        #expect(second == first)
        #expect(#expect(throws: JSONError.self) { try writer.beginObject() } == first)
        #expect(#expect(throws: JSONError.self) { try writer.beginArray(forKey: "a") } == first)
    }

    @Test func keysAreNotConverted() throws {
        struct Point: JSONConvertible {
            var x = 1, y = 2
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("x", \.x)
                    $0.add("y", \.y)
                }
            }
        }
        #expect(
            try text(.document, JSONWriteOptions(escapesSlashes: true, escapesNonASCII: true, only: ["x"])) {
                try $0.beginObject()
                try $0.write(Point(), forKey: "a/é")
                try $0.write(Point(), forKey: "")
                try $0.end()
            } == #"{"a\/\u00e9":{"x":1},"":{"x":1}}"#)
    }

    @Test func filesAreWrittenOrReplaced() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("yoke-\(UInt64.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("a.json").path, link = folder.appendingPathComponent("link.json").path
        func content() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
        func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

        var plain = try JSONWriter(path: path)
        try plain.write([1, 2])
        try plain.finish()
        #expect(try content() == "[1,2]\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)

        do {
            var dropped = try JSONWriter(path: link, format: .array, replaces: true)
            try dropped.write(String(repeating: "x", count: 100_000))
            #expect(try names().count == 3)
        }
        #expect(try content() == "[1,2]\n")
        #expect(try names() == ["a.json", "link.json"])

        var atomic = try JSONWriter(path: link, format: .document, options: JSONWriteOptions(endsWithNewline: true), replaces: true)
        try atomic.write("new")
        #expect(try content() == "[1,2]\n")
        try atomic.finish()
        #expect(try content() == "\"new\"\n")
        #expect(try names() == ["a.json", "link.json"])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)

        let dangling = folder.appendingPathComponent("dangling.json").path, long = String(repeating: "n", count: 250) + ".json"
        try FileManager.default.createSymbolicLink(atPath: dangling, withDestinationPath: long)
        var made = try JSONWriter(path: dangling, replaces: true)
        try made.write(1)
        try made.finish()
        #expect(try names() == ["a.json", "dangling.json", "link.json", long])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: dangling) == long)
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/ring", withDestinationPath: "ring")
        for replaces in [false, true] {
            #expect(throws: JSONError.self) { _ = try JSONWriter(path: folder.path + "/ring", replaces: replaces) }
        }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/ring") == "ring")
        #expect(throws: JSONError.self) { _ = try JSONWriter(path: "", replaces: true) }

        // The slash and the combining accent are one Character, but the name begins after the slash.
        var accent = try JSONWriter(path: folder.path + "/\u{301}.json", replaces: true)
        try accent.write(1)
        try accent.finish()
        #expect(try names().contains("\u{301}.json"))
        try FileManager.default.removeItem(atPath: folder.path + "/\u{301}.json")

        let missing = #expect(throws: JSONError.self) { _ = try JSONWriter(path: folder.path + "/no/file") }
        #expect(missing?.kind == .io && missing?.message.contains("No such file") == true)
        #expect(throws: JSONError.self) { _ = try JSONWriter(path: "a\0b") }
        #expect(throws: JSONError.self) { _ = try JSONWriter(path: folder.path) }
        #expect(throws: JSONError.self) { _ = try JSONWriter(path: folder.path, replaces: true) }
    }

    #if os(Linux)
    /// On Linux, the name of a folder may be any bytes. A link to the folder can still have a name in UTF-8.
    @Test func aFolderWhoseNameIsNotUTF8() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("yoke-\(UUID().uuidString)").path
        let inner = Array("\(folder)/bad".utf8CString.dropLast()) + [-1, 0].map { CChar(truncatingIfNeeded: $0) }
        try #require(mkdir(folder, 0o700) == 0 && mkdir(inner, 0o700) == 0)
        try #require(symlink(inner, folder + "/link") == 0 && symlink("link/x.json", folder + "/x.json") == 0)
        defer {
            for name in ["link/x.json", "link/y.json", "x.json", "link"] { unlink("\(folder)/\(name)") }
            rmdir(inner)
            rmdir(folder)
        }
        for name in ["link/x.json", "x.json", "link/y.json"] {
            var writer = try JSONWriter(path: "\(folder)/\(name)", replaces: true)
            try writer.write(name)
            try writer.finish()
        }
        #expect(try String(contentsOfFile: "\(folder)/link/x.json", encoding: .utf8) == "\"x.json\"\n")
        #expect(try String(contentsOfFile: "\(folder)/link/y.json", encoding: .utf8) == "\"link/y.json\"\n")
        var status = stat()
        #expect(lstat(folder + "/x.json", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    }

    /// A path of an open descriptor is the descriptor. Its file is not replaced, and text around the new text stays.
    @Test(arguments: [false, true]) func pathsOfDescriptors(replaces: Bool) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("yoke-\(UUID().uuidString).json").path
        let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
        defer {
            close(descriptor)
            unlink(path)
        }
        try #require(write(descriptor, "a\n", 2) == 2)
        for folder in ["/dev/fd", "/proc/self/fd"] {
            var writer = try JSONWriter(path: "\(folder)/\(descriptor)", replaces: replaces)
            try writer.write(1)
            try writer.finish()
        }
        try #require(write(descriptor, "b\n", 2) == 2)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "a\n1\n1\nb\n")
        #expect(throws: JSONError.self) { _ = try JSONWriter(path: "/dev/fd/123456", replaces: replaces) }
    }

    @Test(.enabled(if: geteuid() == 0)) func aReplacedFileKeepsItsOwner() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("yoke-\(UUID().uuidString).json").path
        defer { unlink(path) }
        try "1".write(toFile: path, atomically: false, encoding: .utf8)
        guard chown(path, 1234, 2345) == 0 else { return }  // this root may not give files to other users
        try #require(chmod(path, 0o640) == 0)
        var writer = try JSONWriter(path: path, replaces: true)
        try writer.write(2)
        try writer.finish()
        var status = stat()
        try #require(stat(path, &status) == 0)
        #expect(status.st_uid == 1234 && status.st_gid == 2345 && status.st_mode & 0o7777 == 0o640)
    }
    #endif

    #if canImport(Glibc)
    /// Bytes for a named pipe or a device go straight to it. A file must not take its place.
    @Test func pipesAreNotReplaced() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("yoke-\(UUID().uuidString).fifo").path
        defer { unlink(path) }
        try #require(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        var writer = try JSONWriter(path: path, replaces: true)
        try writer.write([1, 2])
        try writer.finish()
        var bytes = [UInt8](repeating: 0, count: 16)
        #expect(read(reader, &bytes, 16) == 6 && bytes.starts(with: Array("[1,2]\n".utf8)))
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }
    #endif

    @Test func closedPipesAndFullDisksAreErrors() throws {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        var writer = JSONWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        try writer.write(1)
        let error = #expect(throws: JSONError.self) { try writer.flush() }
        #expect(error?.kind == .io && error?.message.contains("Broken pipe") == true)
        #if os(Linux)
        var full = try JSONWriter(path: "/dev/full")
        try full.write(1)
        do throws(JSONError) {
            try full.finish()
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.kind == .io && error.message.contains("No space left"))
        }
        #endif
    }
}
