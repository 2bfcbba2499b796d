import CRivals
import Harness

/// `yajl-noop`: libyajl with callbacks that do nothing; numbers as text; chunks and options of Yoke's engine.
public enum YajlNoop {
    public static let name = "yajl-noop"

    /// What the engine feeds yajl at a time.
    static let chunk = 65_536

    /// libyajl's version: 20100.
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

/// A contender cannot do its work.
public struct RivalFailure: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}
