import CHarness
import Foundation

/// The machine under the figures, and its settings.
public enum Machine {
    /// Binds this thread to one processor, and makes malloc keep freed memory, for every contender alike. Says what was set.
    public static func settle(processor: Int?) -> String {
        let pinned = charness_pin(Int32(processor ?? -1))
        let keeps = charness_keep_memory()
        return [
            pinned >= 0 ? "pinned to processor \(pinned)" : "not pinned",
            keeps ? "malloc keeps freed memory (no trimming, mappings from 32 MiB, 16 MiB padding)" : "malloc as it is",
        ].joined(separator: ", ")
    }

    /// Binds this thread to one processor only, for runs whose memory is measured.
    public static func pin(processor: Int?) { _ = charness_pin(Int32(processor ?? -1)) }

    /// The processor's name, where the system tells it.
    public static var processorName: String {
        let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let line = information.split(separator: "\n").first { $0.hasPrefix("model name") }
        return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown processor"
    }

    /// The most memory that this process has held at one time, in bytes.
    public static var peakMemory: Int {
        #if os(Linux)
        // getrusage counts what the process was before exec; the status file does not.
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 } ?? 0
        #else
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return Int(usage.ru_maxrss)
        #endif
    }
}
