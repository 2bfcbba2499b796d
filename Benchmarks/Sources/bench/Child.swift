import ArgumentParser
import Foundation
import Harness
import Rivals

/// Work in a process of its own, so that a contender's peak of memory and its first call are its own.
enum Child {
    /// Who does nothing.
    static let nobody = "nobody"

    /// Runs this program again, and gives what it tells.
    static func report(_ arguments: [String]) throws -> ChildReport {
        let process = Process(), output = Pipe()
        process.executableURL = Bundle.main.executableURL
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        let report = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw RivalFailure("\(arguments.joined(separator: " ")) ended with \(process.terminationStatus)")
        }
        return try JSONDecoder().decode(ChildReport.self, from: report)
    }

    /// In the child: measures the work and tells of it.
    static func report(_ work: () throws -> StreamOutcome?) throws {
        var outcome: StreamOutcome?
        let time = try Machine.time { outcome = try work() }
        let report = ChildReport(nanoseconds: time, peakMemory: Machine.peakMemory, outcome: outcome)
        FileHandle.standardOutput.write(try JSONEncoder().encode(report))
    }

    /// A folder for the length of some work.
    static func withFolder<Result>(_ work: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("yoke-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try work(folder)
    }
}

/// What a child tells.
struct ChildReport: Codable {
    let nanoseconds: UInt64
    let peakMemory: UInt64
    /// Nil of one who makes no values.
    let outcome: StreamOutcome?
}
