import CRivals
import Harness

/// The contender `yajl-noop-double`: the same, but yajl converts numbers with strtod.
public enum YajlNoopDouble {
    public static let name = "yajl-noop-double"

    public static func reading(_ text: [UInt8]) -> Repeating {
        Repeating {
            guard rivals_yajl_noop(text, text.count, YajlNoop.chunk, true) else { throw RivalFailure("yajl refuses the text") }
        }
    }
}
