import Yoke

extension JSONEditor {
    /// Reads a file, and makes an editor for its text.
    ///
    /// ```swift
    /// var editor = try JSONEditor(path: "service.json", options: .configuration)
    /// ```
    /// - Throws: `.io` with the system's message, `.limitExceeded` beyond `limits.totalBytes`, or the error in the text.
    public init(path: String, options: JSONReadOptions = .strict) throws(JSONError) {
        let source = try DescriptorSource(path: path)
        var bytes: [UInt8] = []
        // Reading stops after the first bytes beyond the limit, because they are enough for the error.
        while bytes.count <= options.limits.totalBytes ?? .max, let part = try source.next() { bytes += part }
        try self.init(bytes: bytes, options: options)
    }

    /// Writes the text to a file, which takes the place of the old file in one step.
    ///
    /// ```swift
    /// try editor.write(path: "service.json")
    /// ```
    /// The text first goes to a temporary file in the same folder. So other programs see the old file or the complete new one. Permissions
    /// stay, and a symbolic link stays a link.
    ///
    /// - Throws: `.io` with the system's message. Then the old file is as it was.
    public func write(path: String) throws(JSONError) {
        let file = try FileOutput(path: path, replaces: true)
        var failure: JSONError?
        bytes.withUnsafeBytes { bytes in
            do throws(JSONError) { try file.write(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
        try file.finish()
    }
}
