import CRivals
import Harness

/// The contender `yajl-noop-double`: like `yajl-noop`, but yajl converts integers by itself and doubles by strtod.
public enum YajlNoopDouble {
    public static let name = "yajl-noop-double"

    public static func reading(_ text: [UInt8]) -> Repeating {
        Repeating {
            guard rivals_yajl_noop(text, text.count, YajlNoop.chunk, true) else { throw RivalFailure("yajl refuses the text") }
        }
    }
}
