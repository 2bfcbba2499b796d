internal import CYoke

// Reading in place over an existing value: see `bind/in_place.c`.

extension Binder {
    /// True if the options allow reading over an existing value. Modes that leave values out, and `collectsErrors`, must know which
    /// properties the text has given so far. An existing value has all properties from the start, so it cannot show which of them came from
    /// the text.
    @usableFromInline
    var canOverwrite: Bool { cBinder.pointee.rules & ~UInt16(SlotRule.lenient) == 0 && !cBinder.pointee.collects && report == nil }

    /// Reads an entire text over the value at `memory`. The memory holds a valid value at any time, also after an error.
    @usableFromInline
    func readInPlace(
        _ plan: UnsafeRawPointer, _ memory: UnsafeMutableRawPointer, _ text: UnsafeBufferPointer<UInt8>
    ) throws(JSONError) {
        let root = plan.assumingMemoryBound(to: yoke_slot.self)
        if let wholeTextEngine, text.count <= maxWholeTextBytes, Self.isPlain(text) {
            cBinder.pointee.many_values = allowsSeveralValues
            cBinder.pointee.thunks = SessionThunks.knowing
            let status = yoke_native_overwrite(wholeTextEngine, root, memory, text.baseAddress, text.count)
            if status != YOKE_NATIVE_OK { throw describeWhole(status, text) }
            return
        }
        let transcoded = try Transcoder.utf8(from: text)
        let bytes = transcoded?.bytes ?? text
        try startInPlace(plan, memory)
        try feed(bytes, isWhole: true)
        try finishInPlace(bytes)
    }

    /// Prepares for a text in chunks that overwrites the value at `memory`. Call `feed` with each chunk, then `finishInPlace`.
    @usableFromInline
    func startInPlace(_ plan: UnsafeRawPointer, _ memory: UnsafeMutableRawPointer) throws(JSONError) {
        let root = plan.assumingMemoryBound(to: yoke_slot.self)
        try start(root, nil)
        cBinder.pointee.thunks = SessionThunks.knowing
        guard yoke_binder_start_overwrite(cBinder, root, memory) else { throw JSONError(.outOfMemory, "no memory for the binder") }
    }

    @usableFromInline
    func finishInPlace(_ text: UnsafeBufferPointer<UInt8>) throws(JSONError) {
        try finish(text)
        guard cBinder.pointee.values > 0 else {
            abandon()
            throw JSONError(.unexpectedEnd, "the text ends before its value is complete")
        }
    }
}
