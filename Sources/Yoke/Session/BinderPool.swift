internal import CYoke

/// Binders that wait for the next text, so that a small one does not pay for buffers.
final class BinderPool: @unchecked Sendable {  // `next` is exchanged, the arrays are under `lock`
    static let shared = BinderPool()
    /// Of default options, the first to go: where one thread reads, it has no need of the lock.
    private let next = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)
    private let lock = Lock()
    private var others: [Binder] = []
    /// Of other options, those that came back last at the end.
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

    /// The same of one that is given with its reference, so that it need not be counted.
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
    /// Worth keeping: a huge text does not leave its buffers behind.
    var isSmall: Bool {
        let most = 1 << 20
        return (c.pointee.stack.first?.pointee.capacity ?? 0) < most && c.pointee.stack.first?.pointee.next == nil
            && c.pointee.tape.capacity < most / 16 && c.pointee.tape.text.capacity < most
            && c.pointee.frame_capacity < 4096
            && (wholeTextEngine.map { $0.pointee.kept.capacity < most && $0.pointee.unescaped.capacity < most } ?? true)
    }
}
