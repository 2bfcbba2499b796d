import Foundation
import Harness

/// The contender `foundation-encoder`: JSONEncoder, with Codable as the compiler synthesizes it.
public enum FoundationEncoder {
    public static let name = "foundation-encoder"

    @inlinable
    public static func writing<Value: Encodable>(_ value: Value) -> Making<Data> {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return Making { try encoder.encode(value) }
    }
}
