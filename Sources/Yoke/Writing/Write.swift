extension JSONWritable {
    /// Returns the value as a JSON text.
    ///
    /// ```swift
    /// let text = try tweet.jsonString(.pretty)
    /// ```
    /// - Throws: `.nonFiniteNumber` for NaN and infinities, `.depthExceeded`, `.refused` by a custom scalar. The error has the path.
    ///
    /// Cost: one pass over the value, and one allocation for the text.
    public func jsonString(_ options: JSONWriteOptions = .compact) throws(JSONError) -> String {
        try withUnsafePointer(to: self) { value throws(JSONError) in
            let writer = try Writer.text(of: value, Self.self, options)
            return makeValidString(writer.bytes.bindMemory(to: UInt8.self))
        }
    }

    /// Returns the value as the UTF-8 bytes of a JSON text.
    ///
    /// Cost: one pass over the value, and one allocation for the bytes.
    public func jsonBytes(_ options: JSONWriteOptions = .compact) throws(JSONError) -> [UInt8] {
        try withUnsafePointer(to: self) { value throws(JSONError) in try Writer.bytes(of: value, Self.self, options) }
    }

    /// Passes the UTF-8 bytes of the value's JSON text to `body` without a copy: for sockets and files.
    ///
    /// Cost: one pass over the value. The memory of the text is used again for the next one, so a small text costs no allocation.
    ///
    /// - Parameter body: called once. The bytes are valid only during the call.
    public func withJSONBytes<Result>(
        _ options: JSONWriteOptions = .compact, _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(JSONError) -> Result {
        let writer = try withUnsafePointer(to: self) { value throws(JSONError) in try Writer.text(of: value, Self.self, options) }
        return body(writer.bytes)
    }
}

// Not generic: in a generic function that is not specialised, each generic type would have to be looked up at every call.
extension Writer {
    /// Returns a writer that holds the text of a value.
    fileprivate static func text(
        of value: UnsafeRawPointer, _ type: any JSONMapped.Type, _ options: JSONWriteOptions
    ) throws(JSONError) -> Writer {
        let plan = try options.plan(of: type)
        return try text(of: value, plan, LengthGuess(plan), options)
    }

    private static func text(
        of value: UnsafeRawPointer, _ plan: Plan, _ guess: LengthGuess, _ options: JSONWriteOptions
    ) throws(JSONError) -> Writer {
        let writer = Writer()
        writer.reserve(guess.room)
        try writer.write(value, plan, options)
        guess.note(writer.bytes.count)
        return writer
    }

    /// Returns the text of a value.
    fileprivate static func bytes(
        of value: UnsafeRawPointer, _ type: any JSONMapped.Type, _ options: JSONWriteOptions
    ) throws(JSONError) -> [UInt8] {
        let plan = try options.plan(of: type)
        let guess = LengthGuess(plan)
        let room = guess.room
        guard room > LengthGuess.copied else { return try text(of: value, plan, guess, options).bytes.copied }
        // Write directly into the array's memory. This pays if the text is about as long as the last text.
        var failure: JSONError?
        var other: [UInt8]?
        let bytes = [UInt8](unsafeUninitializedCapacity: room) { memory, count in
            let writer = Writer(into: memory)
            do throws(JSONError) { try writer.write(value, plan, options) } catch {
                failure = error
                return
            }
            let text = writer.bytes
            guess.note(text.count)
            if text.baseAddress == UnsafeRawPointer(memory.baseAddress), text.count >= room / 2 {
                count = text.count
            } else {
                other = text.copied
            }
        }
        if let failure { throw failure }
        return other ?? bytes
    }
}

extension UnsafeRawBufferPointer {
    /// The bytes in an array of their own. `unsafeUninitializedCapacity:` would look up the array's type at every call.
    fileprivate var copied: [UInt8] { [UInt8](bindMemory(to: UInt8.self)) }
}
