/// What was measured of one contender in one contest; an object of `--json`'s array.
public struct Record: Codable, Sendable {
    /// What was done, with what, and by whom.
    public let workload, corpus, contender: String
    /// Processor time of the work, without freeing its result (with it where that is not timed apart).
    public let medianNanoseconds: Double
    /// The size of the JSON text.
    public let bytes: Int
    /// Millions of bytes a second.
    public let megabytesPerSecond: Double
    /// The most memory of a process that did nothing else.
    public let peakMemory: UInt64?
    /// Processor time of freeing the result.
    public let freeNanoseconds: Double?

    public init(
        workload: String, corpus: String, contender: String, medianNanoseconds: Double, bytes: Int,
        peakMemory: UInt64? = nil, freeNanoseconds: Double? = nil
    ) {
        self.workload = workload
        self.corpus = corpus
        self.contender = contender
        self.medianNanoseconds = medianNanoseconds
        self.bytes = bytes
        self.megabytesPerSecond = Double(bytes) * 1000 / medianNanoseconds
        self.peakMemory = peakMemory
        self.freeNanoseconds = freeNanoseconds
    }

    enum CodingKeys: String, CodingKey {
        case workload, corpus, contender, bytes
        case medianNanoseconds = "median_ns"
        case megabytesPerSecond = "mb_per_s"
        case peakMemory = "peak_rss"
        case freeNanoseconds = "free_ns"
    }
}

extension [Record] {
    /// The records of each contest, in the order in which they came.
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

    /// The first whose contender's name begins with `prefix`.
    public func first(of prefix: String) -> Record? { first { $0.contender.hasPrefix(prefix) } }
}
