import Foundation
import Testing

/// Runs the built tool as a process, as a person does at a shell.
struct Tool {
    /// The exit status and the output of a run.
    struct Outcome {
        let status: Int32
        let output: String
        let error: String
    }

    /// The path of the program `yoke-cli` in the folder of the tests. It is installed under the name `yoke`.
    static let executable = program("yoke-cli")

    /// The path of a program in the folder of the tests.
    private static func program(_ name: String) -> URL {
        let places =
            [Bundle.main.executableURL, URL(fileURLWithPath: CommandLine.arguments[0])]
            + Bundle.allBundles.map(\.bundleURL)
        let programs = places.compactMap { $0?.resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent(name) }
        return programs.first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? programs[0]
    }

    /// Runs `yoke` with these arguments and this standard input.
    static func run(_ arguments: String..., input: String = "") throws -> Outcome {
        try run(executable, arguments, input: input)
    }

    /// Runs the demo's program with these arguments.
    static func demo(_ arguments: String...) throws -> Outcome {
        try run(program("yoke-demo"), arguments, input: "")
    }

    /// Runs a line of bash. `$yoke` is the tool's path, and `$1`, `$2` and so on are the arguments.
    static func shell(_ line: String, _ arguments: [String] = []) throws -> Outcome {
        let bash = URL(fileURLWithPath: "/bin/bash")
        let script = "yoke=$0; set -o pipefail; " + line
        return try run(bash, ["-c", script, executable.path] + arguments, input: "")
    }

    private static func run(_ program: URL, _ arguments: [String], input: String) throws -> Outcome {
        let folder = try Folder()
        // The output goes to files, because a full pipe would block the process.
        let output = try folder.file("output", "")
        let error = try folder.file("error", "")
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.file("input", input)))
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
        process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: error))
        try process.run()
        process.waitUntilExit()
        let killed = process.terminationReason == .uncaughtSignal
        return Outcome(
            status: killed ? 128 + process.terminationStatus : process.terminationStatus,
            output: try String(contentsOfFile: output, encoding: .utf8),
            error: try String(contentsOfFile: error, encoding: .utf8))
    }
}

/// A folder for one test. It is deleted after the test.
final class Folder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("yoke-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Makes a file in the folder, and returns its path.
    func file(_ name: String, _ text: String) throws -> String { try file(name, Data(text.utf8)) }

    func file(_ name: String, _ bytes: Data) throws -> String {
        let file = path + "/" + name
        try bytes.write(to: URL(fileURLWithPath: file))
        return file
    }
}

/// Returns a JSON array of people that is longer than any buffer of the tool.
func longDocument(count: Int = 50_000) -> String {
    "[" + (0..<count).map { #"{"id": \#($0), "name": "person \#($0)", "tags": ["a", "b"]}"# }.joined(separator: ",\n") + "]"
}
