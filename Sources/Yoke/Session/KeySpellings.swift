/// For each dictionary key with characters beyond ASCII: its first spelling in the text. Used only if the first of several equal keys
/// counts, and not the last.
///
/// Swift compares strings by canonical equivalence. "é" as one scalar equals "é" as two scalars, and a dictionary can hold only one of
/// these keys.
struct KeySpellings {
    private var known: Set<String> = []

    /// Returns the first spelling among all keys that Swift finds equal to this key.
    ///
    /// - Parameter isFresh: true to forget all keys of earlier calls.
    mutating func first(of key: String, isFresh: Bool) -> String {
        if isFresh { known.removeAll(keepingCapacity: true) }
        // A key that Swift finds equal to an ASCII key becomes this ASCII key here. So only keys beyond ASCII need to be stored in `known`.
        let folded = String(String.UnicodeScalarView(key.unicodeScalars.map(Self.folded)))
        return folded.utf8.allSatisfy { $0 < 0x80 } ? folded : known.insert(folded).memberAfterInsert
    }

    /// Three characters beyond ASCII are canonically equivalent to an ASCII character: Greek question mark, varia, Kelvin sign. Returns the
    /// ASCII character for these, else the scalar itself.
    private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "\u{37E}": ";"
        case "\u{1FEF}": "`"
        case "\u{212A}": "K"
        default: scalar
        }
    }
}
