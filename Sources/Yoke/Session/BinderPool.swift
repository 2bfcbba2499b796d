internal import CYoke

/// Binders that wait for the next text, so that a small text does not pay for new buffers.
///
/// A binder comes and goes with its reference, which need not be counted.
enum BinderPool {
    static func take(_ options: JSONReadOptions) -> Unmanaged<Binder> {
        guard options.isStrict else { return .passRetained(ChangedBinders.shared.take(options) ?? Binder(options: options)) }
        if let binder = yoke_pool_take(yoke_binder_pool()) { return .fromOpaque(binder) }
        return .passRetained(Binder(options: options))
    }

    static func give(_ binder: Unmanaged<Binder>) {
        guard binder._withUnsafeGuaranteedRef({ $0.isSmall }) else { return binder.release() }
        guard binder._withUnsafeGuaranteedRef({ $0.isStrict }) else { return ChangedBinders.shared.give(binder.takeRetainedValue()) }
        if let other = yoke_pool_give(yoke_binder_pool(), binder.toOpaque()) { Unmanaged<Binder>.fromOpaque(other).release() }
    }

    /// Passes a binder to `body`.
    static func with<Result>(
        _ options: JSONReadOptions, _ body: (Binder) throws(JSONError) -> Result
    ) throws(JSONError) -> Result {
        let binder = take(options)
        defer { give(binder) }
        return try body(binder.takeUnretainedValue())
    }
}

/// Binders with other than the default options.
private final class ChangedBinders: @unchecked Sendable {  // the array is under `lock`
    static let shared = ChangedBinders()
    private let lock = Lock()
    /// The binder that came back last is at the end.
    private var binders: [Binder] = []
    private static let most = 16

    func take(_ options: JSONReadOptions) -> Binder? {
        lock.lock()
        defer { lock.unlock() }
        return binders.lastIndex { $0.options == options }.map { binders.remove(at: $0) }
    }

    func give(_ binder: Binder) {
        guard binder.isKept else { return }
        binder.letGo()
        lock.lock()
        defer { lock.unlock() }
        if binders.count == Self.most { binders.removeFirst() }
        binders.append(binder)
    }
}

extension Binder {
    /// True if the binder is worth keeping. The buffers of a huge text are not.
    var isSmall: Bool {
        let most = 1 << 20
        return (c.pointee.stack.first?.pointee.capacity ?? 0) < most && c.pointee.stack.first?.pointee.next == nil
            && c.pointee.tape.capacity < most / 16 && c.pointee.tape.text.capacity < most
            && c.pointee.frame_capacity < 4096 && memory.count < most / 16
            && (wholeTextEngine.map { $0.pointee.kept.capacity < most && $0.pointee.unescaped.capacity < most } ?? true)
    }
}
