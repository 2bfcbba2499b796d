/// How the elements of a stream, or the values that are checked, lie in their text.
public enum JSONStreamFormat: Sendable, Hashable {
    /// One document; the elements are in it, at the stream's path.
    case document
    /// One value a line (NDJSON). A bad line is an error of that line, and nothing but that: a value is given out when its line has ended
    /// well. (Of several elements in a line, at a path with `[*]`, those in front of the fault are.) Reading can go on behind it.
    case lines
    /// One value after the other, with or without white space between them.
    case values
}

/// How far a stream has come.
public struct JSONProgress: Sendable, Hashable {
    /// Bytes of the text read so far.
    public let bytes: Int64
    /// Bytes in all, where that is known (regular files).
    public let total: Int64?
    /// Elements delivered so far.
    public let elements: Int

    /// The part that is done, 0 to 1, where the total is known.
    public var fraction: Double? {
        total.map { $0 == 0 ? 1 : min(1, Double(bytes) / Double($0)) }
    }
}
