import Harness
import Yoke

/// The contender `yoke`: Yoke's writer, which does not depend on an engine.
public enum YokeWriter {
    public static let name = "yoke"

    /// Writes a model or a document.
    @inlinable
    public static func writing<Value: JSONWritable>(_ value: Value) -> Making<[UInt8]> { Making { try value.jsonBytes() } }
}
