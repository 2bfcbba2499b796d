import ArgumentParser
import Foundation
import Harness
import Workloads

/// The contests of a group, as far as they match the filter.
struct ContestGroup {
    /// The position of the group in `Suite.groups`.
    let index: Int
    let filter: String?

    /// The groups with a contest that may match the filter.
    static func matching(_ filter: String?, _ corpora: Corpora) -> [ContestGroup] {
        Suite(corpora).groups.enumerated().filter { $0.element.contains { $0.couldMatch(filter) } }
            .map { ContestGroup(index: $0.offset, filter: filter) }
    }

    /// Measures the contests in this process.
    func run(_ effort: Effort, _ corpora: Corpora) throws -> [Record] {
        let contests = try Suite(corpora).groups[index].filter { $0.couldMatch(filter) }.compactMap { entry in
            guard var contest = try entry.contest() else { return Contest?.none }
            contest.contenders.removeAll { !Bench.matches(filter, contest.workload, contest.corpus, $0.name) }
            return contest.contenders.isEmpty ? nil : contest
        }
        return contests.isEmpty ? [] : try Runner(effort).run(contests)
    }

    /// Measures the contests in a process of their own. In a shared process, the memory that earlier contests leave behind would slow down
    /// later ones, and not all contenders alike.
    func runInChild(quick: Bool) throws -> [Record] {
        try Child.output(
            [GroupChild.name, "\(index)"] + (quick ? ["--quick"] : []) + (filter.map { ["--filter", $0] } ?? []))
    }
}

/// The child process of `ContestGroup.runInChild`.
struct GroupChild: ParsableCommand {
    static let name = "group-child"
    static let configuration = CommandConfiguration(commandName: name, shouldDisplay: false)

    @Argument var index: Int
    @Flag var quick = false
    @Option var filter: String?

    func run() throws {
        _ = Machine.prepare()
        try Child.print(ContestGroup(index: index, filter: filter).run(quick ? .quick : .full, Corpora()))
    }
}
