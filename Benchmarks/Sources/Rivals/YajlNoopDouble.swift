import CRivals
import Harness

/// `yajl-noop-double`: the same with numbers as yajl makes them, by strtod.
public enum YajlNoopDouble {
    public static let name = "yajl-noop-double"

    public static func reading(_ text: [UInt8]) -> Repeating {
        Repeating {
            guard rivals_yajl_noop(text, text.count, YajlNoop.chunk, true) else { throw RivalFailure("yajl refuses the text") }
        }
    }
}
