/// A file or descriptor that is being written. If this object is freed before `finish`, it closes the file and removes the temporary file,
/// if there is one.
package final class FileOutput {
    private let descriptor: Int32
    /// The file's path in quotes, or the descriptor's number, for the messages of errors.
    private let name: String
    private var isOpen: Bool
    /// Paths of the temporary file and of the file that it replaces at the end; nil without a temporary file.
    private var replacement: (from: System.Path, to: System.Path)?

    /// - Parameter replaces: true to write a temporary file in the same folder, which replaces the file at the end. A device or a named
    ///   pipe is never replaced: the bytes go straight to it. For `/dev/stdout` and the like, they go to the open descriptor.
    package init(path: String, replaces: Bool) throws(JSONError) {
        name = "\"\(VisibleText.of(path, limit: 256))\""
        isOpen = true
        // A path with a NUL character is refused: the system would end the path at the NUL, and write another file.
        guard !path.utf8.contains(0) else { throw JSONError(.io, "cannot write \(name): no path may hold a NUL character") }
        do {
            let path = System.Path(path.utf8CString)
            switch System.destination(of: path) {
            case .descriptor(let open):
                descriptor = open
                isOpen = false
            case .replaceable(let file, let folder) where replaces:
                // The temporary file gets a short random name. A name made from the file's own name could be too long for the system.
                let name = ".yoke-\(String(UInt64.random(in: 0 ... .max), radix: 36)).tmp"
                let temporary = System.join(folder, System.Path(name.utf8CString))
                descriptor = try System.openForWriting(temporary, isNew: true, isPrivate: System.exists(file))
                System.copyPermissions(of: file, to: descriptor)
                replacement = (temporary, file)
            default:
                descriptor = try System.openForWriting(path, isNew: false)
            }
        } catch {
            throw JSONError(.io, "cannot open \(name): \(error.message)", underlying: error)
        }
    }

    /// - Parameter descriptor: an open descriptor. The new object never closes it.
    init(descriptor: Int32) {
        self.descriptor = descriptor
        name = "descriptor \(descriptor)"
        isOpen = false
    }

    deinit {
        if isOpen { System.closeDescriptor(descriptor) }
        if let replacement { System.removeFile(replacement.from) }
    }

    /// Replaces the file at `path`, in one step, by a file with these bytes. After an error, the old file is as it was.
    package static func replaceFile(at path: String, with bytes: UnsafeRawBufferPointer) throws(JSONError) {
        let file = try FileOutput(path: path, replaces: true)
        try file.write(bytes)
        try file.finish()
    }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(JSONError) {
        do { try System.writeAll(bytes, to: descriptor) } catch { throw failure(error) }
    }

    /// Closes the file. If there is a temporary file, moves this file to the caller's path, where it replaces the old file.
    package func finish() throws(JSONError) {
        do {
            if replacement != nil { try System.synchronize(descriptor) }
            if isOpen {
                isOpen = false
                try System.closeWritten(descriptor)
            }
            if let (from, to) = replacement {
                try System.move(from, to: to)
                replacement = nil
            }
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ failure: System.Failure) -> JSONError {
        JSONError(.io, "cannot write \(name): \(failure.message)", underlying: failure)
    }
}
