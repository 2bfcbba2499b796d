/// Someone who does the work of a contest.
public struct Contender {
    /// As the table and `--filter` call it: `yajl-noop`.
    public let name: String
    /// The work.
    public let trial: any Trial
    /// How many times one run of the trial does the work.
    public let repetitions: Int

    public init(_ name: String, repetitions: Int = 1, _ trial: any Trial) {
        self.name = name
        self.trial = trial
        self.repetitions = repetitions
    }
}

/// One piece of work, and all who do it.
public struct Contest {
    /// What is done: `read-typed`.
    public let workload: String
    /// With what: `twitter`.
    public let corpus: String
    /// The size of the JSON text.
    public let bytes: Int
    /// Who does it.
    public var contenders: [Contender]

    public init(_ workload: String, _ corpus: String, bytes: Int, _ contenders: [Contender]) {
        self.workload = workload
        self.corpus = corpus
        self.bytes = bytes
        self.contenders = contenders
    }
}
