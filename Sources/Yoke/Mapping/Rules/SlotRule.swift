internal import CYoke

/// The rules of properties that C applies without Swift. Each rule is one bit of `rules` in a `yoke_slot`.
enum SlotRule {
    static let lossy = UInt8(YOKE_RULE_LOSSY.rawValue)
    static let invalidIsMissing = UInt8(YOKE_RULE_INVALID_IS_MISSING.rawValue)
    static let lenient = UInt8(YOKE_RULE_LENIENT.rawValue)
    static let writesNull = UInt8(YOKE_RULE_WRITES_NULL.rawValue)
    static let keepsNull = UInt8(YOKE_RULE_KEEPS_NULL.rawValue)
    static let captures = UInt8(YOKE_RULE_RAW_TEXT.rawValue)
    /// The rules that also apply to the parts of a value, such as the elements of an array, and to the storage type of a value.
    static let inner = lossy | lenient
}
