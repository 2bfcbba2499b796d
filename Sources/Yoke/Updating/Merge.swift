extension JSONReadable {
    /// Changes the properties that another model's JSON names: those of `other` that are not nil.
    ///
    /// - Parameter only: names of properties of `other`; nil: all.
    @discardableResult
    @_disfavoredOverload  // a literal is a JSONObject where that merges one
    public mutating func merge(
        _ other: some JSONWritable, only: Set<String>? = nil, policy: JSONUpdatePolicy = .standard
    ) throws(JSONError) -> JSONChanges<Self> {
        try update(json: other.jsonBytes(JSONWriteOptions(only: only)), policy: policy)
    }
}

extension JSONReadable where Self: AnyObject {
    /// Changes the properties of this instance that another model's JSON names. These are the properties of `other` that are not nil.
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
