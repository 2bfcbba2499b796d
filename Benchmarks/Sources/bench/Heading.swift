import Foundation
import Rivals
import Workloads

/// The facts that a reader needs to judge the figures: versions, settings, texts, and absent contenders.
struct Heading {
    private let corpora: Corpora
    private let settings: String
    private let environment = ProcessInfo.processInfo.environment

    init(_ corpora: Corpora, settings: String) {
        self.corpora = corpora
        self.settings = settings
    }

    var text: String {
        """
        Yoke \(environment["YOKE_COMMIT"] ?? "of unknown commit"); \(environment["YOKE_TOOLCHAIN"] ?? "unknown compiler")
        \(processor); \(yajl); \(ProcessInfo.processInfo.operatingSystemVersionString)
        \(rivals)
        \(settings); the same for all, C++ and Rust included
        corpora: \(corpora.folder?.path ?? "generated, of the shapes of twitter, citm_catalog and canada")
        shuffled is twitter with other orders of keys; varied is 10 MB of generated tweets; small/one-tweet is a search result
        (Twitter.SearchResult) with the tweet of twitter that comes nearest to 5,000 bytes; headlines are seven fields of a tweet
        time and MB/s are without freeing the result, but with it in `small`, `size-line` and streams; MB of JSON text
        / is time over theirs, x is speed over theirs; ratios of one run count, machines and minutes differ

        """
    }

    /// Versions of the contenders in other languages, or the reason why a contender is absent.
    private var rivals: String {
        let here = Foreign.all
        let reasons = (environment["BENCH_ABSENT"] ?? "").split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        let lines = [Foreign.simdjson, Foreign.serde].map { name -> String in
            if let rival = here.first(where: { $0.name == name }) { return "\(name): \(rival.version)" }
            let reason = reasons.first { $0.hasPrefix(name) } ?? "\(name): built without it; scripts/bench sets it up"
            return "ABSENT " + reason
        }
        return lines.joined(separator: "\n")
    }

    private var yajl: String {
        let version = YajlNoop.version
        return "libyajl \(version / 10000).\(version / 100 % 100).\(version % 100)"
    }

    private var processor: String {
        let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n") ?? []
        let name = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last
        return name.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown processor"
    }
}
