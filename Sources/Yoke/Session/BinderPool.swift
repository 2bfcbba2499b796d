internal import CYoke

/// Binders that wait for the next text, so that a small text does not pay for new buffers.
final class BinderPool: @unchecked Sendable {  // `strict` is exchanged atomically, the array is under `lock`
    static let shared = BinderPool()
    /// Binders with default options. Never freed.
    private let strict = UnsafeMutablePointer<yoke_pool>.allocate(capacity: 1)
    private let lock = Lock()
    /// Binders with other options. The binder that came back last is at the end.
    private var changed: [Binder] = []
    private static let most = 16

    private init() { strict.initialize(to: yoke_pool()) }

    func take(_ options: JSONReadOptions) -> Binder {
        guard options.isStrict else { return takeChanged(options) ?? Binder(options: options) }
        if let binder = yoke_pool_take(strict) { return Unmanaged.fromOpaque(binder).takeRetainedValue() }
        return Binder(options: options)
    }

    private func takeChanged(_ options: JSONReadOptions) -> Binder? {
        lock.lock()
        defer { lock.unlock() }
        return changed.lastIndex { $0.options == options }.map { changed.remove(at: $0) }
    }

    func give(_ binder: Binder) { give(.passRetained(binder)) }

    /// The same for a binder that comes with its reference, so that this reference need not be counted again.
    func give(_ binder: Unmanaged<Binder>) {
        guard binder._withUnsafeGuaranteedRef({ $0.isSmall }) else { return binder.release() }
        guard binder._withUnsafeGuaranteedRef({ $0.isStrict }) else { return giveChanged(binder.takeRetainedValue()) }
        if let other = yoke_pool_give(strict, binder.toOpaque()) { Unmanaged<Binder>.fromOpaque(other).release() }
    }

    private func giveChanged(_ binder: Binder) {
        guard binder.isKept else { return }
        binder.letGo()
        lock.lock()
        defer { lock.unlock() }
        if changed.count == Self.most { changed.removeFirst() }
        changed.append(binder)
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
