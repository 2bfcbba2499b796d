/// The first spelling of each key with characters beyond ASCII, for calls in which the first of equal keys counts.
///
/// Swift compares strings by canonical equivalence. "é" as one scalar and as two are equal, and a dictionary can hold only one of them.
struct KeySpellings {
    private var known: Set<String> = []

    /// Returns the spelling that stands for the key, and for all keys equal to it.
    ///
    /// - Parameter isFresh: no key that was asked for earlier is needed any more.
    mutating func first(of key: String, isFresh: Bool) -> String {
        if isFresh { known.removeAll(keepingCapacity: true) }
        // ASCII keys are not among the known ones, so a key that equals one of them has to become it.
        let folded = String(String.UnicodeScalarView(key.unicodeScalars.map(Self.folded)))
        return folded.utf8.allSatisfy { $0 < 0x80 } ? folded : known.insert(folded).memberAfterInsert
    }

    /// The scalars that are canonically equivalent to one ASCII character: the Greek question mark, varia, and the Kelvin sign.
    private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "\u{37E}": ";"
        case "\u{1FEF}": "`"
        case "\u{212A}": "K"
        default: scalar
        }
    }
}
