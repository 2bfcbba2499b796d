import Testing
import TestSupport
import YokeStandards

@Suite struct PathStreamTests {
    private func streamed(
        _ path: String, _ text: String, chunk: Int = 7, engine: JSONEngine = .native, format: JSONStreamFormat = .document
    ) throws -> [JSONValue] {
        var options = JSONReadOptions.strict
        options.engine = engine
        var stream = try JSONPathStream(
            chunks: ChunkSplitter.size(chunk).chunks(of: Array(text.utf8)), selecting: JSONPath(path), format: format, options: options)
        var values: [JSONValue] = []
        while let value = try stream.next() { values.append(value) }
        return values
    }

    /// Chunks that ask a copy of their own stream for a value.
    private final class Asking: Sequence, IteratorProtocol {
        var stream: JSONPathStream?
        var kinds: [JSONError.Kind?] = []
        private var chunks = ["[1,2,", "3]"].map { Array($0.utf8) }

        func next() -> [UInt8]? {
            do throws(JSONError) { _ = try stream?.next() } catch { kinds.append(error.kind) }
            return chunks.isEmpty ? nil : chunks.removeFirst()
        }
    }

    @Test func chunksCannotStepTheirOwnStream() throws {
        let asking = Asking()
        var stream = try JSONPathStream(chunks: asking, selecting: JSONPath("$[*]"))
        asking.stream = stream
        var values: [JSONValue] = []
        while let value = try stream.next() { values.append(value) }
        asking.stream = nil
        #expect(values == [1, 2, 3] && asking.kinds == [.reentered, .reentered, .reentered])
    }

    static let paths = [
        "$", "$.a", "$.*", "$..a", "$..*", "$[0]", "$.a[1]", "$.a[1:]", "$.a[:2]", "$.a[0:3:2]", "$['a','b']", "$.a[0,0]", "$..[0]",
        "$..a..b", "$..*..*", "$.a[*].b", "$[*,*]", "$..['a','a']", "$.b[?@.c>1]", "$.b[?@.c>1].c", "$.a[5]", "$..a[*]",
        "$.b[?@.c==2 || @.d].*",
    ]
    static let texts = [
        #"{"a":[1,{"a":{"b":[2,3]},"b":4},[5,[6]]],"b":[{"c":1},{"c":2},{"c":3,"d":"x"}],"c":null,"é":true}"#,
        #"[[0,[1]],{"a":{"a":{"a":[{"b":1.50}]}}},"\u00e9",[]]"#, "7", "[]", "{}", #""x""#,
    ]

    /// The values are sorted before they are compared. If a name is selected at several depths, a stream and an evaluation give them in
    /// different orders.
    @Test(arguments: paths, texts)
    func aStreamSelectsTheSameValuesAsAnEvaluation(_ path: String, _ text: String) throws {
        let expected = try JSONPath(path).values(in: json(text)).map(\.description).sorted()
        for engine in engines {
            for chunk in [1, 3, 1000] {
                let values = try streamed(path, text, chunk: chunk, engine: engine)
                #expect(values.map(\.description).sorted() == expected, "\(engine) \(chunk)")
            }
        }
    }

    @Test(arguments: ["$[-1]", "$[::-1]", "$[-2:]", "$[?@.a==$.b]", "$..[?@.a]", "$[?@.a][?@.b==$.c]", "$[?@.a,0]"])
    func aPathThatNeedsASecondLookIsRefused(_ path: String) throws {
        #expect(try !JSONPath(path).isStreamable)
        expectError(.invalidPath, "one pass") { _ = try streamed(path, "[]") }
    }

    @Test func numbersThatOnlyJSON5HasStayNumbers() throws {
        let text = "[{a:NaN},{a:1},{a:Infinity},{a:-Infinity},{a:0x10},{a:null}]"
        for engine in engines {
            var options = JSONReadOptions.json5
            options.engine = engine
            for path in try ["$[*].a", "$[?@.a==null]", "$[?@.a>0].a", "$[?@.a<0]"].map(JSONPath.init) {
                var stream = try JSONPathStream(chunks: [Array(text.utf8)], selecting: path, options: options)
                var values: [JSONValue] = []
                while let value = try stream.next() { values.append(value) }
                #expect(try values == path.values(in: JSONValue(json: text, options: options)), "\(path)")
            }
        }
    }

    @Test func optionsThatDoNotGoTogetherAreRefused() throws {
        var options = JSONReadOptions.strict
        (options.skipping, options.duplicateKeys) = (.structureOnly, .reject)
        expectError(.invalidOptions) {
            _ = try JSONPathStream(chunks: [Array("[1]".utf8)], selecting: JSONPath("$[*]"), options: options)
        }
    }

    @Test func valuesBeforeAnErrorAreDelivered() throws {
        var stream = try JSONPathStream(chunks: [Array("[1,2,x".utf8)], selecting: JSONPath("$[*]"))
        #expect(try stream.next() == 1)
        #expect(try stream.next() == 2)
        expectError(.unexpectedCharacter) { _ = try stream.next() }
        #expect(try stream.next() == nil)
    }

    @Test func linesAndValuesAreSelectedInEach() throws {
        for engine in engines {
            #expect(try streamed("$.a", "{\"a\":1}\n{\"b\":2}\n{\"a\":3}\n", engine: engine, format: .lines) == [1, 3])
            #expect(try streamed("$[0]", "[1][2] [3]", engine: engine, format: .values) == [1, 2, 3])
        }
    }

    @Test func aFilterAfterTheStreamedPartSeesOneElementAtATime() throws {
        let items = (0..<1000).map { "{\"id\":\($0),\"tags\":[\($0 % 10)]}" }.joined(separator: ",")
        let values = try streamed("$.items[?@.tags[0]==3].id", "{\"items\":[\(items)]}", chunk: 999)
        #expect(values == (0..<100).map { JSONValue($0 * 10 + 3) })
    }

    @Test func multipliedSelectionsAreNotKept() throws {
        let depth = 200
        let text = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
        var stream = try JSONPathStream(chunks: [Array(text.utf8)], selecting: JSONPath("$..*..*..*..*..*..*"))
        for _ in 0..<1000 { #expect(try stream.next() == 1) }
    }
}
