import Testing
import TestSupport
import YokeStandards

/// The limits of the options apply to the text after each edit. A refused edit changes nothing.
@Suite struct EditorLimitTests {
    /// Expects that the edit is refused and changes nothing, with both engines. Returns the error of the default engine.
    @discardableResult
    private func refusal(
        _ text: String, _ options: JSONReadOptions, sourceLocation: SourceLocation = #_sourceLocation,
        _ edit: (inout JSONEditor) throws -> Void
    ) throws -> JSONError? {
        var first: JSONError?
        for engine in JSONEngine.each {
            var options = options
            options.engine = engine
            var editor = try JSONEditor(text, options: options)
            let error = #expect(throws: JSONError.self, sourceLocation: sourceLocation) { try edit(&editor) }
            #expect(editor.text == text, sourceLocation: sourceLocation)
            #expect(try editor.value() == JSONValue(json: text), sourceLocation: sourceLocation)
            #expect(first == nil || first == error, sourceLocation: sourceLocation)
            first = first ?? error
        }
        return first
    }

    @Test func members() throws {
        var options = JSONReadOptions.strict
        options.limits.members = 2
        #expect(try refusal(#"{"a":[1,2]}"#, options) { try $0.append(3, to: "a") }?.kind == .limitExceeded)
        #expect(try refusal(#"{"a":1,"b":2}"#, options) { try $0.set(3, at: "c") }?.kind == .limitExceeded)
        #expect(try refusal(#"{"a":1,"b":2}"#, options) { try $0.insert(3, forKey: "c", after: "a") }?.kind == .limitExceeded)
        #expect(try refusal(#"{"a":1,"b":2}"#, options) { try $0.update(from: ["c": 1], removesMissing: false) }?.kind == .limitExceeded)
        var editor = try JSONEditor("[1, 2]", options: options)
        try editor.remove(at: "[0]")
        try editor.append(3, to: "$")
        #expect(editor.text == "[2, 3]")
    }

    /// Keeping the null would give three members.
    @Test func anUpdateTakesAWayWithinTheLimits() throws {
        struct Sizes: JSONConvertible {
            var a: Int?, b: Int?, c: Int?
            static var jsonMapping: JSONMapping {
                JSONMapping(Sizes.self) { fields in
                    fields.add("a", \.a)
                    fields.add("b", \.b)
                    fields.add("c", \.c)
                }
            }
        }
        var options = JSONReadOptions.strict
        options.limits.members = 2
        var editor = try JSONEditor(#"{"a": 1, "b": null}"#, options: options)
        try editor.update(from: Sizes(a: 1, c: 2))
        #expect(editor.text == #"{"a": 1, "c": 2}"#)
        #expect(try refusal(#"{"a":1,"b":null}"#, options) { try $0.update(from: Sizes(a: 1, b: 2, c: 3)) }?.kind == .limitExceeded)
    }

    @Test func lengths() throws {
        var options = JSONReadOptions.strict
        options.limits.stringBytes = 3
        #expect(try refusal(#"{"a":1}"#, options) { try $0.rename(at: "a", to: "abcd") }?.kind == .limitExceeded)
        #expect(try refusal(#"{"a":1}"#, options) { try $0.set(1, at: "abcd") }?.kind == .limitExceeded)
        #expect(try refusal(#"{"a":1}"#, options) { try $0.insert(1, forKey: "abcd", before: "a") }?.kind == .limitExceeded)
        #expect(try refusal(#"{"a":1}"#, options) { try $0.set("abcd", at: "a") }?.path == "$.a")
        options = .strict
        options.limits.totalBytes = 12
        #expect(try refusal("[1, 2, 3]", options) { try $0.append(12345, to: "$") }?.kind == .limitExceeded)
    }

    @Test func theErrorHasThePathInTheText() throws {
        var options = JSONReadOptions.strict
        options.limits.depth = 3
        let deep = try refusal(#"{"a":{"b":1}}"#, options) { try $0.set([[1]], at: "a.b") }
        #expect(deep?.kind == .depthExceeded && deep?.path == "$.a.b[0]" && deep?.message.contains("3 levels") == true)
        let model = try refusal(#"{"a":{"b":1}}"#, options) { try $0.update(from: [[1]], at: "a.b") }
        #expect(model?.kind == .depthExceeded && model?.path == "$.a.b[0]")
        options = .strict
        options.duplicateKeys = .reject
        let repeated = try refusal(#"{"a":{"b":1}}"#, options) { try $0.set(JSONRawText(#"{"k":1,"k":2}"#), at: "a.b") }
        #expect(repeated?.kind == .duplicateKey && repeated?.path == "$.a.b.k")
        let word = try refusal(#"{"a":{"b":1}}"#, .strict) {
            try $0.set([Double.nan], at: "a.b", writing: JSONWriteOptions(nonFiniteNumbers: .literal))
        }
        #expect(word?.path == "$.a.b[0]")
    }

    @Test func aPointerToAnElementIsShownAsAnIndex() throws {
        let text = #"{"a":[1],"0":{"0":1}}"#
        #expect(try refusal(text, .strict) { try $0.rename(at: JSONPointer("/a/0"), to: "q") }?.path == "$.a[0]")
        #expect(try refusal(text, .strict) { try $0.append(1, to: JSONPointer("/a/0")) }?.path == "$.a[0]")
        #expect(try refusal(text, .strict) { try $0.set(1, at: JSONPointer("/a/0/x")) }?.path == "$.a[0]")
        #expect(try refusal(text, .strict) { try $0.insert(1, forKey: "k", before: JSONPointer("/a/-")) }?.path == "$.a[1]")
        #expect(try refusal(text, .strict) { try $0.set(1, at: JSONPointer("/0/0/x")) }?.path == "$['0']['0']")
    }

    @Test func keysAndModelsHaveTheEscapesOfTheOptions() throws {
        let writing = JSONWriteOptions(endsWithNewline: true, escapesSlashes: true, escapesNonASCII: true)
        var editor = try JSONEditor(#"{"x": 0}"#)
        try editor.update(from: ["é/": "é/"], writing: writing)
        try editor.update(from: ["é/": "/é"], writing: writing)
        try editor.set("é", at: "b['/é']", writing: writing)
        try editor.insert(1, forKey: "ü", before: "b", writing: writing)
        #expect(editor.text == #"{"x": 0, "\u00e9\/": "\/\u00e9", "\u00fc": 1, "b": {"\/\u00e9": "\u00e9"}}"#)
    }

    @Test func aTextInAnotherEncodingMustBeConverted() {
        let error = #expect(throws: JSONError.self) { try JSONEditor(bytes: [0xFF, 0xFE, 0x31, 0]) }
        #expect(error?.kind == .invalidUnicode && error?.offset == 0 && error?.hint == "convert the text to UTF-8 first")
    }
}
