import Foundation
import TestSupport
import Testing

/// Reads damaged texts in every way: models, options, chunks, streams, validator, formatter. YOKE_MUTANTS=1000000 sets the number of texts,
/// and YOKE_SEED=7 chooses other texts. `scripts/fuzz` does the same in a release build.
@Suite(.needsBothEngines) struct MutantTests {
    private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

    @Test func bothEnginesSayTheSame() {
        let seed = UInt64(Self.number("YOKE_SEED") ?? 20)
        var found = 0
        for number in 0..<(Self.number("YOKE_MUTANTS") ?? 6000) where found < 10 {
            let trial = Trial.mutant(number, seed: seed)
            guard let difference = trial.difference() else { continue }
            found += 1
            Issue.record("seed \(seed), mutant \(number): \(trial.shrunk().difference() ?? difference)")
        }
    }

    /// Reads the undamaged documents in every way.
    @Test(arguments: Subject.all.map(\.name)) func soundDocuments(name: String) throws {
        let subject = try #require(Subject.all.first { $0.name == name })
        let streams = [JSONStreamFormat.document, .lines, .values].flatMap { format in
            ([nil] + subject.streamPaths).map { Way.stream(format, path: $0) }
        }
        let others =
            [.whole, .again, .chunks, .formatter(indent: 0), .formatter(indent: 2)] + Way.validators
            + subject.paths.map { Way.path($0) }
        for text in subject.documents {
            for way in others + streams { expectSame(Trial(subject, text, way, cuts: [text.count / 3, text.count / 2])) }
        }
    }
}
