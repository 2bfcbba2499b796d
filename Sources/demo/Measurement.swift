import Foundation
import Yoke

/// The time, memory and results of a run over a file. The Foundation run is a process of its own, and prints its measurement as JSON.
struct Measurement {
    var seconds: Double
    var bytes: Int64
    var peakBytes: Int64
    var findings: Findings?
}

extension Measurement: JSONConvertible {
    static var jsonMapping: JSONMapping {
        JSONMapping(Measurement.self) { fields in
            fields.add("seconds", \.seconds)
            fields.add("bytes", \.bytes)
            fields.add("peakBytes", \.peakBytes)
            fields.add("findings", \.findings)
        }
    }
}

/// Facts about this process from the system.
enum Machine {
    /// The peak memory of this process, in bytes.
    static var peakBytes: Int64 {
        #if os(Linux)
        // getrusage also counts the memory that the process used before exec. The file /proc/self/status does not.
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kilobytes = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int64($0) }
        return (kilobytes ?? 0) * 1024
        #else
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return Int64(usage.ru_maxrss)
        #endif
    }

    static func bytes(ofFile path: String) throws -> Int64 {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.size] as? NSNumber)?.int64Value ?? 0
    }
}

/// Writes numbers in a form that people can read.
enum Figures {
    static func grouped(_ count: Int) -> String {
        var text = ""
        let digits = String(count)
        for (i, digit) in digits.enumerated() {
            if i > 0, (digits.count - i) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return text
    }

    static func megabytes(_ bytes: Int64) -> String { rounded(Double(bytes) / 1e6) + " MB" }
    static func rate(_ bytes: Int64, _ seconds: Double) -> String { rounded(Double(bytes) / 1e6 / seconds) + " MB/s" }
    static func milliseconds(_ seconds: Double) -> String { rounded(seconds * 1e3) + " ms" }
    static func seconds(_ seconds: Double) -> String { String(format: "%.2f s", seconds) }
    static func rounded(_ value: Double) -> String { String(format: "%.1f", value) }
}
