import Foundation

/// Measurements as people read them: grouped by workload and document, with the ratios that the goals are stated in.
public struct Table {
    /// A column that sets a measurement in relation to another contender's.
    public struct Ratio {
        let title: String
        let others: [String]
        let isSpeed: Bool

        /// How many times the other's time it takes.
        public static func time(over other: String...) -> Ratio {
            Ratio(title: "time/" + other[0], others: other, isSpeed: false)
        }
        /// How many times as fast it is. Of several others the first that is there counts.
        public static func speed(over others: String..., title: String) -> Ratio {
            Ratio(title: title, others: others, isSpeed: true)
        }

        func text(of measurement: Measurement, in group: [Measurement]) -> String {
            let other = others.lazy.compactMap { name in group.first { $0.contender == name } }.first
            guard let other else { return "" }
            let ratio = measurement.median / other.median
            return isSpeed ? String(format: "%.1fx", 1 / ratio) : String(format: "%.2f", ratio)
        }
    }

    let ratios: [Ratio]

    public init(ratios: [Ratio]) { self.ratios = ratios }

    /// One group as lines, heading first.
    public func lines(for group: [Measurement]) -> String {
        guard let first = group.first else { return "" }
        var rows = [["", "time", "MB/s", "freeing", "peak"] + ratios.map(\.title)]
        for measurement in group {
            rows.append(
                [
                    measurement.contender, Self.time(measurement.median), String(format: "%.0f", measurement.megabytesPerSecond),
                    measurement.free.map(Self.time) ?? "",
                    measurement.peakMemory.map { String(format: "%.1f MB", Double($0) / 1e6) } ?? "",
                ] + ratios.map { $0.text(of: measurement, in: group) })
        }
        // Columns that say nothing about this group are left out.
        let used = rows[0].indices.filter { column in column == 0 || rows.dropFirst().contains { !$0[column].isEmpty } }
        let widths = used.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let title = "\(first.workload)  \(first.corpus)  \(Self.size(first.bytes))"
        let body = rows.map { row in
            zip(used, widths).map { column, width in
                let gap = String(repeating: " ", count: width - row[column].count)
                return column == 0 ? row[column] + gap : gap + row[column]
            }.joined(separator: "  ")
        }
        return ([title] + body.map { "  " + $0 }).joined(separator: "\n") + "\n"
    }

    private static func time(_ nanoseconds: Double) -> String {
        switch nanoseconds {
        case ..<1e4: String(format: "%.1f ns", nanoseconds)
        case ..<1e7: String(format: "%.1f us", nanoseconds / 1e3)
        default: String(format: "%.1f ms", nanoseconds / 1e6)
        }
    }

    private static func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<10_000: "\(bytes) bytes"
        case ..<10_000_000: "\(bytes / 1000) KB"
        default: "\(bytes / 1_000_000) MB"
        }
    }
}
