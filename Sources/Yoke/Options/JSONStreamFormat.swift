/// The form of a text with many values, for streams and validation.
public enum JSONStreamFormat: Sendable, Hashable {
    /// One document. The elements are in the document, at the stream's path.
    case document
    /// One value on each line (NDJSON).
    ///
    /// If a line has one element, the stream delivers it only after the line has ended without an error. If the path has `[*]`, a line can
    /// have several elements. Then the stream delivers the elements that stand before an error in the line. For a bad line, the stream
    /// throws an error, and reading can continue with the next line.
    case lines
    /// Values in a row. Two scalars must have white space between them. Before and after an array or object, white space may be missing.
    case values
    /// A JSON text sequence (RFC 7464): the byte 1E (the record separator) stands before each text, and a line feed stands after the text.
    ///
    /// A bad or cut text is an error of this text only, and reading can continue at the next 1E. A number, `true`, `false` or `null` counts
    /// as cut if no white space follows (section 2.4). A text ends at the next 1E or at the end of the input, so its elements are delivered
    /// only then.
    case sequence
    /// Values that commas separate, as in an array without its brackets: `1, 2, 3`. A comma may follow the last value.
    ///
    /// Cost: as with JSON5, the engine reads a copy of the text.
    case commaSeparated

    /// True if the text consists of records: lines, or the texts of a sequence. Then reading can continue after a bad record.
    var hasRecords: Bool { self == .lines || self == .sequence }
}

/// The progress of a stream.
public struct JSONProgress: Sendable, Hashable {
    /// Number of bytes that the stream has read. If the stream began inside a regular file (see `JSONStream.init(descriptor:)`), the bytes
    /// before count, too.
    public let bytes: Int64
    /// Length of the text in bytes; nil if the length is not known. It is known for a regular file.
    public let total: Int64?
    /// Number of elements that the stream has delivered.
    public let elements: Int
    /// For `.lines` and `.sequence`: the offset of the first record (line, or text of a sequence) that is not delivered completely. nil for
    /// the other formats. Directly after the error of a bad record, the offset may be the start of this record, whose end is not known yet.
    /// So store it after an element: a second stream would else read the bad record again.
    ///
    /// To continue an interrupted import, open the file, move to this offset, and make a stream with `JSONStream.init(descriptor:)`. Its
    /// `resumeOffset` also counts from the start of the file. But the offsets and lines of its errors count from where it began.
    public let resumeOffset: Int64?

    /// The part of the text that the stream has read, from 0 to 1; nil if the length of the text is not known.
    public var fraction: Double? {
        total.map { $0 == 0 ? 1 : min(1, Double(bytes) / Double($0)) }
    }

    package init(bytes: Int64, total: Int64?, elements: Int, resumeOffset: Int64?) {
        (self.bytes, self.total, self.elements, self.resumeOffset) = (bytes, total, elements, resumeOffset)
    }
}
