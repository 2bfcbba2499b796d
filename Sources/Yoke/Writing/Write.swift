extension JSONWritable {
    /// Returns the value as a JSON text.
    ///
    /// ```swift
    /// let text = try tweet.jsonString(.pretty)
    /// ```
    /// - Throws: `.nonFiniteNumber` for NaN and infinities. `.depthExceeded`. `.outOfMemory`. `.refused` if a hook, coder, date or custom
    ///   scalar refuses its value. `.invalidOptions` if `only` or `excluding` names an unknown property. `.invalidMapping` at the first use
    ///   of a broken mapping. An error about a value has its path.
    ///
    /// Cost: one pass over the value, and one allocation for the text.
    @inlinable
    public func jsonString(_ options: JSONWriteOptions = .compact) throws(JSONError) -> String {
        try withUnsafePointer(to: self) { value throws(JSONError) in try WrittenText.string(of: value, Self.self, options) }
    }

    /// Returns the value as the UTF-8 bytes of a JSON text.
    ///
    /// - Throws: the errors of `jsonString(_:)`.
    ///
    /// Cost: one pass over the value, and one allocation for the bytes.
    @inlinable
    public func jsonBytes(_ options: JSONWriteOptions = .compact) throws(JSONError) -> [UInt8] {
        try withUnsafePointer(to: self) { value throws(JSONError) in try WrittenText.bytes(of: value, Self.self, options) }
    }

    /// Passes the UTF-8 bytes of the value's JSON text to `body` without a copy: for sockets and files.
    ///
    /// Cost: one pass over the value. The next text uses the same memory, so a small text costs no allocation.
    ///
    /// - Parameter body: called once. The bytes are valid only during the call.
    /// - Throws: the errors of `jsonString(_:)`.
    @inlinable
    public func withJSONBytes<Result>(
        _ options: JSONWriteOptions = .compact, _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(JSONError) -> Result {
        let text = try withUnsafePointer(to: self) { value throws(JSONError) in try WrittenText(value, Self.self, options) }
        defer { text.returnToPool() }
        return body(text.bytes)
    }

    /// Passes the UTF-8 bytes of the value's JSON text to a closure that may throw. Throws its error, or the `JSONError` of writing.
    @inlinable
    public func withJSONBytes<Value>(
        _ options: JSONWriteOptions = .compact, _ body: (UnsafeRawBufferPointer) throws -> Value
    ) throws -> Value {
        try withJSONBytes(options) { bytes in Result { try body(bytes) } }.get()
    }
}
