/// Why an engine stopped, in terms of the text; what the sink refused is the sink's to explain.
struct EngineFault {
    enum Kind {
        /// The sink returned 0.
        case refused
        case outOfMemory
        case unexpectedEnd
        case unexpectedCharacter
        case invalidString
        case invalidNumber
        case invalidUTF8
        case loneSurrogate
    }

    let kind: Kind
    /// The first byte that no valid document could have there.
    let offset: UInt64
    /// That byte, where there is one.
    let byte: UInt8?
    /// What would have been right there, where the engine knows.
    var expected: String?
    /// A whole token that cannot stand where it does.
    var isMisplacedToken = false
    /// It happened where a key was due, or in one.
    var isAtKey = false

    init(_ kind: Kind, at offset: UInt64, byte: UInt8? = nil) {
        self.kind = kind
        self.offset = offset
        self.byte = byte
    }

    /// What is expected where a value, and where a key is due.
    static let value = "a value"
    static let key = "a key in double quotes"

    static let refused = EngineFault(.refused, at: 0)
    static let outOfMemory = EngineFault(.outOfMemory, at: 0)

    /// Whether the fault is what the first bytes of UTF-16 or UTF-32 are as UTF-8: a byte order mark, or zeros beside an ASCII
    /// character.
    func isInOtherEncoding(at offset: UInt64) -> Bool {
        switch kind {
        case .refused, .outOfMemory, .unexpectedEnd: false
        default: offset == 0 && [0x00, 0xFE, 0xFF].contains(byte) || offset == 1 && byte == 0x00
        }
    }
}
