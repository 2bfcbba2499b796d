import CHarness

/// Times contests: everyone has a turn in each round, so that a slow minute of the machine hits all alike; medians count.
public struct Runner {
    private let effort: Effort
    /// The most samples of one turn.
    private static let most = 32

    public init(_ effort: Effort) { self.effort = effort }

    /// Runs a contest.
    public func run(_ contest: Contest) throws -> [Record] {
        var samples = contest.contenders.map { _ in Samples() }
        for contender in contest.contenders {  // warms caches and the allocator up
            try contender.trial.run()
            contender.trial.release()
        }
        for round in 0..<effort.rounds {
            for step in contest.contenders.indices {
                let place = (step + round) % contest.contenders.count  // nobody always follows the same one
                try turn(of: contest.contenders[place], into: &samples[place])
            }
        }
        return zip(contest.contenders, samples).map { contender, samples in
            Record(
                workload: contest.workload, corpus: contest.corpus, contender: contender.name,
                medianNanoseconds: samples.work.median / Double(contender.repetitions), bytes: contest.bytes,
                freeNanoseconds: contender.repetitions == 1 ? samples.release.median : nil)
        }
    }

    private func turn(of contender: Contender, into samples: inout Samples) throws {
        let begin = harness_thread_time()
        for _ in 0..<Self.most {
            let start = harness_thread_time()
            try contender.trial.run()
            let middle = harness_thread_time()
            contender.trial.release()
            let end = harness_thread_time()
            samples.work.append(Double(middle - start))
            samples.release.append(Double(end - middle))
            if end - begin >= effort.turn { return }
        }
    }
}

private struct Samples {
    var work: [Double] = []
    var release: [Double] = []
}

extension Array where Element == Double {
    /// The middle of the values in order.
    public var median: Double {
        let sorted = sorted()
        guard let last = sorted.last else { return .nan }
        return sorted.count == 1 ? last : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
}
