import Harness
import Yoke

/// The contenders that call `Value(json:)`, as most programs do. They have no reader to reuse.
public enum YokeVerb {
    public static let name = "yoke-init"
    /// The contender that calls `Value(json:)` in a generic function that the compiler has not specialised.
    public static let generic = "yoke-init-generic"

    /// Reads a text into a model `times` times, because a single reading is too short to be timed.
    @inlinable
    public static func reading<Value: JSONReadable>(_ type: Value.Type, _ text: [UInt8], times: Int) -> Repeating {
        Repeating { for _ in 0..<times { _ = try Value(json: text) } }
    }

    /// Reads a text `times` times in a generic function that the compiler has not specialised.
    public static func readingGenerically(_ type: any JSONReadable.Type, _ text: [UInt8], times: Int) -> Repeating {
        Repeating { try read(type, text, times) }
    }

    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    private static func read<Value: JSONReadable>(_ type: Value.Type, _ text: [UInt8], _ times: Int) throws {
        for _ in 0..<times { _ = try Value(json: text) }
    }
}
