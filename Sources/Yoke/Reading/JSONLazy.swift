internal import CYoke

/// A value that is read when it is first used. Yoke checks the text at once and makes the value on demand. Use it for large parts of
/// documents that are seldom used.
///
/// ```swift
/// struct Page: ... { var title: String; var comments: JSONLazy<[Comment]> }
/// let comments = try page.comments.value()
/// ```
/// `value()` reads with the options and the context of the call that has read the document, and by the rules of the property. Until then,
/// the lazy value keeps the context alive. So objects of the context should not keep lazy values that are never read.
///
/// Writing copies the raw text if all of this is true. Otherwise Yoke reads the value from the text and writes the value.
///
/// - The writing call has the same options for keys, dates, `view` and coders. It sets neither `refusesUnknownKeys` nor `omitsDefaults`.
/// - The call does not make a snapshot (`snapshot()` of YokeArchives), or the text comes from a snapshot.
/// - `value()` has not returned class instances, which may have changed since.
/// - The reading call had the mode `.strict`, and not `duplicateKeys = .first`.
/// - The writing call sorts nothing: it does not set `sortsKeys`, and does not compare models (`hasSameJSON`, a patch between two models).
/// - The text has no NaN and no infinity, or the writing call writes them as they stand in the text.
///
/// If one of the last three is false, but the value cannot be read, Yoke copies the text nevertheless.
public final class JSONLazy<Value: JSONReadable & Sendable>: Sendable {
    private let state: State

    private final class State: @unchecked Sendable {  // `lock` protects all variables
        /// No code of the user runs under this lock.
        let lock = Lock()
        let source: LazySource?
        /// The options for reading the value. nil after the value was read, so that the context of the call can be freed.
        var options: JSONReadOptions?
        var value: Value?
        /// True if a `Value` is or contains class instances. Their owners may change them after `value()` has returned the value. nil if
        /// this is not known yet.
        var mayChange: Bool?

        init(_ source: LazySource?, _ options: JSONReadOptions?, value: Value?) {
            self.source = source
            self.options = options
            self.value = value
        }
    }

    fileprivate init(_ source: LazySource, _ options: JSONReadOptions) { state = State(source, options, value: nil) }

    /// Makes a lazy value from an existing value.
    public init(_ value: Value) { state = State(nil, nil, value: value) }

    /// Returns the value. The first call reads it. If several threads make the first call at the same time, each of them reads the value,
    /// and all get the value of the thread that is ready first.
    ///
    /// - Throws: the error of an invalid value, with a path that begins at this value. `.reentered` if a hook that runs while this value is
    ///   read asks for this value.
    public func value() throws(JSONError) -> Value {
        let (first, unread) = state.lock.locked { (state.value, state.options) }
        if let first { return first }
        guard let source = state.source, let options = unread else { preconditionFailure("a lazy value without a text is there") }
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        defer { memory.deallocate() }
        do throws(JSONError) {
            try LazyRead.during(ObjectIdentifier(state)) { () throws(JSONError) in try source.read(Value.self, options, into: memory) }
        } catch {
            if let first = known { return first }  // another thread has read the value meanwhile
            throw error
        }
        let own = memory.move()
        return state.lock.locked {
            if let first = state.value { return first }
            state.value = own
            state.options = nil
            return own
        }
    }

    /// Returns the raw text if the writing call may copy it; nil if the value must be written instead. `plan`: how the writing call finds
    /// the plan for the value. The raw text may be copied only if the reading call finds the same plan.
    ///
    /// The copied text may contain members that the model does not keep. After `value()` has returned class instances, this function
    /// returns nil, because the instances may have changed.
    fileprivate func written(_ plan: LazyPlan, _ style: yoke_style) -> String? {
        guard let source = state.source, !source.isFlattened, source.plan.isSame(as: plan) else { return nil }
        if !source.fits(style), (try? value()) != nil { return nil }
        let (isRead, known) = state.lock.locked { (state.value != nil, state.mayChange) }
        if !isRead { return source.text }
        let mayChange = known ?? InstanceSearch().mayHold(JSONMapping.Child(Value.self))
        if known == nil { state.lock.locked { state.mayChange = mayChange } }
        return mayChange ? nil : source.text
    }

    private var known: Value? { state.lock.locked { state.value } }

    /// The content that `==` and hashing use: the value, or the text if the value cannot be read.
    fileprivate var content: Result<Value, Unreadable> {
        do throws(JSONError) { return .success(try value()) } catch {
            return .failure(Unreadable(text: state.source?.text ?? ""))
        }
    }

    fileprivate struct Unreadable: Error, Hashable { let text: String }
}

/// A lazy value that the current thread is reading. The lazy values that a thread reads inside each other are a list, innermost first.
private struct LazyRead {
    let state: ObjectIdentifier
    let outer: UnsafeRawPointer?

    private static let innermost = ThreadSlot()

    /// Calls `body`, which reads the value of `state`. Throws `.reentered` if this thread is already reading this value.
    static func during(_ state: ObjectIdentifier, _ body: () throws(JSONError) -> Void) throws(JSONError) {
        let outer = innermost.value
        var next = UnsafeRawPointer(outer)
        while let read = next?.assumingMemoryBound(to: LazyRead.self).pointee {
            if read.state == state {
                throw JSONError(
                    .reentered, "the lazy value is asked for while it is read", hint: "a hook cannot ask for the value that it belongs to")
            }
            next = read.outer
        }
        var read = LazyRead(state: state, outer: outer)
        try withUnsafeMutablePointer(to: &read) { read throws(JSONError) in
            innermost.value = UnsafeMutableRawPointer(read)
            defer { innermost.value = outer }
            try body()
        }
    }
}

/// The raw text of a value that is read later, and the plan for reading it.
private struct LazySource: Sendable {
    let text: String
    let plan: LazyPlan
    /// True if the value is flattened. Then `text` is the object around it, with members of other properties.
    let isFlattened: Bool
    /// True if a strict call reads the same value from `text`.
    let isStrict: Bool
    /// True if numbers in `text` may stand for NaN and infinities (see `JSONNonFiniteNumbers.literal`).
    let mayHaveLiterals: Bool
    /// The policy of the reading call for NaN and infinities.
    let nonFinite: JSONNonFiniteNumbers

    init(text: String, plan: LazyPlan, isFlattened: Bool, _ options: JSONReadOptions) {
        self.text = text
        self.plan = plan
        self.isFlattened = isFlattened
        isStrict = options.mode == .strict && options.duplicateKeys != .first
        mayHaveLiterals = options.readsLiterals
        nonFinite = options.nonFiniteNumbers
    }

    /// Returns true if `text` is strict, and has the order, the NaN and the infinities that the style asks for.
    func fits(_ style: yoke_style) -> Bool {
        guard isStrict, !style.sorts_collections else { return false }
        if mayHaveLiterals, NonFiniteTexts.mayOccurInRawText(text) { return false }
        switch nonFinite {
        case .reject, .literal: return true
        case .null, .strings: return NonFiniteTexts(nonFinite, isQuoted: true)?.areSame(as: style.non_finite) ?? true
        }
    }

    func read(_ type: any JSONMapped.Type, _ options: JSONReadOptions, into memory: UnsafeMutableRawPointer) throws(JSONError) {
        let plan = try plan.of(type)
        try BinderPool.with(options) { binder throws(JSONError) in
            binder.keepAlive(plan)
            try borrowText(text) { bytes throws(JSONError) in try binder.readWhole(plan.root, memory, bytes) }
        }
    }
}

/// How a lazy value finds the plan (compiled mapping) by which its text is read later.
private enum LazyPlan: @unchecked Sendable {  // safe to send, because plans never change
    /// The plan is compiled from these inputs when the value is read.
    case made(SlotOrigin)
    /// The slot of the value in the model's plan, and the cache that keeps this plan alive. Used if a `SlotOrigin` cannot describe the
    /// slot, for example if the value's mapping belongs to one property.
    case kept(UnsafePointer<yoke_slot>, PlanCache?)

    /// - Parameters:
    ///   - choices: three pointers from the model's plan. The first is not used. The second is the slot by which a `Value` is written, and
    ///     read later. The third is the `SlotOrigin`: the inputs from which an equal slot can be compiled.
    ///   - plans: the cache that owns the model's plan; nil if this plan is never freed.
    init(_ choices: UnsafePointer<UnsafePointer<yoke_slot>?>, in plans: PlanCache?) {
        let origin = Unmanaged<SlotOrigin>.fromOpaque(choices[2].unsafelyUnwrapped).takeUnretainedValue()
        self = origin.isComplete ? .made(origin) : .kept(choices[1].unsafelyUnwrapped, plans)
    }

    func of(_ type: any JSONMapped.Type) throws(JSONError) -> Plan {
        switch self {
        case .made(let origin): try Plan.of(type, origin.variant)
        case .kept(let slot, let plans): Plan(root: slot, cache: plans)
        }
    }

    func isSame(as other: LazyPlan) -> Bool {
        switch (self, other) {
        case (.made(let a), .made(let b)): a === b || a.variant == b.variant
        case (.kept(let a, _), .kept(let b, _)): a == b
        default: false
        }
    }
}

extension JSONLazy: JSONMapped, JSONReadable {
    /// Accepts any JSON value and keeps its raw text. `value()` reads a `Value` from the text.
    public static var jsonMapping: JSONMapping {
        let thunks = Thunks()
        thunks.isForm = true
        thunks.capture = { to, text, choice in
            let choice = choice.assumingMemoryBound(to: yoke_choice.self).pointee
            let binder = unsafeBitCast(choice.reader.unsafelyUnwrapped, to: Binder.self)
            let frame = binder.cBinder.pointee.top.pointee
            let options = binder.optionsOfParts
            let source = LazySource(
                text: String(decoding: text, as: UTF8.self), plan: LazyPlan(choice.choices, in: binder.planCache),
                isFlattened: UInt32(frame.kind) == YOKE_FRAME_CHOSEN.rawValue && frame.is_flattened, options)
            to.initializeMemory(as: JSONLazy.self, to: JSONLazy(source, options))
        }
        thunks.project = { to, at, writer in
            let lazy = at.assumingMemoryBound(to: JSONLazy.self).pointee
            let writer = writer.assumingMemoryBound(to: yoke_writer.self)
            guard let text = lazy.written(LazyPlan(writer.pointee.choices, in: nil), writer.pointee.style), writer.pointee.hasTag(text)
            else {
                to.initializeMemory(as: Value.self, to: try lazy.value())
                return 1
            }
            borrow(text) { yoke_writer_raw(writer, $0.baseAddress, $0.count) }
            return nil
        }
        return JSONMapping(
            Self.self,
            .rawText(
                [CaseDescription(name: "", payload: JSONMapping.Child(Value.self), make: Thunks())], thunks, .untagged,
                fallback: nil))
    }
}

extension JSONLazy: JSONWritable where Value: JSONWritable {}

extension JSONLazy: Equatable where Value: Equatable {
    /// Returns true if the values are equal. A value that cannot be read is compared by its text. Cost: reads both values.
    public static func == (a: JSONLazy, b: JSONLazy) -> Bool { a === b || a.content == b.content }
}

extension JSONLazy: Hashable where Value: Hashable {
    /// Hashes the value, or the text if the value cannot be read. Cost: reads the value.
    public func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension JSONLazy: CustomStringConvertible, CustomReflectable {
    /// The value if it was already used, else the beginning of the text. Does not read the value.
    public var description: String {
        if let value = known { return "JSONLazy(\(value))" }
        let text = state.source?.text ?? "", start = text.prefix(80)
        return "JSONLazy(unread: \(start)\(start.endIndex < text.endIndex ? "..." : ""))"
    }

    /// The value if it was already used, else the text.
    public var customMirror: Mirror {
        Mirror(self, children: known.map { ["value": $0] } ?? ["unread": state.source?.text ?? ""])
    }
}

extension yoke_writer {
    /// Returns true if no tag has to be written, or if the object `text` already has the tag with its value.
    fileprivate func hasTag(_ text: String) -> Bool {
        guard let key = tag_key else { return true }
        var from = 0, to = 0
        return borrow(text) { text in
            yoke_find_member(text.baseAddress, text.count, key + 1, tag_key_length - 3, true, &from, &to)
                && text[from..<to].elementsEqual(UnsafeBufferPointer(start: tag_value, count: tag_value_length))
        }
    }
}
