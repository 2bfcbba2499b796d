internal import CYoke

/// How values that are not of the property's kind are read. Strict by default; each mode is a set of conversions, and whether what does
/// not fit after all is an error.
public struct JSONReadMode: Sendable, Hashable {
    /// `yoke_coercion`s.
    let coercions: UInt32
    /// `yoke_slot_rule`s of every value.
    let rules: UInt8

    /// Anything that would lose or invent data is an error.
    public static let strict = JSONReadMode()

    /// Conversions that lose nothing: a string that is, as a whole, a JSON number; `true`, `false`, `yes`, `no` (in any case), 0 and 1 for
    /// a Bool; a number's own digits for a String. Everything else is an error.
    public static let lenient = JSONReadMode([.lenient])

    /// Lenient, and what does not fit is left out: a property gets its initial value or nil, an array or dictionary loses the element; `""`
    /// is null but for Strings, `[]` is `{}`. A property that has neither is an error still.
    public static let salvage = JSONReadMode([.lenient, .nullFromEmpty, .emptyArrayIsObject], [.lossy, .invalidIsMissing])

    /// As MJExtension converts: numbers from the start of a string (`"40个"` is 40, `"hehe"` 0) and cut to integers, Bools from words and
    /// numbers, Strings from numbers; null and what does not fit leave the initial value; bad elements are dropped.
    public static let mjExtension = JSONReadMode(
        [.lenient, .numberFromPrefix, .numberTruncates, .numberFromBool, .stringFromBool, .boolFromNumber],
        [.lossy, .invalidIsMissing, .nullIsMissing])

    /// As YYModel converts: numbers from the start of a string, cut and wrapped like C's (-1 is 255 for a UInt8), `"YES"` is 1, null words;
    /// null is 0 for a number; URLs and the like without white space around them; what does not fit leaves the initial value, bad elements
    /// are dropped.
    public static let yyModel = JSONReadMode(
        [
            .lenient, .numberFromPrefix, .numberTruncates, .numberWraps, .numberFromBool, .stringFromBool, .boolFromNumber,
            .numberFromWords, .nullFromWords, .textIsTrimmed,
        ], [.lossy, .invalidIsMissing, .nullIsZero])

    /// As Mantle does: no conversions, a wrong value is an error.
    public static let mantle = JSONReadMode.strict

    /// As JSONModel converts: numbers from the start of a string and cut, Bools from words and numbers, Strings from numbers; null leaves an
    /// optional property alone, `[]` is `{}`, a wrong value is an error.
    public static let jsonModel = JSONReadMode(
        [.lenient, .numberFromPrefix, .numberTruncates, .numberFromBool, .stringFromBool, .boolFromNumber, .emptyArrayIsObject],
        [.nullIsMissing])

    /// As JDCJsonExtension does through key-value coding: C's conversions of numbers and strings; what does not fit leaves the initial value.
    public static let jdcJsonExtension = JSONReadMode(
        [.lenient, .numberFromPrefix, .numberTruncates, .numberWraps, .numberFromBool, .stringFromBool, .boolFromNumber],
        [.invalidIsMissing])

    /// The same with a comma as the decimal separator of numbers in strings, too, or the Arabic `٫`: `"100,9"` is 100.9.
    public var withDecimalComma: JSONReadMode { JSONReadMode(coercions: coercions | YOKE_DECIMAL_COMMA.rawValue, rules: rules) }

    private enum Coercion {
        case lenient, numberFromPrefix, numberTruncates, numberWraps, numberFromBool, stringFromBool, boolFromNumber
        case numberFromWords, nullFromWords, nullFromEmpty, emptyArrayIsObject, textIsTrimmed

        var bits: UInt32 {
            switch self {
            case .lenient: YOKE_LENIENT.rawValue
            case .numberFromPrefix: YOKE_NUMBER_FROM_PREFIX.rawValue
            case .numberTruncates: YOKE_NUMBER_TRUNCATES.rawValue
            case .numberWraps: YOKE_NUMBER_WRAPS.rawValue
            case .numberFromBool: YOKE_NUMBER_FROM_BOOL.rawValue
            case .stringFromBool: YOKE_STRING_FROM_BOOL.rawValue
            case .boolFromNumber: YOKE_BOOL_FROM_NUMBER.rawValue
            case .numberFromWords: YOKE_NUMBER_FROM_WORDS.rawValue
            case .textIsTrimmed: YOKE_TEXT_IS_TRIMMED.rawValue
            case .nullFromWords: YOKE_NULL_FROM_WORDS.rawValue
            case .nullFromEmpty: YOKE_NULL_FROM_EMPTY.rawValue
            case .emptyArrayIsObject: YOKE_EMPTY_ARRAY_IS_OBJECT.rawValue
            }
        }
    }

    private enum Rule {
        case lossy, invalidIsMissing, nullIsMissing, nullIsZero

        var bits: UInt32 {
            switch self {
            case .lossy: YOKE_RULE_LOSSY.rawValue
            case .invalidIsMissing: YOKE_RULE_INVALID_IS_MISSING.rawValue
            case .nullIsMissing: YOKE_RULE_NULL_IS_MISSING.rawValue
            case .nullIsZero: YOKE_RULE_NULL_IS_ZERO.rawValue
            }
        }
    }

    private init(_ coercions: [Coercion] = [], _ rules: [Rule] = []) {
        self.init(coercions: coercions.reduce(0) { $0 | $1.bits }, rules: UInt8(rules.reduce(0) { $0 | $1.bits }))
    }

    private init(coercions: UInt32, rules: UInt8) {
        self.coercions = coercions
        self.rules = rules
    }
}

extension JSONReadMode: CustomStringConvertible {
    /// The mode's name in Swift: `lenient`, `yyModel.withDecimalComma`.
    public var description: String {
        let named: [(JSONReadMode, String)] = [
            (.strict, "strict"), (.lenient, "lenient"), (.salvage, "salvage"), (.mjExtension, "mjExtension"), (.yyModel, "yyModel"),
            (.jsonModel, "jsonModel"), (.jdcJsonExtension, "jdcJsonExtension"),
        ]
        if let name = named.first(where: { $0.0 == self })?.1 { return name }
        return named.first { $0.0.withDecimalComma == self }.map { $0.1 + ".withDecimalComma" } ?? "custom"
    }
}
