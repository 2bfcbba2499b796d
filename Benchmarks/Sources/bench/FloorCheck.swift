import Harness
import Rivals

/// Whether the floor is one: a slow floor would flatter everyone who is measured by it. The lines are those of the
/// specification (performance.md), below what its prototypes measured: 7.4, 16.6 and 8.5.
struct FloorCheck {
    private let records: [Record]

    init(_ records: [Record]) { self.records = records }

    /// - Throws: when the floor is too slow to be one. Where either side was not measured, nothing is known.
    func run() throws {
        let lines = [("twitter", YajlNoop.name, 7.0), ("citm", YajlNoop.name, 15.0), ("canada", YajlNoopDouble.name, 8.0)]
        var failures: [String] = []
        for (corpus, rival, least) in lines {
            let contest = records.filter { $0.workload == "read-typed" && $0.corpus == corpus }
            guard let floor = contest.first(where: { $0.contender == FloorMaker.name }),
                let other = contest.first(where: { $0.contender == rival })
            else { continue }
            let ratio = other.medianNanoseconds / floor.medianNanoseconds
            print("\(rival) / floor on \(corpus): \(Table.number(ratio, 2)) (at least \(Table.number(least, 0)))")
            if ratio < least { failures.append(corpus) }
        }
        if !failures.isEmpty {
            throw RivalFailure(
                "THE FLOOR IS TOO SLOW TO BE ONE on \(failures.joined(separator: ", ")): ratios to it mean nothing")
        }
    }
}
