extension JSONReadable {
    /// Updates this value with the JSON of another model. Properties that are nil in the other model keep their values in this value.
    ///
    /// - Parameter only: names of properties of `other`; nil for all.
    @discardableResult
    @_disfavoredOverload  // so that Swift prefers `merge` of `JSONObject` or `JSONValue` for a dictionary literal
    public mutating func merge(
        _ other: some JSONWritable, only: Set<String>? = nil, policy: JSONUpdatePolicy = .standard
    ) throws(JSONError) -> JSONChanges<Self> {
        try update(json: other.jsonBytes(JSONWriteOptions(only: only)), policy: policy)
    }
}

extension JSONReadable where Self: AnyObject {
    /// Updates this instance with the JSON of another model. Properties that are nil in the other model keep their values in this instance.
    ///
    /// - Parameter only: names of properties of `other`; nil for all.
    /// - Throws: the same errors as `update`.
    @discardableResult
    public func merge(
        _ other: some JSONWritable, only: Set<String>? = nil, policy: JSONUpdatePolicy = .standard
    ) throws(JSONError) -> JSONChanges<Self> {
        try update(json: other.jsonBytes(JSONWriteOptions(only: only)), policy: policy)
    }
}
