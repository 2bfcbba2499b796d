internal import CYoke

/// A value that is read when it is first asked for: its text is checked at once, and bound on demand. For large parts of documents that are
/// seldom looked at.
///
/// ```swift
/// struct Page: ... { var title: String; var comments: JSONLazy<[Comment]> }
/// let comments = try page.comments.value()
/// ```
/// It is read as the call that its text came from would have read it: with its options, its context, and the rules of the property.
///
/// It is written as it came, by calls that ask nothing else of the model than that one did (key styles, forms of dates, views). For other
/// calls, for snapshots, and of a class that was asked for, the value is read and written.
public final class JSONLazy<Value: JSONReadable & Sendable>: Sendable {
    private let state: State

    private final class State: @unchecked Sendable {  // `value` and `isReading` are under `lock`, the rest is never written
        let lock = Lock()
        let source: LazySource?
        var value: Value?
        /// The thread that holds the lock reads the value.
        var isReading = false

        init(_ source: LazySource?, value: Value?) {
            self.source = source
            self.value = value
        }
    }

    fileprivate init(_ source: LazySource) { state = State(source, value: nil) }

    /// A value that is there.
    public init(_ value: Value) { state = State(nil, value: value) }

    /// The value; read at the first call, under a lock.
    ///
    /// - Throws: what does not fit, with a path that begins at this value; `.reentered` when a hook asks for the value that it belongs to.
    public func value() throws(JSONError) -> Value {
        state.lock.lock()
        defer { state.lock.unlock() }
        if let value = state.value { return value }
        guard let source = state.source else { preconditionFailure("a lazy value without a text is there") }
        if state.isReading {
            throw JSONError(.reentered, "the lazy value is asked for while it is read", hint: "a hook cannot ask for the value that it belongs to")
        }
        state.isReading = true
        defer { state.isReading = false }
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        defer { memory.deallocate() }
        try source.read(Value.self, into: memory)
        let value = memory.move()
        state.value = value
        return value
    }

    /// The text that is written for a slot: the one that came from such a slot, which says more than a model may keep; but not that of an
    /// instance that may have changed.
    fileprivate func written(_ plan: LazyPlan) -> String? {
        guard let source = state.source, source.plan.isSame(as: plan) else { return nil }
        state.lock.lock()
        defer { state.lock.unlock() }
        return state.value == nil || !(Value.self is AnyClass) ? source.text : nil
    }

    /// What it is compared by: the value, or the text that it cannot be read from.
    fileprivate var content: Result<Value, Unreadable> {
        do throws(JSONError) { return .success(try value()) } catch {
            return .failure(Unreadable(text: state.source?.text ?? ""))
        }
    }

    fileprivate struct Unreadable: Error, Hashable { let text: String }
}

/// A text that is bound later, and how.
private struct LazySource: Sendable {
    let text: String
    let plan: LazyPlan
    let options: JSONReadOptions

    func read(_ type: any JSONMapped.Type, into memory: UnsafeMutableRawPointer) throws(JSONError) {
        let binder = BinderPool.shared.take(options)
        defer { BinderPool.shared.give(binder) }
        let plan = try plan.of(type)
        binder.hold(plan)
        try borrowText(text) { bytes throws(JSONError) in try binder.readWhole(plan.root, memory, bytes) }
    }
}

/// The plan of a value that is read later: kept, or made again, so that the text of a call does not keep all of the call's plans.
private enum LazyPlan: @unchecked Sendable {  // plans are never written again
    case made(SlotOrigin)
    case kept(UnsafePointer<yoke_slot>, PlanCache?)

    /// - Parameters:
    ///   - choices: those of the plan that the value stands in.
    ///   - plans: what that belongs to.
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
    /// Any JSON that `Value` can be read from later.
    public static var jsonMapping: JSONMapping {
        let thunks = Thunks()
        thunks.isForm = true
        thunks.capture = { to, text, choice in
            let choice = choice.assumingMemoryBound(to: yoke_choice.self).pointee
            let binder = unsafeBitCast(choice.reader.unsafelyUnwrapped, to: Binder.self)
            let source = LazySource(
                text: String(decoding: text, as: UTF8.self), plan: LazyPlan(choice.choices, in: binder.held), options: binder.options)
            to.initializeMemory(as: JSONLazy.self, to: JSONLazy(source))
        }
        thunks.project = { to, at, writer in
            let lazy = at.assumingMemoryBound(to: JSONLazy.self).pointee
            let writer = writer.assumingMemoryBound(to: yoke_writer.self)
            guard let text = lazy.written(LazyPlan(writer.pointee.choices, in: nil)) else {
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
    /// Whether the values are equal; of what cannot be read, the texts. Reads both.
    public static func == (a: JSONLazy, b: JSONLazy) -> Bool { a === b || a.content == b.content }
}

extension JSONLazy: Hashable where Value: Hashable {
    /// Feeds the value, or the text that it cannot be read from. Reads it.
    public func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension JSONLazy: CustomStringConvertible, CustomReflectable {
    /// The value, once it was asked for; before that the beginning of the text. Reads nothing.
    public var description: String {
        if let value = known { return "JSONLazy(\(value))" }
        let text = state.source?.text ?? "", start = text.prefix(80)
        return "JSONLazy(unread: \(start)\(start.endIndex < text.endIndex ? "..." : ""))"
    }

    /// The value, once it was asked for; before that the text.
    public var customMirror: Mirror {
        Mirror(self, children: known.map { ["value": $0] } ?? ["unread": state.source?.text ?? ""])
    }

    private var known: Value? {
        state.lock.lock()
        defer { state.lock.unlock() }
        return state.value
    }
}
