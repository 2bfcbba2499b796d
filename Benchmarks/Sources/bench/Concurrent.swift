import ArgumentParser
import Dispatch
import Foundation
import Harness
import Rivals
import Workloads
import Yoke

/// Measures work that several tasks share on all cores. The work must get faster with each core, so no task may wait for a lock of another
/// task. The times are wall times.
struct Concurrent {
    static let workload = "concurrent"
    static let alone = "one-task"
    /// 100 MB of objects of 1,000 bytes, which two tasks read.
    static let halves = Concurrent(corpus: "1000-bytes", contender: "two-tasks", bytes: 1000, passes: 100, tasks: 2, writes: false)
    /// Objects of 200 bytes, which a thousand tasks read and write at once.
    static let thousand = Concurrent(corpus: "200-bytes", contender: "1000-tasks", bytes: 200, passes: 200, tasks: 1000, writes: true)

    let corpus, contender: String
    let bytes, passes, tasks: Int
    let writes: Bool

    /// Measures each kind of work with one task and with several tasks. The measurements take turns, each in a process of its own.
    static func run(rounds: Int, _ filter: String?) throws -> [Record] {
        try [halves, thousand].flatMap { work in
            let wanted = [(alone, 1), (work.contender, work.tasks)].filter { Bench.matches(filter, workload, work.corpus, $0.0) }
            var times = wanted.map { _ in [Double]() }
            for _ in 0..<rounds {
                for (place, (_, tasks)) in wanted.enumerated() {
                    let report = try Machine.onAllCores { try Child.report([ConcurrentChild.name, work.corpus, "\(tasks)"]) }
                    try expect(report.outcome?.elements == work.count, "\(workload): a task has not done its work")
                    times[place].append(Double(report.nanoseconds))
                }
            }
            let medians = Rounds(times).medians
            return wanted.indices.map { place in
                Record(
                    workload: workload, corpus: work.corpus, contender: wanted[place].0, leastNanoseconds: times[place].min() ?? .infinity,
                    medianNanoseconds: medians[place], bytes: work.count * work.bytes)
            }
        }
    }

    /// Number of objects to read.
    private var count: Int { 1000 * passes }

    /// Does the work in `tasks` tasks, each with an equal part of the objects. Returns how many objects were read and written correctly.
    fileprivate func done(by tasks: Int, _ texts: [[UInt8]]) -> Int {
        final class Sum: @unchecked Sendable { var right = 0 }  // read only after the last task has ended
        let sum = Sum(), all = count, isDone = DispatchSemaphore(value: 0)
        Task.detached {
            sum.right = await withTaskGroup(of: Int.self) { group in
                for task in 0..<tasks {
                    let part = all * task / tasks..<all * (task + 1) / tasks
                    group.addTask { part.count(where: { isRight(texts, $0 % texts.count) }) }
                }
                return await group.reduce(0, +)
            }
            isDone.signal()
        }
        isDone.wait()
        return sum.right
    }

    private func isRight(_ texts: [[UInt8]], _ id: Int) -> Bool {
        guard let profile = try? Profiles.Profile(json: texts[id]), profile.id == id else { return false }
        return !writes || (try? profile.withJSONBytes { $0.count }) == texts[id].count
    }
}

/// The command of the child process: shares the work among `tasks` tasks, first untimed to warm up, then timed.
struct ConcurrentChild: ParsableCommand {
    static let name = "concurrent-child"
    static let configuration = CommandConfiguration(commandName: name, shouldDisplay: false)

    @Argument var corpus: String
    @Argument var tasks: Int

    func run() throws {
        Machine.settleAllocator()
        guard let work = [Concurrent.halves, .thousand].first(where: { $0.corpus == corpus }) else {
            throw ValidationError("there is no work \(corpus)")
        }
        let texts = try Profiles.texts(bytes: work.bytes)
        _ = work.done(by: tasks, texts)
        var outcome = StreamOutcome()
        let time = ContinuousClock().measure { outcome.elements = work.done(by: tasks, texts) }
        let nanoseconds = UInt64(time / .nanoseconds(1))
        try Child.print(ChildReport(nanoseconds: nanoseconds, peakMemory: Machine.peakMemory, outcome: outcome))
    }
}
