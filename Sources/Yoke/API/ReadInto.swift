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
    /// Nothing of the old value can be seen afterwards: what the text does not name is what it is in a new value (`update` is for changing
    /// some properties of a value). Strings that are the same stay, arrays keep their memory, and structs in arrays, properties and Optionals
    /// are read over in their place. Copies that are held elsewhere stay as they are: an array that others hold is made anew. So is what is
    /// no struct, array, String or plain value: instances of classes, dictionaries, sets, enums with payloads, `JSONValue`, values of custom
    /// text; and structs that hooks see the object of, with more keys than one for a property, paths, rules for wrong values, or
    /// unknown members.
    ///
    /// Cost: that of reading, without an allocation for texts of the shape of the one before: equal Strings, arrays that are no longer. Memory
    /// that the value does not need any more for its elements is kept with the arrays. Behind a path, or with options that leave
    /// values out (`.salvage`, dialects, `collectsErrors`), the value is read anew and assigned.
    ///
    /// - Throws: as `read`. The value is partly the old one and partly what the text had up to the error then: each property and element is one
    ///   or the other, no validation has seen them together. Whoever needs the old one holds a copy, and pays for it.
    @inlinable
    public mutating func read(into value: inout Value, from bytes: some Sequence<UInt8>) throws(JSONError) {
        try withBytes(of: bytes) { buffer throws(JSONError) in try readOver(&value, buffer) }
    }

    /// The same for a String.
    @inlinable
    public mutating func read(into value: inout Value, from text: String) throws(JSONError) {
        try lendText(text) { buffer throws(JSONError) in try readOver(&value, buffer) }
    }

    /// The same for a text in UTF-8 that comes in chunks, which may end anywhere.
    public mutating func read<Chunks: Sequence>(
        into value: inout Value, fromChunks chunks: Chunks
    ) throws(JSONError) where Chunks.Element: Sequence<UInt8> {
        guard let plan, binder.canRefill else {
            isStarted = false
            for chunk in chunks { try feed(chunk) }
            value = try finish()
            return
        }
        isStarted = false
        let binder = binder
        try inPlace(&value) { memory throws(JSONError) in
            try binder.startOver(plan, memory)
            for chunk in chunks { try withBytes(of: chunk) { buffer throws(JSONError) in try binder.feed(buffer) } }
            try binder.finishOver(UnsafeBufferPointer(start: nil, count: 0))
        }
    }

    @inlinable
    mutating func readOver(_ value: inout Value, _ text: UnsafeBufferPointer<UInt8>) throws(JSONError) {
        guard let plan, binder.canRefill else {
            value = try read(text)
            return
        }
        isStarted = false
        let binder = binder
        try inPlace(&value) { memory throws(JSONError) in try binder.readOver(plan, memory, text) }
    }
}

/// Lends a value's own memory.
@inlinable
func inPlace<Value>(_ value: inout Value, _ body: (UnsafeMutableRawPointer) throws(JSONError) -> Void) throws(JSONError) {
    try withUnsafeMutablePointer(to: &value) { at throws(JSONError) in try body(UnsafeMutableRawPointer(at)) }
}
