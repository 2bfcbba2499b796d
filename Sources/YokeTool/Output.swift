/// Standard output, collected into large writes.
struct Output: ~Copyable {
    /// Why nothing more can be written.
    struct Problem: Error {
        let failure: Platform.Failure
    }

    /// What is not written yet. Whoever appends calls `writeIfLarge` now and then, and `finish` at the end.
    var bytes: [UInt8] = []

    /// Nothing has been appended yet.
    var isUntouched: Bool { bytes.isEmpty && !hasWritten }
    private var hasWritten = false

    private static let largeBytes = 128 << 10
    private let writesEachLine = Platform.isTerminal(Platform.standardOutput)

    init() {
        bytes.reserveCapacity(Self.largeBytes + Self.largeBytes / 2)
    }

    /// Writes when enough has come together, or when a person is watching.
    mutating func writeIfLarge() throws(Problem) {
        if bytes.count >= Self.largeBytes || writesEachLine { try finish() }
    }

    /// Writes what is left.
    mutating func finish() throws(Problem) {
        do throws(Platform.Failure) {
            try bytes.withUnsafeBufferPointer { (buffer) throws(Platform.Failure) in
                try Platform.write(UnsafeRawBufferPointer(buffer), to: Platform.standardOutput)
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
