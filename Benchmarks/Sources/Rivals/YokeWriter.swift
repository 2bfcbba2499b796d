import Harness
import Yoke

/// `yoke`: Yoke's writer, which knows no engines.
public enum YokeWriter {
    public static let name = "yoke"

    /// Model or document to text.
    @inlinable
    public static func writing<Value: JSONWritable>(_ value: Value) -> Making<[UInt8]> { Making { try value.jsonBytes() } }
}
