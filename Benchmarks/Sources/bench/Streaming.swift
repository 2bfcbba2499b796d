import ArgumentParser
import Foundation
import Harness
import Rivals
import Workloads

/// Reads a file of tweets element by element: once with every field, and once with seven fields.
struct Streaming {
    let workload: String
    let layout: StreamFile.Layout
    private static let rounds = 3

    static let all = [
        Streaming(workload: "stream-ndjson", layout: .lines), Streaming(workload: "stream-array", layout: .array),
    ]

    /// Returns the names of the contenders. `yoke-structure-only` takes part only if fields are skipped, because otherwise it does the same
    /// as `yoke-native`.
    private func contenders(_ piece: StreamPiece) -> [String] {
        YokeEngine.all.map(\.name) + (piece == .headlines ? [YokeEngine.structureOnly.name] : []) + Foreign.all.map(\.name)
            + [YajlNoop.name] + (layout == .lines ? [FoundationDecoder.name] : [])
    }

    /// Returns the peak memory of a process that reads nothing: the memory of the program and its libraries.
    static func emptyProcess() throws -> UInt64 {
        try Child.report(arguments(Child.nobody, "/dev/null", .lines, .tweets)).peakMemory
    }

    /// Makes the file, and measures all contenders that match the filter.
    func run(_ corpora: Corpora, size: Int, _ filter: String?) throws -> [Record] {
        let wanted = StreamPiece.allCases.flatMap { piece in
            contenders(piece).filter { Bench.matches(filter, workload, piece.rawValue, $0) }.map { (piece, $0) }
        }
        guard !wanted.isEmpty, let twitter = try corpora.text(.twitter) else { return [] }
        return try Child.withFolder { folder in
            let file = try StreamFile(layout, size: size, from: twitter, at: folder.appendingPathComponent("tweets.json").path)
            var reports = wanted.map { _ in [ChildReport]() }
            for _ in 0..<Self.rounds {
                for (place, (piece, contender)) in wanted.enumerated() {
                    let report = try Child.report(Self.arguments(contender, file.path, layout, piece))
                    if let outcome = report.outcome {
                        try expect(
                            outcome.elements == file.elements && outcome.sum == file.sum,
                            "\(workload): \(contender) read \(outcome.elements) tweets of \(file.elements), or others")
                    }
                    reports[place].append(report)
                }
            }
            let times = reports.map { $0.map { Double($0.nanoseconds) } }
            let medians = Rounds(times).medians
            return wanted.indices.map { place in
                let (piece, contender) = wanted[place]
                return Record(
                    workload: workload, corpus: piece.rawValue, contender: contender, leastNanoseconds: times[place].min() ?? .infinity,
                    medianNanoseconds: medians[place], bytes: file.bytes, peakMemory: reports[place].map(\.peakMemory).max())
            }
        }
    }

    private static func arguments(
        _ contender: String, _ file: String, _ layout: StreamFile.Layout, _ piece: StreamPiece
    ) -> [String] { [StreamChild.name, contender, file, layout.rawValue, piece.rawValue] }
}

/// The command of the child process: runs one contender on one file.
struct StreamChild: ParsableCommand {
    static let name = "stream-child"
    static let configuration = CommandConfiguration(commandName: name, shouldDisplay: false)

    @Argument var contender: String
    @Argument var file: String
    @Argument var layout: StreamFile.Layout
    @Argument var piece: StreamPiece

    func run() throws {
        _ = Machine.prepare()
        try Child.report {
            if let engine = (YokeEngine.all + [.structureOnly]).first(where: { $0.name == contender }) {
                return try engine.stream(file, layout, piece)
            }
            if let rival = Foreign.named(contender) { return try rival.stream(file, layout, piece) }
            switch contender {
            case Child.nobody: break
            case YajlNoop.name: try YajlNoop.stream(file)
            case FoundationDecoder.name where layout == .lines: return try FoundationDecoder.streamLines(file, piece)
            default: throw ValidationError("\(contender) does not stream this")
            }
            return nil
        }
    }
}

extension StreamFile.Layout: ExpressibleByArgument {}
extension StreamPiece: ExpressibleByArgument {}
