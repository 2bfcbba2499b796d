extension JSONReader {
    /// Reads one whole text into a value that is there: what `read` gives takes the value's place, and its memory where that fits.
    ///
    /// ```swift
    /// var reader = try JSONReader<[Tick]>()
    /// var ticks: [Tick] = []
    /// for body in bodies {
    ///     try reader.read(into: &ticks, from: body)
    ///     draw(ticks)
    /// }
    /// ```
    /// Nothing of the old value can be seen afterwards: what the text does not name is what it is in a new value. (`update` is for changing
    /// some properties of a value.) Strings that are the same stay, other ones and arrays keep their memory, and structs in arrays, properties
    /// and Optionals are read over in their place. Copies that are held elsewhere stay as they are: what others hold is made anew. So is what
    /// is no struct, array, String or plain value: instances of classes, dictionaries, sets, enums with payloads, `JSONValue`, values of
    /// custom text; and structs with hooks that see the object, several keys for a property, paths, rules for wrong values or unknown members.
    /// Behind a path, or with options that leave values out (`.salvage`, dialects, `collectsErrors`), all of the value is.
    ///
    /// Cost: that of reading, and no allocation for texts of the shape of the one before, with Strings and arrays that are no longer. Memory
    /// that the elements do not need any more stays with their arrays. Where few Strings and arrays are made there is little to gain; yajl,
    /// which asks at each key, takes up to a fifth longer then than for a new value.
    ///
    /// - Throws: as `read`. Each property and element is then the old one or the new one, as far as the text went, and no validation has seen
    ///   them together. Whoever needs the old value holds a copy, and pays for it.
    @inlinable
    public mutating func read(into value: inout Value, from bytes: some Sequence<UInt8>) throws(JSONError) {
        try withBytes(of: bytes) { buffer throws(JSONError) in try readInPlace(&value, buffer) }
    }

    /// The same for a String.
    @inlinable
    public mutating func read(into value: inout Value, from text: String) throws(JSONError) {
        try borrowText(text) { buffer throws(JSONError) in try readInPlace(&value, buffer) }
    }

    /// The same for a text in UTF-8 that comes in chunks, which may end anywhere.
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

/// Lends a value's own memory.
@inlinable
func inPlace<Value>(_ value: inout Value, _ body: (UnsafeMutableRawPointer) throws(JSONError) -> Void) throws(JSONError) {
    try withUnsafeMutablePointer(to: &value) { at throws(JSONError) in try body(UnsafeMutableRawPointer(at)) }
}
