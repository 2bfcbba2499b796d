import CHarness

/// Settings of the machine for measuring (core, allocator), and measurements of this process (time, memory).
public enum Machine {
    /// Prepares the process for measuring. Returns a description of the settings.
    public static func prepare() -> String {
        let allocator = String(cString: harness_settle_allocator())
        let core = harness_pin()
        return "thread processor time, \(core < 0 ? "not pinned" : "pinned to core \(core)"); allocator: \(allocator)"
    }

    /// Prepares the allocator only, for a process whose threads use all cores.
    public static func settleAllocator() { _ = harness_settle_allocator() }

    /// Runs `body`, and the processes that it starts, on all cores. A process that starts pinned to one core would run all tasks on one
    /// thread, because Swift's thread pool counts the cores only once.
    public static func onAllCores<Result>(_ body: () throws -> Result) rethrows -> Result {
        harness_unpin()
        defer { _ = harness_pin() }
        return try body()
    }

    /// Peak memory of this process in bytes.
    public static var peakMemory: UInt64 { harness_peak_memory() }

    /// Processor time of a piece of work, in nanoseconds.
    public static func time(_ work: () throws -> Void) rethrows -> UInt64 {
        let start = harness_thread_time()
        try work()
        return harness_thread_time() - start
    }
}
