import TestSupport
import Testing
import Yoke

/// With `showsSnippets` off, an error contains no part of the input.
@Suite struct HiddenInputTests {
    private struct Refusal: Error { let value: String }

    /// A type that refuses every string, with an error that quotes the string.
    private struct Picky: JSONConvertible {
        static var jsonMapping: JSONMapping {
            JSONMapping(text: Picky.self, read: { throw Refusal(value: $0) }, write: { _ in "" })
        }
    }

    private enum Level: Int, JSONConvertible {
        case low = 1, high = 10
        static var jsonMapping: JSONMapping { JSONMapping(rawValues: Level.self) { $0 += [.low, .high] } }
    }

    private struct Model: JSONConvertible {
        var place: Place?
        var level: Level?
        var picky: Picky?
        var models: [String: Model] = [:]

        static var jsonMapping: JSONMapping {
            JSONMapping(Model.self) {
                $0.add("place", \.place)
                $0.add("level", \.level)
                $0.add("picky", \.picky)
                $0.add("models", \.models, literal: [:])
            }
        }
    }

    private struct Closed: JSONConvertible {
        var place: Int?
        static var jsonMapping: JSONMapping { JSONMapping(Closed.self, unknownKeys: .reject) { $0.add("place", \.place) } }
    }

    private enum Form: JSONConvertible {
        case closed(Closed)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Form.self) {
                $0.add("closed", Closed.self, make: { .closed($0) }, match: { if case .closed(let value) = $0 { value } else { nil } })
            }
        }
    }

    private struct Line: JSONConvertible {
        var forms: [Form]
        static var jsonMapping: JSONMapping { JSONMapping(Line.self) { $0.add("forms", \.forms) } }
    }

    /// An error of the text inside a case has the same path, whether the case was read directly or from its raw text.
    @Test(arguments: [#"{"forms":[{"closed":{"place":x}}]}"#, #"{"forms":[{"closed":{"place":1"#])
    func pathsInsideCasesDoNotDependOnChunks(text: String) throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.showsSnippets = false
            options.engine = engine
            for size in [1, 12, 20, 100] {
                var reader = try JSONReader<Line>(options: options)
                let error = #expect(throws: JSONError.self) {
                    for chunk in Array(text.utf8).chunks(of: size) { try reader.feed(chunk) }
                    _ = try reader.finish()
                }
                #expect(error?.path == "$.forms[0][*][*]", "\(engine) \(size)")
            }
        }
    }

    @Test(arguments: [#"{"z7":1}"#, #"{"plaze":1}"#, #"{"closed":{},"z7":1}"#, #"{"closed":{"z7":[]}}"#])
    func keysThatAreRefused(text: String) throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.showsSnippets = false
            options.engine = engine
            for error in [
                try #require(throws: JSONError.self) { try Closed(json: text, options: options) },
                try #require(throws: JSONError.self) { try Form(json: text, options: options) },
            ] {
                let said = [error.message, error.path, error.hint, error.expected, error.found].compactMap(\.self) + error.keys
                for words in said { #expect(!words.contains("7") && !words.contains("z"), "\(words)") }
            }
        }
    }

    /// Each secret part of these texts contains a 7 or a z. So an error that hides the input must contain neither of these two characters.
    @Test(arguments: [
        (#"{"z7":{"z7":[z]}}"#, "$[*][*][0]"),
        (#"{"models":{"z7":{"models":{"z'7":{"level":"z"}}}}}"#, "$.models[*].models[*].level"),
        (#"{"models":{"z7":{"level":77}}}"#, "$.models[*].level"),
        (#"{"place":{"unit":"milez"}}"#, "$.place.unit"),
        (#"{"place":{"byName":{"z":"z"}}}"#, "$.place.byName[*]"),
        (#"{"picky":"z7"}"#, "$.picky"),
        (#"{"z":{"b":{"z7":7z}}}"#, "$[*][*][*]"),
        (#"{"level":1,"level":1}"#, "$.level"),
        (#"{"z":1,"z":1}"#, "$[*]"),
        (#"{"models":{"z":{},"z":{}}}"#, "$.models[*]"),
        (#"{"z7":"\z"}"#, "$[*]"), (#"{"level":7z"#, "$.level"), (#"{"level":1,z"#, "$"), (#"{} z"#, "$"), (#"{"level":-z"#, "$.level"),
        (#"{"z":"\#u{1}"}"#, "$[*]"), (#"{"level":01}"#, "$.level"), (#"z77"#, "$"),
    ])
    func nothingOfIt(text: String, path: String) throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.untrusted
            options.showsSnippets = false
            options.engine = engine
            let error = try #require(throws: JSONError.self) { try Model(json: text, options: options) }
            #expect(error.path == path, "\(error)")
            #expect(error.snippet == nil)
            let said = [error.message, error.path, error.hint, error.expected, error.found].compactMap(\.self) + error.keys
            for words in said { #expect(!words.contains("7") && !words.contains("z"), "\(words)") }
        }
    }

    /// A class whose closures refuse a label, with an error that quotes the label.
    private final class Guarded: JSONConvertible {
        struct Storage: JSONConvertible {
            var label = ""
            var hooked = ""
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("label", \.label, literal: "")
                    $0.add("hooked", \.hooked, literal: "")
                }
            }
        }
        var storage: Storage
        init(_ storage: Storage) { self.storage = storage }
        static var jsonMapping: JSONMapping {
            JSONMapping(
                Guarded.self, via: Storage.self, decode: { Guarded($0) }, encode: { $0.storage },
                assign: { guarded, storage, _ in
                    if storage.label.contains("z") { throw Refusal(value: storage.label) }
                    guarded.storage = storage
                }
            ).beforeReading { object in
                if let hooked = object["hooked"]?.string, hooked.contains("z") { throw Refusal(value: hooked) }
            }
        }
    }

    @Test(arguments: [#"{"label":"z7"}"#, #"{"hooked":"z\u000a7"}"#])
    func updates(text: String) throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            let guarded = Guarded(.init(label: "a"))
            let shown = try #require(throws: JSONError.self) { try guarded.update(json: text, options: options) }
            #expect(shown.message.contains("Guarded refused the value: Refusal(") && !shown.message.contains("\n"))
            options.showsSnippets = false
            let hidden = try #require(throws: JSONError.self) { try guarded.update(json: text, options: options) }
            #expect(hidden.message == "Guarded refused the value" && hidden.underlying is Refusal)
            #expect(guarded.storage.label == "a")
        }
    }

    @Test func whatIsAskedForIsShown() throws {
        var options = JSONReadOptions.strict
        options.showsSnippets = false
        let error = #expect(throws: JSONError.self) { try Int(json: #"{"a":{"b c":"x"}}"#, at: "$.a['b c']", options: options) }
        #expect(error?.path == "$.a['b c']")
        #expect(error?.message == "expected an integer (Int), found a string")
        let missing = #expect(throws: JSONError.self) { try Place(json: #"{"x":1}"#, options: options) }
        #expect(missing?.keys == ["name"])
    }
}
