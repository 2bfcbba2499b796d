internal import CYoke

/// A value's own text, as it stands in the JSON: checked, kept byte for byte, and written back as it is. For what is handed on, signed, or
/// read later.
///
/// It is written with the line breaks that it has, in compact text too. Where a value has to be one line (NDJSON), put a blank in the place of
/// each line feed of what is written: in JSON that is white space wherever it stands, since strings have it escaped.
///
/// Equal when the bytes are; two texts of one value differ when they are spaced otherwise.
public struct JSONRawText: Sendable, Hashable {
    /// The JSON text of one value, without white space around it.
    public let text: String

    /// - Throws: what is wrong with the text, if it is not the JSON of one value.
    public init(_ text: String) throws(JSONError) { self = try JSONRawText(json: text) }

    init(checked text: String) { self.text = text }

    /// Whether both have the same UTF-8.
    public static func == (a: JSONRawText, b: JSONRawText) -> Bool { sameBytes(a.text, b.text) }

    /// Feeds what `==` compares.
    public func hash(into hasher: inout Hasher) { borrow(text) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) } }

    /// Reads the text as a value.
    ///
    /// - Parameter options: how; also for a second time.
    public func read<Value: JSONReadable>(_ type: Value.Type = Value.self, options: JSONReadOptions = .strict) throws(JSONError) -> Value {
        try Value(json: text, options: options)
    }
}

extension JSONRawText: JSONConvertible {
    /// Any JSON, not looked into but checked. Cost: a copy of the text.
    public static var jsonMapping: JSONMapping {
        let thunks = Thunks()
        thunks.capture = { to, text, _ in
            to.initializeMemory(as: JSONRawText.self, to: JSONRawText(checked: String(decoding: text, as: UTF8.self)))
        }
        thunks.project = { _, at, writer in
            let writer = writer.assumingMemoryBound(to: yoke_writer.self)
            borrow(at.assumingMemoryBound(to: JSONRawText.self).pointee.text) { yoke_writer_raw(writer, $0.baseAddress, $0.count) }
            return nil
        }
        return JSONMapping(Self.self, .rawText([], thunks, .untagged, fallback: nil))
    }
}

extension JSONRawText: CustomStringConvertible, CustomDebugStringConvertible {
    /// The text.
    public var description: String { text }
    /// The text.
    public var debugDescription: String { text }
}
