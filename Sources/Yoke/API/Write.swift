extension JSONWritable {
    /// The value as a JSON text.
    ///
    /// ```swift
    /// let text = try tweet.jsonString(.pretty)
    /// ```
    /// - Throws: `.nonFiniteNumber` for NaN and infinities, `.depthExceeded`, `.refused` by a custom scalar; with the path.
    public func jsonString(_ options: JSONWriteOptions = .compact) throws(JSONError) -> String {
        try withJSONBytes(options) { makeValidString($0.bindMemory(to: UInt8.self)) }
    }

    /// The value as the UTF-8 bytes of a JSON text.
    public func jsonBytes(_ options: JSONWriteOptions = .compact) throws(JSONError) -> [UInt8] {
        try withJSONBytes(options) { [UInt8]($0) }
    }

    /// Lends the UTF-8 bytes of the value's JSON text, without a copy: for sockets and files.
    ///
    /// - Parameter body: called once; the bytes must not be used after it.
    public func withJSONBytes<Result>(
        _ options: JSONWriteOptions = .compact, _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(JSONError) -> Result {
        let writer = Writer()
        try writer.write(self, options)
        return body(writer.bytes)
    }
}
