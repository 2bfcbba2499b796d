internal import CYoke

/// Keeps unused binders for later calls, so that reading a small text allocates no new buffers.
///
/// The pool owns a reference to each binder in it. `take` gives this reference to the caller, and `give` gives it back to the pool. So
/// neither function changes the binder's reference count.
enum BinderPool {
    static func take(_ options: JSONReadOptions) -> Unmanaged<Binder> {
        guard options.isDefault else { return .passRetained(ChangedBinders.shared.take(options) ?? Binder(options: options)) }
        return .fromOpaque(takeDefault().pointee.owner)
    }

    /// Takes a binder for the default options, and returns the C struct that refers to it. The caller owns the reference to the binder.
    static func takeDefault() -> UnsafeMutablePointer<yoke_pooled_reader> {
        yoke_reader_take() ?? Unmanaged.passRetained(Binder(options: .strict))._withUnsafeGuaranteedRef { $0.pooledReader }
    }

    static func give(_ binder: Unmanaged<Binder>) { give(binder._withUnsafeGuaranteedRef { $0.pooledReader }) }

    static func give(_ pooledReader: UnsafeMutablePointer<yoke_pooled_reader>) {
        if yoke_reader_give(pooledReader) { return }
        let binder = Unmanaged<Binder>.fromOpaque(pooledReader.pointee.owner).takeRetainedValue()
        if !binder.isDefault, yoke_reader_is_small(pooledReader) { ChangedBinders.shared.give(binder) }
    }

    /// Takes a binder, passes it to `body`, and gives it back to the pool.
    static func with<Result>(
        _ options: JSONReadOptions, _ body: (Binder) throws(JSONError) -> Result
    ) throws(JSONError) -> Result {
        let binder = take(options)
        defer { give(binder) }
        return try body(binder.takeUnretainedValue())
    }
}

/// Unused binders whose options are not the default options.
private final class ChangedBinders: @unchecked Sendable {  // the array is under `lock`
    static let shared = ChangedBinders()
    private let lock = Lock()
    /// The unused binders, in the order in which `give` got them. The most recent binder is the last.
    private var binders: [Binder] = []
    private static let maxCount = 16

    func take(_ options: JSONReadOptions) -> Binder? {
        lock.lock()
        defer { lock.unlock() }
        return binders.lastIndex { $0.options == options }.map { binders.remove(at: $0) }
    }

    func give(_ binder: Binder) {
        guard binder.isPoolable else { return }
        binder.releasePlan()
        (binder.problems, binder.reported) = ([], [])  // these errors may hold objects of the user
        lock.lock()
        defer { lock.unlock() }
        if binders.count == Self.maxCount { binders.removeFirst() }
        binders.append(binder)
    }
}
