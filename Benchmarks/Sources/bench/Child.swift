import ArgumentParser
import Foundation
import Harness
import Rivals

/// Runs work in a separate process, with memory that no other work has used.
enum Child {
    /// The name of a contender that does nothing. Its peak memory is the memory of the program itself.
    static let nobody = "nobody"

    /// Runs this program again, and returns the report that it prints.
    static func report(_ arguments: [String]) throws -> ChildReport { try output(arguments) }

    /// Runs this program again, and returns the value that it prints as JSON.
    static func output<Value: Decodable>(_ arguments: [String]) throws -> Value {
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
        return try JSONDecoder().decode(Value.self, from: report)
    }

    /// In the child process: measures the work and prints the report.
    static func report(_ work: () throws -> StreamOutcome?) throws {
        var outcome: StreamOutcome?
        let time = try Machine.time { outcome = try work() }
        try print(ChildReport(nanoseconds: time, peakMemory: Machine.peakMemory, outcome: outcome))
    }

    /// In the child process: prints the result as JSON.
    static func print(_ report: some Encodable) throws { FileHandle.standardOutput.write(try JSONEncoder().encode(report)) }

    /// Makes a folder for the duration of some work.
    static func withFolder<Result>(_ work: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("yoke-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try work(folder)
    }
}

/// The report of a child process.
struct ChildReport: Codable {
    let nanoseconds: UInt64
    let peakMemory: UInt64
    /// The sums over the values that were read; nil for a contender that makes no values.
    let outcome: StreamOutcome?
}
