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
        let plan = try options.plan(of: Self.self)
        let guess = LengthGuess(plan)
        let room = guess.room
        guard room > 0 else { return try withJSONBytes(options) { [UInt8]($0) } }
        // Straight into the array's memory, when the text is about as long as the last one.
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

    /// Lends the UTF-8 bytes of the value's JSON text, without a copy: for sockets and files.
    ///
    /// - Parameter body: called once; the bytes must not be used after it.
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
