/// The figures of one contender at one job.
public struct Measurement: Sendable {
    public var workload: String
    public var corpus: String
    public var contender: String
    /// Bytes of JSON that were read or written.
    public var bytes: Int
    /// The median time, in nanoseconds.
    public var median: Double
    /// The median time of freeing the result, where that is not part of the work.
    public var free: Double?
    /// The most memory that a process of its own held, in bytes.
    public var peakMemory: Int?

    public init(
        workload: String, corpus: String, contender: String, bytes: Int, median: Double, free: Double? = nil,
        peakMemory: Int? = nil
    ) {
        self.workload = workload
        self.corpus = corpus
        self.contender = contender
        self.bytes = bytes
        self.median = median
        self.free = free
        self.peakMemory = peakMemory
    }

    /// Millions of bytes a second.
    public var megabytesPerSecond: Double { Double(bytes) * 1e3 / median }
}

extension [Double] {
    /// The middle value; of an even count the lower one. Not of an empty array.
    public var median: Double { sorted()[(count - 1) / 2] }
}
