import ArgumentParser
import Foundation
import Yoke

/// `yoke-demo stream`: shows Yoke's main job: it reads a file of any size into typed models, one at a time.
struct Stream: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Streams a file: the demo's own into Country models, or yours into JSONValues.")

    @Argument(help: "The file.", completion: .file())
    var file: String

    @Option(help: ArgumentHelp("The file is your own, and its elements are here: '$.items[*]'.", valueName: "path"))
    var at: String?

    @Flag(inversion: .prefixedNo, help: "Let Foundation do the same work afterwards, in a process of its own.")
    var compare = true

    func run() throws {
        do {
            if let at { try streamValues(at: at) } else { try streamCountries() }
        } catch let error as JSONError {
            FileHandle.standardError.write(Data("\(file): \(error)\n".utf8))
            throw ExitCode(error.kind == .io ? 74 : 1)
        }
    }

    private func streamCountries() throws {
        var findings = Findings()
        let run = try Run(of: Country.self, file: file, at: "$.countries[*]") { findings.add($0) }
        print("Yoke, streaming into Country models")
        for line in findings.lines { print("  found    \(line)") }
        run.printCost()
        guard compare else { return }
        let foundation = try FoundationRun.measure(file: file, typed: true)
        print("Foundation, JSONDecoder over the whole file")
        run.printComparison(with: foundation)
        guard foundation.findings == findings else {
            print("  The two runs found different things: this is a bug.")
            throw ExitCode(1)
        }
        print("  found    the same")
    }

    private func streamValues(at path: String) throws {
        var findings = ValueFindings()
        let run = try Run(of: JSONValue.self, file: file, at: path) { findings.add($0) }
        print("Yoke, streaming JSONValues at \(path)")
        for line in findings.lines { print("  found    \(line)") }
        run.printCost()
        guard compare else { return }
        print("Foundation, JSONSerialization over the whole file")
        run.printComparison(with: try FoundationRun.measure(file: file, typed: false))
    }
}

/// One read of a file as a stream, and its cost.
private struct Run {
    private(set) var elements = 0
    private(set) var seconds = 0.0
    private(set) var secondsToFirst = 0.0
    private(set) var bytes: Int64 = 0
    private let peakBefore = Machine.peakBytes
    private(set) var peak: Int64 = 0

    init<Element: JSONReadable>(
        of type: Element.Type, file: String, at path: String, _ use: (Element) -> Void
    ) throws {
        var bar = ProgressBar("reading")
        let clock = ContinuousClock()
        let start = clock.now
        var stream = try JSONStream<Element>(path: file, at: path)
        while let element = try stream.next() {
            if elements == 0 { secondsToFirst = (clock.now - start) / .seconds(1) }
            elements += 1
            use(element)
            if elements % 256 == 0 {
                bar.move(to: stream.progress.bytes, of: stream.progress.total ?? 0, records: elements)
            }
        }
        seconds = (clock.now - start) / .seconds(1)
        bytes = stream.progress.bytes
        peak = Machine.peakBytes
        bar.clear()
    }

    func printCost() {
        let records = Figures.grouped(Int(Double(elements) / seconds))
        print("  time     \(Figures.seconds(seconds)), \(Figures.rate(bytes, seconds)), \(records) records/s")
        print("  first    record after \(Figures.milliseconds(secondsToFirst))")
        let before = Figures.megabytes(peakBefore)
        print("  memory   \(Figures.megabytes(peak)) at most, of which \(before) before the stream was opened")
    }

    func printComparison(with other: Measurement) {
        print("  time     \(Figures.seconds(other.seconds)), \(Figures.rate(other.bytes, other.seconds))")
        print("  memory   \(Figures.megabytes(other.peakBytes)) at most")
        let times = Figures.rounded(other.seconds / seconds)
        let memory = Figures.rounded(Double(other.peakBytes) / Double(peak))
        print("  Yoke has \(times) times the speed and takes 1/\(memory) of the memory.")
    }
}
