import Yoke

/// A line of the log: `{"time": "...", "level": "warn", "path": "/cart", "ms": 12.5, "status": 200}`.
///
/// Members without a property here are skipped, which costs little.
@JSONModel
struct Entry {
    var level: Level
    var path: String?
    @JSONValidate(0...) @JSONKey("ms") var milliseconds: Double?
}

@JSONModel
enum Level: String, CaseIterable {
    case debug, info, warn, error
}

/// The counts and times for each level and path of the log. The lines of the log are not kept.
struct Summary {
    struct Path {
        var requests = 0
        var total = 0.0
        var slowest = 0.0

        mutating func add(_ milliseconds: Double) {
            requests += 1
            total += milliseconds
            slowest = max(slowest, milliseconds)
        }
    }

    /// Number of paths that are counted separately. Further paths share one count, so that memory stays bounded.
    static let mostPaths = 1000

    private(set) var lines = 0
    private(set) var levels: [Level: Int] = [:]
    private(set) var paths: [String: Path] = [:]

    mutating func add(_ entry: Entry) {
        lines += 1
        levels[entry.level, default: 0] += 1
        guard let path = entry.path, let milliseconds = entry.milliseconds else { return }
        let key = paths[path] != nil || paths.count < Self.mostPaths ? path : "(other paths)"
        paths[key, default: Path()].add(milliseconds)
    }

    func report() {
        print("\(lines) lines")
        for level in Level.allCases { print("\(level.rawValue.padded(to: 7))\(levels[level, default: 0])") }
        print("slowest requests:")
        let slowest = paths.sorted { ($1.value.slowest, $0.key) < ($0.value.slowest, $1.key) }
        for (path, numbers) in slowest.prefix(5) {
            let mean = (numbers.total / Double(numbers.requests) * 10).rounded() / 10
            print("  \(path.padded(to: 14)) slowest \(numbers.slowest) ms, mean \(mean) ms of \(numbers.requests)")
        }
    }
}

extension String {
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
