import Harness
import Yoke

/// The contender `yoke`: Yoke's writer, which does not depend on an engine.
public enum YokeWriter {
    public static let name = "yoke"
    /// The contender that writes with `withJSONBytes`, which passes a borrowed text to a closure.
    public static let lending = "yoke-lent"

    /// Writes a model or a document.
    @inlinable
    public static func writing<Value: JSONWritable>(_ value: Value) -> Making<[UInt8]> { Making { try value.jsonBytes() } }

    /// Writes a value `times` times, because a single writing is too short to be timed. `length` is the length of the text in bytes.
    @inlinable
    public static func writing<Value: JSONWritable>(_ value: Value, length: Int, times: Int) -> Repeating {
        Repeating { try check(length, times) { try value.jsonBytes().count } }
    }

    /// Writes a value `times` times with `withJSONBytes`.
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
