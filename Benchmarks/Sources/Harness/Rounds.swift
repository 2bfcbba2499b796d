import Foundation

/// What contenders took in rounds in which each had its turn. A machine has slow spells that hit everyone, and that one contender's median
/// may fall into and another's not; so times are divided by the pace of their round before medians are taken.
public struct Rounds {
    /// By contender, by round; all have had as many.
    private let times: [[Double]]
    /// How slow each round was; 1 is usual. The geometric mean of what its turns took, each over that contender's median.
    private let paces: [Double]

    public init(_ times: [[Double]]) {
        self.times = times
        let medians = times.map(\.median)
        paces = (times.first ?? []).indices.map { round in
            let logarithms = zip(times, medians).map { log($0[round] / $1) }
            return exp(logarithms.reduce(0, +) / Double(times.count))
        }
    }

    /// What each contender took, at the usual pace.
    public var medians: [Double] { times.map(median(of:)) }

    /// The middle of other times of the same rounds, at the usual pace.
    public func median(of times: [Double]) -> Double { zip(times, paces).map { $0 / $1 }.median }
}

extension Array where Element == Double {
    /// The middle of the values in order.
    public var median: Double {
        let sorted = sorted()
        guard let last = sorted.last else { return .nan }
        return sorted.count == 1 ? last : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
}
