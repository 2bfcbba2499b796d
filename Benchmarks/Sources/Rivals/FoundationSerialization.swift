import Foundation
import Harness

/// JSONSerialization: dictionaries, arrays and NSNumbers.
public enum FoundationSerialization: Rival {
    public static let name = "foundation-serialization"

    public static func documentRead(_ input: DocumentInput) throws -> Contender? {
        let data = Data(input.text)
        let right = try JSONSerialization.jsonObject(with: data) as? NSObject
        return Contender(
            name, isRight: { ($0 as? NSObject) == right }, make: { try JSONSerialization.jsonObject(with: data) })
    }

    public static func documentWrite(_ input: DocumentInput) throws -> Contender? {
        let value = try JSONSerialization.jsonObject(with: Data(input.text))
        return Contender(
            name, isRight: { JSONSerialization.isValidJSONObject(value) && !$0.isEmpty },
            make: { try JSONSerialization.data(withJSONObject: value) })
    }

    /// Whether two texts mean the same to it. (It does not read every double right, but always alike.)
    static func same(_ a: [UInt8], _ b: [UInt8]) throws -> Bool {
        let a = try JSONSerialization.jsonObject(with: Data(a)) as? NSObject
        return try a == JSONSerialization.jsonObject(with: Data(b)) as? NSObject
    }
}
