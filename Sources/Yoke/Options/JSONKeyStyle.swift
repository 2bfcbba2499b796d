/// The rule that turns property names into JSON keys.
///
/// The style first splits a property name into words:
///
/// - An upper-case letter begins a word.
/// - A run of upper-case letters is one word: `userID` is user, id. Before a lower-case letter, the last letter of the run begins the
///   next word: `URLPath` is url, path.
/// - A digit does not begin a word (`line1`), unless the style splits digits.
/// - `_` ends a word. So a style also converts names of other styles: `JSONKeyStyle.camelCase.key(for: "created_at")`.
public struct JSONKeyStyle: Sendable, Hashable {
    private enum Style: Sendable, Hashable { case asWritten, camel, pascal, snake, upperSnake, kebab, dot, custom(CustomStyle) }
    private let style: Style
    private var splitsDigits = false

    private init(style: Style, splitsDigits: Bool = false) {
        self.style = style
        self.splitsDigits = splitsDigits
    }

    /// `createdAt`: the name unchanged.
    public static let asWritten = JSONKeyStyle(style: .asWritten)
    /// `userId` for `userID`.
    public static let camelCase = JSONKeyStyle(style: .camel)
    /// `CreatedAt` for `createdAt`.
    public static let pascalCase = JSONKeyStyle(style: .pascal)
    /// `created_at` for `createdAt`.
    public static let snakeCase = JSONKeyStyle(style: .snake)
    /// `CREATED_AT` for `createdAt`.
    public static let upperSnakeCase = JSONKeyStyle(style: .upperSnake)
    /// `created-at` for `createdAt`.
    public static let kebabCase = JSONKeyStyle(style: .kebab)
    /// `created.at` for `createdAt`.
    public static let dotCase = JSONKeyStyle(style: .dot)

    /// `item_object_145` for `itemObject145`: digits begin a word. Plain `snakeCase` gives `item_object145`.
    public static func snakeCase(splitsDigits: Bool) -> JSONKeyStyle { JSONKeyStyle(style: .snake, splitsDigits: splitsDigits) }
    /// `ITEM_OBJECT_145` for `itemObject145`: digits begin a word.
    public static func upperSnakeCase(splitsDigits: Bool) -> JSONKeyStyle { JSONKeyStyle(style: .upperSnake, splitsDigits: splitsDigits) }
    /// `item-object-145` for `itemObject145`: digits begin a word.
    public static func kebabCase(splitsDigits: Bool) -> JSONKeyStyle { JSONKeyStyle(style: .kebab, splitsDigits: splitsDigits) }
    /// `item.object.145` for `itemObject145`: digits begin a word.
    public static func dotCase(splitsDigits: Bool) -> JSONKeyStyle { JSONKeyStyle(style: .dot, splitsDigits: splitsDigits) }

    /// Makes a style with your own function.
    ///
    /// ```swift
    /// extension JSONKeyStyle {
    ///     static let prefixed = JSONKeyStyle.custom("prefixed") { name in "api_" + JSONKeyStyle.snakeCase.key(for: name) }
    /// }
    /// ```
    /// - Parameters:
    ///   - name: the identity of the style. Two styles with the same name are equal, and a call with either of them may use plans that were
    ///     compiled with the other. So the name must include everything that the function depends on.
    ///   - key: returns the JSON key for a property name, always the same key for the same name. Yoke calls the function when it compiles a
    ///     type, and not for each value.
    public static func custom(_ name: String, _ key: @escaping @Sendable (String) -> String) -> JSONKeyStyle {
        JSONKeyStyle(style: .custom(CustomStyle(name: name, key: key)))
    }

    /// Returns the JSON key that Yoke uses for a property name.
    ///
    /// ```swift
    /// JSONKeyStyle.snakeCase.key(for: "userID")        // "user_id"
    /// JSONKeyStyle.camelCase.key(for: "user_id")       // "userId"
    /// JSONKeyStyle.pascalCase.key(for: "user_id")      // "UserId"
    /// ```
    /// A leading `_` stays at the start of the key.
    public func key(for name: String) -> String {
        switch style {
        case .asWritten: return name
        case .custom(let custom): return custom.key(name)
        default: break
        }
        if let key = withASCII(of: name, { makeValidString($0, isASCII: true) }) { return key }
        let body = name.drop { $0 == "_" }
        let leading = name.prefix(name.count - body.count)
        let words = words(of: body)
        let joined =
            switch style {
            case .asWritten, .custom: name
            case .camel: words.prefix(1).joined() + words.dropFirst().map(Self.capitalized).joined()
            case .pascal: words.map(Self.capitalized).joined()
            case .snake: words.joined(separator: "_")
            case .upperSnake: words.joined(separator: "_").uppercased()
            case .kebab: words.joined(separator: "-")
            case .dot: words.joined(separator: ".")
            }
        return leading + joined
    }

    /// The character between two words; nil if the style has no separator.
    private var separator: UInt8? {
        switch style {
        case .asWritten, .custom, .camel, .pascal: nil
        case .snake, .upperSnake: UInt8(ascii: "_")
        case .kebab: UInt8(ascii: "-")
        case .dot: UInt8(ascii: ".")
        }
    }

    /// Passes the UTF-8 bytes of the key for a property name to `body`. Makes a String for the key only if the style is a custom style, or
    /// if the name is not ASCII.
    func withKey<Result>(for name: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if style == .asWritten { return borrow(name, body) }
        return withASCII(of: name, body) ?? borrow(key(for: name), body)
    }

    /// As `withKey`, but without Unicode tables, which are slow at their first use. Returns nil if the name is not ASCII or the style is a
    /// custom style.
    private func withASCII<Result>(of name: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
        if case .custom = style { return nil }
        return borrow(name) { letters in
            if letters.contains(where: { $0 >= 0x80 }) { return nil }
            // The key is longest if each letter of the name is a word with a separator: two bytes for each letter.
            return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * letters.count) { key in
                body(UnsafeBufferPointer(rebasing: key.prefix(put(letters, to: key))))
            }
        }
    }

    /// Writes the key for an ASCII name and returns the length of the key.
    private func put(_ letters: UnsafeBufferPointer<UInt8>, to key: UnsafeMutableBufferPointer<UInt8>) -> Int {
        func isUpper(_ c: UInt8) -> Bool { c >= 0x41 && c <= 0x5A }
        func isLower(_ c: UInt8) -> Bool { c >= 0x61 && c <= 0x7A }
        func isDigit(_ c: UInt8) -> Bool { c >= 0x30 && c <= 0x39 }
        let separator = separator, isUpperCase = style == .upperSnake, isPascal = style == .pascal, isCamel = style == .camel
        var count = 0, words = 0, isInWord = false
        for (i, letter) in letters.enumerated() {
            if letter == UInt8(ascii: "_") {
                isInWord = false
                if words > 0 { continue }
                key[count] = letter
                count += 1
                continue
            }
            if isInWord, isUpper(letter), !isUpper(letters[i - 1]) || (i + 1 < letters.count && isLower(letters[i + 1])) {
                isInWord = false
            }
            if isInWord, splitsDigits, isDigit(letter), !isDigit(letters[i - 1]) { isInWord = false }
            var isCapital = isUpperCase
            if !isInWord {
                if words > 0, let separator {
                    key[count] = separator
                    count += 1
                }
                isCapital = isUpperCase || isPascal || (isCamel && words > 0)
                words += 1
                isInWord = true
            }
            key[count] = isCapital && isLower(letter) ? letter - 0x20 : !isCapital && isUpper(letter) ? letter + 0x20 : letter
            count += 1
        }
        return count
    }

    private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    /// Returns the words of a name, in lower case.
    private func words(of name: some StringProtocol) -> [String] {
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
                !word.isEmpty
                && ((letter.isUppercase && (!letters[i - 1].isUppercase || (i + 1 < letters.count && letters[i + 1].isLowercase)))
                    || (splitsDigits && letter.isNumber && !letters[i - 1].isNumber))
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

/// A custom style: a function from property names to keys. Two custom styles with the same name are equal.
private final class CustomStyle: Sendable, Hashable {
    let name: String
    let key: @Sendable (String) -> String

    init(name: String, key: @escaping @Sendable (String) -> String) {
        self.name = name
        self.key = key
    }

    static func == (a: CustomStyle, b: CustomStyle) -> Bool { a === b || a.name == b.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension JSONKeyStyle: CustomStringConvertible {
    /// The name of the style in Swift: `snakeCase`, `snakeCase(splitsDigits: true)`, `custom("prefixed")`.
    public var description: String {
        let name =
            switch style {
            case .asWritten: "asWritten"
            case .camel: "camelCase"
            case .pascal: "pascalCase"
            case .snake: "snakeCase"
            case .upperSnake: "upperSnakeCase"
            case .kebab: "kebabCase"
            case .dot: "dotCase"
            case .custom(let custom): "custom(\(custom.name.debugDescription))"
            }
        return splitsDigits ? name + "(splitsDigits: true)" : name
    }
}
