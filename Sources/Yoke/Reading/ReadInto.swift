extension JSONReader {
    /// Reads one entire text into an existing value. The new value is the same as from `read`. It replaces the old value and reuses the
    /// old memory where possible.
    ///
    /// ```swift
    /// var reader = try JSONReader<[Tick]>()
    /// var ticks: [Tick] = []
    /// for body in bodies {
    ///     try reader.read(into: &ticks, from: body)
    ///     draw(ticks)
    /// }
    /// ```
    /// Afterwards the value keeps no content of the old value. A property that the text does not name has the same value as in a new
    /// instance. (To change only some properties, use `update`.)
    ///
    /// These parts of the old value keep their memory:
    ///
    /// - A String that equals the new String does not change. Other Strings and arrays get their new content in the old memory.
    /// - The structs in arrays, properties and Optionals are overwritten in place.
    ///
    /// These parts are made new:
    ///
    /// - Strings and arrays whose memory is shared with a copy of the old value. So the copy does not change.
    /// - All class instances, dictionaries, sets, enums with payloads, values of `JSONValue`, and custom scalars.
    /// - Arrays with the rule `lossy`.
    /// - Structs with checks, hooks around the object, aliases, paths, array layout, kept unknown members, flattened Optionals or classes,
    ///   or the rules `onNull`, `onInvalid`, `invalidIsMissing` or `merged`.
    /// - The entire value, if the reader has a path, or options that leave values out (`.salvage`, most modes of other libraries such as
    ///   `.yyModel`, `collectsErrors`).
    ///
    /// Cost: about the cost of `read`, with fewer allocations: none if each new String and array fits into its old memory. The value's
    /// memory never shrinks. A value with few Strings and arrays gains little. With the engine `.yajl`, reading into such a value may even
    /// be a fifth slower than `read`.
    ///
    /// - Throws: the same errors as `read`. After an error, the value is a mixture: parts before the error are new, other parts are old.
    ///   Checks and hooks have not seen this mixture. If you need the old value, keep a copy; the copy costs memory.
    @inlinable
    public mutating func read(into value: inout Value, from bytes: some Sequence<UInt8>) throws(JSONError) {
        try withBytes(of: bytes) { buffer throws(JSONError) in try readInPlace(&value, buffer) }
    }

    /// Reads one entire text, given as a String, into an existing value.
    @inlinable
    public mutating func read(into value: inout Value, from text: String) throws(JSONError) {
        try borrowText(text) { buffer throws(JSONError) in try readInPlace(&value, buffer) }
    }

    /// Reads one text in UTF-8 that arrives in chunks into an existing value. A chunk may end anywhere. Throws the same errors as
    /// `read(into:from:)`.
    public mutating func read<Chunks: Sequence>(
        into value: inout Value, fromChunks chunks: Chunks
    ) throws(JSONError) where Chunks.Element: Sequence<UInt8> {
        guard let plan, binder.canOverwrite else {
            isStarted = false
            for chunk in chunks { try feed(chunk) }
            value = try finish()
            return
        }
        isStarted = false
        let binder = binder
        try inPlace(&value) { memory throws(JSONError) in
            try binder.startInPlace(plan, memory)
            for chunk in chunks { try withBytes(of: chunk) { buffer throws(JSONError) in try binder.feed(buffer) } }
            try binder.finishInPlace(UnsafeBufferPointer(start: nil, count: 0))
        }
    }

    @inlinable
    mutating func readInPlace(_ value: inout Value, _ text: UnsafeBufferPointer<UInt8>) throws(JSONError) {
        guard let plan, binder.canOverwrite else {
            value = try read(text)
            return
        }
        isStarted = false
        let binder = binder
        try inPlace(&value) { memory throws(JSONError) in try binder.readInPlace(plan, memory, text) }
    }
}

/// Passes the address of a value to `body`.
@inlinable
func inPlace<Value>(_ value: inout Value, _ body: (UnsafeMutableRawPointer) throws(JSONError) -> Void) throws(JSONError) {
    try withUnsafeMutablePointer(to: &value) { at throws(JSONError) in try body(UnsafeMutableRawPointer(at)) }
}
