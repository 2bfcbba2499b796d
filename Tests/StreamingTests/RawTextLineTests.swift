import Testing
import TestSupport
import Yoke

/// The models keep raw text. The lines have comments and other bytes that Yoke replaces by spaces before the engine sees them.
@Suite struct RawTextLineTests {
    private final class Kind: JSONConvertible, Sendable {
        let a: Int
        init(_ a: Int) { self.a = a }
        static var jsonMapping: JSONMapping {
            JSONMapping(Kind.self, via: Storage.self, decode: { Kind($0.a) }, encode: { Storage(a: $0.a) })
        }
        struct Storage: JSONConvertible {
            var a: Int
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a) } }
        }
    }

    private struct Record: JSONConvertible {
        var kind: Kind
        var n = 0
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.flatten("kind", \.kind); $0.add("n", \.n, literal: 0)
            }
        }
    }

    /// Expects the values and errors of three lines, whatever the chunks are.
    private func check(_ text: String, _ expected: [String], _ engine: JSONEngine) throws {
        var options = JSONReadOptions.strict
        options.engine = engine
        options.allowsTrailingCommas = true
        options.allowsComments = true
        let text = Array(text.utf8)
        for size in 1...text.count {
            let chunks = stride(from: 0, to: text.count, by: size).map { text[$0..<min(text.count, $0 + size)] }
            let seen = try JSONStream<Record>(chunks: chunks, format: .lines, options: options).results.map { result in
                switch result {
                case .success(let record): "\(record.kind.a) \(record.n)"
                case .failure(let error): "\(error.path) \(error.line ?? 0):\(error.column ?? 0)"
                }
            }
            #expect(seen == expected, "in pieces of \(size)")
        }
    }

    @Test(arguments: JSONEngine.each)
    func aBadLineInPieces(_ engine: JSONEngine) throws {
        let text = "{\"a\":1,\"n\":2,}\n{/*é*/\"a\":1,\"n\":\"s\",\"z\":[1,2,3,]}\n{\"a\":2/**/,\"n\":3}\n"
        try check(text, ["1 2", "$.n 2:17", "2 3"], engine)
    }

    /// The bad value belongs to the flattened model. When the line's object ends, this model is read from the object's raw text.
    @Test(arguments: JSONEngine.each)
    func aBadValueOfTheKeptText(_ engine: JSONEngine) throws {
        let text = "{\"a\":1,\"n\":2,}\n{/*é*/\"n\":1,\"z\":[1,2,3,],\"a\":\"s\"}\n{\"a\":2/**/,\"n\":3}\n"
        try check(text, ["1 2", "$.a 2:30", "2 3"], engine)
    }
}
