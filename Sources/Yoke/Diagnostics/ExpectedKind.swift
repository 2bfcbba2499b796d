internal import CYoke

/// Describes in words, for error messages, the kind of JSON value that a type expects.
enum ExpectedKind {
    static func description(of type: yoke_type) -> String {
        switch UInt32(type.kind) {
        case YOKE_BOOL.rawValue: "true or false"
        case YOKE_I8.rawValue...YOKE_U128.rawValue: "an integer (\(type.name))"
        case YOKE_F32.rawValue, YOKE_F64.rawValue, YOKE_NUMBER.rawValue: "a number (\(type.name))"
        case YOKE_STRING.rawValue: "a string"
        case YOKE_DATE.rawValue: "a date (\(type.name))"
        case YOKE_TEXT.rawValue, YOKE_RAW_STRING.rawValue: "a string (\(type.name))"
        case YOKE_ARRAY.rawValue: "an array"
        case YOKE_DICTIONARY.rawValue: "an object"
        case YOKE_OBJECT.rawValue: "an object (\(type.name))"
        case YOKE_POSITIONS.rawValue: "an array (\(type.name))"
        case YOKE_PATH_KEY.rawValue, YOKE_PATH_NODE_KEY.rawValue: "an object (the path continues inside it)"
        case YOKE_PATH_INDEX.rawValue, YOKE_PATH_NODE_INDEX.rawValue: "an array (the path continues inside it)"
        case YOKE_PATH_ALL.rawValue: "an array or object (the path continues inside it)"
        default: type.name
        }
    }

    /// Returns the type whose JSON a value of `type` is read from; nil for a part of a path.
    static func storage(of type: yoke_type) -> yoke_type? {
        guard UInt32(type.kind) == YOKE_VIA.rawValue else { return type }
        return type.element.type.flatMap { storage(of: $0.pointee) }
    }

    /// Returns the only kind of JSON value that the type can be read from, apart from null; nil if this is not known.
    static func found(by type: yoke_type) -> yoke_found? {
        switch UInt32(type.kind) {
        case YOKE_BOOL.rawValue: YOKE_FOUND_BOOL
        case YOKE_STRING.rawValue, YOKE_RAW_STRING.rawValue: YOKE_FOUND_STRING
        case YOKE_ARRAY.rawValue, YOKE_POSITIONS.rawValue: YOKE_FOUND_ARRAY
        case YOKE_OBJECT.rawValue: YOKE_FOUND_OBJECT
        default: isNumber(type) ? YOKE_FOUND_NUMBER : nil
        }
    }

    /// Returns the message for a number that is out of range for the type.
    ///
    /// - Parameter value: the number as the message shows it.
    static func outOfRange(_ type: yoke_type?, _ value: String) -> String {
        guard let type else { return "\(value) does not fit the type" }
        guard let integer = integer(type) else { return "\(value) is too large for \(type.name)" }
        return "\(value) does not fit \(type.name) (\(range(integer)))"
    }

    /// Returns the Swift type for a type whose kind is an integer, such as Int8 for `YOKE_I8`; nil for types of other kinds.
    private static func integer(_ type: yoke_type) -> (any (FixedWidthInteger & JSONReadable).Type)? {
        switch UInt32(type.kind) {
        case YOKE_I8.rawValue: return Int8.self
        case YOKE_I16.rawValue: return Int16.self
        case YOKE_I32.rawValue: return Int32.self
        case YOKE_I64.rawValue: return Int64.self
        case YOKE_U8.rawValue: return UInt8.self
        case YOKE_U16.rawValue: return UInt16.self
        case YOKE_U32.rawValue: return UInt32.self
        case YOKE_U64.rawValue: return UInt64.self
        default: break
        }
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            if UInt32(type.kind) == YOKE_I128.rawValue { return Int128.self }
            if UInt32(type.kind) == YOKE_U128.rawValue { return UInt128.self }
        }
        return nil
    }

    static func range<Integer: FixedWidthInteger>(_ type: Integer.Type) -> String { "\(Integer.min)...\(Integer.max)" }

    /// Returns the kind of value that `.lenient` would make from a refused scalar, in words; nil if `.lenient` refuses the scalar too.
    ///
    /// - Parameter text: the characters of a string, or the literal of a number.
    static func lenientReading(_ type: yoke_type, _ found: yoke_found, _ text: String) -> String? {
        func reads<Value: JSONReadable>(_ type: Value.Type) -> Bool {
            // `.lenient` converts a literal only without white space around it.
            guard let first = text.utf8.first, let last = text.utf8.last, first > 0x20, last > 0x20 else { return false }
            return (try? Value(json: text)) != nil
        }
        switch (UInt32(type.kind), found) {
        case (YOKE_BOOL.rawValue, YOKE_FOUND_STRING):
            return ["true", "false", "yes", "no", "0", "1"].contains(text.lowercased()) ? "a Bool" : nil
        case (YOKE_BOOL.rawValue, YOKE_FOUND_NUMBER): return ["0", "1"].contains(text) ? "a Bool" : nil
        case (YOKE_STRING.rawValue, YOKE_FOUND_NUMBER): return "a string"
        case (YOKE_F32.rawValue, YOKE_FOUND_STRING): return reads(Float.self) ? "a number" : nil
        case (YOKE_F64.rawValue, YOKE_FOUND_STRING): return reads(Double.self) ? "a number" : nil
        case (YOKE_NUMBER.rawValue, YOKE_FOUND_STRING): return reads(JSONNumber.self) ? "a number" : nil
        case (_, YOKE_FOUND_STRING):
            guard let integer = integer(type), reads(integer) else { return nil }
            return "a number"
        default: return nil
        }
    }

    static func isNumber(_ type: yoke_type) -> Bool {
        switch UInt32(type.kind) {
        case YOKE_I8.rawValue...YOKE_U128.rawValue, YOKE_F32.rawValue, YOKE_F64.rawValue, YOKE_NUMBER.rawValue: true
        default: false
        }
    }
}
