#if os(Linux)
import Glibc
import Testing
import Yoke

/// Reads texts that end directly before memory that must not be read.
@Suite struct TextEndTests {
    enum Switch: JSONConvertible, Equatable {
        case off
        static var jsonMapping: JSONMapping { JSONMapping(cases: Self.self, tag: "kind") { $0.add("off", .off) } }
    }

    @Test func keysThatAreLookedThrough() throws {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let memory = try #require(mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
        try #require(memory != MAP_FAILED)
        defer { munmap(memory, 2 * page) }
        #expect(mprotect(memory + page, page, PROT_NONE) == 0)
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            for text in [#"{"kind":"off","\u0061":1}"#, #"{"\u0061":1,"k\u0069nd":"off"}"#, #"{"kind":"off","\n":1}"#] {
                let bytes = UnsafeMutableRawBufferPointer(start: memory + page - text.utf8.count, count: text.utf8.count)
                bytes.copyBytes(from: text.utf8)
                #expect(try Switch(json: bytes.bindMemory(to: UInt8.self), options: options) == .off)
            }
        }
    }
}
#endif
