import CHarness

/// The machine, and this process on it.
public enum Machine {
    /// Readies the process for measuring, and says what was done.
    public static func commit() -> String {
        let allocator = String(cString: harness_settle_allocator())
        let core = harness_pin()
        return "thread processor time, \(core < 0 ? "not pinned" : "pinned to core \(core)"); allocator: \(allocator)"
    }

    /// The most memory that this process had in use, in bytes.
    public static var peakMemory: UInt64 { harness_peak_memory() }

    /// Processor time of a piece of work.
    public static func time(_ work: () throws -> Void) rethrows -> UInt64 {
        let start = harness_thread_time()
        try work()
        return harness_thread_time() - start
    }
}
