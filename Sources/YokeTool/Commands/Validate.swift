import ArgumentParser
import Yoke

/// `yoke validate`: checks if a text is JSON, and shows where it is not.
struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks that files are JSON (RFC 8259), and shows where they are not.",
        discussion: "A file of any size is checked. The memory holds its longest string (with --lines its longest line).")

    @Argument(help: "The files; - is standard input.", completion: .file())
    var files: [String] = []

    @Flag(
        help:
            "Each line is a separate text (NDJSON). The first \(BadLines.maxShown) invalid lines are shown. Empty lines are skipped.")
    var lines = false

    @Flag(name: .shortAndLong, help: "Print nothing for valid files.")
    var quiet = false

    @OptionGroup var reading: ReadingOptions

    func run() throws {
        var worst: ExitCode?
        var output = Output()
        for file in files.isEmpty ? [nil] : files.map(Optional.some) {
            do {
                try reporting(Input.name(of: file)) {
                    let input = try Input(file)
                    if lines { try checkLines(of: input) } else { try check(input) }
                    if !quiet { output.line("\(Report.visible(input.name)): valid") }
                }
            } catch let code as ExitCode {
                if code == ExitStatus.closedPipe { throw code }
                // A file that cannot be read is worse than a text that is not JSON, so its exit code wins.
                worst = ExitCode(max(worst?.rawValue ?? 0, code.rawValue))
            }
            try reporting("standard output") { try output.finish() }  // before an error of the next file
        }
        if let worst { throw worst }
    }

    private func check(_ input: borrowing Input) throws {
        var validator = try JSONValidator(counting: false, options: reading.options)
        let bar = ProgressBar(total: input.size)
        try input.forEachChunk { chunk in
            try validator.feed(chunk)
            bar.advance(by: chunk.count)
        }
        try validator.finish()
    }

    private func checkLines(of input: borrowing Input) throws {
        let checked = try Lines(of: input, reading) { _ in }
        try checked.bad.report(of: checked.values + checked.bad.count, ("is not JSON", "are not JSON"))
    }
}
