/// A job on one document, and those that do it.
public struct Job {
    public let workload: String
    public let corpus: String
    /// Bytes of JSON that go in, or come out.
    public let bytes: Int
    public let contenders: [Contender]

    public init(workload: String, corpus: String, bytes: Int, contenders: [Contender]) {
        self.workload = workload
        self.corpus = corpus
        self.bytes = bytes
        self.contenders = contenders
    }

    /// How long to measure.
    public struct Effort: Sendable {
        /// Rounds, in each of which every contender has its turn.
        public var rounds: Int
        /// Nanoseconds of a turn; a run that takes longer is a turn by itself.
        public var turn: Double

        public static let full = Effort(rounds: 41, turn: 4e6)
        public static let quick = Effort(rounds: 7, turn: 2e6)
    }

    /// Checks every contender's result, and then measures them in turns, so that what the machine does meanwhile happens to
    /// all of them.
    ///
    /// - Throws: what a contender throws; `WrongResult`.
    public func measure(_ effort: Effort) throws -> [Measurement] {
        for contender in contenders where try !contender.isRight() {
            throw WrongResult(contender: contender.name, workload: workload, corpus: corpus)
        }
        var samples = Array(repeating: [Sample](), count: contenders.count)
        for contender in contenders { _ = try contender.sample() }
        for _ in 0..<effort.rounds {
            for (i, contender) in contenders.enumerated() {
                var spent = 0.0
                while spent < effort.turn {
                    let sample = try contender.sample()
                    samples[i].append(sample)
                    spent += max(1, sample.spent)
                }
            }
        }
        return zip(contenders, samples).map { contender, samples in
            let freeing = samples.compactMap(\.free)
            return Measurement(
                workload: workload, corpus: corpus, contender: contender.name, bytes: bytes,
                median: samples.map(\.work).median, free: freeing.isEmpty ? nil : freeing.median)
        }
    }
}

/// A contender did not do the job.
public struct WrongResult: Error, CustomStringConvertible {
    let contender: String
    let workload: String
    let corpus: String

    public var description: String { "\(contender) gives a wrong result for \(workload) \(corpus)" }
}
