/// Standard output. Collects bytes, so that it needs only a few large writes.
struct Output: ~Copyable {
    /// The reason why no more output can be written.
    struct Problem: Error {
        let failure: Platform.Failure
    }

    /// The bytes that are not written yet. After appending, call `writeIfLarge` from time to time, and `finish` at the end.
    var bytes: [UInt8] = []

    /// True if nothing has been appended yet.
    var isUntouched: Bool { bytes.isEmpty && !hasWritten }
    private var hasWritten = false

    private static let largeBytes = 128 << 10
    private let writesEachLine = Platform.isTerminal(Platform.standardOutput)

    init() {
        bytes.reserveCapacity(Self.largeBytes + Self.largeBytes / 2)
    }

    /// Writes all collected bytes if they are many, or if the output is a terminal.
    mutating func writeIfLarge() throws(Problem) {
        if bytes.count >= Self.largeBytes || writesEachLine { try finish() }
    }

    /// Writes all collected bytes.
    mutating func finish() throws(Problem) {
        do throws(Platform.Failure) {
            try bytes.withUnsafeBufferPointer { (buffer) throws(Platform.Failure) in
                try Platform.writeAll(UnsafeRawBufferPointer(buffer), to: Platform.standardOutput)
            }
        } catch {
            throw Problem(failure: error)
        }
        if !bytes.isEmpty { hasWritten = true }
        bytes.removeAll(keepingCapacity: true)
    }

    /// Appends a line of text.
    mutating func line(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        bytes.append(UInt8(ascii: "\n"))
    }
}
