internal import CYoke
internal import CYokeCodable
import Foundation
import Yoke

/// The position of a value in a document: the value's first byte, and a node. Nodes are the parser's records of containers, in the order of
/// the text. `node` belongs to the first container that begins at this byte or later.
struct Cursor {
    var text: UnsafePointer<UInt8>
    var node: UnsafePointer<yoke_tape_node>

    /// The position of a null outside of every document. A super decoder reads this null if the object has no member with the decoder's
    /// key. The C code may load bytes after the null, so the text has 64 bytes.
    nonisolated(unsafe) static let null: Cursor = {
        let text = UnsafeMutablePointer<UInt8>.allocate(capacity: 64), node = UnsafeMutablePointer<yoke_tape_node>.allocate(capacity: 1)
        text.initialize(repeating: 0, count: 64)
        for (i, byte) in "null".utf8.enumerated() { text[i] = byte }
        node.initialize(to: yoke_tape_node())
        return Cursor(text: UnsafePointer(text), node: UnsafePointer(node))
    }()

    var first: UInt8 { text.pointee }
    var isNull: Bool { first == UInt8(ascii: "n") }
    var isObject: Bool { first == UInt8(ascii: "{") }
    var isArray: Bool { first == UInt8(ascii: "[") }
    var isString: Bool { first == UInt8(ascii: "\"") }
    /// True for the words `NaN`, `Infinity` and `-Infinity` of JSON5.
    var isNonFinite: Bool {
        switch first == UInt8(ascii: "-") ? text[1] : first {
        case UInt8(ascii: "N"), UInt8(ascii: "I"): true
        default: false
        }
    }
    var isNumber: Bool { (first == UInt8(ascii: "-") ? text[1] : first) &- UInt8(ascii: "0") <= 9 }
    /// The number of elements or members of the container at this position. Do not use it for a scalar: then `node` is another container's.
    var count: Int { Int(node.pointee.count) }

    /// The key or scalar at this position: a pointer to its bytes, and how many bytes it has.
    var item: yoke_item { yoke_item_at(text) }
    /// The position of the container's first element or first key.
    var inside: Cursor { Cursor(text: text + 1, node: node + 1) }
    /// The position right after this value, with the node of the next container in the text.
    var after: Cursor {
        var node: UnsafePointer<yoke_tape_node>? = node
        let end = yoke_pass_value(text, &node).unsafelyUnwrapped
        return Cursor(text: end, node: node.unsafelyUnwrapped)
    }

    /// The kind of the value, in the words of Foundation's errors.
    var kindName: String {
        switch first {
        case UInt8(ascii: "n"): "null"
        case UInt8(ascii: "t"), UInt8(ascii: "f"): "bool"
        case UInt8(ascii: "\""): "a string"
        case UInt8(ascii: "{"): "a dictionary"
        case UInt8(ascii: "["): "an array"
        default: "number"
        }
    }
}

/// The decoder's state for one value, at one level of nesting. Later values reuse the frame. So before each use of a frame, a container
/// asks the session if the frame still belongs to the container's value.
struct Frame {
    var cursor: Cursor
    /// The number of frames before this one in the stack of frames; 0 for the root.
    var index = 0
    /// The number of frames that nested containers directly inside the frame's value have added.
    var opened = 0
    /// `key`: for a nested container, its key in the container around it; nil for any other value. `hasKey`: true if `key` is not nil. When
    /// the frame is reused, the session writes `key` only if the old or the new key is not nil.
    var key: (any CodingKey)?
    var hasKey = false
    /// The key of the value, borrowed from the caller while the value is decoded. It is nil for the outermost value, and for a value with
    /// the same coding path as its parent.
    var keyReference: KeyReference?
    var parent: UnsafeMutablePointer<Frame>?
    /// The next frame in the stack of frames; nil until it is first needed.
    var next: UnsafeMutablePointer<Frame>?
    /// The state of key lookups in one object. This object is the frame's object only if `lookup.text` equals `cursor.text`; otherwise the
    /// state is left over from an earlier use of the frame.
    var lookup = yoke_lookup()
    /// The object's members by their keys as the key strategy converts them; nil until a lookup needs them.
    var converted: ConvertedKeys?

    /// Prepares `lookup` for this frame's object, unless it is prepared already.
    mutating func begin() {
        if lookup.text != cursor.text { yoke_lookup_begin(&lookup, cursor.text, cursor.node) }
    }
}

/// The decoder that a type's `init(from:)` gets. It has one parsed text, and a stack of frames for the nested values that are being
/// decoded.
final class DecodingSession: Decoder {
    let document: ParsedText
    let options: DecodingOptions
    /// A cache of conversions: the camel case form of each key of the text.
    var camelCases: [String: String] = [:]
    let types: DecodingTypes
    /// The coding path of the outermost value; empty except in a super decoder.
    let prefix: [any CodingKey]
    let root: UnsafeMutablePointer<Frame>
    /// The frame of the value that is being decoded.
    @exclusivity(unchecked) var current: UnsafeMutablePointer<Frame>
    /// The last frame in use: `current`, or the frame of a nested container that the current value has opened.
    @exclusivity(unchecked) private var last: UnsafeMutablePointer<Frame>
    /// Spare frames. A container gets one of them if its own frame has been reused for another value. If all of them are in use, the
    /// container gets the frame at `nextDetached`. So a type can read up to `maxDetached` such containers in turn, without a new search of
    /// the keys for each member.
    private(set) var detached: [UnsafeMutablePointer<Frame>] = []
    private var nextDetached = 0
    private static let maxDetached = 16
    /// True while this session may use `types.boxes`, a cache of keyed containers. Only one session at a time may use the cache. So the
    /// property is false in a super decoder, and after the decoder's call has ended.
    @exclusivity(unchecked) private(set) var usesBoxes: Bool
    /// The last error of this session and of its super decoders; nil before the first error. Always nil in a super decoder: `origin` keeps
    /// the super decoder's errors.
    private var lastFailure: Failure?
    /// The outermost session, from which this super decoder comes; nil if this session is the outermost.
    private let origin: DecodingSession?
    /// The state of the C code that reads strings in the document's text and makes Swift Strings from them.
    @exclusivity(unchecked) var reader = yoke_element_reader()
    /// How many values, one inside the other, are being decoded, with the values around a super decoder. Above 64, `enter` checks the call
    /// stack.
    @exclusivity(unchecked) private var depth: Int

    /// - Parameter usesBoxes: true if this session may reuse the containers that `types.boxes` keeps: no other session uses them, and the
    ///   caller will call `end()`.
    init(
        _ document: ParsedText, at cursor: Cursor, _ options: DecodingOptions, _ types: DecodingTypes, prefix: [any CodingKey] = [],
        depth: Int = 0, usesBoxes: Bool = false, origin: DecodingSession? = nil
    ) {
        self.origin = origin
        self.document = document
        self.options = options
        self.types = types
        self.prefix = prefix
        self.depth = depth
        self.usesBoxes = usesBoxes
        root = .allocate(capacity: 1)
        root.initialize(to: Frame(cursor: cursor))
        current = root
        last = root
        StringMaking.initialize(reader: &reader)
    }

    deinit {
        var frame: UnsafeMutablePointer<Frame>? = root
        while let last = frame {
            frame = last.pointee.next
            Self.free(last)
        }
        detached.forEach(Self.free)
    }

    /// `YokeDecoder` must call this function before a decode call returns. A type may have kept this session (its `Decoder`) to use it
    /// later. Then another call may use `types.boxes`, so this session must not use them any more.
    func end() {
        usesBoxes = false
        types.boxes.end()
    }

    private static func free(_ frame: UnsafeMutablePointer<Frame>) {
        yoke_lookup_free(&frame.pointee.lookup)
        frame.deinitialize(count: 1)
        frame.deallocate()
    }

    var userInfo: [CodingUserInfoKey: Any] { options.userInfo }
    var codingPath: [any CodingKey] { path(of: current) }

    // MARK: - Frames

    /// Adds a frame to the stack for the value at `cursor`, and returns the frame.
    @inline(__always)
    func push(_ cursor: Cursor, _ parent: UnsafeMutablePointer<Frame>, _ key: (any CodingKey)?) -> UnsafeMutablePointer<Frame> {
        let frame = last.pointee.next ?? makeNext()
        fill(frame, cursor, parent, key)
        return frame
    }

    @inline(__always)
    private func fill(
        _ frame: UnsafeMutablePointer<Frame>, _ cursor: Cursor, _ parent: UnsafeMutablePointer<Frame>, _ key: (any CodingKey)?
    ) {
        frame.pointee.cursor = cursor
        frame.pointee.opened = 0
        if key != nil || frame.pointee.hasKey {
            frame.pointee.key = key
            frame.pointee.hasKey = key != nil
        }
        frame.pointee.parent = parent
        frame.pointee.lookup.text = nil
        if frame.pointee.converted != nil { frame.pointee.converted = nil }
        last = frame
    }

    private func makeNext() -> UnsafeMutablePointer<Frame> {
        let frame = UnsafeMutablePointer<Frame>.allocate(capacity: 1)
        frame.initialize(to: Frame(cursor: .null, index: last.pointee.index + 1))
        last.pointee.next = frame
        return frame
    }

    /// Returns a frame for a nested container. The frame stays in use until the value around the container ends, because this value's
    /// `init(from:)` may use the container until then.
    ///
    /// A long array must not need a frame for each element. So a value opens at most `maxNestedFrames` frames for nested containers. Each
    /// further container gets the last of these frames. If a value and the nested containers inside each other have `maxFrames` frames, the
    /// next container gets the frame after its parent's. A type can still use a container that had its frame before: the container decodes
    /// the right values, but its errors have the path of the outermost value.
    func pushNested(_ cursor: Cursor, _ parent: UnsafeMutablePointer<Frame>, _ key: any CodingKey) -> UnsafeMutablePointer<Frame> {
        if last.pointee.index - current.pointee.index >= Self.maxFrames { last = detached.contains(parent) ? current : parent }
        guard parent.pointee.opened >= Self.maxNestedFrames, let frame = lastNested(in: parent) else {
            parent.pointee.opened += 1
            return push(cursor, parent, key)
        }
        fill(frame, cursor, parent, key)
        return frame
    }

    /// Limits for a type that opens many nested containers: in one container, and in all containers of a value. Without the second limit, a
    /// type that walks through a tree of arrays would need a frame for each array.
    private static let maxNestedFrames = 32, maxFrames = 1024

    /// Returns the last frame in use whose parent is `parent`. Checks `last`, its parent, the parent's parent and so on, at most 16 frames;
    /// nil if no checked frame has this parent.
    private func lastNested(in parent: UnsafeMutablePointer<Frame>) -> UnsafeMutablePointer<Frame>? {
        var frame = last
        for _ in 0..<16 {
            guard frame.pointee.index > current.pointee.index, let outer = frame.pointee.parent else { return nil }
            if outer == parent { return frame }
            frame = outer
        }
        return nil
    }

    /// Returns the frame for the container at `cursor`: `own`, if it is still in use for this container; else a spare frame in `detached`.
    @inline(__always)
    func frame(_ own: UnsafeMutablePointer<Frame>, for cursor: Cursor) -> UnsafeMutablePointer<Frame> {
        own.pointee.cursor.text == cursor.text && own.pointee.index <= last.pointee.index ? own : detachedFrame(for: cursor)
    }

    /// Returns a spare frame, prepared for the container at `cursor`, whose own frame has been reused.
    private func detachedFrame(for cursor: Cursor) -> UnsafeMutablePointer<Frame> {
        if let known = detached.first(where: { $0.pointee.cursor.text == cursor.text }) { return known }
        if detached.count < Self.maxDetached {
            let frame = UnsafeMutablePointer<Frame>.allocate(capacity: 1)
            frame.initialize(to: Frame(cursor: cursor, parent: root))
            detached.append(frame)
            return frame
        }
        let frame = detached[nextDetached]
        nextDetached = (nextDetached + 1) % Self.maxDetached
        yoke_lookup_free(&frame.pointee.lookup)
        frame.pointee = Frame(cursor: cursor, parent: root)
        return frame
    }

    /// An open level of nesting: its frame, and the frames that become `current` and `last` again when the level is closed.
    struct Scope {
        fileprivate let outer, end: UnsafeMutablePointer<Frame>
        let frame: UnsafeMutablePointer<Frame>
    }

    /// Opens a level of nesting for a value: adds a frame for the value, and makes it the frame `current`. The caller must close the level
    /// with `leave`, unless `enter` throws.
    @inline(__always)
    func enter(_ cursor: Cursor, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?) throws -> Scope {
        let outer = current, end = last
        let frame = push(cursor, parent, nil)
        frame.pointee.keyReference = key
        current = frame
        depth += 1
        let scope = Scope(outer: outer, end: end, frame: frame)
        if depth > CallStack.uncheckedLevels { try checkStack(scope) }
        return scope
    }

    /// Closes a level of nesting: drops its frame, and the frames of all nested containers that were opened in it.
    @inline(__always)
    func leave(_ scope: Scope) {
        depth -= 1
        scope.frame.pointee.keyReference = nil
        current = scope.outer
        last = scope.end
    }

    /// Opens a level for a value, calls `body`, and closes the level.
    @inline(__always)
    func nest<Result>(
        _ cursor: Cursor, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?, _ body: () throws -> Result
    ) throws -> Result {
        let scope = try enter(cursor, parent, key)
        defer { leave(scope) }
        do { return try body() } catch { throw recordingPosition(error, scope.frame) }
    }

    /// Throws a `DecodingError` if the call stack has little room left. Closes `scope`, unless it is nil, before throwing.
    @inline(never)
    private func checkStack(_ scope: Scope?) throws {
        guard CallStack.isLow else { return }
        let error = corrupted(
            current.pointee.cursor, path(of: current), "The value is \(CallStack.exceeded).",
            underlying: JSONError(kind: .depthExceeded, message: CallStack.exceeded))
        if let scope { leave(scope) }
        throw error
    }

    func path(of frame: UnsafeMutablePointer<Frame>, _ key: (any CodingKey)? = nil) -> [any CodingKey] {
        var path: [any CodingKey] = []
        if let key { path.append(key) }
        var frame: UnsafeMutablePointer<Frame>? = frame
        while let level = frame {
            if let key = level.pointee.key ?? level.pointee.keyReference?.key { path.append(key) }
            frame = level.pointee.parent
        }
        return prefix + path.reversed()
    }

    // MARK: - Containers

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try container(keyedBy: type, current.pointee.cursor, current)
    }

    func container<Key: CodingKey>(
        keyedBy type: Key.Type, _ cursor: Cursor, _ frame: UnsafeMutablePointer<Frame>
    ) throws -> KeyedDecodingContainer<Key> {
        guard cursor.isObject else { throw noContainer([String: Any].self, cursor, frame, "keyed") }
        return keyed(type, cursor, frame)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try unkeyedContainer(current.pointee.cursor, current) }

    func unkeyedContainer(_ cursor: Cursor, _ frame: UnsafeMutablePointer<Frame>) throws -> any UnkeyedDecodingContainer {
        guard cursor.isArray else { throw noContainer([Any].self, cursor, frame, "unkeyed") }
        return UnkeyedContainer(self, frame, cursor)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { SingleContainer(session: self, cursor: current.pointee.cursor) }

    func noContainer(_ type: Any.Type, _ cursor: Cursor, _ frame: UnsafeMutablePointer<Frame>, _ name: String) -> DecodingError {
        if cursor.isNull {
            return noValue(type, cursor, path(of: frame), "Cannot get \(name) decoding container -- found null value instead")
        }
        return mismatch(type, cursor, path(of: frame))
    }

    /// Returns an independent decoder for the value at `cursor`; for a null if `cursor` is nil. A type may use the decoder even after this
    /// session has gone on to other values.
    func separate(_ cursor: Cursor?, path: [any CodingKey]) throws -> DecodingSession {
        if depth > CallStack.uncheckedLevels { try checkStack(nil) }
        return DecodingSession(document, at: cursor ?? .null, options, types, prefix: path, depth: depth + 1, origin: origin ?? self)
    }

    // MARK: - Failures

    /// The parts of an error that the session keeps, to find the error's line and column later.
    struct Failure {
        /// The first byte of the value that the error is about.
        let text: UnsafePointer<UInt8>
        let description: String
        /// The coding path of the error.
        let path: [any CodingKey]
        /// True if a mapping has refused the value. The underlying `JSONError` then gets the position too.
        var isOfMapping = false

        /// True if this is the failure that the error with the given context reports.
        func isReported(by context: DecodingError.Context) -> Bool {
            description == context.debugDescription && path.elementsEqual(context.codingPath) { $0.stringValue == $1.stringValue }
        }
    }

    /// The last error of the call to the decoder.
    var failure: Failure? { (origin ?? self).lastFailure }

    /// Keeps an error as the last one. Does nothing if the error is about `Cursor.null`, which is in no document.
    func record(_ new: Failure) {
        if new.text != Cursor.null.text { (origin ?? self).lastFailure = new }
    }
}
