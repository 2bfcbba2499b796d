// Models and dynamic JSON, each from the other.

extension JSONReadable {
    /// Reads a value from dynamic JSON. Errors have paths, and places in the compact text of `value`.
    ///
    /// Cost: `value` is written and read; read from text where there is one.
    /// - Parameter path: where it is in `value`, `$.statuses[0].user`; all of that by default.
    public init(json value: JSONValue, at path: String = "$", options: JSONReadOptions = .strict) throws(JSONError) {
        try self.init(json: value.wholeText, at: path, options: options)
    }

    /// The same, and tells what was mended on the way: see `JSONReport`.
    public init(
        json value: JSONValue, at path: String = "$", options: JSONReadOptions = .strict, report: inout JSONReport
    ) throws(JSONError) {
        try self.init(json: value.wholeText, at: path, options: options, report: &report)
    }
}

extension JSONValue {
    /// As deep as it is: only the limits of reading count.
    var wholeText: [UInt8] { get throws(JSONError) { try jsonBytes(JSONWriteOptions(depth: .max)) } }
}

extension JSONWritable {
    /// The value as dynamic JSON.
    public func jsonValue(_ options: JSONWriteOptions = .compact) throws(JSONError) -> JSONValue {
        var reading = JSONReadOptions.strict
        reading.limits.depth = .max
        return try JSONValue(json: jsonBytes(options), options: reading)
    }
}

extension JSONRawText {
    /// Reads the text as a value.
    ///
    /// - Parameter options: how; also for a second time.
    public func read<Value: JSONReadable>(_ type: Value.Type = Value.self, options: JSONReadOptions = .strict) throws(JSONError) -> Value {
        try Value(json: text, options: options)
    }
}
