import ArgumentParser
import Foundation
import Harness
import Rivals
import Workloads

/// A file that is read in processes of their own, so that each contender's peak of memory is its own.
struct Streaming {
    let workload: String
    let layout: StreamFile.Layout
    let contenders: [String]
    let corpus = "tweets"
    private static let rounds = 3

    static let lines = Streaming(
        workload: "stream-ndjson", layout: .lines, contenders: [YokeYajl.name, YajlNoop.name, FoundationDecoder.name])
    static let array = Streaming(workload: "stream-array", layout: .array, contenders: [YokeYajl.name, YajlNoop.name])

    /// The memory of a process that reads nothing: what the program and its libraries need.
    static func emptyProcess() throws -> UInt64 { try report(StreamChild.nobody, "/dev/null", isLines: true).peakMemory }

    /// Makes the file, and measures the contenders that are wanted.
    func run(_ corpora: Corpora, size: Int, _ isWanted: (String) -> Bool) throws -> [Record] {
        let wanted = contenders.filter(isWanted)
        guard !wanted.isEmpty, let twitter = try corpora.text(.twitter) else { return [] }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("yoke-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try StreamFile(layout, size: size, from: twitter, at: folder.appendingPathComponent("tweets.json").path)
        var reports = [String: [StreamReport]]()
        for _ in 0..<Self.rounds {
            for contender in wanted {
                let report = try Self.report(contender, file.path, isLines: layout == .lines)
                if let outcome = report.outcome {
                    try expect(
                        outcome.elements == file.elements && outcome.sum == file.sum,
                        "\(workload): \(contender) read \(outcome.elements) tweets of \(file.elements), or others")
                }
                reports[contender, default: []].append(report)
            }
        }
        return wanted.map { contender in
            let reports = reports[contender] ?? []
            return Record(
                workload: workload, corpus: corpus, contender: contender,
                medianNanoseconds: reports.map { Double($0.nanoseconds) }.median, bytes: file.bytes,
                peakMemory: reports.map(\.peakMemory).max())
        }
    }

    /// Runs a child.
    private static func report(_ contender: String, _ file: String, isLines: Bool) throws -> StreamReport {
        let process = Process(), output = Pipe()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["stream-child", contender, file, isLines ? "--lines" : "--no-lines"]
        process.standardOutput = output
        try process.run()
        let report = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw RivalFailure("\(contender) ended with \(process.terminationStatus) in a stream")
        }
        return try JSONDecoder().decode(StreamReport.self, from: report)
    }
}

/// What a child tells.
struct StreamReport: Codable {
    let nanoseconds: UInt64
    let peakMemory: UInt64
    /// Nil of one who makes no values.
    let outcome: StreamOutcome?
}

/// One contender and one file.
struct StreamChild: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "stream-child", shouldDisplay: false)
    /// Who reads nothing.
    static let nobody = "nobody"

    @Argument var contender: String
    @Argument var file: String
    @Flag(inversion: .prefixedNo) var lines: Bool

    func run() throws {
        _ = Machine.settle()
        var outcome: StreamOutcome?
        let time = try Machine.time {
            switch contender {
            case Self.nobody: break
            case YokeYajl.name: outcome = try YokeYajl.stream(file, lines: lines)
            case YajlNoop.name: try YajlNoop.stream(file)
            case FoundationDecoder.name where lines: outcome = try FoundationDecoder.streamLines(file)
            default: throw ValidationError("\(contender) does not stream this")
            }
        }
        let report = StreamReport(nanoseconds: time, peakMemory: Machine.peakMemory, outcome: outcome)
        FileHandle.standardOutput.write(try JSONEncoder().encode(report))
    }
}
