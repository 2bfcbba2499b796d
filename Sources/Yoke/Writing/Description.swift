extension JSONWritable {
    /// The value as indented JSON with sorted keys, for logs and `description`; an error's text where it cannot be written.
    public var jsonDescription: String {
        do throws(JSONError) {
            return try jsonString(JSONWriteOptions(indent: 2, sortsKeys: true))
        } catch {
            return "\(error)"
        }
    }
}
