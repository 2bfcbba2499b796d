import Harness
import Yoke

/// `yoke-init`: `Value(json:)` without a reader that is kept, as most programs write it.
public enum YokeVerb {
    public static let name = "yoke-init"

    /// Text to model, for texts that are too short for the clock.
    @inlinable
    public static func reading<Value: JSONReadable>(_ type: Value.Type, _ text: [UInt8], times: Int) -> Repeating {
        Repeating { for _ in 0..<times { _ = try Value(json: text) } }
    }
}
