import Yoke

extension JSONEditor {
    /// Reads a file, and makes an editor for its text.
    ///
    /// ```swift
    /// var editor = try JSONEditor(path: "service.json", options: .jsonc)
    /// ```
    /// - Throws: `.io` with the system's message, `.limitExceeded` beyond `limits.totalBytes`, or the error in the text.
    public init(path: String, options: JSONReadOptions = .strict) throws(JSONError) {
        try self.init(bytes: try DescriptorSource(path: path).all(options.limits), options: options)
    }

    /// Writes the text to a file, which takes the place of the old file in one step.
    ///
    /// ```swift
    /// try editor.write(path: "service.json")
    /// ```
    /// The text first goes to a temporary file in the same folder. So other programs see the old file or the complete new one. Permissions
    /// stay, and a symbolic link stays a link. A device or a named pipe is never replaced: the text goes straight to it.
    ///
    /// - Throws: `.io` with the system's message. Then the old file is as it was.
    public func write(path: String) throws(JSONError) {
        try withBytes(of: bytes) { bytes throws(JSONError) in
            try FileOutput.replaceFile(at: path, with: UnsafeRawBufferPointer(bytes))
        }
    }
}
