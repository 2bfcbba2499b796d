import Harness
import Yoke

/// The contender `yoke-init`: `Value(json:)` without a reader to reuse, as most programs call it.
public enum YokeVerb {
    public static let name = "yoke-init"

    /// Reads a text into a model. For texts that are too short for the clock.
    @inlinable
    public static func reading<Value: JSONReadable>(_ type: Value.Type, _ text: [UInt8], times: Int) -> Repeating {
        Repeating { for _ in 0..<times { _ = try Value(json: text) } }
    }
}
