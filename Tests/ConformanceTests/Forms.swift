import TestSupport
import Yoke

/// Two bound keys around one that the model does not know.
struct AroundUnknown: JSONReadable {
    let a: Int
    let b: Int

    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("a", \.a)
            $0.add("b", \.b)
        }
    }
}

/// Two bound keys around one that takes anything.
struct AroundAnything: JSONReadable {
    let a: Int
    let unknown: JSONValue
    let b: Int

    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("a", \.a)
            $0.add("unknown", \.unknown)
            $0.add("b", \.b)
        }
    }
}

/// A way in which a text reaches the engine.
struct Form: Sendable, CustomStringConvertible {
    let description: String
    let isEmbedded: Bool
    let intake: @Sendable () -> Intake

    static let topLevel = Form(description: "a value", isEmbedded: false) { .reading(JSONValue.self) }
    static let unknownKey = Form(description: "an unknown key", isEmbedded: true) { .reading(AroundUnknown.self) }
    static let dynamicField = Form(description: "a dynamic field", isEmbedded: true) { .reading(AroundAnything.self) }
    static let validator = Form(description: "the validator", isEmbedded: false) { .validating(counting: false) }
    static let counter = Form(description: "the validator that counts", isEmbedded: false) { .validating() }
    static let all = [topLevel, unknownKey, dynamicField, validator, counter]

    /// The text as this form gives it to the engine.
    func text(_ text: [UInt8]) -> [UInt8] {
        isEmbedded ? Array(#"{"a":1,"unknown":"#.utf8) + text + Array(#","b":2}"#.utf8) : text
    }
}

/// Where a text is cut: everywhere, or, in a long one, around its ends, the depth limit, the chunk size, and here and there.
func cuts(of count: Int) -> [Int] {
    if count <= 4096 { return Array(0...count) }
    let sample = Array(0...8) + Array(505...535) + Array(1020...1030) + Array(65530...65542) + Array(count - 4...count)
    return (sample + stride(from: 4096, to: count, by: 9973)).filter { $0 <= count }
}
