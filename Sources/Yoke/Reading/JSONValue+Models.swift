internal import CYoke

// Conversions between models and dynamic JSON.

extension JSONReadable {
    /// Reads a value from dynamic JSON. An error has a path, and a position in the compact text of `value`.
    ///
    /// Cost: Yoke writes `value` and reads the text. If you have the original text, read that text instead.
    /// - Parameter path: the path of the part to read, for example `$.statuses[0].user`. The default is the entire value.
    public init(json value: JSONValue, at path: String = "$", options: JSONReadOptions = .strict) throws(JSONError) {
        try self.init(json: value.wholeText, at: path, options: options)
    }

    /// The same as `init(json:at:options:)`, and reports what was recovered: see `JSONReport`.
    public init(
        json value: JSONValue, at path: String = "$", options: JSONReadOptions = .strict, report: inout JSONReport
    ) throws(JSONError) {
        try self.init(json: value.wholeText, at: path, options: options, report: &report)
    }
}

extension JSONValue {
    /// The compact JSON text of the entire value, without a limit of depth, and with the words NaN and Infinity. The call that reads this
    /// text applies its own limits, and refuses the words if its options do not allow them.
    var wholeText: [UInt8] { get throws(JSONError) { try jsonBytes(JSONWriteOptions(depth: .max, nonFiniteNumbers: .literal)) } }

    /// The compact raw text of the entire value, without a limit of depth. NaN and infinities have the form that they have in raw text.
    var rawText: [UInt8] {
        var out = yoke_buffer_make(yoke_libc())
        defer { yoke_buffer_free(&out) }
        _ = DocumentWriter.append(self, to: &out, style: .compact, nonFinite: NonFiniteTexts.inRawText.cTexts)
        precondition(!out.failed, "no memory for the text of a JSON value")
        return Array(UnsafeBufferPointer(start: out.bytes, count: out.count))
    }

}

extension JSONWritable {
    /// Returns the value as dynamic JSON.
    ///
    /// Cost: Yoke writes the value as text, and reads this text.
    /// - Throws: all errors of writing.
    public func jsonValue(_ options: JSONWriteOptions = .compact) throws(JSONError) -> JSONValue {
        var reading = JSONReadOptions.strict
        reading.limits = .unlimited
        if options.nonFiniteNumbers == .literal { reading.nonFiniteNumbers = .literal }
        return try JSONValue(json: jsonBytes(options), options: reading)
    }
}

extension JSONRawText {
    /// Reads this raw JSON text as a value of type `Value`.
    ///
    /// - Parameter options: options for reading. The text is checked again, with these options.
    /// - Throws: all errors of reading.
    public func read<Value: JSONReadable>(_ type: Value.Type = Value.self, options: JSONReadOptions = .strict) throws(JSONError) -> Value {
        try Value(json: text, options: options)
    }
}
