import Foundation
import TestSupport

/// `yoke-fuzz [COUNT] [SEED] [FIRST]`: reads COUNT damaged texts with both engines, from number FIRST, and compares the results.
/// `yoke-fuzz numbers [COUNT] [SEED]`: reads and writes numbers, and compares the results with those of the system.
/// Exits with 1 if any result differs.
@main
struct Fuzz {
    static func main() throws {
        var words = CommandLine.arguments.dropFirst()
        let isOfNumbers = words.first == "numbers"
        if isOfNumbers { words.removeFirst() }
        let arguments = words.map { UInt64($0) }
        let count = Int(arguments.first.flatMap { $0 } ?? (isOfNumbers ? 10_000_000 : 1_000_000))
        let seed = arguments.dropFirst().first.flatMap { $0 } ?? .random(in: 0..<1_000_000_000)
        let first = Int(arguments.dropFirst(2).first.flatMap { $0 } ?? 0)
        let differences = isOfNumbers ? try Numbers.run(count, seed: seed) : mutants(first..<first + count, seed: seed)
        print("\(differences) differences")
        if differences > 0 { exit(1) }
    }

    private static func mutants(_ numbers: Range<Int>, seed: UInt64) -> Int {
        guard Trial.other != nil else {
            print("built without the trait Yajl: there is nothing to compare with")
            exit(1)
        }
        print("\(numbers.count) mutants, seed \(seed)")
        var found = 0
        for number in numbers {
            let trial = Trial.mutant(number, seed: seed)
            guard trial.difference() != nil else { continue }
            let words = trial.shrunk().difference().map { "\($0)" } ?? "gone at the second try"
            found += 1
            print("\nmutant \(number): \(words)")
            if found == 40 { break }
        }
        return found
    }
}
