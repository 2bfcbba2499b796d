import CTestSupport
import Foundation
import TestSupport
import Testing
import Yoke

/// A stream holds its largest element and a slice of the text, however long the text is.
@Suite(.serialized) struct MemoryTests {
    /// A sequence that makes its chunks on request, and counts the requests.
    private final class Producer: Sequence, IteratorProtocol {
        private(set) var asked = 0
        private let chunk: [UInt8]
        private let count: Int

        init(chunk: String, count: Int) { (self.chunk, self.count) = (Array(chunk.utf8), count) }

        func next() -> [UInt8]? {
            asked += 1
            if asked == 1 { return [UInt8(ascii: "[")] + chunk }
            if asked <= count { return [UInt8(ascii: ",")] + chunk }
            return asked == count + 1 ? [UInt8(ascii: "]")] : nil
        }
    }

    /// Returns by how many KiB the peak memory of this process grows while `body` runs.
    private func growth(_ body: () throws -> Void) throws -> Int {
        func read(_ name: String) throws -> Int {
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name) })
            return try #require(Int(line.filter(\.isNumber)))
        }
        try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)  // resets the peak
        let before = try read("VmRSS")
        try body()
        return try read("VmHWM") - before
    }

    @Test func theProducerIsAskedForWhatIsNeededOnly() throws {
        let producer = Producer(chunk: "{\"id\":1},{\"id\":2}", count: 100)
        var stream = try JSONStream<Item>(chunks: producer)
        #expect(producer.asked == 0)
        for n in 1...20 {
            _ = try stream.next()
            #expect(producer.asked == (n + 1) / 2)
        }
        let asked = producer.asked
        for _ in 0..<10 { _ = stream.progress }
        #expect(producer.asked == asked)
    }

    /// A chunk of any size is read in slices of 64 KiB, so that only few elements wait in the queue.
    @Test func aHugeChunkIsTakenInSlices() throws {
        let count = 300_000
        let text = Array(("[" + String(repeating: "1,", count: count) + "1]").utf8)
        var stream = try JSONStream<Int>(chunks: [text])
        _ = try stream.next()
        #expect(stream.progress.bytes <= 64 * 1024)
        var found = 1
        while try stream.next() != nil { found += 1 }
        #expect(found == count + 1)
    }

    @Test func theAsyncProducerIsAskedForWhatIsNeededOnly() async throws {
        final class Asked: @unchecked Sendable { var count = 0 }
        let asked = Asked()
        let chunks = AsyncStream<[UInt8]>(unfolding: {
            asked.count += 1
            return Array((asked.count == 1 ? "[1" : ",1").utf8)
        })
        var iterator = JSONAsyncStream<Int, _>(chunks).makeAsyncIterator()
        for _ in 1...10 { _ = try await iterator.next() }
        // Each chunk has one number, which may continue in the next chunk. So the tenth number is complete only after the eleventh chunk.
        #expect(asked.count == 11)
    }

    @Test(.enabled(if: yoke_test_counts_allocations(), "needs Linux, and memory that no sanitizer holds back"))
    func longStreamsStayInSmallMemory() throws {
        // Each chunk has 4 KB of elements. In total, 220 MB are made, read and dropped.
        let element = "{\"id\": 1234567, \"name\": \"\(String(repeating: "some name, ", count: 90))\"}"
        let chunk = "\(element),\(element),\(element),\(element)"
        let rounds = 220_000_000 / (chunk.utf8.count + 1)
        func run(_ rounds: Int) throws -> Int {
            var stream = try JSONStream<Item>(chunks: Producer(chunk: chunk, count: rounds))
            while let item = try stream.next() { precondition(item.id == 1_234_567) }
            return Int(stream.progress.bytes)
        }
        // Concurrent tests also use memory, but hardly in all four attempts. A stream that kept its elements would use much memory in each
        // attempt.
        var least = Int.max
        for _ in 0..<4 where least >= 16 * 1024 {
            var bytes = 0
            least = min(least, try growth { bytes = try run(rounds) })
            #expect(bytes > 200_000_000)
        }
        #expect(least < 16 * 1024, "grew by \(least) KiB")
    }

    private struct Wide: JSONConvertible {
        typealias Words = (Int, Int, Int, Int, Int, Int, Int, Int)
        var id: Int
        var a = (0, 0, 0, 0, 0, 0, 0, 0) as Words, b = (0, 0, 0, 0, 0, 0, 0, 0) as Words, c = (0, 0, 0, 0, 0, 0, 0, 0) as Words
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.ignore(\.a, initial: (0, 0, 0, 0, 0, 0, 0, 0))
                $0.ignore(\.b, initial: (0, 0, 0, 0, 0, 0, 0, 0))
                $0.ignore(\.c, initial: (0, 0, 0, 0, 0, 0, 0, 0))
            }
        }
    }

    /// If each chunk ends between an element and the end of its record, one element always waits.
    @Test(.enabled(if: yoke_test_counts_allocations()), arguments: [JSONStreamFormat.lines, .sequence])
    func recordsThatEndInTheNextChunkNeedTheMemoryOfAFew(format: JSONStreamFormat)
        throws
    {
        let first = format == .lines ? "\n" : "\u{1E}"
        var least = Int.max
        for _ in 0..<4 where least >= 16 * 1024 {
            let grown = try growth {
                var stream = try JSONStream<Wide>(chunks: (0..<200_000).lazy.map { Array("\(first){\"id\":\($0)}".utf8) }, format: format)
                var count = 0
                while let wide = try stream.next(), wide.id == count { count += 1 }
                #expect(count == 200_000)
            }
            least = min(least, grown)
        }
        #expect(least < 16 * 1024, "grew by \(least) KiB")
    }
}
