import Foundation
import Harness

/// The contender `foundation-serialization`: JSONSerialization, which reads JSON without models.
public enum FoundationSerialization {
    public static let name = "foundation-serialization"

    public static func reading(_ text: [UInt8]) -> Making<NSObject> {
        let data = Data(text)
        return Making { try object(data) }
    }

    public static func writing(_ object: NSObject) -> Making<Data> {
        Making { try JSONSerialization.data(withJSONObject: object, options: .withoutEscapingSlashes) }
    }

    private static func object(_ data: Data) throws -> NSObject {
        guard let object = try JSONSerialization.jsonObject(with: data) as? NSObject else {
            throw RivalFailure("JSONSerialization gives no object")
        }
        return object
    }
}
