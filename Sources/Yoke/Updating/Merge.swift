extension JSONReadable {
    /// Updates this value with the JSON of another model. Properties that are nil in `other` keep their values in this value, because nil
    /// is not written. (With the rule `.writesNull`, such a property becomes nil.)
    ///
    /// - Parameters:
    ///   - only: the names of the properties of `other` to merge; nil for all properties.
    ///   - policy: what null, arrays and dictionaries of the JSON do to this value.
    ///   - options: options for reading the JSON. Yoke writes the JSON in the form that these options read, as `jsonCopy(options:)` does.
    /// - Throws: the errors of `jsonString(_:)` of `other`, and of `update(json:)`.
    @discardableResult
    @_disfavoredOverload  // so that Swift prefers `merge` of `JSONObject` or `JSONValue` for a dictionary literal
    public mutating func merge(
        _ other: some JSONWritable, only: Set<String>? = nil, policy: JSONUpdatePolicy = .standard, options: JSONReadOptions = .strict
    ) throws(JSONError) -> JSONChanges<Self> {
        try update(json: other.jsonBytes(JSONWriteOptions(readBy: options, only: only)), policy: policy, options: options)
    }
}

extension JSONReadable where Self: AnyObject {
    /// Updates this instance with the JSON of another model. Properties that are nil in `other` keep their values in this instance, because
    /// nil is not written. (With the rule `.writesNull`, such a property becomes nil.)
    ///
    /// - Parameters:
    ///   - only: the names of the properties of `other` to merge; nil for all properties.
    ///   - policy: what null, arrays and dictionaries of the JSON do to this value.
    ///   - options: options for reading the JSON. Yoke writes the JSON in the form that these options read, as `jsonCopy(options:)` does.
    /// - Throws: the errors of `jsonString(_:)` of `other`, and of `update(json:)`.
    @discardableResult
    public func merge(
        _ other: some JSONWritable, only: Set<String>? = nil, policy: JSONUpdatePolicy = .standard, options: JSONReadOptions = .strict
    ) throws(JSONError) -> JSONChanges<Self> {
        try update(json: other.jsonBytes(JSONWriteOptions(readBy: options, only: only)), policy: policy, options: options)
    }
}
