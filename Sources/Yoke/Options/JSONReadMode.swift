internal import CYoke

/// How Yoke reads values that do not have the kind of their property.
///
/// A mode is a set of conversions. It also says what happens to a value that is invalid after the conversions: an error, or the value is
/// left out. The default is strict.
public struct JSONReadMode: Sendable, Hashable {
    /// The conversions: a set of `yoke_coercion` flags.
    let coercions: UInt32
    /// A set of `yoke_slot_rule` flags that apply to every value.
    let rules: UInt8

    /// No conversions. Anything that would lose or invent data is an error.
    public static let strict = JSONReadMode()

    /// Conversions that lose nothing. Everything else is an error.
    ///
    /// - A string that is entirely a JSON number becomes a number.
    /// - `true`, `false`, `yes`, `no` (in any case), 0 and 1 become a Bool.
    /// - A number becomes a String of the number's own digits.
    public static let lenient = JSONReadMode([.lenient])

    /// Like `lenient`, but leaves out invalid values.
    ///
    /// - A property gets its initial value or nil. If the property has neither, an invalid value is still an error.
    /// - An array or dictionary loses the invalid element.
    /// - An empty string counts as null for most Optionals: see `withEmptyStringAsNull`.
    /// - An empty array counts as an empty model.
    public static let salvage = JSONReadMode([.lenient, .nullFromEmpty, .emptyArrayIsObject], [.lossy, .invalidIsMissing])

    /// Converts as the library MJExtension does.
    ///
    /// - A string gives the number at its start (`"40个"` is 40, `"hehe"` is 0). Integers drop the fraction.
    /// - Words and numbers become Bools. Numbers become Strings.
    /// - A null or an invalid value leaves the initial value of the property.
    /// - Arrays and dictionaries drop invalid elements.
    public static let mjExtension = JSONReadMode(
        [.lenient, .numberFromPrefix, .numberTruncates, .numberFromBool, .stringFromBool, .boolFromNumber],
        [.lossy, .invalidIsMissing, .nullIsMissing])

    /// Converts as the library YYModel does.
    ///
    /// - A string gives the number at its start (`"40个"` is 40, `"hehe"` is 0). Integers drop the fraction, and wrap as in C (-1 is 255 for
    ///   a UInt8).
    /// - For a number, `"true"` and `"yes"` are 1, `"false"` and `"no"` are 0, also in capital letters. `"nil"`, `"null"`, `"(null)"` and
    ///   `"<null>"` mean null, except for Strings.
    /// - Null is 0 for a property that is a number. In an array or dictionary, null is an invalid value.
    /// - URLs and similar types ignore white space at both ends.
    /// - An invalid value leaves the initial value of the property. Arrays and dictionaries drop invalid elements.
    public static let yyModel = JSONReadMode(
        [
            .lenient, .numberFromPrefix, .numberTruncates, .numberWraps, .numberFromBool, .stringFromBool, .boolFromNumber,
            .numberFromWords, .nullFromWords, .textIsTrimmed,
        ], [.lossy, .invalidIsMissing, .nullIsZero])

    /// The same as the strict mode, because the library Mantle converts no values. An invalid value is an error.
    public static let mantle = JSONReadMode.strict

    /// Converts as the library JSONModel does.
    ///
    /// - A string gives the number at its start (`"40个"` is 40, `"hehe"` is 0). Integers drop the fraction.
    /// - Words and numbers become Bools. Numbers become Strings.
    /// - For a property that is not required, null counts as a missing key.
    /// - An empty array counts as an empty model.
    /// - An invalid value is an error.
    public static let jsonModel = JSONReadMode(
        [.lenient, .numberFromPrefix, .numberTruncates, .numberFromBool, .stringFromBool, .boolFromNumber, .emptyArrayIsObject],
        [.nullIsMissing])

    /// Converts as the library JDCJsonExtension does with key-value coding: between numbers and strings as in C. An invalid value leaves
    /// the initial value of the property.
    public static let jdcJsonExtension = JSONReadMode(
        [.lenient, .numberFromPrefix, .numberTruncates, .numberWraps, .numberFromBool, .stringFromBool, .boolFromNumber],
        [.invalidIsMissing])

    /// This mode with one more conversion: a number in a string may have a decimal comma or the Arabic `٫`, so `"100,9"` is 100.9. Has no
    /// effect in the mode `.strict`, which reads no number from a string.
    public var withDecimalComma: JSONReadMode { JSONReadMode(coercions: coercions | YOKE_DECIMAL_COMMA.rawValue, rules: rules) }

    /// This mode with one more conversion: an empty string counts as null for an Optional that does not accept this string, such as an
    /// `Int?`. It does not count as null for an Optional of an enum over integers, an enum with payloads, a `JSONBox`, or a type with
    /// `via:`.
    public var withEmptyStringAsNull: JSONReadMode { JSONReadMode(coercions: coercions | YOKE_NULL_FROM_EMPTY.rawValue, rules: rules) }

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
    /// The name of the mode in Swift: `lenient`, `yyModel.withDecimalComma`.
    public var description: String {
        let named: [(JSONReadMode, String)] = [
            (.strict, "strict"), (.lenient, "lenient"), (.salvage, "salvage"), (.mjExtension, "mjExtension"), (.yyModel, "yyModel"),
            (.jsonModel, "jsonModel"), (.jdcJsonExtension, "jdcJsonExtension"),
        ]
        let changes: [((JSONReadMode) -> JSONReadMode, String)] = [
            ({ $0 }, ""), (\.withDecimalComma, ".withDecimalComma"), (\.withEmptyStringAsNull, ".withEmptyStringAsNull"),
            (\.withDecimalComma.withEmptyStringAsNull, ".withDecimalComma.withEmptyStringAsNull"),
        ]
        for (change, suffix) in changes {
            if let name = named.first(where: { change($0.0) == self })?.1 { return name + suffix }
        }
        return "custom"
    }
}
