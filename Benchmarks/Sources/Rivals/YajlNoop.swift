import CRivals
import Harness

/// The contender `yajl-noop`: libyajl with callbacks that do nothing. Numbers stay text. The chunks and yajl's options are the same as in
/// Yoke's yajl engine.
public enum YajlNoop {
    public static let name = "yajl-noop"

    /// Size in bytes of the chunks that Yoke's yajl engine passes to libyajl.
    static let chunk = 65_536

    /// Version of libyajl, such as 20100.
    public static var version: Int { Int(rivals_yajl_version()) }

    public static func reading(_ text: [UInt8], times: Int = 1) -> Repeating {
        Repeating {
            for _ in 0..<times {
                guard rivals_yajl_noop(text, text.count, chunk, false) else { throw RivalFailure("yajl refuses the text") }
            }
        }
    }

    public static func stream(_ file: String) throws {
        guard rivals_yajl_noop_file(file, chunk) else { throw RivalFailure("yajl refuses \(file)") }
    }
}

/// The error that a contender throws if it cannot do its work.
public struct RivalFailure: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}
