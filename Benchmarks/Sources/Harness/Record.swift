/// The figures that were measured for a contender in a contest. `bench --json` writes an array of these records.
public struct Record: Codable, Sendable {
    /// The kind of work (such as `read-typed`), the name of its data (such as `twitter`), and the contender's name.
    public let workload, corpus, contender: String
    /// Least processor time of the work in nanoseconds. Freeing the result is included only if it was not timed separately. All ratios use
    /// this time, because a slow phase of the machine makes times longer, and never shorter.
    public let leastNanoseconds: Double
    /// Median processor time of the work in nanoseconds, corrected for slow phases of the machine: see `Rounds`.
    public let medianNanoseconds: Double
    /// Size of the JSON text in bytes.
    public let bytes: Int
    /// Speed in millions of bytes a second.
    public let megabytesPerSecond: Double
    /// Peak memory in bytes of a process that did only this work; nil if the peak was not measured.
    public let peakMemory: UInt64?
    /// Least processor time of freeing the result in nanoseconds; nil if freeing was not timed separately.
    public let freeNanoseconds: Double?

    public init(
        workload: String, corpus: String, contender: String, leastNanoseconds: Double, medianNanoseconds: Double, bytes: Int,
        peakMemory: UInt64? = nil, freeNanoseconds: Double? = nil
    ) {
        self.workload = workload
        self.corpus = corpus
        self.contender = contender
        self.leastNanoseconds = leastNanoseconds
        self.medianNanoseconds = medianNanoseconds
        self.bytes = bytes
        self.megabytesPerSecond = Double(bytes) * 1000 / leastNanoseconds
        self.peakMemory = peakMemory
        self.freeNanoseconds = freeNanoseconds
    }

    enum CodingKeys: String, CodingKey {
        case workload, corpus, contender, bytes
        case leastNanoseconds = "least_ns"
        case medianNanoseconds = "median_ns"
        case megabytesPerSecond = "mb_per_s"
        case peakMemory = "peak_rss"
        case freeNanoseconds = "free_ns"
    }
}

extension [Record] {
    /// The records in groups, in the same order. Records that follow each other are in one group if they have the same workload and corpus.
    public var contests: [[Record]] {
        var contests: [[Record]] = []
        for record in self {
            if let last = contests.last?.first, last.workload == record.workload, last.corpus == record.corpus {
                contests[contests.count - 1].append(record)
            } else {
                contests.append([record])
            }
        }
        return contests
    }

    /// The first record whose contender's name begins with `prefix`.
    public func first(of prefix: String) -> Record? { first { $0.contender.hasPrefix(prefix) } }
}
