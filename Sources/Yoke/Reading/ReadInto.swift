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
    /// Afterwards no part of the old value is visible. A property that the text does not name has the same value as in a new instance.
    /// (To change only some properties, use `update`.)
    ///
    /// These values stay in place:
    ///
    /// - Equal Strings stay. Other Strings and arrays keep their memory.
    /// - Structs in arrays, properties and Optionals are overwritten in place.
    ///
    /// These values are made new:
    ///
    /// - Values that other copies share. The copies stay as they are.
    /// - Class instances, dictionaries, sets, enums with payloads, `JSONValue`, values with custom text.
    /// - Structs with hooks that receive the object, aliases of a property, paths, rules for invalid values, or unknown members.
    /// - The entire value, if the reader has a path, or options that leave values out (`.salvage`, modes of other libraries,
    ///   `collectsErrors`).
    ///
    /// Cost: the cost of reading. A text with the same shape as the text before needs no allocation, if its Strings and arrays are not
    /// longer. Arrays and Strings keep memory that they no longer need. With few Strings and arrays there is little gain: yajl, which looks
    /// up each key, then takes up to a fifth longer than for a new value.
    ///
    /// - Throws: the same errors as `read`. After an error, each property and element has its old or its new value, depending on the
    ///   error's position in the text. Checks have not seen this mixture. If you need the old value, hold a copy; the copy costs memory.
    @inlinable
    public mutating func read(into value: inout Value, from bytes: some Sequence<UInt8>) throws(JSONError) {
        try withBytes(of: bytes) { buffer throws(JSONError) in try readInPlace(&value, buffer) }
    }

    /// The same for a String.
    @inlinable
    public mutating func read(into value: inout Value, from text: String) throws(JSONError) {
        try borrowText(text) { buffer throws(JSONError) in try readInPlace(&value, buffer) }
    }

    /// The same for a text in UTF-8 that arrives in chunks. A chunk may end anywhere.
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
