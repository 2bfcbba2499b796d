internal import CYoke

// Makes values from text, one container at a time:
//
//     {"id":7,"user":{...},"tags":["a","b"]}      "user" is long: it stays text, and its storage knows the position of the text
//                                                 "tags" is short: its elements are made at once

/// Makes values from the text of a tape, and the elements of a container from the text of a document.
enum DocumentBuilder {
    /// The longest text, in bytes, of a container whose elements are made together with the elements of its parent. So short containers
    /// keep no text and do not keep the document alive.
    ///
    /// This limit also bounds the recursion over nested containers, because each level of nesting takes at least two bytes of text.
    static let maxNestedEagerLength = Int(YOKE_MAX_MADE_LENGTH)
    /// The longest text, in bytes, of an outermost container whose elements are made at once. A longer container keeps its text, because
    /// many programs look at a few members only.
    static let maxEagerLength = 64
    /// A container that is smaller than the document's size divided by this number gets its own copy of its text. So a program that keeps
    /// only this container does not keep the entire document in memory.
    static let copyDivisor = 8

    /// Returns the value of a finished tape (parsed text) that holds a scalar or a short container.
    static func makeValue(from tape: yoke_tape) -> JSONValue {
        value(at: UnsafePointer(tape.text.bytes).unsafelyUnwrapped, UnsafePointer(tape.nodes), hasLiterals: tape.has_literals)
    }

    /// Returns the scalar or short container whose text is at an address. The text is needed only during the call. `hasLiterals`: true if a
    /// container may hold NaN or infinities. Then its elements are made at once, because a lazy container with its own copy of the text
    /// cannot record this.
    private static func value(
        at text: UnsafePointer<UInt8>, _ node: UnsafePointer<yoke_tape_node>?, hasLiterals: Bool
    ) -> JSONValue {
        let isContainer = text.pointee == UInt8(ascii: "{") || text.pointee == UInt8(ascii: "[")
        if !hasLiterals, isContainer, let node, node.pointee.length > maxEagerLength {
            return lazy(DocumentText.Part(text: text, node: node), of: nil)
        }
        var reader = ElementReader(text, node, document: nil)
        return reader.next()
    }

    /// Returns the outermost container of a document. Its elements are made at first use, from the document's text.
    static func makeValue(from document: yoke_document) -> JSONValue {
        let document = DocumentText(document)
        return lazy(document.root, of: document)
    }

    /// Returns the value whose text begins at an address. `node`: the node of the first container at or after this address. The text and
    /// the nodes are needed only during the call.
    static func makeValue(copying text: UnsafePointer<UInt8>, _ node: UnsafePointer<yoke_tape_node>) -> JSONValue {
        let isContainer = text.pointee == UInt8(ascii: "{") || text.pointee == UInt8(ascii: "[")
        let hasLiterals = isContainer && yoke_text_has_literals(text, Int(node.pointee.length))
        guard isContainer, node.pointee.length > maxNestedEagerLength else { return value(at: text, node, hasLiterals: hasLiterals) }
        let copy = DocumentText.copy(of: DocumentText.Part(text: text, node: node), hasLiterals: hasLiterals)
        return lazy(copy.root, of: copy)
    }

    /// Finds the last member with a key. Returns the address of the member's value, and the node (`yoke_tape_node`) of the first container
    /// that begins at or after this address; nil if no member has the key. Cost: linear in the number of members and in the length of their
    /// scalars.
    static func find(
        _ key: UnsafeBufferPointer<UInt8>, in part: DocumentText.Part
    ) -> (text: UnsafePointer<UInt8>, node: UnsafePointer<yoke_tape_node>)? {
        var node: UnsafePointer<yoke_tape_node>? = part.node
        guard let text = yoke_document_member(part.text, &node, key.baseAddress, key.count) else { return nil }
        return (text, node.unsafelyUnwrapped)
    }

    /// Makes the elements of an array.
    static func array(of part: DocumentText.Part, in document: DocumentText?) -> ArrayStorage {
        var reader = ElementReader(part.text + 1, part.node + 1, document: document)
        defer { reader.giveBack() }
        return reader.array(part.count)
    }

    /// Makes the members of an object.
    static func object(of part: DocumentText.Part, in document: DocumentText?) -> ObjectStorage {
        var reader = ElementReader(part.text + 1, part.node + 1, document: document)
        defer { reader.giveBack() }
        return reader.object(part.count)
    }

    /// Returns the value of the last member with a key; nil if no member has the key. Makes no other members.
    static func member(
        _ key: UnsafeBufferPointer<UInt8>, of part: DocumentText.Part, in document: DocumentText?
    ) -> JSONValue? {
        guard let found = find(key, in: part) else { return nil }
        var reader = ElementReader(at: found.text, found.node, document: document)
        return reader.next()
    }

    /// Adds the members of the object that a finished tape (parsed text) holds. If `object` is empty and the tape's text is longer than
    /// `maxEagerLength` bytes, `object` keeps the text and makes no members yet.
    static func append(_ tape: yoke_tape, to object: inout JSONObject) {
        let part = DocumentText.Part(
            text: UnsafePointer(tape.text.bytes).unsafelyUnwrapped, node: UnsafePointer(tape.nodes).unsafelyUnwrapped)
        if object.isEmpty, part.bytes.count > maxEagerLength {
            let copies = part.bytes.count <= maxNestedEagerLength || part.node.pointee.nodes == 1
            let copy = copies ? nil : DocumentText.copy(of: part, hasLiterals: false)
            object = JSONObject(ObjectStorage.lazy(copy?.root ?? part, of: copy))
            return
        }
        var reader = ElementReader(partOf: nil, part)
        for _ in 0..<part.count {
            let key = reader.key()
            object.append(reader.nextDetached(), forKey: key)
        }
    }

    /// Returns a container whose elements are made from the text at first use. If `document` is nil, the container gets a copy of the text.
    fileprivate static func lazy(_ part: DocumentText.Part, of document: DocumentText?) -> JSONValue {
        if part.text.pointee == UInt8(ascii: "{") { return .object(JSONObject(ObjectStorage.lazy(part, of: document))) }
        return .array(JSONArray(ArrayStorage.lazy(part, of: document)))
    }
}

/// Iterates over the arrays and objects directly inside a lazy container, whose elements are not made yet. Makes no values for the scalars
/// between them.
package struct ContainerIterator {
    /// The lazy container. Holding it keeps its text alive.
    private let owner: Container
    private var reader: ElementReader
    private var left: Int
    private let isObject: Bool
    private var keyItem: yoke_item?
    /// The index in the lazy container of the element or member that `next` returned last; -1 before the first call.
    package private(set) var position = -1
    /// Number of bytes that were read so far. The bytes of containers that share the document's text are not counted, because they were
    /// skipped.
    package private(set) var passed = 0

    /// Returns nil if the value is not a lazy container, or is a lazy container whose elements exist already. In both cases, the caller
    /// should iterate over the value itself.
    package init?(_ value: JSONValue) {
        guard let owner = value.container, let lazy = owner.lazy, !lazy.isMade else { return nil }
        self.owner = owner
        reader = lazy.reader
        left = lazy.count
        if case .object = value { isObject = true } else { isObject = false }
    }

    /// Returns the next container; nil at the end.
    package mutating func next() -> JSONValue? {
        while left > 0 {
            left -= 1
            position += 1
            let start = reader.text
            if isObject { keyItem = reader.skipKey() }
            let container = reader.nextContainer()
            passed += reader.text - start
            guard let container else { continue }
            // `passed` counts only bytes that were read. If the container shares the document's text, the iterator skipped its bytes, so
            // subtract them. Otherwise the container was made or copied from its bytes, so they stay in the count.
            if let inner = container.container?.lazy, let text = inner.document, text === owner.lazy?.document {
                passed -= inner.text.count
            }
            return container
        }
        return nil
    }

    /// The key of the container that `next` returned last; nil in an array.
    package var key: String? { keyItem.map(ElementReader.text) }
}

extension LazyElements {
    /// Returns the value of the last member with a key; nil if no member has the key. Makes no other members.
    func member(_ key: UnsafeBufferPointer<UInt8>) -> JSONValue? { DocumentBuilder.member(key, of: part, in: document) }

    fileprivate var reader: ElementReader { ElementReader(partOf: document, part) }
}

/// A reader that makes values from a text, one after the other.
private struct ElementReader {
    private var reader: yoke_element_reader
    /// The node (16 bytes that describe a container) of the first container that begins at or after `text`; nil if the text has no
    /// containers.
    fileprivate private(set) var node: UnsafePointer<yoke_tape_node>?
    /// The document whose text long containers share; nil if no container shares a text.
    private let document: DocumentText?
    private let names: Unmanaged<KeyNames.Table>?

    /// The first byte of the next value or key.
    var text: UnsafePointer<UInt8> { reader.next }

    init(_ text: UnsafePointer<UInt8>, _ node: UnsafePointer<yoke_tape_node>?, document: DocumentText?) {
        self.init(at: text, node, document: document, names: document?.names.take())
    }

    /// Makes a reader for the elements or members of a container. Each long key gets its own String, which objects do not share.
    init(partOf document: DocumentText?, _ part: DocumentText.Part) {
        self.init(at: part.text + 1, part.node + 1, document: document)
    }

    /// Makes a reader for the values from `text` on. `node`: the node of the first container that begins at or after `text`. `names`: the
    /// table by which objects share long keys; nil for no sharing.
    init(
        at text: UnsafePointer<UInt8>, _ node: UnsafePointer<yoke_tape_node>?, document: DocumentText?,
        names: Unmanaged<KeyNames.Table>? = nil
    ) {
        reader = StringMaking.reader
        reader.next = text
        self.node = node
        self.document = document
        self.names = names
    }

    /// Gives the table `names` back to the document. The caller must call this after the last element or member.
    func giveBack() {
        if let names { document?.names.give(names) }
    }

    /// Moves past the next key, and returns the place of the key in the text. Makes no String.
    mutating func skipKey() -> yoke_item {
        let item = yoke_item_at(text)
        reader.next = item.end
        return item
    }

    @inline(__always)
    mutating func key() -> String {
        if yoke_read_key(&reader) { return takeString() }
        guard let names, !reader.item.is_escaped, KeyNames.lengths.contains(reader.item.n) else { return Self.text(reader.item) }
        return names._withUnsafeGuaranteedRef { $0.string(reader.item.buffer, isASCII: reader.item.is_ascii) }
    }

    /// Reads the next value, and moves past the comma or bracket after it. If the value is a container that stays text, it gets its own
    /// copy of the text.
    mutating func nextDetached() -> JSONValue {
        defer { reader.next += 1 }
        guard text.pointee == UInt8(ascii: "{") || text.pointee == UInt8(ascii: "["), let node else { return next() }
        let start = text
        reader.next += Int(node.pointee.length)
        self.node = node + Int(node.pointee.nodes)
        return DocumentBuilder.makeValue(copying: start, node)
    }

    /// Moves past the next value, and past the comma or bracket after it. Returns the value if it is a container, else nil.
    mutating func nextContainer() -> JSONValue? {
        let item = yoke_item_at(text)
        guard item.kind.rawValue >= YOKE_TAPE_ARRAY.rawValue else {
            reader.next = item.end + 1
            return nil
        }
        defer { reader.next += 1 }
        return container(isArray: item.kind == YOKE_TAPE_ARRAY)
    }

    /// Returns the text of a string or key.
    static func text(_ item: yoke_item) -> String {
        item.is_escaped ? unescaped(item) : StringMaking.string(padded: item.buffer, isASCII: item.is_ascii)
    }

    /// Makes an array of the next `count` values. Moves past the closing bracket.
    mutating func array(_ count: Int) -> ArrayStorage {
        ArrayStorage.row(count) { elements in
            for i in 0..<count {
                (elements + i).initialize(to: next())
                reader.next += 1
            }
        }
    }

    /// Makes an object of the next `count` members. Moves past the closing brace.
    mutating func object(_ count: Int) -> ObjectStorage {
        ObjectStorage.row(count) { members in
            for i in 0..<count {
                let key = key()
                (members + i).initialize(to: (key: key, value: next()))
                reader.next += 1
            }
        }
    }

    @inline(__always)
    mutating func next() -> JSONValue {
        switch yoke_read_part(&reader) {
        case YOKE_PART_NULL: return .null
        case YOKE_PART_FALSE: return .bool(false)
        case YOKE_PART_TRUE: return .bool(true)
        case YOKE_PART_MADE_NUMBER: return .number(JSONNumber(stored: takeString()))
        case YOKE_PART_MADE_STRING: return .string(takeString())
        case YOKE_PART_NUMBER: return .number(JSONNumber(padded: reader.item.buffer))
        case YOKE_PART_STRING: return .string(Self.text(reader.item))
        case YOKE_PART_ARRAY: return container(isArray: true)
        default: return container(isArray: false)
        }
    }

    /// Moves the String out of `reader.string`, where C has made it.
    @inline(__always)
    private mutating func takeString() -> String {
        withUnsafeMutablePointer(to: &reader.string) { UnsafeMutableRawPointer($0).assumingMemoryBound(to: String.self).move() }
    }

    private mutating func container(isArray: Bool) -> JSONValue {
        let part = DocumentText.Part(text: text, node: node.unsafelyUnwrapped)
        let length = part.bytes.count
        if let document, length > DocumentBuilder.maxNestedEagerLength {
            reader.next += length
            node = part.node + Int(part.node.pointee.nodes)
            if part.size < document.root.size / DocumentBuilder.copyDivisor, let copy = document.copy(of: part) {
                return DocumentBuilder.lazy(copy.root, of: copy)
            }
            return DocumentBuilder.lazy(part, of: document)
        }
        node = part.node + 1
        reader.next += 1
        let count = part.count
        if count == 0 {
            reader.next += 1
            return isArray ? .array(JSONArray()) : .object(JSONObject())
        }
        return isArray ? .array(JSONArray(array(count))) : .object(JSONObject(object(count)))
    }

    private static func unescaped(_ item: yoke_item) -> String { withUnescaped(item.buffer) { makeValidString($0) } }
}

/// Decodes the escapes of a string, and passes the result to `body`. At least 16 bytes after the string must be readable, because C loads
/// 16 bytes at a time.
func withUnescaped<Result>(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    // Decoded text is never longer than its escaped text. The memory has 16 more bytes, because C stores 16 bytes at a time.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count + 16) { memory in
        var item = yoke_item(), text = yoke_buffer_make(yoke_libc())
        item.bytes = bytes.baseAddress
        item.n = bytes.count
        text.bytes = memory.baseAddress
        text.capacity = memory.count
        _ = yoke_item_unescape(&text, &item)
        return body(UnsafeBufferPointer(start: text.bytes, count: text.count))
    }
}

extension yoke_item {
    fileprivate var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: n) }
}
