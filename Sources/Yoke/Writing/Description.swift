extension JSONWritable {
    /// The value as indented JSON with sorted keys, for logs and `description`. If writing fails, the message of the error.
    public var jsonDescription: String {
        do throws(JSONError) {
            return try jsonString(JSONWriteOptions(indent: 2, sortsKeys: true))
        } catch {
            return "\(error)"
        }
    }
}
