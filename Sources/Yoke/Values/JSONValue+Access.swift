extension JSONValue {
    /// True if the value is `null`.
    public var isNull: Bool {
        if case .null = self { return true }
        return false
    }
    /// The Boolean; nil for a value of another kind. The number 1 is not `true`.
    public var bool: Bool? {
        if case .bool(let value) = self { return value }
        return nil
    }
    /// The number; nil for a value of another kind.
    public var number: JSONNumber? {
        if case .number(let value) = self { return value }
        return nil
    }
    /// The value of a number written as an integer; nil if it is out of range. 1.0, true and "1" give nil.
    public var int: Int? { number?.int }
    /// The value of a number written as an integer; nil if it is out of range, and for every other value.
    public var int64: Int64? { number?.int64 }
    /// The value of a number written as an integer; nil if it is out of range, and for every other value.
    public var uint64: UInt64? { number?.uint64 }
    /// The Double nearest to a number; nil if this Double would be infinite, or if the value is not a number.
    public var double: Double? { number?.double }
    /// The string; nil for a value of another kind.
    public var string: String? {
        if case .string(let value) = self { return value }
        return nil
    }
    /// The array; nil for a value of another kind. Changes happen in place. Setting an array replaces any value. Setting nil turns an array
    /// into `null`.
    ///
    /// ```swift
    /// document["tags"]?.array?.append("json")
    /// ```
    public var array: JSONArray? {
        get {
            if case .array(let value) = self { return value }
            return nil
        }
        _modify {
            var value = takeArray()
            let isArray = value != nil
            defer { if isArray || value != nil { self = value.map(JSONValue.array) ?? .null } }
            yield &value
        }
    }
    /// The object; nil for a value of another kind. Changes happen in place. Setting an object replaces any value. Setting nil turns an
    /// object into `null`.
    public var object: JSONObject? {
        get {
            if case .object(let value) = self { return value }
            return nil
        }
        _modify {
            var value = takeObject()
            let isObject = value != nil
            defer { if isObject || value != nil { self = value.map(JSONValue.object) ?? .null } }
            yield &value
        }
    }

    /// The last member with exactly this key; nil if the member is missing, or if the value is not an object.
    ///
    /// Setting a value replaces this member or appends a member. Setting nil removes all members with this key. `null` becomes an object
    /// if a member is set. Other kinds of values stay as they are. Changes happen in place, also in a chain:
    ///
    /// ```swift
    /// document["user"]?["name"] = "Ada"       // nothing happens if there is no "user"
    /// try document.set("Ada", at: "user.name")  // makes "user", or says why it cannot
    /// ```
    ///
    /// Cost: amortised constant time; linear for a removal, see `JSONObject`.
    public subscript(key: String) -> JSONValue? {
        get {
            if case .object(let object) = self { return object[key] }
            return nil
        }
        _modify {
            if var object = takeObject() {
                defer { self = .object(object) }
                yield &object[key]
            } else {
                var member: JSONValue?
                defer { if isNull, let member { self = .object([key: member]) } }
                yield &member
            }
        }
    }

    /// The element at an index; nil if the array has no such index (also for a negative index), or if the value is not an array.
    ///
    /// Setting a value replaces the element, and setting nil removes it. Outside of the array, and in other values, setting does nothing.
    /// In contrast, `set(_:at:)` appends if the index is the count, and throws an error if it cannot set.
    public subscript(index: Int) -> JSONValue? {
        get {
            if case .array(let array) = self { return array[ifPresent: index] }
            return nil
        }
        _modify {
            if var array = takeArray() {
                defer { self = .array(array) }
                yield &array[ifPresent: index]
            } else {
                var ignored: JSONValue?
                yield &ignored
            }
        }
    }

    /// Takes the array out of this value and leaves `null`. So the caller is the array's only owner and can change the array in place. (If
    /// the caller took the array with a pattern in a `switch`, a second copy might stay alive.)
    private mutating func takeArray() -> JSONArray? {
        guard case .array(let value) = self else { return nil }
        self = .null
        return value
    }
    /// Takes the object out of this value and leaves `null`, so that the caller can change the object in place.
    private mutating func takeObject() -> JSONObject? {
        guard case .object(let value) = self else { return nil }
        self = .null
        return value
    }
}
