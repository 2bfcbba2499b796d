internal import CYoke

// A text to values, one container at a time:
//
//     {"id":7,"user":{...},"tags":["a","b"]}      "user" is long: it stays text, and the object that stands for it knows where that is
//                                                 "tags" is short: it is made at once

/// Makes values of tapes, and elements of documents.
enum DocumentBuilder {
    /// Containers whose text is no longer are made with the one around them, so that what is small holds no document. It is also the bound of
    /// the recursion: one of so many bytes has at most half as many levels.
    static let longestMade = Int(YOKE_LONGEST_MADE)
    /// A container whose text, so many times, is shorter than that of the document gets a copy of its own: whoever keeps it keeps little else.
    static let mostKept = 8

    /// The value of a tape that is finished, and holds a scalar or a short container.
    static func makeValue(from tape: yoke_tape) -> JSONValue {
        var level = Level(UnsafePointer(tape.text.bytes).unsafelyUnwrapped, UnsafePointer(tape.nodes), document: nil)
        return level.next()
    }

    /// The value of a document.
    static func makeValue(from document: yoke_document) -> JSONValue {
        let document = DocumentText(document)
        return lazy(document.root, of: document)
    }

    /// The elements of an array.
    static func elements(of part: DocumentText.Part, in document: DocumentText) -> ContiguousArray<JSONValue> {
        var level = Level(part.text + 1, part.node + 1, document: document)
        defer { level.giveBack() }
        return level.elements(part.count)
    }

    /// The members of an object.
    static func members(of part: DocumentText.Part, in document: DocumentText) -> ContiguousArray<JSONObject.Element> {
        var level = Level(part.text + 1, part.node + 1, document: document)
        defer { level.giveBack() }
        return level.members(part.count)
    }

    /// The container, as text.
    fileprivate static func lazy(_ part: DocumentText.Part, of document: DocumentText) -> JSONValue {
        let elements = LazyElements(part, of: document)
        if part.text.pointee == UInt8(ascii: "{") { return .object(JSONObject(ObjectStorage(lazy: elements))) }
        return .array(JSONArray(ArrayStorage(lazy: elements)))
    }
}

/// The place in a text from which values are made, one after the other.
private struct Level {
    private var text: UnsafePointer<UInt8>
    /// Of the next container in the text.
    private var node: UnsafePointer<yoke_tape_node>?
    /// Nil: everything is short.
    private let document: DocumentText?
    private let names: KeyNames.Table?

    init(_ text: UnsafePointer<UInt8>, _ node: UnsafePointer<yoke_tape_node>?, document: DocumentText?) {
        self.text = text
        self.node = node
        self.document = document
        names = document?.names.take()
    }

    /// To be called at the end.
    func giveBack() {
        if let names { document?.names.give(names) }
    }

    /// So many elements, the first of which is next, and what ends the last one.
    mutating func elements(_ count: Int) -> ContiguousArray<JSONValue> {
        ContiguousArray(unsafeUninitializedCapacity: count) { buffer, made in
            let start = buffer.baseAddress.unsafelyUnwrapped
            for i in 0..<count {
                (start + i).initialize(to: next())
                text += 1
            }
            made = count
        }
    }

    /// So many members, the first of which is next, and what ends the last one.
    mutating func members(_ count: Int) -> ContiguousArray<JSONObject.Element> {
        ContiguousArray(unsafeUninitializedCapacity: count) { buffer, made in
            let start = buffer.baseAddress.unsafelyUnwrapped
            for i in 0..<count {
                let item = yoke_item_at(text)
                text = item.end.unsafelyUnwrapped
                (start + i).initialize(to: (key: key(item), value: next()))
                text += 1
            }
            made = count
        }
    }

    /// The next value.
    mutating func next() -> JSONValue {
        let item = yoke_item_at(text)
        text = item.end.unsafelyUnwrapped
        switch item.kind {
        case YOKE_TAPE_NULL: return .null
        case YOKE_TAPE_FALSE: return .bool(false)
        case YOKE_TAPE_TRUE: return .bool(true)
        case YOKE_TAPE_NUMBER: return .number(JSONNumber(checked: makeValidString(item.buffer, isASCII: true)))
        case YOKE_TAPE_STRING:
            return .string(item.is_escaped ? unescaped(item) : makeValidString(item.buffer, isASCII: item.is_ascii))
        default: return container(item.kind)
        }
    }

    private func key(_ item: yoke_item) -> String {
        if item.is_escaped { return unescaped(item) }
        return names?.string(item.buffer, isASCII: item.is_ascii) ?? makeValidString(item.buffer, isASCII: item.is_ascii)
    }

    private mutating func container(_ kind: yoke_tape_kind) -> JSONValue {
        let part = DocumentText.Part(text: text, node: node.unsafelyUnwrapped)
        let length = part.bytes.count
        if let document, length > DocumentBuilder.longestMade {
            text += length
            node = part.node + Int(part.node.pointee.nodes)
            if part.size < document.root.size / DocumentBuilder.mostKept, let copy = document.copy(of: part) {
                return DocumentBuilder.lazy(copy.root, of: copy)
            }
            return DocumentBuilder.lazy(part, of: document)
        }
        node = part.node + 1
        text += 1
        let count = part.count
        defer { if count == 0 { text += 1 } }
        if kind == YOKE_TAPE_ARRAY { return .array(count == 0 ? JSONArray() : JSONArray(ArrayStorage(elements(count)))) }
        return .object(count == 0 ? JSONObject() : JSONObject(ObjectStorage(members(count))))
    }

    private func unescaped(_ item: yoke_item) -> String {
        // So much room that the buffer need not grow.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(item.n) + 16) { memory in
            var item = item, text = yoke_buffer_make(yoke_libc())
            text.bytes = memory.baseAddress
            text.capacity = memory.count
            _ = yoke_item_unescape(&text, &item)
            return makeValidString(UnsafeBufferPointer(start: text.bytes, count: text.count))
        }
    }
}

extension yoke_item {
    fileprivate var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: n) }
}
