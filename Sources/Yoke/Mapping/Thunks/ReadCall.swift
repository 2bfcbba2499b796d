/// A call that reads a text. C hands a pointer to this object to each callback, so that the callback can ask the object for the call's
/// options and context.
@usableFromInline
class ReadCall {
    final let options: JSONReadOptions
    /// An `ExtraPatches`: the changes that a merge patch makes to members without a property; nil until the first such change.
    final var extras: AnyObject?

    init(options: JSONReadOptions) { self.options = options }

    /// True if the first member of a repeated key counts.
    final var firstStays: Bool { options.duplicateKeys == .first }

    /// The same for the pointer that C hands to a callback; false if the value is not read from a text.
    static func firstStays(_ reader: UnsafeMutableRawPointer?) -> Bool { reader != nil && of(reader).firstStays }

    /// Returns the call for the pointer that C hands to a callback.
    static func of(_ reader: UnsafeMutableRawPointer?) -> ReadCall { unsafeBitCast(reader.unsafelyUnwrapped, to: ReadCall.self) }
}
