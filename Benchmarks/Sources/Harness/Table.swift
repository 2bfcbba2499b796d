/// Shows records as a table in a terminal.
public struct Table {
    /// A column that compares a contender with a second contender.
    public struct Ratio: Sendable {
        let heading: String
        let value: @Sendable (_ record: Record, _ contest: [Record]) -> Double?

        /// The contender's time divided by the time of the contender `other`. Below 1 means that the contender is faster than `other`.
        public static func time(over other: String, heading: String) -> Ratio {
            Ratio(heading: heading) { record, contest in
                contest.first(of: other).map { record.leastNanoseconds / $0.leastNanoseconds }
            }
        }

        /// The contender's speed divided by the speed of the contender `other`.
        public static func speed(over other: String, heading: String) -> Ratio {
            Ratio(heading: heading) { record, contest in
                contest.first(of: other).map { $0.leastNanoseconds / record.leastNanoseconds }
            }
        }
    }

    private let ratios: [Ratio]

    public init(_ ratios: [Ratio]) { self.ratios = ratios }

    /// Returns the table of all contests as text.
    public func text(_ records: [Record]) -> String { records.contests.map(text(contest:)).joined(separator: "\n") }

    /// Returns the part of the table for one contest.
    public func text(contest: [Record]) -> String {
        guard let first = contest.first else { return "" }
        var rows = [
            ["\(first.workload) \(first.corpus)", "least time", "median", "MB/s"] + ratios.map(\.heading) + ["freeing", "peak memory"]
        ]
        for record in contest {
            rows.append(
                [
                    "  " + record.contender, Self.time(record.leastNanoseconds), Self.time(record.medianNanoseconds),
                    Self.number(record.megabytesPerSecond, 0),
                ]
                    + ratios.map { $0.value(record, contest).map { Self.number($0, 2) } ?? "-" }
                    + [record.freeNanoseconds.map(Self.time) ?? "-", record.peakMemory.map(Self.memory) ?? "-"])
        }
        let used = rows[0].indices.filter { column in rows.dropFirst().contains { $0[column] != "-" } }
        var text = ""
        for row in rows {
            for column in used {
                let blanks = String(repeating: " ", count: max(0, (column == 0 ? 32 : 13) - row[column].count))
                text += column == 0 ? row[column] + blanks : blanks + row[column]
            }
            text += "\n"
        }
        return text
    }

    private static func time(_ nanoseconds: Double) -> String {
        switch nanoseconds {
        case ..<1e3: number(nanoseconds, 1) + " ns"
        case ..<1e6: number(nanoseconds / 1e3, 2) + " us"
        case ..<1e9: number(nanoseconds / 1e6, 3) + " ms"
        default: number(nanoseconds / 1e9, 3) + " s"
        }
    }

    /// Returns a number of bytes as text, in MB.
    public static func memory(_ bytes: UInt64) -> String { number(Double(bytes) / 1e6, 1) + " MB" }

    /// Returns a number as text with `decimals` decimals; `?` if it is not finite or 1e15 or more.
    public static func number(_ value: Double, _ decimals: Int) -> String {
        guard value.isFinite, value < 1e15 else { return "?" }
        let factor = (0..<decimals).reduce(1) { factor, _ in factor * 10 }
        let digits = String(Int((value * Double(factor)).rounded()))
        if decimals == 0 { return digits }
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        return padded.dropLast(decimals) + "." + padded.suffix(decimals)
    }
}
