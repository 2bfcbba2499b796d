// Models and dynamic JSON, each from the other.

extension JSONReadable {
    /// Reads a value from dynamic JSON. Errors have paths, and places in the compact text of `value`.
    ///
    /// Cost: `value` is written and read; read from text where there is one.
    /// - Parameter path: where it is in `value`, `$.statuses[0].user`; all of that by default.
    public init(json value: JSONValue, at path: String = "$", options: JSONReadOptions = .strict) throws(JSONError) {
        // As deep as the value is: only the options' limits count.
        let text = try value.jsonBytes(JSONWriteOptions(depth: .max))
        try self.init(json: text, at: path, options: options)
    }
}

extension JSONWritable {
    /// The value as dynamic JSON.
    public func jsonValue(_ options: JSONWriteOptions = .compact) throws(JSONError) -> JSONValue {
        var reading = JSONReadOptions.strict
        reading.limits.depth = .max
        return try JSONValue(json: jsonBytes(options), options: reading)
    }
}
