/// The call that C reads for. Callbacks are handed a pointer to it, and ask it for the options and the context.
@usableFromInline
class ReadCall {
    final let options: JSONReadOptions
    /// Members that a merge patch changes and no field takes: an `ExtraPatches`.
    final var extras: AnyObject?

    init(options: JSONReadOptions) { self.options = options }

    /// The call behind the pointer that C hands to a callback.
    static func of(_ reader: UnsafeMutableRawPointer?) -> ReadCall { unsafeBitCast(reader.unsafelyUnwrapped, to: ReadCall.self) }
}
