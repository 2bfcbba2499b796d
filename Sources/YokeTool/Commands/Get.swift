import ArgumentParser
import Yoke

/// `yoke get`: what stands at a path, as JSON lines.
struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints the values at a path, one a line (JSON Lines).",
        discussion: """
            A path is $ and then steps: .name or ['any name'], [3] for an element, [*] for each. Quote it for the shell:

              yoke get '$.users[*].name' users.json
              yoke get '$[0]' list.json

            Values are printed as they are met, so the memory holds one of them at a time.
            """)

    @Argument(help: "The path.")
    var path: String

    @Argument(help: "The file; - is standard input.", completion: .file())
    var file: String?

    @Flag(name: .shortAndLong, help: "Print strings as they are, without quotes and escapes.")
    var raw = false

    @OptionGroup var reading: ReadingOptions

    func run() throws {
        try reporting(Input.name(of: file)) {
            let input = try Input(file)
            var output = Output()
            do {
                try printValues(of: input, to: &output)
            } catch let error as JSONError {
                try output.finish()
                throw error
            }
            try output.finish()
        }
    }

    private func printValues(of input: borrowing Input, to output: inout Output) throws {
        var stream = try JSONStream<JSONValue>(descriptor: input.descriptor, at: path, options: reading.options)
        let bar = ProgressBar(total: input.size, besideOutput: true)
        let style = JSONWriteOptions(depth: reading.options.limits.depth)
        while let value = try stream.next() {
            if raw, let string = value.string {
                output.bytes.append(contentsOf: string.utf8)
            } else {
                try value.withJSONBytes(style) { output.bytes.append(contentsOf: $0) }
            }
            output.bytes.append(UInt8(ascii: "\n"))
            try output.writeIfLarge()
            bar.move(to: stream.progress.bytes)
        }
    }
}
