extension JSONValue {
    /// Reads a model from this value; the same as `T(json: value)`.
    ///
    /// ```swift
    /// let user = try document["user"]?.decode(User.self)
    /// ```
    /// - Parameters:
    ///   - path: the path of the model in this value. The default is the entire value.
    ///   - options: options for reading.
    /// - Throws: the same errors as `T(json:)`. Cost: Yoke writes the value and reads the text.
    public func decode<Model: JSONReadable>(
        _ type: Model.Type = Model.self, at path: String = "$", options: JSONReadOptions = .strict
    ) throws(JSONError) -> Model {
        try Model(json: self, at: path, options: options)
    }

    /// Makes dynamic JSON from a model; the same as `model.jsonValue()`.
    ///
    /// - Throws: the same errors as `jsonString`. Cost: Yoke writes the model and reads the text.
    public init(encoding model: some JSONWritable, options: JSONWriteOptions = .compact) throws(JSONError) {
        self = try model.jsonValue(options)
    }
}
