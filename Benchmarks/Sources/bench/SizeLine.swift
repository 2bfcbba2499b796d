import Harness
import Rivals
import Workloads

/// Reads the same kind of text in sizes from 1 KB on, each ten times the previous size. The time must grow in proportion to the size.
struct SizeLine {
    static let workload = "size-line"
    private static let contenders = YokeEngine.all.map(\.name) + [YajlNoop.name]

    /// Measures all contenders that match the filter, up to a size.
    static func run(_ effort: Effort, upTo most: Int, _ filter: String?) throws -> [Record] {
        var records: [Record] = []
        var size = 1000
        while size <= most {
            let corpus = name(size)
            let wanted = contenders.filter { Bench.matches(filter, workload, corpus, $0) }
            if !wanted.isEmpty {
                // A long text needs few rounds: reading it takes so long that short disturbances even out.
                let rounds = size < 10_000_000 ? effort.rounds : min(effort.rounds, max(1, 300_000_000 / size))
                records += try Runner(Effort(rounds: rounds, turn: effort.turn)).run([contest(corpus, size, wanted)])
            }
            size *= 10
        }
        return records
    }

    /// Returns a table with a row for each contender: its speed at each size, and the exponent of the growth of its time.
    static func text(_ records: [Record]) -> String {
        let line = records.filter { $0.workload == workload }
        guard !line.isEmpty else { return "" }
        var sizes: [String] = []
        for record in line where !sizes.contains(record.corpus) { sizes.append(record.corpus) }
        func cell(_ text: String) -> String { String(repeating: " ", count: max(1, 10 - text.count)) + text }
        var text = "size-line, MB/s" + String(repeating: " ", count: 9) + sizes.map(cell).joined() + cell("exponent") + "\n"
        for contender in contenders {
            let own = line.filter { $0.contender == contender }
            guard !own.isEmpty else { continue }
            text += "  " + contender + String(repeating: " ", count: max(1, 22 - contender.count))
            for size in sizes {
                text += cell(own.first { $0.corpus == size }.map { Table.number($0.megabytesPerSecond, 0) } ?? "-")
            }
            text += cell(exponent(own, of: contender).map { Table.number($0, 3) } ?? "-") + "\n"
        }
        return text
    }

    /// Returns the exponent x if the time grows like size^x: 1 if the time is in proportion to the size; nil for less than three sizes.
    static func exponent(_ records: [Record], of contender: String) -> Double? {
        let points = records.filter { $0.workload == workload && $0.contender == contender }
            .map { (size: Double($0.bytes), time: $0.leastNanoseconds) }
        return points.count < 3 ? nil : Slope.logarithmic(points)
    }

    private static func contest(_ corpus: String, _ size: Int, _ wanted: [String]) throws -> Contest {
        let text = Records.text(bytes: size)
        let type = [Small.Account].self
        // A text of less than 1 MB is read several times, about 1 MB in total, because one reading is too short to be timed.
        let times = max(1, 1_000_000 / size)
        let contenders = try wanted.map { name -> Contender in
            guard let engine = YokeEngine.all.first(where: { $0.name == name }) else {
                return Contender(name, repetitions: times, YajlNoop.reading(text, times: times))
            }
            return Contender(name, repetitions: times, try engine.reading(type, text, times: times))
        }
        return Contest(workload, corpus, bytes: text.count, contenders)
    }

    private static func name(_ size: Int) -> String {
        switch size {
        case ..<1_000_000: "\(size / 1000)-KB"
        case ..<1_000_000_000: "\(size / 1_000_000)-MB"
        default: "\(size / 1_000_000_000)-GB"
        }
    }
}
