/// A call that reads a text. C hands a pointer to this object to each callback. The callback takes the options and the context from
/// here.
@usableFromInline
class ReadCall {
    final let options: JSONReadOptions
    /// An `ExtraPatches`: changes that a merge patch makes to members without a property; nil if there are none yet.
    final var extras: AnyObject?

    init(options: JSONReadOptions) { self.options = options }

    /// Returns the call for the pointer that C hands to a callback.
    static func of(_ reader: UnsafeMutableRawPointer?) -> ReadCall { unsafeBitCast(reader.unsafelyUnwrapped, to: ReadCall.self) }
}
