/// Why an engine stopped, and where in the text. A fault `.refused` gives neither reason nor position: only the receiver of the events (the
/// sink) knows them.
struct EngineFault {
    enum Kind {
        /// The receiver of the events (the sink) returned 0, to stop the engine.
        case refused
        case outOfMemory
        case unexpectedEnd
        case unexpectedCharacter
        case invalidString
        case invalidNumber
        /// A hexadecimal number with more than `YOKE_JSON5_MAX_HEX` digits.
        case longHexadecimal
        case invalidUTF8
        case loneSurrogate
    }

    let kind: Kind
    /// Offset of the first byte that cannot stand at its position in a valid document. Not used for `.refused`, `.outOfMemory` and
    /// `.unexpectedEnd`.
    let offset: UInt64
    /// The byte at `offset`; nil at the end of the text.
    var byte: UInt8?
    /// What must stand at `offset`, in words for the error's message; nil if the engine does not know it.
    var expected: String?
    /// True if the fault is a complete token that is not allowed at its position.
    var isMisplacedToken = false
    /// True if the fault is in a key, or where a key must stand.
    var isAtKey = false

    init(_ kind: Kind, at offset: UInt64, byte: UInt8? = nil) {
        self.kind = kind
        self.offset = offset
        self.byte = byte
    }

    /// Texts for `expected`: where a value must stand, and where a key must stand.
    static let value = "a value"
    static let key = "a key in double quotes"

    static let refused = EngineFault(.refused, at: 0)
    static let outOfMemory = EngineFault(.outOfMemory, at: 0)
}
