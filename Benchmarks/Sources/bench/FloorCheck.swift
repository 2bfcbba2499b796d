import Harness
import Rivals

/// Checks that the contender `floor` is fast enough: compared with a slow floor, every contender would look good. For each corpus, the
/// floor must be a number of times as fast as libyajl with empty callbacks. The numbers that `run` requires are a little below measured
/// ones: 7.4 (twitter), 16.6 (citm) and 8.5 (canada).
struct FloorCheck {
    private let records: [Record]

    init(_ records: [Record]) { self.records = records }

    /// - Throws: if the floor is too slow. If the floor or the compared contender was not measured, this check is skipped.
    func run() throws {
        let lines = [("twitter", YajlNoop.name, 7.0), ("citm", YajlNoop.name, 15.0), ("canada", YajlNoopDouble.name, 8.0)]
        var failures: [String] = []
        for (corpus, rival, least) in lines {
            let contest = records.filter { $0.workload == "read-typed" && $0.corpus == corpus }
            guard let floor = contest.first(where: { $0.contender == FloorMaker.name }),
                let other = contest.first(where: { $0.contender == rival })
            else { continue }
            let ratio = other.leastNanoseconds / floor.leastNanoseconds
            print("\(rival) / floor on \(corpus): \(Table.number(ratio, 2)) (at least \(Table.number(least, 0)))")
            if ratio < least { failures.append(corpus) }
        }
        if !failures.isEmpty {
            throw RivalFailure(
                "THE FLOOR IS TOO SLOW TO BE ONE on \(failures.joined(separator: ", ")): ratios to it mean nothing")
        }
    }
}
