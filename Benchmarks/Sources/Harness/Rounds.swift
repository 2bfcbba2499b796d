import Foundation

/// The measured times of several contenders. The contenders took turns, in several rounds.
///
/// A machine has slow phases, which affect all contenders. The median time of a contender may fall into such a phase, and the medians of
/// other contenders may not. So each time is divided by the pace of its round before medians are taken.
public struct Rounds {
    /// Times by contender, then by round. All contenders have the same number of rounds.
    private let times: [[Double]]
    /// How slow each round was; 1 is usual. For each contender, the time in the round is divided by the contender's median time. The
    /// geometric mean of these quotients is the pace.
    private let paces: [Double]

    public init(_ times: [[Double]]) {
        self.times = times
        let medians = times.map(\.median)
        paces = (times.first ?? []).indices.map { round in
            let logarithms = zip(times, medians).map { log($0[round] / $1) }
            return exp(logarithms.reduce(0, +) / Double(times.count))
        }
    }

    /// Median time of each contender. Each time was first divided by the pace of its round.
    public var medians: [Double] { times.map(median(of:)) }

    private func median(of times: [Double]) -> Double { zip(times, paces).map { $0 / $1 }.median }
}

extension Array where Element == Double {
    /// The median: the middle of the sorted values, or the mean of the two middle values. NaN for an empty array.
    public var median: Double {
        let sorted = sorted()
        guard let last = sorted.last else { return .nan }
        return sorted.count == 1 ? last : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
}
