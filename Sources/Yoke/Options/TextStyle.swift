/// How JSON text is laid out, for every writer in the module.
struct TextStyle: Sendable, Hashable {
    /// Spaces a level; 0 is compact: no white space at all.
    var indent = 0
    /// Members in the order of their keys' UTF-8 bytes; equal keys stay in theirs.
    var sortsKeys = false
    /// `\/` for `/` inside strings.
    var escapesSlashes = false

    static let compact = TextStyle()
}
