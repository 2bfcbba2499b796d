import TestSupport
import Testing
import Yoke

/// The model into which the tests of the error tables read their texts.
struct Place: JSONConvertible {
    var x: Int
    var name: String
    var tags: [String] = []
    var unit: Unit?
    var byName: [String: Double] = [:]
    var next: [Place] = []

    enum Unit: String, JSONConvertible {
        case metre, mile
        static var jsonMapping: JSONMapping { JSONMapping(rawValues: Unit.self) { $0 += [.metre, .mile] } }
    }

    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("x", \.x)
            $0.add("name", \.name)
            $0.add("tags", \.tags, literal: [])
            $0.add("unit", \.unit)
            $0.add("byName", \.byName, literal: [:])
            $0.add("next", \.next, literal: [])
        }
    }
}

/// An invalid text, and the expected parts of its error.
struct BrokenText: Sendable, CustomStringConvertible {
    let text: String
    let kind: JSONError.Kind
    let path: String
    let offset: Int
    let line: Int
    let column: Int
    let message: String

    init(_ text: String, _ kind: JSONError.Kind, _ path: String, _ offset: Int, _ place: (Int, Int), _ message: String) {
        (self.text, self.kind, self.path, self.offset, self.message) = (text, kind, path, offset, message)
        (line, column) = place
    }

    var description: String { text }

    /// Expects the same error for the entire text, for two chunks with every cut, and for chunks of 1, 2 and 3 bytes.
    func check<Value: JSONReadable>(reading type: Value.Type, _ options: JSONReadOptions = .strict) {
        let bytes = Array(text.utf8)
        let hint: String?
        do throws(JSONError) {
            _ = try Value(json: bytes, options: options)
            Issue.record("accepted: \(text)")
            return
        } catch {
            #expect(error.message == message, "\(text)")
            #expect(Failure(error) == expected, "\(text)")
            hint = error.hint
        }
        for chunks in [bytes.chunks(of: 1), bytes.chunks(of: 2), bytes.chunks(of: 3)] + (0...bytes.count).map({ bytes.split(at: $0) }) {
            do throws(JSONError) {
                var reader = try JSONReader<Value>(options: options)
                for chunk in chunks { try reader.feed(chunk) }
                _ = try reader.finish()
                Issue.record("accepted in chunks: \(text)")
            } catch {
                #expect(error.hint == hint, "\(text) in chunks of \(chunks.map(\.count))")
                #expect(error.message == message, "\(text) in chunks of \(chunks.map(\.count))")
                #expect(Failure(error) == expected, "\(text) in chunks of \(chunks.map(\.count))")
            }
        }
    }

    private var expected: Failure { Failure(kind: kind, path: path, offset: offset, line: line, column: column) }
}
