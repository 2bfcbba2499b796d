import ArgumentParser
import Foundation
import Harness
import Rivals
import Workloads

@main
struct Bench: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures Yoke against libyajl alone, Foundation, and the cost of making the values.",
        discussion: """
            Results are compared before they are timed. The time is processor time of the thread, the median of interleaved \
            rounds; freeing the result is timed apart. Ratios of one run count; figures of two machines do not compare.
            """,
        subcommands: [StreamChild.self])

    @Option(help: ArgumentHelp("Writes the figures there.", valueName: "file"))
    var json: String?

    @Flag(help: "Fewer rounds and smaller files; under a minute.")
    var quick = false

    @Option(help: ArgumentHelp("Only what has this in its workload/corpus/contender.", valueName: "substring"))
    var filter: String?

    @Option(help: ArgumentHelp("Says what has changed since the figures of this file, written by --json.", valueName: "file"))
    var compare: String?

    func run() throws {
        let earlier = try compare.map {
            try JSONDecoder().decode([Record].self, from: Data(contentsOf: URL(fileURLWithPath: $0)))
        }
        let corpora = try Corpora()
        print(Self.heading(corpora, Machine.settle()))
        let table = Table([
            .time(over: YajlNoop.name, heading: "/ yajl-noop"), .time(over: FloorMaker.name, heading: "/ floor"),
            .speed(over: "foundation", heading: "x foundation"),
        ])
        var records: [Record] = []
        func add(_ measured: [Record]) {
            guard !measured.isEmpty else { return }
            print(table.text(contest: measured))
            fflush(nil)
            records += measured
        }
        let runner = Runner(quick ? .quick : .full)
        for entry in Suite(corpora).entries where entry.couldMatch(filter) {
            guard var contest = try entry.contest() else { continue }
            contest.contenders.removeAll { !Self.matches(filter, contest.workload, contest.corpus, $0.name) }
            if !contest.contenders.isEmpty { add(try runner.run(contest)) }
        }
        for streaming in [Streaming.lines, .array] {
            add(
                try streaming.run(corpora, size: quick ? 50_000_000 : 500_000_000) { contender in
                    Self.matches(filter, streaming.workload, streaming.corpus, contender)
                })
        }
        if records.contains(where: { $0.peakMemory != nil }) {
            let empty = Table.memory(try Streaming.emptyProcess())
            print("peak memory: of the process, of which the program and its libraries are \(empty)\n")
        }
        if let json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            try encoder.encode(records).write(to: URL(fileURLWithPath: json))
        }
        if let earlier { print(Comparison(earlier, records).text) }
        if corpora.folder != nil { try FloorCheck(records).run() }
    }

    static func matches(_ filter: String?, _ parts: String...) -> Bool {
        filter.map { parts.joined(separator: "/").contains($0) } ?? true
    }

    private static func heading(_ corpora: Corpora, _ settings: String) -> String {
        let environment = ProcessInfo.processInfo.environment
        let version = YajlNoop.version
        let yajl = "libyajl \(version / 10000).\(version / 100 % 100).\(version % 100)"
        return """
            Yoke \(environment["YOKE_COMMIT"] ?? "of unknown commit"); \(environment["YOKE_TOOLCHAIN"] ?? "unknown compiler")
            \(processor); \(yajl); \(ProcessInfo.processInfo.operatingSystemVersionString)
            \(settings)
            corpora: \(corpora.folder?.path ?? "generated, of the shapes of twitter, citm_catalog and canada")
            time and MB/s are without freeing the result, but with it in `small` and in streams; MB of JSON text
            / is time over theirs, x is speed over theirs; ratios of one run count, machines and minutes differ

            """
    }

    private static var processor: String {
        let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n") ?? []
        let name = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last
        return name.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown processor"
    }
}
