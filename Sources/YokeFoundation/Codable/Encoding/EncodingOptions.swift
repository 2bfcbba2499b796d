import Foundation
import Yoke

/// The options of an encoder. An instance never changes.
final class EncodingOptions: CodingOptions, @unchecked Sendable {  // safe: every value is Sendable, although `userInfo` says `Any`
    struct Values {
        var formatting: YokeEncoder.OutputFormatting = []
        var dates = YokeEncoder.DateEncodingStrategy.deferredToDate
        var data = YokeEncoder.DataEncodingStrategy.base64
        var nonConformingFloats = YokeEncoder.NonConformingFloatEncodingStrategy.throw
        var keys = YokeEncoder.KeyEncodingStrategy.useDefaultKeys
        var userInfo: [CodingUserInfoKey: any Sendable] = [:]
        var prefersMapping = false
    }

    let values: Values
    let isPretty: Bool
    let sortsKeys: Bool
    let escapesSlashes: Bool
    let keysAreDefault: Bool
    /// The text between a key and its value.
    let colon: StaticString
    let userInfo: [CodingUserInfoKey: Any]
    /// The options with which a mapping writes a value. They never indent, because the session indents the mapping's text.
    let mappingOptions: JSONWriteOptions
    /// How many containers may be nested inside each other: the limit of JSONEncoder. JSONDecoder and YokeDecoder read one level more.
    let depth = 511

    init(_ values: Values) {
        self.values = values
        isPretty = values.formatting.contains(.prettyPrinted)
        colon = isPretty ? " : " : ":"
        sortsKeys = values.formatting.contains(.sortedKeys)
        escapesSlashes = !values.formatting.contains(.withoutEscapingSlashes)
        mappingOptions = JSONWriteOptions(sortsKeys: sortsKeys, escapesSlashes: escapesSlashes)
        if case .useDefaultKeys = values.keys { keysAreDefault = true } else { keysAreDefault = false }
        userInfo = values.userInfo
    }

    func makeTypes() -> EncodingTypes { EncodingTypes(self) }

    var dates: YokeEncoder.DateEncodingStrategy { values.dates }
    var data: YokeEncoder.DataEncodingStrategy { values.data }
    var nonConformingFloats: YokeEncoder.NonConformingFloatEncodingStrategy { values.nonConformingFloats }
    var keys: YokeEncoder.KeyEncodingStrategy { values.keys }

    /// `myURLProperty` becomes `my_url_property`. A word begins at an upper case letter after another character, and at the last of several
    /// upper case letters if a lower case letter follows.
    static func snakeCase(_ key: String) -> String {
        guard !key.isEmpty else { return key }
        var words: [Substring] = [], start = key.startIndex, rest = key.index(after: start)
        while let upper = key[rest...].firstIndex(where: \.hasUppercase) {
            words.append(key[start..<upper])
            guard let lower = key[upper...].firstIndex(where: \.hasLowercase) else {
                start = upper
                rest = key.endIndex
                break
            }
            if lower == key.index(after: upper) {
                start = upper
            } else {
                let last = key.index(before: lower)
                words.append(key[upper..<last])
                start = last
            }
            rest = key.index(after: lower)
        }
        words.append(key[start...])
        return words.map { $0.lowercased() }.joined(separator: "_")
    }
}

extension Character {
    fileprivate var hasUppercase: Bool { unicodeScalars.contains { CharacterSet.uppercaseLetters.contains($0) } }
    fileprivate var hasLowercase: Bool { unicodeScalars.contains { CharacterSet.lowercaseLetters.contains($0) } }
}
