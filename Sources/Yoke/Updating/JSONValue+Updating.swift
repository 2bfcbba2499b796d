extension JSONReadable {
    /// Changes the properties that a dynamic JSON object names, as `update(json:)` with a text does. If the update fails, the value stays
    /// unchanged.
    @discardableResult
    public mutating func update(
        json value: JSONValue, policy: JSONUpdatePolicy = .standard, options: JSONReadOptions = .strict
    ) throws(JSONError) -> JSONChanges<Self> {
        try update(json: value.wholeText, policy: policy, options: options)
    }
}

extension JSONReadable where Self: AnyObject {
    /// Changes the properties of this instance that a dynamic JSON object names, as `update(json:)` with a text does.
    @discardableResult
    public func update(
        json value: JSONValue, policy: JSONUpdatePolicy = .standard, options: JSONReadOptions = .strict
    ) throws(JSONError) -> JSONChanges<Self> {
        try update(json: value.wholeText, policy: policy, options: options)
    }
}
