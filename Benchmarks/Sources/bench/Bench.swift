import ArgumentParser
import Foundation
import Harness
import Rivals
import Workloads

@main
struct Bench: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures Yoke against libyajl alone, Foundation, simdjson, serde_json, and the cost of making the values.",
        discussion: """
            Results are compared before they are timed. The time is processor time of the thread, the least of interleaved \
            rounds, with the median beside it; freeing the result is timed apart. Ratios of one run count; figures of two machines do not compare.
            """,
        subcommands: [GroupChild.self, StreamChild.self, ColdChild.self, ConcurrentChild.self])

    @Option(help: ArgumentHelp("Writes the figures there.", valueName: "file"))
    var json: String?

    @Flag(help: "Fewer rounds and smaller files; about a minute.")
    var quick = false

    @Option(help: ArgumentHelp("Only what has this in its workload/corpus/contender.", valueName: "substring"))
    var filter: String?

    @Option(help: ArgumentHelp("Says what has changed since the figures of this file, written by --json.", valueName: "file"))
    var compare: String?

    @Option(help: ArgumentHelp("Draws the speed of reading into models there, as an SVG.", valueName: "file"))
    var chart: String?

    func run() throws {
        let earlier = try compare.map {
            try JSONDecoder().decode([Record].self, from: Data(contentsOf: URL(fileURLWithPath: $0)))
        }
        let corpora = try Corpora()
        print(Heading(corpora, settings: Machine.prepare()).text)
        let records = try measure(corpora)
        if records.contains(where: { $0.peakMemory != nil }) {
            let empty = Table.memory(try Streaming.emptyProcess())
            print("peak memory: of the process, of which the program and its libraries are \(empty)\n")
        }
        if let json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            try encoder.encode(records).write(to: URL(fileURLWithPath: json))
        }
        if let chart { try Data(Chart(records).svg.utf8).write(to: URL(fileURLWithPath: chart)) }
        if let earlier { print(Comparison(earlier, records).text) }
        print(Goals(records).text(withUnmeasured: filter == nil))
        if corpora.folder != nil { try FloorCheck(records).run() }
    }

    /// Runs all contests that match the filter, and prints the result of each when it ends.
    private func measure(_ corpora: Corpora) throws -> [Record] {
        let table = Table([
            .time(over: YajlNoop.name, heading: "/ yajl-noop"), .time(over: FloorMaker.name, heading: "/ floor"),
            .speed(over: "foundation", heading: "x foundation"),
        ])
        var records: [Record] = []
        func add(_ measured: [Record]) {
            for contest in measured.contests { print(table.text(contest: contest)) }
            fflush(nil)
            records += measured
        }
        let effort = quick ? Effort.quick : .full, groups = ContestGroup.matching(filter, corpora)
        for group in groups { add(try groups.count == 1 ? group.run(effort, corpora) : group.runInChild(quick: quick)) }
        add(try ColdStart.run(corpora, processes: quick ? 5 : 21, filter))
        add(try Concurrent.run(rounds: quick ? 3 : 9, filter))
        for streaming in Streaming.all { add(try streaming.run(corpora, size: quick ? 25_000_000 : 500_000_000, filter)) }
        let line = try SizeLine.run(effort, upTo: quick ? 100_000_000 : 1_000_000_000, filter)
        if !line.isEmpty { print(SizeLine.text(line)) }
        return records + line
    }

    static func matches(_ filter: String?, _ parts: String...) -> Bool {
        filter.map { parts.joined(separator: "/").contains($0) } ?? true
    }
}
