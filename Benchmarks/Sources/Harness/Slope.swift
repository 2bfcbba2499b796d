import Foundation

/// Computes how fast a quantity grows.
public enum Slope {
    /// The slope of the line that fits the points best (least squares) if both axes are logarithmic. This is the exponent of a power law.
    public static func logarithmic(_ points: [(size: Double, time: Double)]) -> Double {
        let logs = points.map { (x: log($0.size), y: log($0.time)) }
        let count = Double(logs.count)
        let x = logs.reduce(0) { $0 + $1.x } / count, y = logs.reduce(0) { $0 + $1.y } / count
        let both = logs.reduce(0) { $0 + ($1.x - x) * ($1.y - y) }
        return both / logs.reduce(0) { $0 + ($1.x - x) * ($1.x - x) }
    }
}
