// The only file of the tool that imports the C library.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// The system calls that the tool needs, with results as Swift values and errors.
enum Platform {
    static let standardInput: Int32 = 0
    static let standardOutput: Int32 = 1
    static let standardError: Int32 = 2

    /// A failed call, by its error number.
    struct Failure: Error {
        let number: Int32
        /// The system's message, such as "No such file or directory".
        var message: String { String(cString: strerror(number)) }

        var isMissing: Bool { number == ENOENT || number == ENOTDIR }
        var isForbidden: Bool { number == EACCES || number == EPERM }
        var isFull: Bool { number == ENOSPC || number == EDQUOT }
        var isClosedPipe: Bool { number == EPIPE }
    }

    /// The kind of file that a descriptor stands for.
    enum Kind {
        case file(bytes: Int64)
        case directory
        case other
    }

    /// Ignores the signal SIGPIPE, which would end the process at a write into a closed pipe. With the signal ignored, `write` throws an
    /// error instead.
    static func ignoreClosedPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Opens a file for reading. Swift passes a String, or bytes with a zero after them.
    static func openForReading(_ path: UnsafePointer<CChar>) throws(Failure) -> Int32 {
        while true {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            if descriptor >= 0 { return descriptor }
            if errno != EINTR { throw Failure(number: errno) }
        }
    }

    static func closeDescriptor(_ descriptor: Int32) {
        _ = close(descriptor)
    }

    static func kind(of descriptor: Int32) throws(Failure) -> Kind {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Failure(number: errno) }
        return switch status.st_mode & S_IFMT {
        case S_IFDIR: .directory
        case S_IFREG: .file(bytes: Int64(status.st_size))
        default: .other
        }
    }

    /// Returns true if both descriptors stand for the same regular file.
    static func areSameFile(_ descriptor: Int32, _ other: Int32) -> Bool {
        var first = stat(), second = stat()
        guard fstat(descriptor, &first) == 0, fstat(other, &second) == 0 else { return false }
        return first.st_mode & S_IFMT == S_IFREG && first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// The bytes of the command line's arguments, each with a zero after them.
    static var arguments: [[CChar]] {
        (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0] }
            .map { Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1)) }
    }

    /// Reads bytes, and returns how many: at least one, or 0 at the end. Waits if a non-blocking descriptor has no bytes yet.
    static func readAvailable(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        while true {
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            try wait(descriptor, for: POLLIN)
        }
    }

    /// Writes all bytes, in as many calls as needed.
    static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(Failure) {
        var rest = bytes
        while !rest.isEmpty {
            let count = min(rest.count, 1 << 30)  // Darwin takes at most Int32.max
            let written = write(descriptor, rest.baseAddress, count)
            if written >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
            } else {
                try wait(descriptor, for: POLLOUT)
            }
        }
    }

    /// Handles the error of a failed call. Returns when the caller may try the call again. Throws if another try would fail too.
    private static func wait(_ descriptor: Int32, for event: some FixedWidthInteger) throws(Failure) {
        let number = errno
        switch number {
        case EINTR: return
        case EAGAIN, EWOULDBLOCK:
            var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
            _ = poll(&request, 1, -1)
        default: throw Failure(number: number)
        }
    }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}
