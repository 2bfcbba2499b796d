internal import CYoke

/// Binders that wait for the next text, so that a small text does not pay for new buffers.
final class BinderPool: @unchecked Sendable {  // `next` is exchanged atomically, the arrays are under `lock`
    static let shared = BinderPool()
    /// The binder with default options that is given out first. While only one thread reads, it does not need the lock.
    private let next = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)
    private let lock = Lock()
    private var others: [Binder] = []
    /// Binders with other options. The binder that came back last is at the end.
    private var changed: [Binder] = []
    private static let most = 16

    private init() { next.initialize(to: nil) }

    func take(_ options: JSONReadOptions) -> Binder {
        guard options.isStrict else { return takeChanged(options) ?? Binder(options: options) }
        if let binder = yoke_exchange(next, nil) { return Unmanaged.fromOpaque(binder).takeRetainedValue() }
        lock.lock()
        defer { lock.unlock() }
        return others.popLast() ?? Binder(options: options)
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
        guard let older = yoke_exchange(next, binder.toOpaque()) else { return }
        lock.lock()
        defer { lock.unlock() }
        let other = Unmanaged<Binder>.fromOpaque(older).takeRetainedValue()
        if others.count < Self.most { others.append(other) }
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
            && c.pointee.frame_capacity < 4096
            && (wholeTextEngine.map { $0.pointee.kept.capacity < most && $0.pointee.unescaped.capacity < most } ?? true)
    }
}
