extension JSONWritable {
    /// The value as indented JSON with sorted keys, for logs and `description`. If writing fails, the description of the
    /// error, with its path and hint.
    public var jsonDescription: String {
        do throws(JSONError) {
            return try jsonString(JSONWriteOptions(indent: 2, sortsKeys: true))
        } catch {
            return "\(error)"
        }
    }
}
