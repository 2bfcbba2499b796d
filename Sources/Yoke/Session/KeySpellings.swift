/// The first spelling of each dictionary key with characters beyond ASCII. Used by calls in which the first of several equal keys counts,
/// and not the last.
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
        // A key that Swift finds equal to an ASCII key is replaced by this ASCII key. So `known` needs to store only keys beyond ASCII.
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
