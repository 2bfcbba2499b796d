import TestSupport
import Testing
import Yoke

/// Tests streams that collect errors. An element that does not fit gives one error, which holds the errors of all its invalid values.
@Suite struct CollectedErrorTests {
    private struct Point: JSONReadable {
        var x: Int
        var y: Int?
        var labels: [String] = []
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("x", \.x)
                $0.add("y", \.y)
                $0.add("labels", \.labels, literal: [])
            }
        }
    }

    /// Returns the results of all calls of `next()`. Expects the same results with every engine and with a cut at every byte.
    private func run(
        _ text: String, at path: String? = nil, _ format: JSONStreamFormat = .document, mode: JSONReadMode = .strict,
        _ location: SourceLocation = #_sourceLocation
    ) -> [String] {
        var options = JSONReadOptions(mode: mode)
        options.collectsErrors = true
        let bytes = Array(text.utf8)
        let expected = steps([bytes[...]], path, format, options)
        for engine in JSONEngine.each {
            options.engine = engine
            for cut in 0...bytes.count {
                #expect(steps(bytes.split(at: cut), path, format, options) == expected, "\(engine) cut at \(cut)", sourceLocation: location)
            }
            #expect(steps(bytes.chunks(of: 1), path, format, options) == expected, "\(engine)", sourceLocation: location)
        }
        return expected
    }

    private func steps(
        _ chunks: [ArraySlice<UInt8>], _ path: String?, _ format: JSONStreamFormat, _ options: JSONReadOptions
    ) -> [String] {
        var steps: [String] = []
        do throws(JSONError) {
            var stream = try JSONStream<Point>(chunks: chunks, at: path, format: format, options: options)
            while steps.count < 20 {
                do throws(JSONError) {
                    guard let point = try stream.next() else { break }
                    steps.append("\(point.x)")
                } catch {
                    steps.append(error.all.map { "\($0.path) \($0.line ?? 0):\($0.column ?? 0)" }.joined(separator: ", "))
                }
            }
        } catch { steps.append("\(error)") }
        return steps
    }

    @Test func eachElementHasItsErrorsInItsPlace() {
        let text = #"[{"x":1},{"x":2,"y":"é","labels":["a",5]},{"x":"3"},{"y":0,"labels":[{}]},7,{"x":8}]"#
        // The error of a missing key has the position of the object's start.
        #expect(
            run(text) == [
                "1", "$[1].y 1:21, $[1].labels[1] 1:39", "$[2].x 1:48", "$[3] 1:53, $[3].labels[0] 1:70", "$[4] 1:75", "8",
            ])
    }

    @Test func ofRecords() {
        let good = #"{"x":1}"#, bad = #"{"x":"a","y":"b"}"#
        for format in [JSONStreamFormat.lines, .values] {
            #expect(run("\(good)\n\(bad)\n[{}]\n{}\n\(good)\n", format) == ["1", "$.x 2:6, $.y 2:14", "$ 3:1", "$ 4:1", "1"])
            #expect(
                run("{\"l\":[\(good),\(bad),\(good)]}\n{\"l\":7}\n{\"l\":[]}\n{\"l\":[\(good)]}", at: "$.l[*]", format)
                    == ["1", "$.l[1].x 1:20, $.l[1].y 1:28", "1", "$.l 2:6", "1"])
        }
        // A line that is not JSON gives one error, the syntax error. Invalid values that were found before in this line are dropped.
        #expect(run("\(bad)\n{\"x\":\"a\",}\n\(good)", .lines) == ["$.x 1:6, $.y 1:14", "$ 2:10", "1"])
    }

    @Test func ofALineThereIsOneResult() {
        let good = #"{"x":1}"#, bad = #"{"x":"a"}"#
        #expect(
            run("\(bad) x\n\(good)\n\(good) 1\n\(good),\n[\(good)\n\(bad)\(bad)\n\(good)", .lines)
                == ["$ 1:11", "1", "$ 3:9", "$ 4:8", "$[1] 5:9", "$ 6:10", "1"])
        #expect(
            run("{\"p\":\(bad)} x\n{\"p\":\(bad)}\n{\"p\":\(good)}]\n{\"p\":\(good)", at: "$.p", .lines)
                == ["$ 1:17", "$.p.x 2:11", "$ 3:14", "$.p 4:13"])
        // A line may have several elements. The stream delivers the elements and errors that come before the line's syntax error.
        #expect(run("[\(good),\(bad)],", at: "$[*]", .lines) == ["1", "$[1].x 1:15", "$ 1:20"])
    }

    @Test func ofARepeatedKeyTheLastValueCounts() {
        let good = #"{"x":1}"#, bad = #"{"x":"a"}"#
        let lines =
            "{\"p\":\(good),\"p\":\(bad)}\n{\"p\":\(bad),\"p\":\(good)}\n{\"p\":\(good),\"p\":7}\n{\"p\":7,\"p\":\(good)}\n{\"p\":\(good)}"
        #expect(run(lines, at: "$.p", .lines) == ["$.p.x 1:23", "1", "$.p 3:18", "1", "1"])
        let sequence = lines.split(separator: "\n").map { "\u{1E}\($0)\n" }.joined()
        #expect(run(sequence, at: "$.p", .sequence) == ["$.p.x 1:24", "1", "$.p 3:19", "1", "1"])
        #expect(
            run("{\"p\":\(good),\"p\":null}\n{\"p\":7,\"p\":null}\n{\"p\":\(good)}", at: "$.p", .lines) == ["$.p 1:18", "$.p 2:12", "1"])
    }

    @Test func whatARuleRecoversIsNoError() {
        let text = #"[{"x":1,"y":"z"},{"x":{}},{"x":"3","labels":5},null]"#
        #expect(run(text, mode: .salvage) == ["1", "3"])
        #expect(run(#"{"a":{"x":1},"b":{"x":[]},"c":{"x":2}}"#, at: "$[*]", mode: .salvage) == ["1", "2"])
        #expect(run(#"[{"p":{"x":1}},{"p":[]},6,{"p":{"x":2}}]"#, at: "$[*].p", mode: .salvage) == ["1", "2"])
        // Salvage mode drops an element of a stream, but not the single value at a path.
        let error = #expect(throws: JSONError.self) { try Point(json: #"{"p":7}"#, at: "$.p", options: .salvage) }
        #expect(error?.kind == .typeMismatch)
    }

    @Test func asynchronousStreamsCollectErrors() async throws {
        var options = JSONReadOptions.strict
        options.collectsErrors = true
        let text = Array(#"[{"x":1},{"x":"a","y":"b"},{"x":3}]"#.utf8)
        let chunks = AsyncStream { continuation in
            for chunk in text.chunks(of: 3) { continuation.yield(chunk) }
            continuation.finish()
        }
        var points = JSONAsyncStream<Point, _>(chunks, options: options).makeAsyncIterator()
        #expect(try await points.next()?.x == 1)
        let error = await #expect(throws: JSONError.self) { try await points.next() }
        #expect(error?.all.map(\.path) == ["$[1].x", "$[1].y"])
        #expect(try await points.next()?.x == 3)
        #expect(try await points.next() == nil)
    }
}
