/// A contender: a library or engine that does the work of a contest.
public struct Contender {
    /// The name in the table and for `--filter`, such as `yajl-noop`.
    public let name: String
    /// The contender's work, which is timed.
    public let trial: any Trial
    /// How many times one run of `trial` does the work. The time of a run is divided by this number.
    public let repetitions: Int

    public init(_ name: String, repetitions: Int = 1, _ trial: any Trial) {
        self.name = name
        self.trial = trial
        self.repetitions = repetitions
    }
}

/// A piece of work, and all contenders that do the work.
public struct Contest {
    /// The kind of work, such as `read-typed`.
    public let workload: String
    /// The data of the work, such as `twitter`.
    public let corpus: String
    /// Size of the JSON text in bytes.
    public let bytes: Int
    /// The contenders of the contest.
    public var contenders: [Contender]

    public init(_ workload: String, _ corpus: String, bytes: Int, _ contenders: [Contender]) {
        self.workload = workload
        self.corpus = corpus
        self.bytes = bytes
        self.contenders = contenders
    }
}
