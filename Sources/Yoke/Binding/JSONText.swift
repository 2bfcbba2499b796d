internal import CYoke

/// A value's own text, as it stands in the JSON: checked, kept byte for byte, and written back as it is. For what is handed on, signed, or
/// read later.
///
/// Equal when the bytes are; two texts of one value differ when they are spaced otherwise.
public struct JSONText: Sendable, Hashable {
    /// The JSON text of one value, without white space around it.
    public let text: String

    /// - Throws: what is wrong with the text, if it is not the JSON of one value.
    public init(_ text: String) throws(JSONError) { self = try JSONText(json: text) }

    init(checked text: String) { self.text = text }

    /// Reads the text as a value.
    ///
    /// - Parameter options: how; also for a second time.
    public func read<Value: JSONReadable>(_ type: Value.Type = Value.self, options: JSONReadOptions = .strict) throws(JSONError) -> Value {
        try Value(json: text, options: options)
    }
}

extension JSONText: JSONConvertible {
    /// Any JSON, not looked into but checked. Cost: a copy of the text.
    public static var jsonSchema: JSONSchema {
        let thunks = Thunks()
        thunks.capture = { to, text, _ in
            to.initializeMemory(as: JSONText.self, to: JSONText(checked: String(decoding: text, as: UTF8.self)))
        }
        thunks.unfold = { _, at, writer, _ in
            let writer = writer.assumingMemoryBound(to: yoke_writer.self)
            lend(at.assumingMemoryBound(to: JSONText.self).pointee.text) { yoke_writer_raw(writer, $0.baseAddress, $0.count) }
            return nil
        }
        return JSONSchema(Self.self, .captured([], thunks, .untagged, fallback: nil))
    }
}

/// A value that is read when it is first asked for: its text is checked at once, and bound on demand. For large parts of documents that are
/// seldom looked at.
///
/// ```swift
/// struct Page: ... { var title: String; var comments: JSONLazy<[Comment]> }
/// let comments = try page.comments.value()
/// ```
public final class JSONLazy<Value: JSONReadable & Sendable>: Sendable {
    private let state: State

    private final class State: @unchecked Sendable {  // under `lock`
        let lock = Lock()
        let text: String?
        var value: Value?

        init(text: String?, value: Value?) {
            self.text = text
            self.value = value
        }
    }

    init(text: String) { state = State(text: text, value: nil) }

    /// A value that is there.
    public init(_ value: Value) { state = State(text: nil, value: value) }

    /// The value; read at the first call, under a lock.
    ///
    /// - Throws: what does not fit, with a path that begins at this value.
    public func value() throws(JSONError) -> Value {
        state.lock.lock()
        defer { state.lock.unlock() }
        if let value = state.value { return value }
        let value = try Value(json: state.text ?? "")
        state.value = value
        return value
    }

    /// What is written: the text, which says more than a model may keep; but not that of an instance that may have changed.
    fileprivate var written: String? {
        state.lock.lock()
        defer { state.lock.unlock() }
        return state.value == nil || !(Value.self is AnyClass) ? state.text : nil
    }
}

extension JSONLazy: JSONDescribed, JSONReadable {
    /// Any JSON that `Value` can be read from later; written as it came. (Of a class that was asked for, the instance is written.)
    public static var jsonSchema: JSONSchema {
        let thunks = Thunks()
        thunks.capture = { to, text, _ in
            to.initializeMemory(as: JSONLazy.self, to: JSONLazy(text: String(decoding: text, as: UTF8.self)))
        }
        thunks.unfold = { to, at, writer, _ in
            let lazy = at.assumingMemoryBound(to: JSONLazy.self).pointee
            guard let text = lazy.written else {
                to.initializeMemory(as: Value.self, to: try lazy.value())
                return 1  // behind what a text may be bound as comes what is written
            }
            let writer = writer.assumingMemoryBound(to: yoke_writer.self)
            lend(text) { yoke_writer_raw(writer, $0.baseAddress, $0.count) }
            return nil
        }
        return JSONSchema(Self.self, .captured([CaseDescription(name: "", payload: JSONSchema.Child(Value.self), make: Thunks())], thunks, .untagged, fallback: nil))
    }
}

extension JSONLazy: JSONWritable where Value: JSONWritable {}
