import Harness
import Yoke

/// The contender `yoke`: Yoke's writer, which does not depend on an engine.
public enum YokeWriter {
    public static let name = "yoke"
    /// The same with `withJSONBytes`, which lends the text.
    public static let lending = "yoke-lent"

    /// Writes a model or a document.
    @inlinable
    public static func writing<Value: JSONWritable>(_ value: Value) -> Making<[UInt8]> { Making { try value.jsonBytes() } }

    /// The same for texts that are too short for the clock. `length` is the length of the text.
    @inlinable
    public static func writing<Value: JSONWritable>(_ value: Value, length: Int, times: Int) -> Repeating {
        Repeating { try check(length, times) { try value.jsonBytes().count } }
    }

    /// The same, with a borrowed text.
    @inlinable
    public static func lending<Value: JSONWritable>(_ value: Value, length: Int, times: Int) -> Repeating {
        Repeating { try check(length, times) { try value.withJSONBytes { $0.count } } }
    }

    @inlinable
    static func check(_ length: Int, _ times: Int, _ write: () throws -> Int) throws {
        var sum = 0
        for _ in 0..<times { sum += try write() }
        guard sum == length * times else { throw RivalFailure("Yoke wrote \(sum) bytes, and not \(length * times)") }
    }
}
