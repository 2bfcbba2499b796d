internal import CYoke

/// How JSON text is laid out, for the writers in Swift and in C.
struct TextStyle: Sendable, Hashable {
    /// Number of spaces for each level. With 0 the text is compact, without any white space.
    var indent = 0
    /// True to sort members by the UTF-8 bytes of their keys. Members with equal keys keep their order.
    var sortsKeys = false
    /// True to write `/` in strings as `\/`.
    var escapesSlashes = false

    static let compact = TextStyle()

    var layout: yoke_layout {
        yoke_layout(indent: UInt32(indent), short_array: 0, blank: UInt8(ascii: " "), slashes: escapesSlashes)
    }
}
