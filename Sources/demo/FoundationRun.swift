import ArgumentParser
import Foundation
import Yoke

/// `yoke-demo foundation`: reads the same file as `yoke-demo stream`, but with Foundation, which must hold the entire file and all its
/// values in memory.
struct FoundationRun: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "foundation", abstract: "Reads a file with Foundation, and prints what it cost as JSON.",
        shouldDisplay: false)

    @Argument(help: "The file.", completion: .file())
    var file: String

    @Flag(help: "The file is the demo's own: decode it into Country models.")
    var typed = false

    private struct Document: Decodable {
        var countries: [Country]
    }

    func run() throws {
        let start = ContinuousClock.now
        let data = try Data(contentsOf: URL(fileURLWithPath: file))
        var findings: Findings?
        if typed {
            var found = Findings()
            for country in try JSONDecoder().decode(Document.self, from: data).countries { found.add(country) }
            findings = found
        } else {
            _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let measurement = Measurement(
            seconds: seconds, bytes: Int64(data.count), peakBytes: Machine.peakBytes, findings: findings)
        print(try measurement.jsonString())
    }

    /// Runs Foundation in a process of its own, so that the measured memory does not include the memory of this process.
    static func measure(file: String, typed: Bool) throws -> Measurement {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["foundation", file] + (typed ? ["--typed"] : [])
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ValidationError("Foundation could not read the file (--no-compare leaves it out)")
        }
        return try Measurement(json: output)
    }
}
