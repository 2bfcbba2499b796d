import Foundation
import Harness
import YokeFoundation

/// The contender `yoke-coder`: YokeDecoder and YokeEncoder, with Codable as the compiler synthesizes it.
public enum YokeCoder {
    public static let name = "yoke-coder"

    @inlinable
    public static func reading<Value: Decodable>(_ type: Value.Type, _ text: [UInt8]) -> Making<Value> {
        let decoder = YokeDecoder(), data = Data(text)
        return Making { try decoder.decode(type, from: data) }
    }

    @inlinable
    public static func writing<Value: Encodable>(_ value: Value) -> Making<Data> {
        let encoder = YokeEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return Making { try encoder.encode(value) }
    }
}
