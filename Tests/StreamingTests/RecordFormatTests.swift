import TestSupport
import Testing
import Yoke

/// NDJSON: one value in each line. An error does not affect other lines.
@Suite struct LinesFormatTests {
    /// Reads the text at once and in chunks of many sizes. Expects equal results, and returns the result.
    private func run(_ text: String, _ options: JSONReadOptions = .strict) -> Run<Int> {
        let bytes = Array(text.utf8)
        let whole = Run<Int>(text: text, .lines, options)
        for cut in 0...bytes.count {
            #expect(Run<Int>(chunks: bytes.split(at: cut), .lines, options) == whole, "\(text.debugDescription) cut at \(cut)")
        }
        for size in 1...5 {
            #expect(Run<Int>(chunks: bytes.chunks(of: size), .lines, options) == whole, "\(text.debugDescription) by \(size)")
        }
        return whole
    }

    @Test func ofARepeatedKeyOnThePathALineGivesTheLastValue() {
        let text = "{\"a\":1,\"a\":2}\n{\"a\":3}\n{\"a\":4,\"a\":5,\"a\":6}"
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            #expect(Run<Int>(text: text, at: "$.a", .lines, options) == Run([2, 3, 6]))
            #expect(
                Run<String>(text: "{\"a\":\"x\",\"a\":\"a string on the heap\"}\n", at: "a", .lines, options)
                    == Run(["a string on the heap"]))
            let void = Run<Int>(text: "{\"a\":{\"b\":1},\"a\":{}}\n{\"a\":{\"b\":2}}\n", at: "a.b", .lines, options)
            #expect(void.elements == [2] && void.kinds == [.pathNotFound])
            options.duplicateKeys = .first
            #expect(Run<Int>(text: text, at: "$.a", .lines, options) == Run([1, 3, 4]))
        }
    }

    @Test(arguments: [
        "1\n2\n3\n", "1\n2\n3", "\n\n1\n\n \n2\n3\n\n", "1\r\n2\r\n3\r\n", " 1 \n\t2\n3 ", "\r\n1\n2\n3\r\n", "\u{FEFF}1\n2\n3\n",
    ])
    func oneValueALine(text: String) { #expect(run(text) == Run([1, 2, 3])) }

    @Test(arguments: ["", "\n", "\n\n\r\n  \n"]) func nothing(text: String) { #expect(run(text) == Run()) }

    @Test func aBadLineIsAnErrorAndReadingGoesOn() {
        func failure(_ kind: JSONError.Kind, _ offset: Int, _ line: Int, _ column: Int) -> Failure {
            Failure(kind: kind, path: "$", offset: offset, line: line, column: column)
        }
        #expect(run("1\nx\n3\n") == Run([1, 3], [failure(.unexpectedCharacter, 2, 2, 1)]))
        #expect(run("1\n\"x\"\n3\n") == Run([1, 3], [failure(.typeMismatch, 2, 2, 1)]))
        #expect(run("1\n2.5 \n3") == Run([1, 3], [failure(.notAnInteger, 2, 2, 1)]))
        #expect(
            run("1\nx\ny\n\nz\n5")
                == Run(
                    [1, 5],
                    [
                        failure(.unexpectedCharacter, 2, 2, 1), failure(.unexpectedCharacter, 4, 3, 1),
                        failure(.unexpectedCharacter, 7, 5, 1),
                    ]))
        #expect(run("x") == Run([], [failure(.unexpectedCharacter, 0, 1, 1)]))
        #expect(run("1\n[\n3\n").elements == [1, 3])
        #expect(run("1\n \"a\\q\" , ] junk \n3\n").elements == [1, 3])
    }

    @Test func twoValuesInALineAreAnError() {
        #expect(run("1\n2 3\n4\n").elements.contains(4))
        #expect(run("1\n2 3\n4\n").kinds == [.trailingContent])
        #expect(run("1\n2 3\n4\n").failures.first?.line == 2)
        #expect(run("1\n2 [\n4\n").kinds == [.trailingContent])
    }

    @Test func aValueOverTwoLinesIsAnErrorOfBoth() {
        let run = Run<Item>(text: "{\"id\":1}\n{\"id\":\n2}\n{\"id\":3}\n", .lines)
        #expect(run.elements == [Item(id: 1), Item(id: 3)])
        #expect(run.failures.map(\.line) == [2, 3])
        #expect(run.failures.first?.kind == .unexpectedEnd)
        let cutString = Run<Item>(text: "{\"id\":1,\"name\":\"a\nb\"}\n{\"id\":3}\n", .lines)
        #expect(cutString.elements == [Item(id: 3)])
    }

    @Test func aCutLastLineIsAnError() {
        for text in ["{\"id\":1}\n{\"id\":2", "{\"id\":1}\n{", "{\"id\":1}\n{\"id\":2,\"name\":\"x"] {
            let bytes = Array(text.utf8)
            for cut in 0...bytes.count {
                let run = Run<Item>(chunks: bytes.split(at: cut), .lines)
                #expect(run.elements == [Item(id: 1)])
                #expect(run.kinds == [.unexpectedEnd])
                #expect(run.failures.first?.offset == bytes.count)
            }
        }
    }

    @Test func hugeLines() {
        let name = String(repeating: "long é ", count: 60_000)
        let good = "{\"id\":1,\"name\":\"\(name)\"}"
        #expect(Run<Item>(text: "\(good)\n\(good)", .lines).elements == [Item(id: 1, name: name), Item(id: 1, name: name)])
        // A bad line is skipped, and not kept in memory.
        let run = Run<Item>(chunks: Array("{\"id\":1}\n{\"id\":x\(name)\n{\"id\":2}\n".utf8).chunks(of: 1000), .lines)
        #expect(run.elements == [Item(id: 1), Item(id: 2)])
        #expect(run.failures.map(\.line) == [2])
    }

    @Test func elementsAtAPathInEachLine() {
        let text = "{\"d\":[1,2]}\n{\"e\":0}\n{\"d\":[3]}\n"
        let run = Run<Int>(text: text, at: "$.d[*]", .lines)
        #expect(run.elements == [1, 2, 3])
        #expect(run.failures.map(\.description) == ["pathNotFound $ at 12 (2:1)"])
    }

    /// A line without a value at the path is an error, unless `allowsMissingPath` is set. A null on the path is not an error, and gives no
    /// element.
    @Test func aLineWithoutThePathIsAnError() {
        let long = String(repeating: " ", count: 200)
        let lines = [
            "{\"d\":1}", "{}", "", "{\"d\":2}", "{\"d\":{\"d\":3},\"e\":\(long)4}", "{\"e\":5\(long)}", "null", "{\"d\":6}\r",
            "{\"e\":7}",
        ]
        let bytes = Array(lines.joined(separator: "\n").utf8)
        let failures = [2, 6, 9].map { line in
            let offset = lines[..<(line - 1)].reduce(0) { $0 + $1.utf8.count + 1 }
            return Failure(kind: .pathNotFound, path: "$", offset: offset, line: line, column: 1)
        }
        for size in [1, 2, 3, 7, 50, bytes.count] {
            let run = Run<JSONValue>(chunks: bytes.chunks(of: size), at: "$.d", .lines)
            #expect(run == Run([1, 2, ["d": 3], 6], failures), "by \(size)")
        }
        var lenient = JSONReadOptions.strict
        lenient.allowsMissingPath = true
        #expect(Run<JSONValue>(chunks: [bytes[...]], at: "$.d", .lines, lenient) == Run([1, 2, ["d": 3], 6]))
        #expect(Run<Int>(text: "[1]\n[]\n[2]", at: "$[*]", .lines) == Run([1, 2]))
        #expect(Run<Int>(text: "\n \n", at: "$.d", .lines) == Run())
    }

    @Test func errorsCarryPathsOfTheirRecord() {
        let run = Run<Item>(text: "{\"id\":1}\n{\"id\":true}\n", .lines)
        #expect(run.failures.first?.description == "typeMismatch $.id at 15 (2:7)")
    }

    @Test func totalBytesLimitEndsTheStream() {
        var options = JSONReadOptions.strict
        options.limits.totalBytes = 5
        let run = Run<Int>(text: "1\n2\n3\n4\n5\n", .lines, options)
        #expect(run.kinds.first == .limitExceeded)
        #expect(run.elements.count <= 3)
        #expect(run.failures.count < 10)
        // A negative limit allows no bytes.
        options.limits.totalBytes = -1
        #expect(Run<Int>(text: "1\n2\n3\n", .lines, options).kinds == [.limitExceeded])
    }
}

/// The format `.values`: one value after the other, with or without white space between them.
@Suite struct ValuesFormatTests {
    private func run(_ text: String) -> (ints: [Int?], kinds: [JSONError.Kind], offset: Int?) {
        let bytes = Array(text.utf8)
        let whole = Run<Int?>(text: text, .values)
        for cut in 0...bytes.count { #expect(Run<Int?>(chunks: bytes.split(at: cut), .values) == whole, "\(text) cut at \(cut)") }
        #expect(Run<Int?>(chunks: bytes.chunks(of: 1), .values) == whole, "\(text)")
        return (whole.elements, whole.kinds, whole.failures.first?.offset)
    }

    @Test func withAndWithoutSpace() {
        #expect(run("1 2\n3\t4").ints == [1, 2, 3, 4])
        #expect(run("1 null 2").ints == [1, nil, 2])
        #expect(run("").ints == [])
        #expect(run(" \n ").kinds == [])
        #expect(Run<Item>(text: "{\"id\":1}{\"id\":2}\n{\"id\":3}", .values) == Run([Item(id: 1), Item(id: 2), Item(id: 3)]))
        #expect(Run<[Int]>(text: "[1][2][] [3]", .values) == Run([[1], [2], [], [3]]))
        #expect(
            Run<JSONValue>(text: "{}[]\"a\"[]1[2]true{}", .values).elements.map(\.description) == [
                "{}", "[]", "\"a\"", "[]", "1", "[2]", "true", "{}",
            ])
    }

    @Test func scalarsMustBeApart() {
        #expect(run("nullnull").kinds == [.unexpectedCharacter])
        #expect(run("nullnull").offset == 4)
        #expect(run("1null").ints == [1])
        #expect(run("1null").kinds == [.unexpectedCharacter])
        #expect(Run<JSONValue>(text: "nulltrue", .values).kinds == [.unexpectedCharacter])
        #expect(Run<JSONValue>(text: "1\"a\"", .values).kinds == [.unexpectedCharacter])
        #expect(Run<JSONValue>(text: "\"a\"\"b\"", .values).kinds == [.unexpectedCharacter])
        #expect(run("01").kinds == [.unexpectedCharacter])
        #expect(run("1-2").kinds == [.unexpectedCharacter])
    }

    @Test func errorsEndTheStream() {
        #expect(run("1 x 2").ints == [1])
        #expect(run("1 x 2").kinds.count == 1)
        #expect(run("1, 2").ints == [1])
        #expect(run("1, 2").kinds == [.unexpectedCharacter])
        #expect(run("1 [").kinds == [.typeMismatch])
        #expect(Run<[Int]>(text: "[1] [2", .values).kinds == [.unexpectedEnd])
        #expect(Run<[Int]>(text: "[1] [2", .values).elements == [[1]])
        #expect(run("1 ]").kinds == [.unexpectedCharacter])
    }

    @Test func aPathThatNeverMatchesIsAnError() {
        #expect(Run<Int>(text: "{} {\"d\":1} {}", at: "$.d", .values) == Run([1]))
        #expect(Run<Int>(text: "{} {}", at: "$.d", .values).kinds == [.pathNotFound])
        #expect(Run<Int>(text: "", at: "$.d", .values) == Run())
    }

    @Test func manyInChunksOfEverySize() throws {
        let items = Item.list(500)
        let text = try items.map { try $0.jsonString() }.joined(separator: "")
        for size in [1, 2, 3, 5, 17, 100, 4096] {
            #expect(Run<Item>(chunks: Array(text.utf8).chunks(of: size), .values) == Run(items), "chunks of \(size)")
        }
    }
}
