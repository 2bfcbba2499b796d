extension ParsedText {
    /// Parses an entire text: UTF-8, or UTF-16 or UTF-32 with or without a byte order mark.
    package static func parse(_ bytes: UnsafeBufferPointer<UInt8>, _ options: JSONReadOptions) throws(JSONError) -> ParsedText {
        try ParsedText(json: bytes, options: options)
    }
}
