extension JSONWritable {
    /// Passes the value's JSON text to `body`. `wrapping` can add a member, such as a version number, to the objects of some types.
    package func withJSONBytes<Result>(
        _ options: JSONWriteOptions, wrapping: MappingWrapping, _ body: (UnsafeRawBufferPointer) throws(JSONError) -> Result
    ) throws(JSONError) -> Result {
        var variant = options.variant ?? .plain
        variant.wrapping = wrapping
        let plan = try Plan.of(Self.self, variant, ofInstances: true)
        let writer = Writer()
        try withUnsafePointer(to: self) { value throws(JSONError) in try writer.write(value, plan, options) }
        return try body(writer.bytes)
    }
}
