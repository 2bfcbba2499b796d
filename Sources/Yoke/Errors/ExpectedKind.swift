internal import CYoke

/// What a plan's type wants, and what a text held, in words.
enum ExpectedKind {
    static func name(_ type: yoke_type) -> String {
        type.identity.map { TypeName.of(unsafeBitCast($0, to: Any.Type.self)) } ?? "the path"
    }

    static func words(_ type: yoke_type) -> String {
        switch UInt32(type.kind) {
        case YOKE_BOOL.rawValue: "true or false"
        case YOKE_I8.rawValue...YOKE_U128.rawValue: "an integer (\(name(type)))"
        case YOKE_F32.rawValue, YOKE_F64.rawValue, YOKE_NUMBER.rawValue: "a number (\(name(type)))"
        case YOKE_STRING.rawValue: "a string"
        case YOKE_DATE.rawValue: "a date (\(name(type)))"
        case YOKE_TEXT.rawValue, YOKE_RAW_STRING.rawValue: "a string (\(name(type)))"
        case YOKE_ARRAY.rawValue: "an array"
        case YOKE_DICTIONARY.rawValue: "an object"
        case YOKE_OBJECT.rawValue: "an object (\(name(type)))"
        case YOKE_POSITIONS.rawValue: "an array (\(name(type)))"
        case YOKE_PATH_KEY.rawValue, YOKE_STEP_KEY.rawValue: "an object on the way of the path"
        case YOKE_PATH_INDEX.rawValue, YOKE_STEP_INDEX.rawValue: "an array on the way of the path"
        case YOKE_PATH_ALL.rawValue: "an array or object on the way of the path"
        default: name(type)
        }
    }

    /// What is wrong with a number that the type does not hold.
    static func outOfRange(_ type: yoke_type?) -> String {
        guard let type else { return "the number does not fit the type" }
        let isFloating = [YOKE_F32.rawValue, YOKE_F64.rawValue].contains(UInt32(type.kind))
        return isFloating ? "the number is too large for \(name(type))" : "the number does not fit \(words(type))"
    }

    static func isNumber(_ type: yoke_type) -> Bool {
        switch UInt32(type.kind) {
        case YOKE_I8.rawValue...YOKE_U128.rawValue, YOKE_F32.rawValue, YOKE_F64.rawValue, YOKE_NUMBER.rawValue: true
        default: false
        }
    }

    /// What a value is, by its beginning.
    static func words(of text: some Collection<UInt8>) -> String {
        switch text.first {
        case UInt8(ascii: "{"): text.dropFirst().first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "}") ? "an empty object" : words(YOKE_FOUND_OBJECT)
        case UInt8(ascii: "["): words(YOKE_FOUND_ARRAY)
        case UInt8(ascii: "\""): words(YOKE_FOUND_STRING)
        case UInt8(ascii: "n"): words(YOKE_FOUND_NULL)
        case UInt8(ascii: "t"), UInt8(ascii: "f"): words(YOKE_FOUND_BOOL)
        default: words(YOKE_FOUND_NUMBER)
        }
    }

    static func words(_ found: yoke_found) -> String {
        switch found {
        case YOKE_FOUND_NULL: "null"
        case YOKE_FOUND_BOOL: "a Bool"
        case YOKE_FOUND_NUMBER: "a number"
        case YOKE_FOUND_STRING: "a string"
        case YOKE_FOUND_OBJECT: "an object"
        case YOKE_FOUND_ARRAY: "an array"
        default: "a key"
        }
    }
}
