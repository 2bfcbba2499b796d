import Foundation
import Yoke

// `init(jsonContentsOf:)` and `writeJSON(to:)` have JSON in their names, because Data and String already have `init(contentsOf:)` and
// `write(to:)` for plain bytes.

extension JSONReadable {
    /// Reads a value from a file.
    ///
    /// ```swift
    /// let settings = try Settings(jsonContentsOf: file, options: options)
    /// ```
    /// Yoke reads the entire file into memory and does not map it: if another process shortened a mapped file, this process would crash.
    /// For large files see `JSONStream`.
    ///
    /// - Parameters:
    ///   - file: the URL of a file.
    ///   - path: the path of the value in the file's text.
    /// - Throws: `.io` if the file cannot be read, and the errors of reading. Yoke reads at most `limits.totalBytes` into memory.
    public init(jsonContentsOf file: URL, at path: String = "$", options: JSONReadOptions = .strict) throws(JSONError) {
        try self.init(json: try DescriptorSource(path: filePath(of: file)).all(options.limits), at: path, options: options)
    }
}

extension JSONWritable {
    /// Writes the value to a file, entirely or not at all: a reader sees the old file or the new file. The file keeps its permissions. A
    /// symbolic link stays a link. A device or a named pipe is never replaced: the text goes straight to it.
    ///
    /// - Throws: `.io` if the file cannot be written, and the errors of writing.
    public func writeJSON(to file: URL, options: JSONWriteOptions = .compact) throws(JSONError) {
        let path = try filePath(of: file)
        let failure: JSONError? = try withJSONBytes(options) { bytes in
            do throws(JSONError) { try FileOutput.replaceFile(at: path, with: bytes) } catch { return error }
            return nil
        }
        if let failure { throw failure }
    }
}

/// Returns the path of a file URL.
private func filePath(of file: URL) throws(JSONError) -> String {
    guard file.isFileURL else { throw JSONError(kind: .io, message: "\"\(VisibleText.of(file.absoluteString))\" is not the URL of a file") }
    return file.path
}
