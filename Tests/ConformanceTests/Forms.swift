import TestSupport
import Yoke

/// A model with two keys. Texts of the tests have an unknown key between them.
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

/// A model with three keys. The key in the middle takes any value.
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

/// How a test gives a text of the suite to Yoke: to a reader or to the validator, and alone or as a value inside a model's text.
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

    /// Returns the text to read. An embedded text becomes the value of the key `unknown`.
    func text(_ text: [UInt8]) -> [UInt8] {
        isEmbedded ? Array(#"{"a":1,"unknown":"#.utf8) + text + Array(#","b":2}"#.utf8) : text
    }
}

/// Returns positions at which to cut a text of `count` bytes. A text of up to 4096 bytes is cut at every position. A longer text is cut
/// near its ends, near 512 (the depth limit) and 1024, near 64 KiB (the chunk size), and at every 9973rd byte.
func cuts(of count: Int) -> [Int] {
    if count <= 4096 { return Array(0...count) }
    let sample = Array(0...8) + Array(505...535) + Array(1020...1030) + Array(65530...65542) + Array(count - 4...count)
    return (sample + stride(from: 4096, to: count, by: 9973)).filter { $0 <= count }
}
