extension JSONWritable {
    /// Returns the value as a JSON text.
    ///
    /// ```swift
    /// let text = try tweet.jsonString(.pretty)
    /// ```
    /// - Throws: `.nonFiniteNumber` for NaN and infinities, `.depthExceeded`, `.refused` by a custom scalar. The error has the path.
    public func jsonString(_ options: JSONWriteOptions = .compact) throws(JSONError) -> String {
        try withJSONBytes(options) { makeValidString($0.bindMemory(to: UInt8.self)) }
    }

    /// Returns the value as the UTF-8 bytes of a JSON text.
    public func jsonBytes(_ options: JSONWriteOptions = .compact) throws(JSONError) -> [UInt8] {
        let plan = try options.plan(of: Self.self)
        let guess = LengthGuess(plan)
        let room = guess.room
        guard room > 0 else { return try withJSONBytes(options) { [UInt8]($0) } }
        // Write directly into the array's memory. This pays if the text is about as long as the last text.
        var failure: JSONError?
        var other: [UInt8]?
        let bytes = [UInt8](unsafeUninitializedCapacity: room) { memory, count in
            let writer = Writer(into: memory)
            do throws(JSONError) { try writer.write(self, plan, options) } catch {
                failure = error
                return
            }
            let text = writer.bytes
            guess.note(text.count)
            if text.baseAddress == UnsafeRawPointer(memory.baseAddress), text.count >= room / 2 {
                count = text.count
            } else {
                other = [UInt8](text)
            }
        }
        if let failure { throw failure }
        return other ?? bytes
    }

    /// Passes the UTF-8 bytes of the value's JSON text to `body` without a copy: for sockets and files.
    ///
    /// - Parameter body: called once. The bytes are valid only during the call.
    public func withJSONBytes<Result>(
        _ options: JSONWriteOptions = .compact, _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(JSONError) -> Result {
        let plan = try options.plan(of: Self.self)
        let guess = LengthGuess(plan)
        let writer = Writer()
        writer.reserve(guess.room)
        try writer.write(self, plan, options)
        guess.note(writer.bytes.count)
        return body(writer.bytes)
    }
}
