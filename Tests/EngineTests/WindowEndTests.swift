#if canImport(Glibc) || canImport(Darwin)
#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif
import Testing
import Yoke

/// Calls `body` with a copy of the text that ends directly before memory that must not be read.
func atPageEnd<Result>(_ text: [UInt8], _ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    let page = Int(sysconf(Int32(_SC_PAGESIZE))), room = (text.count + page - 1) / page * page
    let memory = try #require(mmap(nil, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0))
    defer { munmap(memory, room + page) }
    #expect(mprotect(memory + room, page, PROT_NONE) == 0)
    let bytes = UnsafeMutableRawBufferPointer(start: memory + room - text.count, count: text.count)
    bytes.copyBytes(from: text)
    return try body(UnsafeRawBufferPointer(bytes))
}

/// Reads texts that end directly before memory that must not be read. The engine reads a text in windows, which may end at any byte.
@Suite struct WindowEndTests {
    struct Point: JSONConvertible, Equatable {
        var x: Int, name: String, list: [Int]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("x", \.x)
                $0.add("name", \.name)
                $0.add("list", \.list)
            }
        }
    }

    /// Reads objects of plain members with different indentation. Different numbers of spaces follow the text, so that each byte of the
    /// objects once lies at the end of the engine's window.
    @Test func indentedObjects() throws {
        let points = (0..<6).map { Point(x: $0, name: "a", list: $0 % 2 == 0 ? [] : [$0]) }
        for blanks in 0..<40 {
            let line = "\n" + String(repeating: " ", count: blanks)
            let objects = points.map { point in
                "{\(line)\"x\":\(point.x),\(line)\"name\":\"a\",\(line)\"list\":\(point.list.isEmpty ? "[]" : "[\(point.x)]")\(line)}"
            }
            let text = Array("[\(line)\(objects.joined(separator: ",\(line)"))\(line)]".utf8)
            for tail in 0..<120 {
                let padded = text + [UInt8](repeating: UInt8(ascii: " "), count: tail)
                #expect(try atPageEnd(padded) { try [Point](json: $0) } == points)
            }
        }
    }

    /// Reads a long string in many chunks, in a skipped member and in a wanted member. No byte is lost between chunks.
    @Test func stringsThatChunksCut() throws {
        let long = String(repeating: "a\u{e9}\\n", count: 4000)
        let text = Array(#"{"skipped":[{"s":"\#(long)"}],"x":1,"name":"\#(long)","list":[2]}"#.utf8)
        for size in [1000, 4096, 7777] {
            var reader = try JSONReader<Point>()
            for start in stride(from: 0, to: text.count, by: size) { try reader.feed(text[start..<min(start + size, text.count)]) }
            let point = try reader.finish()
            #expect(point.x == 1 && point.list == [2] && point.name == String(repeating: "aé\n", count: 4000))
        }
    }
}
#endif
