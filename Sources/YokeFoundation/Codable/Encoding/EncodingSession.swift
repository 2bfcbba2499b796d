internal import CYoke
import Foundation
import Yoke

/// The encoder's state for one value, at one level of nesting. Later values reuse the frame.
struct EncodingFrame {
    enum Kind { case empty, single, object, array }

    var kind = Kind.empty
    /// The number of the frame's current use. A container that got the frame in an earlier use must not write.
    var use = 0
    /// The number of containers around the frame's value.
    var level = 0
    /// The number of members or elements that the container has so far.
    var count = 0
    /// The index of the object's first member in `EncodingSession.members`. For a single value: the offset of its text.
    var firstMember = 0
    /// The table of known keys for this object, which holds the keys of all members so far; nil if no table holds all of them.
    var known: KnownKeys.Table?
    /// True if the object has members, or had members that were dropped. From then on `known` may become nil, but never another table.
    var hasMembers = false
    /// Bit i is set if a member has the key with the number i in `known`.
    var seen: UInt64 = 0
    /// The number in `known` of the key that probably comes next.
    var likely: UInt32 = 0
    /// True if a member has replaced an earlier member with the same key.
    var hasRepeated = false
    /// The index of the last member with each key; nil while the object has at most 64 members.
    var names: [KeyBytes: Int]?
    /// The sessions of nested containers, by their keys in this object; nil if it has no nested container.
    var nested: [String: EncodingSession]?
    /// The key of the frame's value, borrowed while the value is encoded; nil if the value has the coding path of its parent.
    var key: KeyReference?
    var parent: UnsafeMutablePointer<EncodingFrame>?
    var next: UnsafeMutablePointer<EncodingFrame>?

    /// Forgets everything about the container of an earlier value.
    @inline(__always)
    mutating func forgetContainer() {
        kind = .empty
        known = nil
        hasMembers = false
        seen = 0
        likely = 0
        hasRepeated = false
        if names != nil { names = nil }
        if nested != nil { nested = nil }
    }

    /// The number of containers around each member or element of the frame's value.
    var inside: Int { kind == .object || kind == .array ? level + 1 : level }
}

/// The encoder that a type's `encode(to:)` gets. It writes text into one buffer.
///
///     {"id":7,"user":•,"tags":["a","b"]}      • a nested container or super encoder: the text of a nested session is inserted here
///
/// A type may fill a nested container after it has begun other members. So a nested container has a session of its own, and `finish`
/// inserts its text when the entire value is encoded.
final class EncodingSession: Encoder {
    let options: EncodingOptions
    let types: EncodingTypes
    let isPretty: Bool
    let escapesSlashes: Bool
    let keysAreDefault: Bool
    let colon: StaticString
    /// The coding path of this session's outermost value; empty except in a nested session.
    let prefix: [any CodingKey]
    let out: UnsafeMutablePointer<yoke_buffer>
    let root: UnsafeMutablePointer<EncodingFrame>
    @exclusivity(unchecked) var current: UnsafeMutablePointer<EncodingFrame>
    /// The members of all open objects. The members of the innermost object come last.
    @exclusivity(unchecked) var members: MemberStack
    /// The nested sessions, in the order of the offsets at which their texts are inserted.
    @exclusivity(unchecked) var parts: [(offset: Int, session: EncodingSession)] = []
    /// The nested containers that a later member with the same key has replaced. `member`: the index of the later member in `members`, in
    /// ascending order. If encoding this member fails, its object gets the container back.
    private var replaced: [(member: Int, frame: UnsafeMutablePointer<EncodingFrame>, use: Int, name: String, container: EncodingSession)] =
        []
    /// True while this session may reuse the keyed containers that `types.boxes` keeps. False in a nested session, and after the encoder's
    /// call has ended.
    @exclusivity(unchecked) private(set) var usesBoxes: Bool
    /// The error for the first misuse of a container. `finish` throws it at the end of the value in which the misuse happened.
    private(set) var misuse: EncodingError? { didSet { isMisused = true } }
    @exclusivity(unchecked) private var isMisused = false
    /// True if the outermost value has encoded nothing. The encoder then throws.
    @exclusivity(unchecked) var encodedNothing = false
    @exclusivity(unchecked) private var uses = 0
    /// How many values, one inside the other, are being encoded. In a nested session, the values around it count too.
    @exclusivity(unchecked) private var depth: Int
    /// A cache of conversions: the snake case form of each key of a type.
    private var convertedKeys: [String: String] = [:]

    /// - Parameter usesBoxes: true if this session may reuse the containers that `types.boxes` keeps: no other session uses them, and the
    ///   caller will call `endCall()`.
    init(
        _ options: EncodingOptions, _ types: EncodingTypes, prefix: [any CodingKey] = [], level: Int = 0, depth: Int = 0,
        usesBoxes: Bool = false
    ) {
        self.usesBoxes = usesBoxes
        // A nested session reserves no memory for members: there may be very many nested sessions, and most of them are small.
        members = MemberStack(capacity: usesBoxes ? 64 : 0)
        self.depth = depth
        self.options = options
        self.types = types
        isPretty = options.isPretty
        escapesSlashes = options.escapesSlashes
        keysAreDefault = options.keysAreDefault
        colon = options.colon
        self.prefix = prefix
        out = .allocate(capacity: 1)
        out.initialize(to: yoke_buffer_make(yoke_libc()))
        root = .allocate(capacity: 1)
        root.initialize(to: EncodingFrame(level: level))
        current = root
    }

    deinit {
        yoke_buffer_free(out)
        out.deallocate()
        var frame: UnsafeMutablePointer<EncodingFrame>? = root
        while let last = frame {
            frame = last.pointee.next
            last.deinitialize(count: 1)
            last.deallocate()
        }
    }

    /// `YokeEncoder` must call this function before an encode call returns. A type may have kept this session (its `Encoder`) to use it
    /// later. Then another call may use `types.boxes`, so this session must not use them any more.
    func endCall() {
        usesBoxes = false
        types.boxes.end()
    }

    var userInfo: [CodingUserInfoKey: Any] { options.userInfo }
    var codingPath: [any CodingKey] { path(of: current) }

    func path(of frame: UnsafeMutablePointer<EncodingFrame>, _ key: (any CodingKey)? = nil) -> [any CodingKey] {
        var path: [any CodingKey] = []
        if let key { path.append(key) }
        var frame: UnsafeMutablePointer<EncodingFrame>? = frame
        while let level = frame {
            if let key = level.pointee.key { path.append(key.key) }
            frame = level.pointee.parent
        }
        return prefix + path.reversed()
    }

    // MARK: - Frames

    /// Prepares a frame for a value inside the current value, makes it the frame `current`, and returns it. The caller must then pass the
    /// frame to `leave`, unless `enter` throws.
    @inline(__always)
    func enter(_ key: KeyReference?) throws -> UnsafeMutablePointer<EncodingFrame> {
        let outer = current
        let frame = outer.pointee.next ?? makeNext()
        uses += 1
        frame.pointee.forgetContainer()
        frame.pointee.use = uses
        frame.pointee.level = outer.pointee.inside
        frame.pointee.count = 0
        frame.pointee.key = key
        frame.pointee.parent = outer
        current = frame
        depth += 1
        if depth > CallStack.uncheckedLevels, CallStack.isLow {
            leave(frame)
            throw tooDeep()
        }
        return frame
    }

    @inline(__always)
    func leave(_ frame: UnsafeMutablePointer<EncodingFrame>) {
        depth -= 1
        frame.pointee.key = nil
        current = frame.pointee.parent.unsafelyUnwrapped
    }

    /// Closes the container that a value has opened. If the value has encoded nothing, writes an empty object. If the outermost value has
    /// encoded nothing, also sets `encodedNothing`. Throws `misuse`, if it is not nil.
    @inline(__always)
    func finish(_ frame: UnsafeMutablePointer<EncodingFrame>) throws {
        if frame.pointee.kind == .empty {
            if frame.pointee.parent == root { encodedNothing = true }
            open(.object, frame)
        }
        close(frame)
        if isMisused, let misuse { throw misuse }
    }

    /// Enters a frame for a value and runs `body`, which encodes the value. Then closes the container that `body` has opened, and leaves
    /// the frame.
    @inline(__always)
    func nest(_ key: KeyReference?, _ body: () throws -> Void) throws {
        let frame = try enter(key)
        defer { leave(frame) }
        try body()
        try finish(frame)
    }

    /// Encodes a value in the current frame. If the frame has opened a container, the value's members or elements come after those that the
    /// container has.
    func extend(by value: some Encodable) throws {
        depth += 1
        defer { depth -= 1 }
        if depth > CallStack.uncheckedLevels, CallStack.isLow { throw tooDeep() }
        try value.encode(to: self)
    }

    private func makeNext() -> UnsafeMutablePointer<EncodingFrame> {
        let frame = UnsafeMutablePointer<EncodingFrame>.allocate(capacity: 1)
        frame.initialize(to: EncodingFrame())
        current.pointee.next = frame
        return frame
    }

    /// Stands for the outermost value in the error `tooDeep`: a session does not know this value, so `YokeEncoder` inserts it later.
    struct TooDeep {}

    func tooDeep() -> EncodingError {
        .invalidValue(
            TooDeep(),
            .init(codingPath: [], debugDescription: "The value is nested deeper than \(options.depth) levels, or than the stack allows."))
    }

    /// Opens a container for the value of a frame. If the container is nested too deep, records this as a misuse.
    func open(_ kind: EncodingFrame.Kind, _ frame: UnsafeMutablePointer<EncodingFrame>) {
        frame.pointee.kind = kind
        frame.pointee.firstMember = members.count
        if frame.pointee.level + 1 > options.depth, misuse == nil { misuse = tooDeep() }
        yoke_buffer_push(out, kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
        if isPretty { yoke_buffer_push(out, UInt8(ascii: "\n")) }
    }

    func close(_ frame: UnsafeMutablePointer<EncodingFrame>) {
        guard frame.pointee.kind == .object || frame.pointee.kind == .array else { return }
        if frame.pointee.kind == .object { finishMembers(frame) }
        if isPretty {
            var layout = yoke_layout(indent: 2, short_array: 0, blank: UInt8(ascii: " "), slashes: false)
            yoke_out_newline(out, frame.pointee.level, &layout)
        }
        yoke_buffer_push(out, frame.pointee.kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    }

    /// Writes the comma and the indentation before a member or element, and counts the member or element.
    @inline(__always)
    func separate(_ frame: UnsafeMutablePointer<EncodingFrame>) {
        if frame.pointee.count > 0 { yoke_buffer_push(out, UInt8(ascii: ",")) }
        if isPretty { indent(frame) }
        frame.pointee.count += 1
    }

    private func indent(_ frame: UnsafeMutablePointer<EncodingFrame>) {
        if frame.pointee.count > 0 { yoke_buffer_push(out, UInt8(ascii: "\n")) }
        for _ in 0..<frame.pointee.inside { yoke_buffer_append(out, "  ", 2) }
    }

    /// Returns a type's key as the encoder's key strategy converts it.
    func converted(_ key: some CodingKey, _ path: () -> [any CodingKey]) -> String {
        if key is MemberKey { return key.stringValue }
        switch options.keys {
        case .useDefaultKeys: return key.stringValue
        case .convertToSnakeCase:
            let name = key.stringValue
            if let known = convertedKeys[name] { return known }
            let result = EncodingOptions.snakeCase(name)
            convertedKeys[name] = result
            return result
        case .custom(let convert): return convert(path() + [key]).stringValue
        @unknown default: return key.stringValue
        }
    }

    // MARK: - Containers

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        keyed(type, begin(.object))
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedWriter(self, begin(.array)) }
    func singleValueContainer() -> any SingleValueEncodingContainer { SingleWriter(self, current) }

    /// Opens a container of the kind `kind` for the current value, if none is open, and returns the value's frame. A value may ask for the
    /// same kind of container again. If the value has encoded something else, records the misuse.
    private func begin(_ kind: EncodingFrame.Kind) -> UnsafeMutablePointer<EncodingFrame> {
        if current.pointee.kind == .empty {
            open(kind, current)
        } else if current.pointee.kind == .single, reopen(kind, from: current.pointee.firstMember, current) {
            // The value has encoded a dictionary or array with a single value container, and goes on with its members or elements.
        } else if current.pointee.kind != kind {
            refuse("A value cannot be encoded in two ways: another container or a single value is already encoded at this path.")
        }
        return current
    }

    static let closed = "The container is used while another value is encoded, or after its own value has ended."

    @discardableResult
    func refuse(_ description: String) -> EncodingError {
        let error = misuse ?? .invalidValue(description, .init(codingPath: codingPath, debugDescription: description))
        misuse = error
        return error
    }

    /// Returns a new nested session. `finish` will insert the text of the nested session at the current end of this session's text.
    func part(_ path: [any CodingKey], level: Int) -> EncodingSession {
        let part = EncodingSession(options, types, prefix: path, level: level, depth: depth + 1)
        parts.append((out.pointee.count, part))
        return part
    }

    /// Records that the last member replaces the nested container `container`.
    func replace(_ container: EncodingSession, _ name: String, _ frame: UnsafeMutablePointer<EncodingFrame>) {
        let member = members.count - 1
        while let last = replaced.last, last.member >= member { replaced.removeLast() }
        replaced.append((member, frame, frame.pointee.use, name, container))
    }

    /// Gives the object the nested container back that the member with index `member` has replaced, if there is one.
    func restoreContainer(replacedBy member: Int, _ frame: UnsafeMutablePointer<EncodingFrame>) {
        while let last = replaced.last, last.member > member { replaced.removeLast() }
        guard let last = replaced.last, last.member == member, last.frame == frame, last.use == frame.pointee.use else { return }
        frame.pointee.nested?[last.name] = last.container
        replaced.removeLast()
    }
}
