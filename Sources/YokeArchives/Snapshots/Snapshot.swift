import Yoke

// A snapshot is a value as compact bytes in CBOR (RFC 8949). A repeated string is stored once. The plan, the rules and the hooks are the
// same as for JSON text.

extension JSONWritable {
    /// Returns the value as compact bytes, for files, caches and user defaults. Most snapshots have about half of the JSON text's length.
    ///
    /// ```swift
    /// let bytes = try user.snapshot()
    /// let same = try User(snapshot: bytes)
    /// ```
    /// A snapshot gives back the same JSON text, digit for digit. The bytes include the versions of `JSONVersioned` types.
    ///
    /// Cost: Yoke writes the JSON text and converts it to CBOR.
    /// - Parameter options: the options for writing the JSON text. Options for layout and escapes have no effect on a snapshot.
    /// - Throws: the errors of `jsonString(_:)`, and `.refused` if a custom scalar writes a text that is not JSON.
    public func snapshot(_ options: JSONWriteOptions = .compact) throws(JSONError) -> [UInt8] {
        try withJSONBytes(options.withoutLayout, wrapping: .versions) { text throws(JSONError) in try SnapshotText.snapshot(of: text) }
    }
}

extension JSONReadable {
    /// Reads a value from the bytes of a snapshot: `[UInt8]`, `Data`, a buffer. Any bytes give a value or an error.
    ///
    /// Cost: Yoke makes the snapshot's JSON text and reads the text.
    /// - Parameter options: the options for reading the JSON text that Yoke makes from the snapshot. The limits apply to this text. Yoke
    ///   stops making the text when it is longer than `totalBytes`.
    /// - Throws: `.invalidSnapshot`, `.unexpectedEnd` and other errors of the bytes, with the offset in the bytes. Also the errors of
    ///   reading text, with the position in the JSON text that Yoke made.
    @inlinable
    public init(snapshot bytes: some Sequence<UInt8>, options: JSONReadOptions = .strict) throws(JSONError) {
        self = try withBytes(of: bytes) { bytes throws(JSONError) in try Self.restore(bytes, options) }
    }

    @usableFromInline
    static func restore(_ bytes: UnsafeBufferPointer<UInt8>, _ options: JSONReadOptions) throws(JSONError) -> Self {
        let text = try SnapshotText(of: bytes, limits: options.limits)
        defer { withExtendedLifetime(text) {} }
        return try Self(json: text.bytes, options: options, wrapping: .versions)
    }
}
