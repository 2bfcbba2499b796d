import ArgumentParser
import CorpusModels
import Foundation
import Harness
import Rivals
import Workloads

/// The first read in a process: mappings are compiled into plans, caches are empty, and the allocator has no memory yet.
struct ColdStart {
    private static let workload = "cold", corpus = "twitter"

    private static var contenders: [String] {
        YokeEngine.all.map(\.name) + Foreign.all.map(\.name) + [YajlNoop.name, FoundationDecoder.name]
    }

    /// Measures all contenders that match the filter, each in `processes` processes.
    static func run(_ corpora: Corpora, processes: Int, _ filter: String?) throws -> [Record] {
        let wanted = contenders.filter { Bench.matches(filter, workload, corpus, $0) }
        guard !wanted.isEmpty, let text = try corpora.text(.twitter) else { return [] }
        return try Child.withFolder { folder in
            let file = folder.appendingPathComponent("twitter.json")
            try Data(text).write(to: file)
            var times = wanted.map { _ in [Double]() }
            for _ in 0..<processes {
                for (place, contender) in wanted.enumerated() {
                    times[place].append(Double(try Child.report([ColdChild.name, contender, file.path]).nanoseconds))
                }
            }
            let medians = Rounds(times).medians
            return wanted.indices.map { place in
                Record(
                    workload: workload, corpus: corpus, contender: wanted[place], leastNanoseconds: times[place].min() ?? .infinity,
                    medianNanoseconds: medians[place], bytes: text.count)
            }
        }
    }
}

/// The command of the child process: runs one contender on one text, once.
struct ColdChild: ParsableCommand {
    static let name = "cold-child"
    static let configuration = CommandConfiguration(commandName: name, shouldDisplay: false)

    @Argument var contender: String
    @Argument var file: String

    func run() throws {
        _ = Machine.prepare()
        let text = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
        let work = try self.work(text)
        defer { work.release() }
        try Child.report {
            try work.run()
            return nil
        }
    }

    /// Returns the timed work: the contender's first read in this process.
    private func work(_ text: [UInt8]) throws -> any Trial {
        let type = Twitter.SearchResult.self
        if let engine = YokeEngine.all.first(where: { $0.name == contender }) {
            return Making { try engine.readOnce(type, text) }
        }
        if let rival = Foreign.named(contender) { return try rival.reading(type, text) }
        switch contender {
        case YajlNoop.name: return YajlNoop.reading(text)
        case FoundationDecoder.name: return FoundationDecoder.reading(type, text)
        default: throw ValidationError("\(contender) does not read this")
        }
    }
}
