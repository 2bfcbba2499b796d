import ArgumentParser
import Yoke

/// `yoke format`: writes the same JSON with other white space, and on request with sorted keys or with escapes.
struct Format: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes a JSON text indented, or without any white space.",
        discussion: """
            Numbers keep their digits, strings their characters, objects their order and their repeated keys. Comments are not \
            written. A file may have any size. The memory holds its longest string, with --lines the longest line, with \
            --sort-keys the entire document.
            """)

    @Argument(help: "The file; - is standard input.", completion: .file())
    var file: String?

    @Option(help: ArgumentHelp("Indent by this many spaces, 1 to 16 (default: 2).", valueName: "spaces"))
    var indent: Int?

    @Flag(help: "Indent by one tab for each level.")
    var tabs = false

    @Option(help: ArgumentHelp("Write arrays of scalars on one line if they take at most this many bytes there.", valueName: "bytes"))
    var shortArrays: Int?

    @Flag(help: "Write characters beyond ASCII as \\u escapes.")
    var ascii = false

    @Flag(help: "Write everything on one line, without white space.")
    var compact = false

    @Flag(help: "Sort the members of each object by their keys' bytes.")
    var sortKeys = false

    @Flag(help: "Each line is a separate text (NDJSON), and is formatted separately. Invalid lines are reported and left out.")
    var lines = false

    @OptionGroup var reading: ReadingOptions

    func validate() throws {
        if compact, tabs || shortArrays != nil {
            throw ValidationError("--compact excludes --tabs and --short-arrays: the text then has one line")
        }
        if tabs, indent != nil { throw ValidationError("--tabs and --indent exclude each other; give one of them") }
        if let shortArrays, shortArrays < 1 { throw ValidationError("--short-arrays takes a number of bytes from 1 on") }
        if let indent {
            if compact { throw ValidationError("--indent and --compact exclude each other; give one of them") }
            if !(1...16).contains(indent) { throw ValidationError("--indent takes 1 to 16 spaces; for none use --compact") }
        }
    }

    func run() throws {
        try reporting(Input.name(of: file)) {
            let input = try Input(file)
            var output = Output()
            if reading.options.allowsComments || reading.options.allowsJSON5 {
                Report.say("yoke format: the output has no comments; those of the input are left out")
            }
            if lines { return try formatLines(of: input, to: &output) }
            if sortKeys { try formatSorted(input, to: &output) } else { try format(input, to: &output) }
            output.bytes.append(UInt8(ascii: "\n"))
            try output.finish()
        }
    }

    private var style: JSONWriteOptions {
        var style = compact ? JSONWriteOptions.compact : .pretty
        if let indent { style.indent = indent }
        style.indentsWithTabs = tabs
        style.shortArrayLength = shortArrays ?? 0
        style.escapesNonASCII = ascii
        style.sortsKeys = sortKeys
        style.depth = reading.options.limits.depth
        return style
    }

    private func format(_ input: borrowing Input, to output: inout Output) throws {
        var formatter = try JSONFormatter(style: style, options: reading.options)
        let bar = ProgressBar(total: input.size, besideOutput: true)
        do {
            try input.forEachChunk { chunk in
                try formatter.feed(chunk) { text in
                    output.bytes.append(contentsOf: text)
                    try output.writeIfLarge()
                }
                bar.advance(by: chunk.count)
            }
            try formatter.finish { output.bytes.append(contentsOf: $0) }
        } catch let error as JSONError {
            // The output up to the error is written too, because the end of the output shows where the error is.
            if !output.isUntouched { output.bytes.append(UInt8(ascii: "\n")) }
            try output.finish()
            throw error
        }
    }

    private func formatLines(of input: borrowing Input, to output: inout Output) throws {
        let style = style
        let read = try Lines(of: input, reading, besideOutput: true) { value in
            try value.withJSONBytes(style) { output.bytes.append(contentsOf: $0) }
            output.bytes.append(UInt8(ascii: "\n"))
            try output.writeIfLarge()
        }
        try output.finish()
        try read.bad.report(of: read.values + read.bad.count, ("is left out", "are left out"))
    }

    private func formatSorted(_ input: borrowing Input, to output: inout Output) throws {
        var reader = try JSONReader<JSONValue>(options: reading.options)
        // JSON5 has numbers that JSON lacks. A formatter finds them while their positions are known.
        var checker = try JSONFormatter(style: .compact, options: reading.options)
        let bar = ProgressBar(total: input.size)
        try input.forEachChunk { chunk in
            if reading.options.allowsJSON5 { try checker.feed(chunk) { (_: UnsafeRawBufferPointer) in } }
            try reader.feed(chunk)
            bar.advance(by: chunk.count)
        }
        let value = try reader.finish()
        output.bytes.append(contentsOf: try value.jsonBytes(style))
    }
}
