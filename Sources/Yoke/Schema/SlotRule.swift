internal import CYoke

/// The rules that C knows, as bits of a slot.
enum SlotRule {
    static let lossy = UInt8(YOKE_RULE_LOSSY.rawValue)
    static let wrongIsMissing = UInt8(YOKE_RULE_WRONG_IS_MISSING.rawValue)
    static let lenient = UInt8(YOKE_RULE_LENIENT.rawValue)
    static let writesNull = UInt8(YOKE_RULE_WRITES_NULL.rawValue)
}
