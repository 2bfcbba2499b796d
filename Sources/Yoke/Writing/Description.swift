extension JSONWritable {
    /// The value as indented JSON with sorted keys, for logs and `description`. The text of the error if the value cannot be written.
    public var jsonDescription: String {
        do throws(JSONError) {
            return try jsonString(JSONWriteOptions(indent: 2, sortsKeys: true))
        } catch {
            return "\(error)"
        }
    }
}
