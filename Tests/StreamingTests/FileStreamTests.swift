import Foundation
import TestSupport
import Testing
import Yoke

/// Files and descriptors are read to their end and closed after use. System errors become errors of the stream.
@Suite(.serialized) struct FileStreamTests {
    private let folder: Folder
    init() throws { folder = try Folder() }

    @Test func wholeFiles() throws {
        let items = Item.list(20_000)
        let path = try folder.file("items.json", try items.jsonString(.pretty))
        #expect(Run<Item> { () throws(JSONError) in try JSONStream(path: path) } == Run(items))
        #expect(openDescriptors(of: path) == 0)
        let lines = try folder.file("items.ndjson", try items.map { try $0.jsonString() }.joined(separator: "\n"))
        #expect(Run<Item> { () throws(JSONError) in try JSONStream(path: lines, format: .lines) } == Run(items))
        let empty = try folder.file("empty", "")
        #expect(Run<Item> { () throws(JSONError) in try JSONStream(path: empty, format: .lines) } == Run())
        #expect(Run<Item> { () throws(JSONError) in try JSONStream(path: empty) }.kinds == [.unexpectedEnd])
    }

    /// A memory-mapped file is read in windows that end anywhere in a line. It gives the same elements and errors as other files, and is
    /// closed after the last line.
    @Test func mappedFiles() throws {
        var random = SeededGenerator(seed: 8)
        let items = (0..<300).map { id in
            Item(id: id, name: String(repeating: "ü", count: Int.random(in: 0...40_000, using: &random)))
        }
        var lines = try items.map { try $0.jsonString() }
        lines.insert(#"{"id": 1, "name": 7}"#, at: 200)
        let path = try folder.file("mapped.ndjson", lines.joined(separator: "\n"))
        let run = Run<Item> { () throws(JSONError) in try JSONStream(path: path, format: .lines, mapsFile: true) }
        #expect(run.elements == items)
        #expect(run == Run { () throws(JSONError) in try JSONStream(path: path, format: .lines) })
        #expect(openDescriptors(of: path) == 0)
        let empty = try folder.file("empty", "")
        #expect(Run<Item> { () throws(JSONError) in try JSONStream(path: empty, format: .lines, mapsFile: true) } == Run())
        #expect(throws: JSONError.self) { try JSONStream<Item>(path: "/dev/null", mapsFile: true) }
        #expect(throws: JSONError.self) { try JSONStream<Item>(path: folder.path, mapsFile: true) }
    }

    /// Reads lines of random length: one `read` call returns several lines, or a line needs several calls. Some lines are invalid.
    @Test func linesOfAnyLength() throws {
        var random = SeededGenerator(seed: 7)
        let items = (0..<400).map { id in
            let length = random.oneIn(20) ? Int.random(in: 60_000...600_000, using: &random) : Int.random(in: 0...9000, using: &random)
            return Item(id: id, name: String(repeating: "é", count: length / 2))
        }
        var lines = try items.map { try $0.jsonString() }
        lines.insert(#"{"id": 1, "name": "# + String(repeating: "7", count: 3000) + "}", at: 150)
        lines.insert(#"{"id": "# + String(repeating: " ", count: 300_000) + "x}", at: 300)
        let text = lines.joined(separator: "\n")
        let path = try folder.file("lines.ndjson", text)
        let run = Run<Item> { () throws(JSONError) in try JSONStream(path: path, format: .lines) }
        #expect(run.elements == items)
        #expect(run.failures.map(\.line) == [151, 301])
        #expect(run == Run(text: text, .lines))
    }

    @Test func leavingEarlyClosesTheFile() throws {
        let path = try folder.file("items.json", try Item.list(20_000).jsonString())
        for format in [JSONStreamFormat.document, .values] {
            do {
                var stream = try JSONStream<Item>(path: path, at: "$[*]", format: format)
                _ = try stream.next()
                #expect(openDescriptors(of: path) == 1)
            }
            #expect(openDescriptors(of: path) == 0)
        }
        for result in try JSONStream<Item>(path: path).results where (try? result.get())?.id == 3 { break }
        #expect(openDescriptors(of: path) == 0)
        #expect(throws: JSONError.self) { try JSONStream<Item>(path: path, at: "$[") }
        #expect(openDescriptors(of: path) == 0)
    }

    @Test func anErrorClosesTheFile() throws {
        let path = try folder.file("bad.json", "[1, 2, x]")
        var stream = try JSONStream<Int>(path: path)
        _ = try stream.next()
        _ = try stream.next()
        #expect(throws: JSONError.self) { try stream.next() }
        #expect(openDescriptors(of: path) == 0)
        #expect(stream.progress.elements == 2)
    }

    @Test func whatCannotBeOpenedSaysWhy() throws {
        func failure(_ path: String) -> JSONError? { #expect(throws: JSONError.self) { try JSONStream<Int>(path: path) } }
        let missing = failure(folder.path + "/missing")
        #expect(missing?.kind == .io)
        #expect(missing?.description.contains("No such file") == true)
        let directory = failure(folder.path)
        #expect(directory?.kind == .io)
        #expect(directory?.description.contains("directory") == true)
        #expect(openDescriptors(of: folder.path) == 0)
        #expect(failure("")?.kind == .io)
        #expect(failure(folder.path + "/\u{1B}[31m")?.description.contains("\u{1B}") == false)
        if geteuid() != 0 {
            let secret = try folder.file("secret", "[]")
            chmod(secret, 0)
            #expect(failure(secret)?.description.contains("denied") == true)
        }
        #expect(throws: JSONError.self) { try JSONStream<Int>(descriptor: -1) }
        let descriptor = open(folder.path, O_RDONLY)
        defer { close(descriptor) }
        #expect(throws: JSONError.self) { try JSONStream<Int>(descriptor: descriptor) }
    }

    @Test(arguments: [false, true]) func aPathWithANULIsRefusedAndOpensNoOtherFile(mapsFile: Bool) throws {
        let path = try folder.file("open.json", "[1]") + "\0.txt"
        let error = #expect(throws: JSONError.self) { try JSONStream<Int>(path: path, mapsFile: mapsFile) }
        #expect(error?.kind == .io)
        #expect(error?.message.contains("no path may hold a NUL") == true)
    }

    @Test func aFileThatShrinksWhileItIsReadIsAnError() throws {
        let path = try folder.file("shrinks.json", try Array(0..<200_000).jsonString())
        var stream = try JSONStream<Int>(path: path)
        _ = try stream.next()
        truncate(path, 100_000)
        var last = 0
        let error = #expect(throws: JSONError.self) { while let next = try stream.next() { last = next } }
        #expect(error?.kind == .io)
        #expect(error?.message.contains("shorter") == true)
        #expect(last > 1000)
        #expect(openDescriptors(of: path) == 0)
    }

    @Test func filesWithoutASizeAreReadToTheirEnd() throws {
        let fifo = folder.path + "/fifo"
        #expect(mkfifo(fifo, 0o600) == 0)
        let writer = Thread { write("[1,2,3]", to: open(fifo, O_WRONLY)) }
        writer.start()
        let run = Run<Int> { () throws(JSONError) in try JSONStream(path: fifo) }
        #expect(run == Run([1, 2, 3]))
        #if os(Linux)
        // For a file in /proc, the system reports a size of 0 bytes.
        let proc = Run<JSONValue> { () throws(JSONError) in try JSONStream(path: "/proc/self/status", format: .lines) }
        #expect(proc.kinds.first == .unexpectedCharacter)
        // For a file in /sys, the system reports the size of a page. This file has a number.
        let number = "/sys/devices/system/cpu/kernel_max"
        if access(number, R_OK) == 0 {
            let sys = Run<Int> { () throws(JSONError) in try JSONStream(path: number, format: .lines) }
            #expect(sys.elements.count == 1 && sys.kinds == [])
        }
        #endif
        #expect(Run<Int> { () throws(JSONError) in try JSONStream(path: "/dev/null", format: .lines) } == Run())
    }

    @Test(arguments: [false, true]) func pipesByteByByte(nonBlocking: Bool) throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        if nonBlocking { _ = fcntl(reading, F_SETFL, O_NONBLOCK) }
        let text = try Item.list(40).jsonBytes(.pretty)
        let writer = Thread {
            for (i, byte) in text.enumerated() {
                _ = withUnsafeBytes(of: byte) { Foundation.write(writing, $0.baseAddress, 1) }
                if i % 500 == 0 { usleep(1000) }
            }
            close(writing)
        }
        writer.start()
        #expect(Run<Item> { () throws(JSONError) in try JSONStream(descriptor: reading) } == Run(Item.list(40)))
        // A stream does not close the caller's descriptor.
        #expect(fcntl(reading, F_GETFD) >= 0)
        close(reading)
    }

    @Test func aDescriptorIsReadFromWhereItStands() throws {
        let path = try folder.file("two.json", "garbage[1,2]")
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        lseek(descriptor, 7, SEEK_SET)
        #expect(Run<Int> { () throws(JSONError) in try JSONStream(descriptor: descriptor) } == Run([1, 2]))
    }

    /// So the number can be stored, and be used to continue, any number of times.
    @Test func theProgressOfADescriptorCountsFromTheStartOfItsFile() throws {
        let path = try folder.file("lines.ndjson", "1\n2\n\"\"\n4\n5\n")
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        var offset: Int64 = 0, read: [Int] = []
        while offset < 11 {
            lseek(descriptor, off_t(offset), SEEK_SET)
            var stream = try JSONStream<Int>(descriptor: descriptor, format: .lines)
            #expect(stream.progress.bytes == offset && stream.progress.total == 11)
            do throws(JSONError) { try stream.next().map { read.append($0) } } catch { #expect(error.offset == 0 && error.line == 1) }
            offset = try #require(stream.progress.resumeOffset)
            #expect(offset...11 ~= stream.progress.bytes)
        }
        #expect(read == [1, 2, 4, 5])
        let pipe = Pipe()
        #expect(try JSONStream<Int>(descriptor: pipe.fileHandleForReading.fileDescriptor).progress.total == nil)
    }

    @Test func progressGrowsToTheTotal() throws {
        let text = try Item.list(30_000).jsonString()
        let path = try folder.file("items.json", text)
        var stream = try JSONStream<Item>(path: path)
        let total = Int64(text.utf8.count)
        #expect(stream.progress.bytes == 0 && stream.progress.total == total && stream.progress.elements == 0)
        var last = stream.progress
        while try stream.next() != nil {
            let now = stream.progress
            #expect(now.bytes >= last.bytes && now.elements == last.elements + 1 && now.fraction ?? 2 <= 1)
            last = now
        }
        #expect(stream.progress.bytes == total && stream.progress.elements == 30_000)
        #expect(stream.progress.fraction == 1)
        let piped = try JSONStream<Int>(chunks: [Array("[1]".utf8)])
        #expect(piped.progress.total == nil && piped.progress.fraction == nil)
    }
}

private func write(_ text: String, to descriptor: Int32) {
    _ = text.withCString { Foundation.write(descriptor, $0, strlen($0)) }
    close(descriptor)
}
