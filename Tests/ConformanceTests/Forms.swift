import TestSupport
import Yoke

/// Two known keys, with an unknown key between them.
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

/// Two known keys, with a key between them that takes any value.
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

    /// The text in the form that reaches the engine.
    func text(_ text: [UInt8]) -> [UInt8] {
        isEmbedded ? Array(#"{"a":1,"unknown":"#.utf8) + text + Array(#","b":2}"#.utf8) : text
    }
}

/// Positions at which to cut a text: all positions of a short text. For a long text: its two ends, around the depth limit, around the
/// chunk size, and a few between.
func cuts(of count: Int) -> [Int] {
    if count <= 4096 { return Array(0...count) }
    let sample = Array(0...8) + Array(505...535) + Array(1020...1030) + Array(65530...65542) + Array(count - 4...count)
    return (sample + stride(from: 4096, to: count, by: 9973)).filter { $0 <= count }
}
