import ArgumentParser
import Yoke

/// `yoke get`: prints the values at a path as JSON lines.
struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints the values at a path, one a line (JSON Lines).",
        usage: "yoke get <path> [<file>] [--raw] [--lines] [<options>]",
        discussion: """
            A path is $ and then steps: .name or ['any name'], [3] for an element, [*] for each. Quote it for the shell:

              yoke get '$.users[*].name' users.json
              yoke get '$[0]' list.json

            Each value is printed as soon as it is read, so the memory holds one value at a time. If an object repeats a key of \
            the path, its last value is printed. With [*] in the path, all values of the key are printed.
            """)

    @Argument(help: "The path.")
    var path = ""

    @Argument(help: "The file; - is standard input.", completion: .file())
    var file: String?

    @Flag(name: .shortAndLong, help: "Print strings as they are, without quotes and escapes.")
    var raw = false

    @Flag(help: "Each line is a separate text (NDJSON), and need not have a value at the path. Invalid lines are reported and skipped.")
    var lines = false

    @OptionGroup var reading: ReadingOptions

    func validate() throws {
        let example = "for example: yoke get '$.users[*].name' users.json"
        if path.isEmpty { throw ValidationError("give a path before the file, \(example); $ is the entire text") }
        // A file's name in place of the path is refused. Otherwise the command would wait for standard input.
        if file == nil, !path.hasPrefix("$"), Input.isFile(path) {
            throw ValidationError("\(Report.visible(path)) is a file: give a path before it, \(example); $ is the entire text")
        }
    }

    func run() throws {
        try reporting(Input.name(of: file)) {
            let input = try Input(file)
            var output = Output()
            do {
                if lines { try printLines(of: input, to: &output) } else { try printValues(of: input, to: &output) }
            } catch {
                if !(error is Output.Problem) { try output.finish() }
                throw error
            }
            try output.finish()
        }
    }

    private func printLines(of input: borrowing Input, to output: inout Output) throws {
        let read = try Lines(of: input, at: path, reading, besideOutput: true) { try print($0, to: &output) }
        try output.finish()
        if read.values > 0 { read.reportEmpty(input.name, at: path) }
        try read.bad.report()
        if read.values == 0, read.empty > 0 {
            throw JSONError(kind: .pathNotFound, message: "nothing in any line matches the path \"\(Report.visible(path))\"")
        }
    }

    private func printValues(of input: borrowing Input, to output: inout Output) throws {
        // If the path leads to a single value and a key repeats, the last member counts. Only the end of the text shows which member is the
        // last.
        if let reader = try? JSONReader<JSONValue>(at: path, options: reading.options) { return try printLast(reader, input, to: &output) }
        var stream = try JSONStream<JSONValue>(descriptor: input.descriptor, at: path, options: reading.options)
        let bar = ProgressBar(total: input.size, besideOutput: true)
        var printed = 0
        while let value = try stream.next() {
            printed += 1
            try naming("value \(printed)") { try print(value, to: &output) }
            bar.move(to: stream.progress.bytes)
        }
    }

    private func printLast(_ reader: consuming JSONReader<JSONValue>, _ input: borrowing Input, to output: inout Output) throws {
        var reader = reader
        let bar = ProgressBar(total: input.size)
        try input.forEachChunk { chunk in
            try reader.feed(chunk)
            bar.advance(by: chunk.count)
        }
        bar.clear()
        let value = try reader.finish()
        try naming("the value") { try print(value, to: &output) }
    }

    /// Prints a value with `body`. If the value has a number that JSON lacks, the error names the value.
    private func naming(_ name: String, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as JSONError where error.kind == .nonFiniteNumber {
            throw JSONError(kind: error.kind, message: "\(name) at the path is not written: \(error.message)")
        }
    }

    private func print(_ value: JSONValue, to output: inout Output) throws {
        if raw, let string = value.string {
            output.bytes.append(contentsOf: string.utf8)
        } else {
            try value.withJSONBytes(JSONWriteOptions(depth: reading.options.limits.depth)) { output.bytes.append(contentsOf: $0) }
        }
        output.bytes.append(UInt8(ascii: "\n"))
        try output.writeIfLarge()
    }
}
