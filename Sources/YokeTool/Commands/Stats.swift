import ArgumentParser
import Yoke

/// `yoke stats`: counts the parts of a text, and says how fast the text was read.
struct Stats: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Counts the parts of a JSON text, and says how fast the text was read.",
        discussion: "A file of any size is counted. The memory holds its longest string.")

    @Argument(help: "The file; - is standard input.", completion: .file())
    var file: String?

    @Flag(help: "Each line is a separate text (NDJSON), and all are counted together. Invalid lines are reported and not counted.")
    var lines = false

    @OptionGroup var reading: ReadingOptions

    func run() throws {
        try reporting(Input.name(of: file)) {
            let input = try Input(file)
            let bad = BadLines(of: input.name)
            let clock = ContinuousClock()
            let start = clock.now
            let bar = ProgressBar(total: input.size)
            var validator = try JSONValidator(format: lines ? .lines : .document, options: reading.options) { error in
                bar.clear()
                bad.add(error)
            }
            do {
                try input.forEachChunk { chunk in
                    try validator.feed(chunk)
                    bar.advance(by: chunk.count)
                }
                try validator.finish()
                bar.clear()
            }
            let seconds = (clock.now - start) / .seconds(1)
            var output = Output()
            print(validator.statistics, seconds: seconds, to: &output)
            try output.finish()
            try bad.report()
        }
    }

    private func print(_ counts: JSONStatistics, seconds: Double, to output: inout Output) {
        let rows: [(name: String, figure: String)] = [
            ("objects", Figures.grouped(counts.objects)),
            ("members", Figures.grouped(counts.keys)),
            ("arrays", Figures.grouped(counts.arrays)),
            ("strings", Figures.grouped(counts.strings)),
            ("numbers", Figures.grouped(counts.numbers)),
            ("booleans", Figures.grouped(counts.booleans)),
            ("nulls", Figures.grouped(counts.nulls)),
            ("depth", Figures.grouped(counts.maximumDepth)),
            ("bytes", Figures.grouped(counts.bytes)),
            ("in strings", Figures.grouped(counts.stringBytes)),
            ("in keys", Figures.grouped(counts.keyBytes)),
            ("speed", Figures.rate(Int64(counts.bytes), seconds: seconds)),
        ]
        let names = rows.map(\.name.count).max() ?? 0
        let figures = rows.map(\.figure.count).max() ?? 0
        for row in rows {
            let gap = String(repeating: " ", count: names - row.name.count + 2 + figures - row.figure.count)
            output.line(row.name + gap + row.figure)
        }
    }
}
