import CTestSupport
import Foundation

/// `yoke-growth [NAME]`: runs every feature, or the features whose names contain NAME, at three sizes. `scripts/check-growth` starts it
/// under callgrind, and compares the instructions of the three runs.
@main
struct Growth {
    static func main() {
        var hasFailed = false
        let wanted = CommandLine.arguments.dropFirst().first ?? ""
        let features = Feature.all.filter { wanted.isEmpty || $0.name.contains(wanted) }
        for feature in features {
            // This first run compiles plans and fills caches and lazy globals. It is not counted.
            do {
                try feature.prepare(max(1, feature.size / 4))()
                for factor in [1, 2, 4] {
                    let run = try feature.prepare(feature.size * factor)
                    yoke_test_count_begin()
                    try run()
                    yoke_test_count_end("\(feature.name) \(factor)")
                }
            } catch {
                FileHandle.standardError.write(Data("\(feature.name): \(error)\n".utf8))
                hasFailed = true
            }
        }
        if hasFailed { exit(1) }
    }
}

/// One kind of work whose time must be proportional to the size of its input.
struct Feature {
    let name: String
    /// The smallest of the three sizes. Its unit depends on the feature: elements, members or bytes.
    let size: Int
    /// Makes the input of the given size, and returns the work. Only the instructions of the work are counted.
    let prepare: (Int) throws -> () throws -> Void

    static var all: [Feature] {
        reading + streaming + growing + reports + values + updates + writing + editing + foundation
    }
}

/// Thrown if the work gave a wrong result.
struct Unexpected: Error {
    let what: String
}

func expect(_ condition: Bool, _ what: String = "another result was expected") throws {
    if !condition { throw Unexpected(what: what) }
}
