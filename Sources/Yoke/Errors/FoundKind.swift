internal import CYoke

/// Gives the words for kinds of JSON values in error messages, such as "a string".
enum FoundKind {
    /// Returns the words for the kind of the JSON value at the start of `text`. Looks only at the first bytes.
    static func description(of text: some Collection<UInt8>) -> String {
        switch text.first {
        case UInt8(ascii: "{"):
            text.dropFirst().first { !$0.isJSONSpace } == UInt8(ascii: "}")
                ? "an empty object" : description(of: YOKE_FOUND_OBJECT)
        case UInt8(ascii: "["): description(of: YOKE_FOUND_ARRAY)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): description(of: YOKE_FOUND_STRING)
        case UInt8(ascii: "N"), UInt8(ascii: "I"): description(of: YOKE_FOUND_NON_FINITE)
        case UInt8(ascii: "n"): description(of: YOKE_FOUND_NULL)
        case UInt8(ascii: "t"), UInt8(ascii: "f"): description(of: YOKE_FOUND_BOOL)
        default: description(of: YOKE_FOUND_NUMBER)
        }
    }

    static func description(of found: yoke_found) -> String {
        switch found {
        case YOKE_FOUND_NULL: "null"
        case YOKE_FOUND_BOOL: "a Bool"
        case YOKE_FOUND_NUMBER: "a number"
        case YOKE_FOUND_STRING: "a string"
        case YOKE_FOUND_OBJECT: "an object"
        case YOKE_FOUND_ARRAY: "an array"
        case YOKE_FOUND_NON_FINITE: "NaN or an infinity"
        default: "a key"
        }
    }
}
