extension JSONValue {
    /// Whether this is `null`.
    public var isNull: Bool {
        if case .null = self { return true }
        return false
    }
    /// The Boolean, or nil: 1 is not true.
    public var bool: Bool? {
        if case .bool(let value) = self { return value }
        return nil
    }
    /// The number, or nil.
    public var number: JSONNumber? {
        if case .number(let value) = self { return value }
        return nil
    }
    /// The value of a number written as an integer that fits, or nil: 1.0 is not 1, and neither are true and "1".
    public var int: Int? { number?.int }
    /// The value of a number written as an integer that fits, or nil.
    public var int64: Int64? { number?.int64 }
    /// The value of a number written as an integer that fits, or nil.
    public var uint64: UInt64? { number?.uint64 }
    /// The Double nearest to a number, or nil when it would be infinite or this is no number.
    public var double: Double? { number?.double }
    /// The string, or nil.
    public var string: String? {
        if case .string(let value) = self { return value }
        return nil
    }
    /// The array, or nil. An array that is set replaces any value, nil turns an array into `null`;
    /// changes are made in place.
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
    /// The object, or nil. An object that is set replaces any value, nil turns an object into `null`; changes are made in
    /// place.
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

    /// The member of an object: the last one with exactly this key. Nil when there is none, or this is no object.
    ///
    /// Setting replaces that member or appends one; nil removes all of that key. `null` becomes an object when a member
    /// is set; values of other kinds stay as they are. Changes are made in place, also through a chain:
    ///
    /// ```swift
    /// document["user"]?["name"] = "Ada"       // nothing happens if there is no "user"
    /// try document.set("Ada", at: "user.name")  // makes "user", or says why it cannot
    /// ```
    ///
    /// Amortised constant time, see `JSONObject`.
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

    /// The element of an array. Nil when there is none at that place (negative places too), or this is no array.
    ///
    /// Setting replaces the element, nil removes it; outside of the array, and in other values, nothing happens. `set(_:at:)` appends at
    /// the end, and throws where nothing can be set.
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
                var nowhere: JSONValue?
                yield &nowhere
            }
        }
    }

    /// Takes the array out and leaves `null`, so that what is returned is the only owner and can be changed in place.
    /// (A function, because a pattern in a `switch` may keep a copy of its subject alive.)
    private mutating func takeArray() -> JSONArray? {
        guard case .array(let value) = self else { return nil }
        self = .null
        return value
    }
    /// As `takeArray`.
    private mutating func takeObject() -> JSONObject? {
        guard case .object(let value) = self else { return nil }
        self = .null
        return value
    }
}
