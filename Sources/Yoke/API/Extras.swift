extension JSONFields {
    /// A property that keeps the members that no other property has, in the order of the text, and writes them back behind the others.
    ///
    /// Cost: the text of each unknown member is read a second time.
    public mutating func extras(_ name: String, _ path: KeyPath<Model, JSONObject>) {
        let thunks = Thunks.value(JSONObject.self)
        thunks.extra = { to, key, text in
            // Bounded by the text around it, which has been read with the call's limits.
            var options = JSONReadOptions.strict
            options.limits = JSONLimits(depth: .max)
            let value = try JSONValue(json: text, options: options)
            to.assumingMemoryBound(to: JSONObject.self).pointee.append(value, forKey: String(decoding: key, as: UTF8.self))
        }
        let empty: @Sendable () -> JSONObject = { JSONObject() }
        append(
            name, path, nil, JSONSchema.Child(JSONObject.self), thunks, .thunk(.initial(empty)), [], role: .extras)
    }
}
