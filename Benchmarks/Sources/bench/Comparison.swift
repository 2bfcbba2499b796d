import Harness
import Rivals

/// Compares two runs. The speed of a machine changes. So if both runs measured yajl-noop, times are compared as multiples of yajl-noop's
/// time.
struct Comparison {
    private let earlier, later: [Record]

    init(_ earlier: [Record], _ later: [Record]) {
        self.earlier = earlier
        self.later = later
    }

    var text: String {
        var lines = ["Change since the earlier run (time, measured in yajl-noop's of the same run where there is one)"]
        for contest in later.contests {
            guard let first = contest.first else { continue }
            let before = earlier.filter { $0.workload == first.workload && $0.corpus == first.corpus }
            var drift = 1.0
            if let now = contest.first(of: YajlNoop.name), let then = before.first(of: YajlNoop.name) {
                drift = now.leastNanoseconds / then.leastNanoseconds
            }
            for record in contest {
                guard let then = before.first(where: { $0.contender == record.contender }) else { continue }
                let change = (record.leastNanoseconds / then.leastNanoseconds / drift - 1) * 100
                let name = "\(record.workload) \(record.corpus) \(record.contender)"
                let blanks = String(repeating: " ", count: max(1, 60 - name.count))
                lines.append("  " + name + blanks + (change < 0 ? "-" : "+") + Table.number(abs(change), 1) + " %")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
