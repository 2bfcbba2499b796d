/// How a type's property names become JSON keys.
///
/// Words of a property name begin at an upper-case letter; a run of them is one word (`userID` is user, id), whose last
/// letter begins the next word when lower case follows (`URLPath` is url, path). Digits do not begin a word (`line1`).
public struct KeyCase: Sendable, Hashable {
    private enum Style: Sendable { case asWritten, camel, pascal, snake, upperSnake, kebab, dot }
    private let style: Style

    /// `createdAt`: the name as it is.
    public static let asWritten = KeyCase(style: .asWritten)
    /// `userId` for `userID`.
    public static let camelCase = KeyCase(style: .camel)
    /// `CreatedAt`
    public static let pascalCase = KeyCase(style: .pascal)
    /// `created_at`
    public static let snakeCase = KeyCase(style: .snake)
    /// `CREATED_AT`
    public static let upperSnakeCase = KeyCase(style: .upperSnake)
    /// `created-at`
    public static let kebabCase = KeyCase(style: .kebab)
    /// `created.at`
    public static let dotCase = KeyCase(style: .dot)

    /// The JSON key for a property name.
    func key(for name: String) -> String {
        if style == .asWritten { return name }
        let body = name.drop { $0 == "_" }
        let leading = name.prefix(name.count - body.count)
        let words = Self.words(of: body)
        let joined =
            switch style {
            case .asWritten: name
            case .camel: words.prefix(1).joined() + words.dropFirst().map(Self.capitalized).joined()
            case .pascal: words.map(Self.capitalized).joined()
            case .snake: words.joined(separator: "_")
            case .upperSnake: words.joined(separator: "_").uppercased()
            case .kebab: words.joined(separator: "-")
            case .dot: words.joined(separator: ".")
            }
        return leading + joined
    }

    /// The same without Unicode's tables, which cost most of a plan's first use.
    private static func words(ofASCII letters: [UInt8]) -> [String] {
        func isUpper(_ c: UInt8) -> Bool { c >= 0x41 && c <= 0x5A }
        func isLower(_ c: UInt8) -> Bool { c >= 0x61 && c <= 0x7A }
        var words: [String] = []
        var word: [UInt8] = []
        func end() {
            if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
            word.removeAll(keepingCapacity: true)
        }
        for (i, letter) in letters.enumerated() {
            if letter == UInt8(ascii: "_") {
                end()
                continue
            }
            if isUpper(letter), !word.isEmpty, !isUpper(letters[i - 1]) || (i + 1 < letters.count && isLower(letters[i + 1])) { end() }
            word.append(isUpper(letter) ? letter + 0x20 : letter)
        }
        end()
        return words
    }

    private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    /// The words of a name, in lower case.
    private static func words(of name: some StringProtocol) -> [String] {
        let ascii = Array(name.utf8)
        if ascii.allSatisfy({ $0 < 0x80 }) { return words(ofASCII: ascii) }
        let letters = Array(name)
        var words: [String] = []
        var word = ""
        for (i, letter) in letters.enumerated() {
            if letter == "_" {
                if !word.isEmpty { words.append(word) }
                word = ""
                continue
            }
            let beginsWord =
                letter.isUppercase && !word.isEmpty
                && (!letters[i - 1].isUppercase || (i + 1 < letters.count && letters[i + 1].isLowercase))
            if beginsWord {
                words.append(word)
                word = ""
            }
            word += letter.lowercased()
        }
        if !word.isEmpty { words.append(word) }
        return words
    }
}
