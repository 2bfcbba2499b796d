import Testing
import Yoke

/// The writer first reserves as much memory as the last text of the type took. This must have no visible effect.
@Suite(.serialized) struct LengthTests {
    private struct Words: JSONConvertible, Equatable {
        var words: [String]
        var ratio = 0.5

        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("words", \.words)
                $0.add("ratio", \.ratio)
            }
        }
    }

    @Test(arguments: [JSONWriteOptions.compact, .pretty])
    func textsOfVeryDifferentLengths(_ options: JSONWriteOptions) throws {
        for count in [0, 1, 3000, 3001, 2999, 10, 0, 5, 20, 40, 80, 50_000, 49_000, 1, 100_000, 0] {
            let words = Words(words: (0..<count).map { "word \($0)" })
            let bytes = try words.jsonBytes(options)
            #expect(String(decoding: bytes, as: UTF8.self) == (try words.jsonString(options)))
            #expect(try Words(json: bytes) == words)
            #expect(bytes.capacity <= 2 * bytes.count + 1024, "\(count)")
        }
    }

    @Test func anErrorBehindGoodTexts() throws {
        let good = Words(words: ["a", "b"])
        for _ in 0..<3 {
            let text = try good.jsonBytes()
            #expect(throws: JSONError.self) { try Words(words: Array(repeating: "long", count: 1000), ratio: .nan).jsonBytes() }
            #expect(try good.jsonBytes() == text)
        }
    }

    @Test func manyThreads() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for task in 1...8 {
                group.addTask {
                    try (0..<200).allSatisfy { i in
                        let words = Words(words: Array(repeating: "x", count: task * i))
                        return try Words(json: words.jsonBytes()) == words
                    }
                }
            }
            for try await isGood in group { #expect(isGood) }
        }
    }
}
