import Foundation
import Testing

/// Puts every hostile value at every position of every type, in every mode. The result, a value or an error, must be the same with both
/// engines, at once and in chunks. A value must be equal after writing and reading.
///
/// The environment variable `YOKE_MATRIX` chooses the number of trials:
/// - `full`: each value at each position in each mode, which takes hours.
/// - unset: a fixed sample. For each type, about half of the values are tried, each at one position and in one mode. A value of 2,000
/// bytes or more is tried with every eighth type.
/// - `few`, for sanitizers: about a tenth of the sample.
/// - `trace`: the sample, and prints each trial, to find the trial that caused a crash.
@Suite struct MatrixTests {
    @Test(arguments: Subject.all) func eachTypeGivesOneAnswerToEachValue(_ subject: Subject) {
        var problems: [String] = []
        for trial in Trial.sample(of: subject) {
            if Trial.isTraced { FileHandle.standardError.write(Data("\(trial)\n".utf8)) }
            if let problem = trial.row.problem(with: trial.value, trial.mode) { problems.append(problem) }
        }
        for problem in problems.prefix(5) { Issue.record("\(problem)") }
        #expect(problems.count == 0)
    }

    @Test func theSampleHoldsEachPlaceInManyModesAndEachValue() {
        var values: Set<[UInt8]> = []
        for subject in Subject.all {
            let trials = Trial.sample(of: subject)
            values.formUnion(trials.map(\.value))
            let places = Dictionary(grouping: trials, by: \.row.description).mapValues { Set($0.map(\.mode.description)).count }
            #expect(places.count == subject.rows.count && places.values.allSatisfy { $0 >= Mode.all.count / 2 }, "\(subject)")
        }
        #expect(values.count == HostileValues.all.count)
    }
}

/// One value, at one position, in one mode.
struct Trial: CustomStringConvertible {
    let row: Row
    let mode: Mode
    let value: [UInt8]

    var description: String { "\(row), \(mode): \(String(decoding: value.prefix(200), as: UTF8.self))" }

    private static let setting = ProcessInfo.processInfo.environment["YOKE_MATRIX"] ?? ""
    static var isTraced: Bool { setting == "trace" }

    /// Returns the trials for a subject; all of them for `YOKE_MATRIX=full`. Otherwise the values are distributed over the subject's
    /// positions, and the modes take turns. The subject's name decides which value and mode come first.
    static func sample(of subject: Subject) -> [Trial] {
        let modes = Mode.all, rows = subject.rows
        if setting == "full" {
            return rows.flatMap { row in modes.flatMap { mode in HostileValues.all.map { Trial(row: row, mode: mode, value: $0) } } }
        }
        let turn = subject.description.utf8.reduce(0) { $0 + Int($1) }
        // Long values take most of the time, so each of them goes to one subject of eight.
        let values = HostileValues.all.enumerated().filter { $1.count < 2000 || (turn + $0) % 8 == 0 }.map(\.element)
        let step = setting == "few" ? values.count / modes.count : 2 * rows.count
        return rows.indices.flatMap { r in
            stride(from: (turn + r) % step, to: values.count, by: step).enumerated().map { k, v in
                Trial(row: rows[r], mode: modes[(turn + r + k) % modes.count], value: values[v])
            }
        }
    }
}
