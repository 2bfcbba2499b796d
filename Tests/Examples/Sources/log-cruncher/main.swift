import Foundation
import Yoke

let usage = """
    usage: log-cruncher [FILE]          reads a log in NDJSON, by default from standard input
           log-cruncher --sample COUNT  prints a log of so many lines; every 50,000th is cut

    Exit codes: 0; 1: a line was bad, or the log could not be read; 64: usage.
    """

let arguments = Array(CommandLine.arguments.dropFirst())
switch (arguments.first, arguments.count) {
case ("-h", 1), ("--help", 1): print(usage)
case ("--sample", 2):
    guard let count = Int(arguments[1]), count >= 0 else { fail(usage, code: 64) }
    writeSample(count)
case (nil, 0), (_, 1): exit(crunch(arguments.first))
default: fail(usage, code: 64)
}

/// Reads the log one line at a time. Memory holds one line, the stream's buffer and the summary.
func crunch(_ file: String?) -> Int32 {
    var summary = Summary()
    var progress = ProgressLine()
    var badLines = 0
    do {
        let log = try open(file)
        for result in log.results {
            switch result {
            case .success(let entry): summary.add(entry)
            case .failure(let error) where error.kind == .io: throw error
            case .failure(let error):
                // The next iteration continues after the bad line.
                badLines += 1
                if badLines <= 10 {
                    progress.interrupt("line \(error.line ?? 0), column \(error.column ?? 0): \(error.path): \(error.message)")
                }
            }
            // The loop iterates over a copy of `log`. The copy shares its position with `log`, so `log.progress` is up to date.
            progress.update(log.progress)
        }
    } catch {
        progress.interrupt("log-cruncher: \(error)")
        return 1
    }
    progress.end()
    summary.report()
    print("\(badLines) bad lines")
    return badLines == 0 ? 0 : 1
}

/// Opens the log as a stream. Each line is one value.
func open(_ file: String?) throws(JSONError) -> JSONStream<Entry> {
    guard let file else { return try JSONStream(descriptor: STDIN_FILENO, format: .lines) }
    return try JSONStream(path: file, format: .lines)
}

/// Shows on standard error how far the stream has come. Prints nothing if standard error is not a terminal.
struct ProgressLine {
    private let isVisible = isatty(STDERR_FILENO) != 0
    private var nextAt: Int64 = 0

    mutating func update(_ progress: JSONProgress) {
        guard isVisible, progress.bytes >= nextAt else { return }
        nextAt = progress.bytes + (4 << 20)
        let percent = progress.fraction.map { " (\(Int($0 * 100)) %)" } ?? ""
        write("\r\u{1B}[K\(progress.bytes >> 20) MB, \(progress.elements) lines\(percent)")
    }

    /// Prints a message on a line of its own, where the progress was shown.
    func interrupt(_ message: String) { write("\(isVisible ? "\r\u{1B}[K" : "")\(message)\n") }

    func end() { if isVisible { write("\r\u{1B}[K") } }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}

/// Writes a sample log. The same count always gives the same log.
func writeSample(_ count: Int) {
    let paths = ["/", "/cart", "/login", "/search", "/items/7"]
    var lines: [UInt8] = []
    for number in 0..<count {
        let level: Level = number % 100 == 99 ? .error : number % 10 == 5 ? .warn : .info
        let milliseconds = Double(number * 7919 % 2000) / 8 + Double(number % paths.count)
        let entry = Entry(level: level, path: paths[number % paths.count], milliseconds: milliseconds)
        do {
            // Compact JSON has no line feed, so each value with a line feed after it is a line of NDJSON.
            try entry.withJSONBytes { lines += number % 50_000 == 49_999 ? $0.prefix($0.count / 2) : $0[...] }
        } catch {
            fail("log-cruncher: \(error)")
        }
        lines.append(UInt8(ascii: "\n"))
        if lines.count > 1 << 16 || number == count - 1 {
            FileHandle.standardOutput.write(Data(lines))
            lines.removeAll(keepingCapacity: true)
        }
    }
}

func fail(_ message: String, code: Int32 = 1) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(code)
}
