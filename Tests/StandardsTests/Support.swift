import Testing
import TestSupport
import YokeStandards

/// The engines of this build.
let engines: [JSONEngine] = JSONEngine.all

/// Reads a text that is known to be valid JSON.
func json(_ text: String, _ engine: JSONEngine = .native) throws -> JSONValue {
    var options = JSONReadOptions.strict
    options.engine = engine
    options.limits.depth = .max
    return try JSONValue(json: text, options: options)
}

/// One case of a public suite. Its name appears in the test output.
struct SuiteCase: Sendable, CustomStringConvertible {
    let name: String
    let content: JSONValue
    var description: String { name }

    subscript(key: String) -> JSONValue? { content[key] }

    /// Returns the cases in a file of the shared data. `find` returns the array of cases in the file's value. Empty without shared data.
    static func all(in file: String, _ find: (JSONValue) -> JSONValue?) -> [SuiteCase] {
        guard SharedData.isUsable, let text = try? SharedData.bytes(file), let value = try? JSONValue(json: text) else { return [] }
        return find(value)?.array?.enumerated().map { index, content in
            let name = content["name"]?.string ?? content["comment"]?.string ?? ""
            return SuiteCase(name: "\(index) \(name)", content: content)
        } ?? []
    }
}

/// Expects an error of this kind, whose description contains each of the words.
func expectError(
    _ kind: JSONError.Kind, _ words: String..., sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) {
    do {
        try body()
        Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    } catch let error as JSONError {
        #expect(error.kind == kind, sourceLocation: sourceLocation)
        for word in words { #expect(error.description.contains(word), "\(error)", sourceLocation: sourceLocation) }
    } catch {
        Issue.record("another error: \(error)", sourceLocation: sourceLocation)
    }
}
