extension JSONWritable {
    /// The value as indented JSON with sorted keys, for logs and `description`. If the value cannot be written, this is the message of the
    /// error.
    public var jsonDescription: String {
        do throws(JSONError) {
            return try jsonString(JSONWriteOptions(indent: 2, sortsKeys: true))
        } catch {
            return "\(error)"
        }
    }
}
