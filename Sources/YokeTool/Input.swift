/// A file or standard input, read from start to end in chunks.
struct Input: ~Copyable {
    /// The reason why an input cannot be read, and advice for the user.
    struct Problem: Error {
        let name: String
        let message: String
    }

    /// The input's name in messages.
    let name: String
    let descriptor: Int32
    /// Size in bytes; nil for pipes, terminals and devices.
    let size: Int64?

    /// Number of bytes that each read asks for: enough to need few system calls, and few enough to stay in the processor's caches.
    private static let chunkBytes = 256 << 10

    /// - Parameter file: a path; `-` or nil is standard input.
    init(_ file: String?) throws(Problem) {
        let name = Self.name(of: file)
        let descriptor = try Self.open(file, name)
        if file == nil, Platform.isTerminal(descriptor) {
            Report.say("reading standard input; Ctrl-D ends it (see --help for reading a file)")
        }
        do {
            size = try Self.size(of: descriptor, name)
        } catch {
            Self.close(descriptor)
            throw error
        }
        self.name = name
        self.descriptor = descriptor
    }

    deinit {
        Self.close(descriptor)
    }

    /// Returns the name of an input for messages. `file` is the name on the command line; nil or `-` is standard input.
    static func name(of file: String?) -> String {
        guard let file, file != "-" else { return "standard input" }
        return file
    }

    /// Returns true if `name` is a regular file that can be opened.
    static func isFile(_ name: String) -> Bool {
        guard let descriptor = try? Platform.openForReading(name) else { return false }
        defer { Platform.closeDescriptor(descriptor) }
        guard case .file = try? Platform.kind(of: descriptor) else { return false }
        return true
    }

    /// Calls `body` with each chunk. The bytes are valid only during the call.
    func forEachChunk(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunkBytes, alignment: 64)
        defer { buffer.deallocate() }
        while true {
            let count: Int
            do throws(Platform.Failure) {
                count = try Platform.readAvailable(descriptor, into: buffer)
            } catch {
                throw Problem(name: name, message: "cannot be read further: \(error.message)")
            }
            if count == 0 { return }
            try body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]))
        }
    }

    private static func open(_ file: String?, _ name: String) throws(Problem) -> Int32 {
        guard let file, file != "-" else { return Platform.standardInput }
        let names = names(of: file)
        if names.count > 1 {
            throw Problem(name: name, message: "stands for several files. If the name is not UTF-8, redirect the file: < FILE")
        }
        do {
            if let bytes = names.first { return try Platform.openForReading(bytes) }
            return try Platform.openForReading(file)
        } catch {
            throw Problem(name: name, message: error.message + advice(error, file))
        }
    }

    /// Returns the bytes of each argument that Swift shows as `name`, with a zero after them. In Swift's arguments, U+FFFD replaces bytes that
    /// are not UTF-8. Empty for a name without U+FFFD.
    private static func names(of name: String) -> Set<[CChar]> {
        guard name.unicodeScalars.contains("\u{FFFD}") else { return [] }
        return Set(Platform.arguments.filter { bytes in bytes.withUnsafeBufferPointer { String(cString: $0.baseAddress!) == name } })
    }

    private static func close(_ descriptor: Int32) {
        if descriptor != Platform.standardInput { Platform.closeDescriptor(descriptor) }
    }

    private static func size(of descriptor: Int32, _ name: String) throws(Problem) -> Int64? {
        let kind: Platform.Kind
        do {
            kind = try Platform.kind(of: descriptor)
        } catch {
            throw Problem(name: name, message: error.message)
        }
        switch kind {
        case .file(let bytes):
            // The tool would read what it has just written, without end.
            if descriptor != Platform.standardOutput, Platform.areSameFile(descriptor, Platform.standardOutput) {
                throw Problem(name: name, message: "is also the output. Write to another file")
            }
            return bytes
        case .other: return nil
        case .directory:
            let advice =
                descriptor == Platform.standardInput
                ? "Redirect a file, or name one as an argument" : "Name the files in it, for example \(name)/*.json"
            throw Problem(name: name, message: "is a directory. \(advice)")
        }
    }

    private static func advice(_ failure: Platform.Failure, _ name: String) -> String {
        if failure.isMissing, name.unicodeScalars.contains("\u{FFFD}") { return ". If the name is not UTF-8, redirect the file: < FILE" }
        if failure.isMissing { return ". Check the path, or give - for standard input" }
        if failure.isForbidden { return ". Make it readable for this user, or run the program as a user who may read it" }
        return ""
    }
}
