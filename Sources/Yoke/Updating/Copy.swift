// Copies and comparisons via JSON, above all for classes. For structs, an assignment and the compiler's `==` are faster.

extension JSONReadable where Self: JSONWritable {
    /// Returns a copy of the value via JSON. Class instances in it are copied too.
    ///
    /// A property that is not written (`@JSONIgnore`) has its initial value in the copy. A class instance is copied by the mapping of its
    /// own class, if that class has one.
    ///
    /// Cost: Yoke writes the value and reads it again.
    ///
    /// - Parameter options: options for reading the JSON. `decode` closures receive the `context` of these options. Yoke writes the JSON
    ///   with the same `keyStyle`, `usesPropertyNames`, `dateStyle`, `coders`, `view` and `nonFiniteNumbers`.
    /// - Throws: all errors of writing and of reading.
    public func jsonCopy(options: JSONReadOptions = .strict) throws(JSONError) -> Self {
        let type = mappingType
        var form = JSONWriteOptions(readBy: options)
        form.keepsNil = true
        let bytes = try withUnsafePointer(to: self) { value throws(JSONError) in try WrittenText.bytes(of: value, type, form) }
        var value: WaitingValue?
        try withBytes(of: bytes) { bytes throws(JSONError) in value = try WaitingValue(type, bytes, options) }
        return value.unsafelyUnwrapped.take(Self.self)
    }
}

extension JSONWriteOptions {
    /// Makes the options for JSON that `options` read back to the same value.
    init(readBy options: JSONReadOptions, only: Set<String>? = nil) {
        // A null of an infinity would be read back as NaN, or as nil.
        let nonFinite = options.nonFiniteNumbers == .null ? .reject : options.nonFiniteNumbers
        self.init(
            keyStyle: options.keyStyle, usesPropertyNames: options.usesPropertyNames, dateStyle: options.dateStyle, coders: options.coders,
            only: only, view: options.view, nonFiniteNumbers: options.readsLiterals ? .literal : nonFinite)
    }

    /// Returns these options for JSON that `options` read. Where these options have the default, `keyStyle` and the like come from `options`.
    /// With the policy `.null`, an infinity becomes null, which is read as NaN.
    package func inForm(of options: JSONReadOptions) -> JSONWriteOptions {
        var form = self
        form.keyStyle = keyStyle ?? options.keyStyle
        form.usesPropertyNames = usesPropertyNames || options.usesPropertyNames
        form.dateStyle = dateStyle ?? options.dateStyle
        form.coders = coders ?? options.coders
        form.view = view ?? options.view
        if nonFiniteNumbers == .reject, options.nonFiniteNumbers != .literal { form.nonFiniteNumbers = options.nonFiniteNumbers }
        return form
    }
}

extension JSONWritable {
    /// Returns true if both values have the same class and the same JSON. The order of dictionaries and Sets does not count.
    ///
    /// A value that cannot be written, for example because it holds NaN, has no JSON. Such a value is equal to no value, not even to
    /// itself.
    ///
    /// ```swift
    /// extension User: Hashable {
    ///     static func == (a: User, b: User) -> Bool { a.hasSameJSON(as: b) }
    ///     func hash(into hasher: inout Hasher) { hashJSON(into: &hasher) }
    /// }
    /// ```
    /// Cost: Yoke writes both values with sorted keys. If one property identifies the instance, compare that property instead
    /// (`Identifiable`).
    public func hasSameJSON(as other: Self) -> Bool {
        guard ObjectIdentifier(type(of: self)) == ObjectIdentifier(type(of: other)), let own = try? ownJSON() else { return false }
        return own == (try? other.ownJSON())
    }

    /// Hashes the JSON that `hasSameJSON(as:)` compares. Hashes nothing if the value cannot be written.
    ///
    /// Cost: Yoke writes the value with sorted keys.
    public func hashJSON(into hasher: inout Hasher) {
        guard let own = try? ownJSON() else { return }
        own.withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    /// Returns the JSON of the value, with sorted keys. An instance of a subclass is written by the subclass's mapping, if it has one.
    fileprivate func ownJSON() throws(JSONError) -> [UInt8] {
        let writer = Writer()
        try withUnsafePointer(to: self) { value throws(JSONError) in try writer.write(value, Plan.of(mappingType), .sorted) }
        return [UInt8](writer.bytes)
    }
}

extension JSONMapped {
    /// The class of the instance if this class has its own mapping; else `Self`, which may be a base class.
    var mappingType: Self.Type {
        let own = type(of: self)
        return own == Self.self || own.jsonMapping.type != ObjectIdentifier(own) ? Self.self : own
    }
}
