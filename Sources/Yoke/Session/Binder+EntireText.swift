internal import CYoke

extension Binder {
    /// Reads an entire text into the memory of a value. The text is UTF-8, or UTF-16 or UTF-32 with or without a byte order mark.
    ///
    /// Not generic, so that it is compiled only once. Everything that depends on the type is in the plan.
    ///
    /// - Parameters:
    ///   - plan: the root slot of the type's plan.
    ///   - memory: uninitialised memory. It holds the value afterwards.
    @usableFromInline
    func readWhole(
        _ plan: UnsafeRawPointer, _ memory: UnsafeMutableRawPointer, _ text: UnsafeBufferPointer<UInt8>
    ) throws(JSONError) {
        let root = plan.assumingMemoryBound(to: yoke_slot.self)
        if let wholeTextEngine, text.count <= maxWholeTextBytes, !cBinder.pointee.reports, Self.isPlain(text) {
            cBinder.pointee.many_values = allowsSeveralValues
            let status = yoke_native_read(wholeTextEngine, root, memory, text.baseAddress, text.count)
            if status != YOKE_NATIVE_OK || !cBinder.pointee.root_full { throw failure(status, text) }
            cBinder.pointee.root_full = false
            return
        }
        if let transcoded = try Transcoder.utf8(from: text) {
            try readUTF8(root, memory, transcoded.bytes)
        } else {
            try readUTF8(root, memory, text)
        }
        guard cBinder.pointee.root_full else { throw failure(YOKE_NATIVE_OK, text) }
        cBinder.pointee.root_full = false
    }

    /// Returns the error for an entire text that the engine could not read. If `status` is `YOKE_NATIVE_OK`, the text ended before its
    /// value was complete.
    func failure(_ status: yoke_native_status, _ text: UnsafeBufferPointer<UInt8>) -> JSONError {
        guard status == YOKE_NATIVE_OK else { return describeWhole(status, text) }
        abandon()
        return JSONError(.unexpectedEnd, "the text ends before its value is complete")
    }

    /// Reads an entire text, as the method `readWhole` does. The caller keeps the binder alive, so the call need not retain it.
    @usableFromInline
    static func readWhole(
        _ binder: Unmanaged<Binder>, _ plan: UnsafeRawPointer, _ memory: UnsafeMutableRawPointer,
        _ text: UnsafeBufferPointer<UInt8>
    ) throws(JSONError) {
        let error = binder._withUnsafeGuaranteedRef { binder -> JSONError? in
            do throws(JSONError) { try binder.readWhole(plan, memory, text) } catch { return error }
            return nil
        }
        if let error { throw error }
    }

    /// Makes a copy of the value `old` at `memory`, and changes the copy as an entire text says: an update, or a merge patch (see `flags`).
    /// After an error, `memory` is uninitialised again.
    ///
    /// - Parameters:
    ///   - memory: uninitialised memory.
    ///   - old: the value before the update. It does not change.
    ///   - flags: a set of `yoke_update` flags.
    ///   - isMade: true if a hook made this text from the caller's text. Errors then give the position where the caller's text begins.
    ///   - patcher: the callbacks that apply a merge patch to the JSON of a value that C cannot change in place.
    func update(
        _ root: UnsafePointer<yoke_slot>, _ memory: UnsafeMutableRawPointer, from old: UnsafeRawPointer,
        _ text: UnsafeBufferPointer<UInt8>, _ flags: UInt8, isMade: Bool, _ patcher: Thunks
    ) throws(JSONError) {
        let transcoded = try Transcoder.utf8(from: text)
        let bytes = transcoded?.bytes ?? text
        try start(root, nil)
        cBinder.pointee.many_values = false
        // A merge patch changes some values by means of their raw text, for example an instance of a subclass. So the engine must keep the
        // bytes of values that a chunk cuts.
        cBinder.pointee.source.captures = true
        defer {
            cBinder.pointee.source.captures = false
            madePosition = nil
            withExtendedLifetime(patcher) {}
        }
        seedKeys()
        assignments = Assignments()
        extras = nil
        cBinder.pointee.patcher = Unmanaged.passUnretained(patcher).toOpaque()
        guard yoke_binder_start_update(cBinder, root, memory, old, flags) else { throw JSONError(.outOfMemory, "no memory for the binder") }
        Thunks.of(root.pointee.value).copy(memory, old)  // from here on, the binder destroys the copy after an error
        if isMade { madePosition = updatePosition }
        try feed(bytes, isWhole: true)
        try finish(bytes)
        cBinder.pointee.root_full = false
    }

    private func readUTF8(
        _ root: UnsafePointer<yoke_slot>, _ memory: UnsafeMutableRawPointer, _ text: UnsafeBufferPointer<UInt8>
    ) throws(JSONError) {
        try start(root, memory)
        try feed(text, isWhole: true)
        try finish(text)
    }

    /// Returns true if the first byte of the text is ASCII and neither of the first two bytes is 0. Such a text does not have a byte order
    /// mark, and is not UTF-16 or UTF-32.
    @inline(__always)
    static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.count >= 2 && text[0] &- 1 < 0x7F && text[1] != 0
    }

    /// Returns the error for the `status` with which the engine ended an entire text. Counts lines and columns from the start of the text,
    /// because the engine does not count them while it reads an entire text.
    @inline(never)
    func describeWhole(_ status: yoke_native_status, _ text: UnsafeBufferPointer<UInt8>) -> JSONError {
        guard let fault = (engine as? NativeEngine)?.describe(status) else { preconditionFailure("another engine's status") }
        resetPositions()
        count(text)
        let isTooLong = fault.kind == .unexpectedEnd && !yoke_binder_check_pending(cBinder, UInt64(text.count))
        return describe(isTooLong ? .refused : fault, text)
    }
}
