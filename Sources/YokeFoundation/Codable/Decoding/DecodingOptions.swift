import Foundation
import Yoke

/// The options of a decoder. An instance never changes; a decoder whose options change gets a new instance.
final class DecodingOptions: CodingOptions, @unchecked Sendable {  // safe: every value is Sendable, although `userInfo` says `Any`
    struct Values {
        var dates = YokeDecoder.DateDecodingStrategy.deferredToDate
        var data = YokeDecoder.DataDecodingStrategy.base64
        var nonConformingFloats = YokeDecoder.NonConformingFloatDecodingStrategy.throw
        var keys = YokeDecoder.KeyDecodingStrategy.useDefaultKeys
        var userInfo: [CodingUserInfoKey: any Sendable] = [:]
        var allowsJSON5 = false
        var assumesTopLevelDictionary = false
        var prefersMapping = false
        var readOptions = JSONReadOptions.foundation
    }

    /// A random number in the hashes of keys. The author of a text does not know it, and so cannot choose keys that make lookups slow.
    let seed = UInt64.random(in: 0...UInt64.max)
    let values: Values
    let keysAreDefault: Bool
    let convertsSnakeCase: Bool
    let userInfo: [CodingUserInfoKey: Any]
    /// The options with which a type's mapping reads its value from the parsed text; see `YokeDecoder.prefersMapping`.
    let mappingOptions: JSONReadOptions
    /// The options for the first attempt to parse. They do not allow trailing commas, because allowing them costs a copy of the text, and
    /// few texts have them. If this attempt fails, a second attempt allows them.
    let firstAttempt: JSONReadOptions

    init(_ values: Values) {
        self.values = values
        if case .useDefaultKeys = values.keys { keysAreDefault = true } else { keysAreDefault = false }
        if case .convertFromSnakeCase = values.keys { convertsSnakeCase = true } else { convertsSnakeCase = false }
        userInfo = values.userInfo
        var inside = values.readOptions
        // The parsed text is one complete JSON value without comments and trailing commas.
        inside.allowsComments = false
        inside.allowsTrailingCommas = false
        inside.allowsTrailingGarbage = false
        inside.allowsPartialValue = false
        inside.allowsSeveralValues = false
        // `NaN` and `Infinity` of JSON5 stand in the parsed text as words, so the mapping must read these words.
        if values.allowsJSON5 { inside.allowsJSON5 = true }
        mappingOptions = inside
        var first = values.readOptions.withoutPlanOptions
        first.allowsTrailingCommas = false
        if values.allowsJSON5 { first.allowsJSON5 = true }
        // With `.last`, the parser need not search for repeated keys. The decoder still takes the first member with a key, because the
        // parsed text keeps all members.
        if first.duplicateKeys == .first { first.duplicateKeys = .last }
        firstAttempt = first
    }

    func makeTypes() -> DecodingTypes { DecodingTypes(prefersMapping: values.prefersMapping) }

    var dates: YokeDecoder.DateDecodingStrategy { values.dates }
    var data: YokeDecoder.DataDecodingStrategy { values.data }
    var nonConformingFloats: YokeDecoder.NonConformingFloatDecodingStrategy { values.nonConformingFloats }

    /// Returns a key of the text as the decoder's key strategy converts it. `container` is the coding path of the object with this key.
    func converted(_ key: String, _ container: [any CodingKey]) -> String {
        switch values.keys {
        case .useDefaultKeys: return key
        case .convertFromSnakeCase: return Self.camelCase(key)
        case .custom(let convert): return convert(container + [NameKey(key)]).stringValue
        @unknown default: return key
        }
    }

    /// `_user_first_name` becomes `_userFirstName`. Underscores at both ends stay.
    private static func camelCase(_ key: String) -> String {
        guard let first = key.firstIndex(where: { $0 != "_" }), let last = key.lastIndex(where: { $0 != "_" }) else { return key }
        let words = key[first...last].split(separator: "_")
        guard words.count > 1 else { return key }
        let joined = words[0].lowercased() + words[1...].map(\.capitalized).joined()
        return key[..<first] + joined + key[key.index(after: last)...]
    }
}
