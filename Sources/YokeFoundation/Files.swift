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
    /// The file is read into memory as a whole and not mapped: if another process shortened a mapped file, this process would crash. For
    /// large files see `JSONStream`.
    ///
    /// - Parameters:
    ///   - file: the URL of a file.
    ///   - path: the path of the value in the text.
    /// - Throws: `.io` if the file cannot be read, and the errors of reading.
    public init(jsonContentsOf file: URL, at path: String = "$", options: JSONReadOptions = .strict) throws(JSONError) {
        let data: Data
        do { data = try Data(contentsOf: file) } catch { throw ioError("read", file, error) }
        try self.init(json: data, at: path, options: options)
    }
}

extension JSONWritable {
    /// Writes the value to a file, entirely or not at all: a reader sees the old file or the new one.
    ///
    /// - Throws: `.io` if the file cannot be written, and the errors of writing.
    public func writeJSON(to file: URL, options: JSONWriteOptions = .compact) throws(JSONError) {
        let data = try jsonData(options)
        do { try data.write(to: file, options: .atomic) } catch { throw ioError("write", file, error) }
    }
}

private func ioError(_ verb: String, _ file: URL, _ error: any Error) -> JSONError {
    JSONError(kind: .io, message: "cannot \(verb) \"\(VisibleText.of(file.path))\": \(error.localizedDescription)", underlying: error)
}
