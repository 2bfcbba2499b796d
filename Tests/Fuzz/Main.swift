import Foundation
import TestSupport

/// Both engines over mutants until the count is reached: `yoke-fuzz [COUNT] [SEED] [FIRST]`. Ends with 1 when they differ.
@main
struct Fuzz {
    static func main() {
        guard Trial.other != nil else {
            print("built without the trait Yajl: there is nothing to compare with")
            exit(1)
        }
        let arguments = CommandLine.arguments.dropFirst().map { UInt64($0) }
        let count = Int(arguments.first.flatMap { $0 } ?? 1_000_000)
        let seed = arguments.dropFirst().first.flatMap { $0 } ?? .random(in: 0..<1_000_000_000)
        let first = Int(arguments.dropFirst(2).first.flatMap { $0 } ?? 0)
        print("\(count) mutants, seed \(seed)")
        var found: [String] = []
        for number in first..<first + count {
            let trial = Trial.mutant(number, seed: seed)
            guard trial.difference() != nil else { continue }
            let words = trial.shrunk().difference().map { "\($0)" } ?? "gone at the second try"
            found.append(words)
            print("\nmutant \(number): \(words)")
            if found.count == 40 { break }
        }
        print("\(found.count) differences")
        if !found.isEmpty { exit(1) }
    }
}
