import CHarness

/// Times contests. Every contender has a turn in each round, so that a slow phase of the machine affects all contenders. Ratios use the
/// least time of each contender.
public struct Runner {
    private let effort: Effort
    /// A contender does its work at most this many times in a turn.
    private static let most = 32

    public init(_ effort: Effort) { self.effort = effort }

    /// Runs contests in the same rounds, because their figures are compared with each other.
    public func run(_ contests: [Contest]) throws -> [Record] {
        let entrants = contests.flatMap { contest in contest.contenders.map { (contest, $0) } }
        for (_, contender) in entrants {  // warms up caches and the allocator
            try contender.trial.run()
            contender.trial.release()
        }
        var work = entrants.map { _ in [Double]() }, least = entrants.map { _ in (work: Double.infinity, release: Double.infinity) }
        for round in 0..<effort.rounds {
            for step in entrants.indices {
                let place = (step + round) % entrants.count  // no contender always follows the same contender
                let turn = try turn(of: entrants[place].1)
                work[place].append(turn.median)
                least[place] = (min(least[place].work, turn.least), min(least[place].release, turn.release))
            }
        }
        let rounds = Rounds(work)
        return entrants.indices.map { place in
            let (contest, contender) = entrants[place]
            return Record(
                workload: contest.workload, corpus: contest.corpus, contender: contender.name,
                leastNanoseconds: least[place].work / Double(contender.repetitions),
                medianNanoseconds: rounds.medians[place] / Double(contender.repetitions), bytes: contest.bytes,
                freeNanoseconds: contender.repetitions == 1 ? least[place].release : nil)
        }
    }

    /// Times of a turn in nanoseconds: the median and the least time of the work, and the least time of freeing the result.
    private func turn(of contender: Contender) throws -> (median: Double, least: Double, release: Double) {
        var work: [Double] = [], release = Double.infinity
        let begin = harness_thread_time()
        for _ in 0..<Self.most {
            let start = harness_thread_time()
            try contender.trial.run()
            let middle = harness_thread_time()
            contender.trial.release()
            let end = harness_thread_time()
            work.append(Double(middle - start))
            release = min(release, Double(end - middle))
            if end - begin >= effort.turn { break }
        }
        return (work.median, work.min() ?? .infinity, release)
    }
}
