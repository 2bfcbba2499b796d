import TestSupport
import Yoke

/// Options for reading and writing. Members, and elements of sets, are written in sorted order, so that texts can be compared.
struct Mode: Sendable, CustomStringConvertible {
    let description: String
    /// The read options for each engine. The native engine comes first.
    let options: [JSONReadOptions]
    /// True if the mode replaces invalid values.
    var recovers: Bool { description == "salvage" }
    /// Strict options with the mode's date style, to read a written text.
    let strict: JSONReadOptions
    let written: JSONWriteOptions

    init(_ description: String, _ options: JSONReadOptions) {
        self.description = description
        self.options = JSONEngine.each.map { engine in
            var options = options
            options.engine = engine
            return options
        }
        written = JSONWriteOptions(sortsKeys: true, dateStyle: options.dateStyle)
        var strict = JSONReadOptions.strict
        strict.dateStyle = options.dateStyle
        self.strict = strict
    }

    init(_ description: String, _ base: JSONReadOptions = .strict, _ change: (inout JSONReadOptions) -> Void) {
        var options = base
        change(&options)
        self.init(description, options)
    }

    static let all: [Mode] = [
        Mode("strict", .strict), Mode("lenient", .lenient), Mode("salvage", .salvage), Mode("untrusted", .untrusted),
        Mode("mjExtension", .mjExtension), Mode("yyModel", .yyModel), Mode("mantle", .mantle), Mode("jsonModel", .jsonModel),
        Mode("jdcJsonExtension", .jdcJsonExtension), Mode("foundation", .foundation),
        Mode("decimal comma", JSONReadOptions(mode: .mjExtension.withDecimalComma)),
        Mode("collected errors") { $0.collectsErrors = true },
        Mode("replaced Unicode") { $0.invalidUnicode = .replace },
        Mode("any date", .lenient) { $0.dateStyle = .auto },
    ]
}

/// The result of reading a text: the value with its written text, or the error.
private enum Reading<Value: JSONConvertible> {
    case value(Value, written: [UInt8])
    case failure(JSONError)
    /// A value that was read, but cannot be written.
    case unwritable(JSONError)

    init(_ mode: Mode, _ read: () throws(JSONError) -> Value) {
        let value: Value
        do throws(JSONError) { value = try read() } catch {
            self = .failure(error)
            return
        }
        do throws(JSONError) { self = .value(value, written: try value.jsonBytes(mode.written)) } catch { self = .unwritable(error) }
    }

    init(_ text: [UInt8], _ options: JSONReadOptions, _ mode: Mode) {
        self.init(mode) { () throws(JSONError) in try Value(json: text, options: options) }
    }

    init(_ text: [UInt8], cutAt cuts: [Int], _ options: JSONReadOptions, _ mode: Mode) {
        self.init(mode) { () throws(JSONError) in
            var reader = try JSONReader<Value>(options: options)
            for (from, to) in zip([0] + cuts, cuts + [text.count]) { try reader.feed(text[from..<to]) }
            return try reader.finish()
        }
    }

    /// Returns true if both readings gave equal values with equal texts, or two errors that `isSame` accepts.
    func agrees(with other: Self, _ isSame: (JSONError, JSONError) -> Bool) -> Bool {
        switch (self, other) {
        case (.value(let a, let textOfA), .value(let b, let textOfB)): textOfA == textOfB && areEqual(a, b)
        case (.failure(let a), .failure(let b)), (.unwritable(let a), .unwritable(let b)): isSame(a, b)
        default: false
        }
    }

    var words: String {
        switch self {
        case .value(let value, let written): "\(String(decoding: written, as: UTF8.self).prefix(300)) (\("\(value)".prefix(200)))"
        case .failure(let error): "\(FullFailure(error))"
        case .unwritable(let error): "a value that cannot be written: \(error)"
        }
    }
}

/// Returns true if two values are equal, or if their type is not Equatable.
private func areEqual<Value>(_ a: Value, _ b: Value) -> Bool {
    func isEqual<Own: Equatable>(_ a: Own) -> Bool { a == b as? Own }
    return (a as? any Equatable).map { isEqual($0) } ?? true
}

/// Reads a text with both engines, at once and in chunks, and reads the written value again. Returns a description of the first difference;
/// nil if all results agree.
func contradiction<Value: JSONConvertible>(_ type: Value.Type, _ text: [UInt8], _ mode: Mode, cuts: [Int]) -> String? {
    let first = Reading<Value>(text, mode.options[0], mode)
    for options in mode.options.dropFirst() {
        let other = Reading<Value>(text, options, mode)
        guard first.agrees(with: other, { FullFailure($0) == FullFailure($1) }) else {
            return "the engines differ:\n    \(first.words)\n    \(other.words)"
        }
    }
    // Skip texts that begin like UTF-16, because only an entire text can be UTF-16.
    for options in mode.options where !text.prefix(4).contains(0) {
        let other = Reading<Value>(text, cutAt: cuts, options, mode)
        guard first.agrees(with: other, { Failure($0) == Failure($1) }) else {
            return "in chunks, cut at \(cuts), \(options.engine) differs:\n    \(first.words)\n    \(other.words)"
        }
    }
    switch first {
    case .failure: return nil
    case .unwritable: return first.words
    case .value(_, let written):
        var again = Reading<Value>(written, mode.options[0], mode), before = first
        if mode.recovers, case .value(_, let text) = again {
            // A mode that recovers may read a written `[]` as `{}`, and so choose another case of an enum. So write and read the value once
            // more, and compare the second reading with the third, because the first may differ.
            (before, again) = (again, Reading<Value>(text, mode.options[0], mode))
        }
        guard again.agrees(with: before, { _, _ in false }) else {
            return "what is written is not read as the same:\n    \(before.words)\n    \(again.words)"
        }
        // Strict options must accept the written text. The value is not compared: lazy values that were read with different options are
        // never equal.
        guard case .value(_, written) = Reading<Value>(written, mode.strict, mode) else {
            return "what is written is not strict:\n    \(first.words)\n    \(Reading<Value>(written, mode.strict, mode).words)"
        }
        return nil
    }
}
