import CHarness

/// Processor time of the calling thread, in nanoseconds: on a shared machine wall time has two humps.
public enum Clock {
    @inline(__always)
    public static var now: UInt64 { charness_thread_time() }
}

/// Keeps the compiler from leaving out work whose result nobody reads.
@inline(never)
public func use<Value: ~Copyable>(_ value: borrowing Value) {
    withUnsafePointer(to: value) { sink = UnsafeRawPointer($0) }
}

nonisolated(unsafe) private var sink: UnsafeRawPointer?
