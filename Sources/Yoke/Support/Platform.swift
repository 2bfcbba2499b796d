// The one file of this module that names the C library. The library's module has another name on each system.

#if canImport(WASILibc)
internal import WASILibc
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#elseif canImport(Darwin)
internal import Darwin
#endif

#if canImport(WASILibc)

// WebAssembly: there is one thread, and no call maps a file or waits for a descriptor.

/// A lock that does nothing, because there is only one thread.
final class Lock: Sendable {
    func lock() {}
    func unlock() {}
}

/// A pointer variable with a separate value in each thread.
final class ThreadSlot: @unchecked Sendable {  // safe to share, because there is only one thread
    var value: UnsafeMutableRawPointer?
}

#else

/// A recursive lock for rare events: a thread that holds the lock may take it again. (`Synchronization.Mutex` needs macOS 15.)
final class Lock: @unchecked Sendable {  // a mutex is safe to share between threads
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() {
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
        pthread_mutex_init(mutex, &attributes)
        pthread_mutexattr_destroy(&attributes)
    }
    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }
    func lock() { pthread_mutex_lock(mutex) }
    func unlock() { pthread_mutex_unlock(mutex) }
}

/// A pointer variable with a separate value in each thread.
final class ThreadSlot: @unchecked Sendable {  // a key is safe to share between threads
    private let key: pthread_key_t

    init() {
        var key = pthread_key_t()
        guard pthread_key_create(&key, nil) == 0 else { fatalError("no room for a thread's own pointer") }
        self.key = key
    }
    deinit { pthread_key_delete(key) }

    var value: UnsafeMutableRawPointer? {
        get { pthread_getspecific(key) }
        set { pthread_setspecific(key, newValue) }
    }
}

#endif

extension Lock {
    /// Holds the lock during the call of `body`.
    func locked<Result>(_ body: () -> Result) -> Result {
        lock()
        defer { unlock() }
        return body()
    }
}

/// The system calls that the module needs, with results as Swift values and errors.
enum System {
    /// A failed call: its error number, and the system's message.
    struct Failure: Error {
        let number: Int32
        var message: String { String(cString: strerror(number)) }
    }

    static func openForReading(_ path: String) throws(Failure) -> Int32 {
        while true {
            #if canImport(WASILibc)
            let descriptor = open(path, O_RDONLY)
            #else
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            #endif
            if descriptor >= 0 { return descriptor }
            if errno != EINTR { throw Failure(number: errno) }
        }
    }

    /// Returns the size of a regular file in bytes; nil for pipes, devices and the like. Throws for a directory.
    static func size(of descriptor: Int32) throws(Failure) -> Int64? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Failure(number: errno) }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: throw Failure(number: EISDIR)
        case S_IFREG: return Int64(status.st_size)
        default: return nil
        }
    }

    /// Reads the bytes that are available: at least one byte, or 0 bytes at the end. Waits if a non-blocking descriptor has no bytes
    /// yet.
    static func readAvailable(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        while true {
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            try recover(descriptor, isReading: true)
        }
    }

    /// Handles the error of a failed read or write. Returns when the caller may try the call again. Throws if another try would fail too.
    private static func recover(_ descriptor: Int32, isReading: Bool) throws(Failure) {
        switch errno {
        case EINTR: return
        #if !canImport(WASILibc)
        case EAGAIN, EWOULDBLOCK:
            var request = pollfd(fd: descriptor, events: Int16(isReading ? POLLIN : POLLOUT), revents: 0)
            _ = poll(&request, 1, -1)
        #endif
        default: throw Failure(number: errno)
        }
    }

    /// Returns the offset in a file at which the next read begins. Returns nil if the descriptor has no such offset, as a pipe, or if the
    /// system does not tell it.
    static func offset(of descriptor: Int32) -> Int64? {
        #if canImport(WASILibc)
        return nil
        #else
        let offset = lseek(descriptor, 0, SEEK_CUR)
        return offset < 0 ? nil : Int64(offset)
        #endif
    }

    /// Maps a part of a file into memory. Returns nil if the system cannot map the file.
    ///
    /// - Parameters:
    ///   - count: size of the part, in bytes.
    ///   - offset: start of the part; a multiple of the page size.
    static func map(_ descriptor: Int32, _ count: Int, at offset: Int64) -> UnsafeMutableRawBufferPointer? {
        #if canImport(WASILibc)
        return nil
        #else
        let memory = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, off_t(offset))
        guard let memory, memory != MAP_FAILED else { return nil }
        _ = madvise(memory, count, MADV_SEQUENTIAL)
        return UnsafeMutableRawBufferPointer(start: memory, count: count)
        #endif
    }

    static func unmap(_ memory: UnsafeMutableRawBufferPointer) {
        #if !canImport(WASILibc)
        munmap(memory.baseAddress, memory.count)
        #endif
    }

    /// Returns the index of the first byte with this value; nil if no byte has this value.
    static func index(of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let base = bytes.baseAddress, let at = memchr(base, Int32(byte), bytes.count) else { return nil }
        return UnsafeRawPointer(at) - UnsafeRawPointer(base)
    }

    /// Returns the value of an environment variable; nil if it is not set.
    static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    static func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }
}

// MARK: - Writing

extension System {
    /// Opens a file for writing. A new file gets the usual permissions, unless `isPrivate` is true.
    ///
    /// - Parameters:
    ///   - isNew: true to make a new file, and throw if the file exists. False makes the file, or removes the content of an existing file.
    ///   - isPrivate: true if only the owner may read a new file.
    static func openForWriting(_ path: Path, isNew: Bool, isPrivate: Bool = false) throws(Failure) -> Int32 {
        var flags = O_WRONLY | O_CREAT | (isNew ? O_EXCL : O_TRUNC)
        #if !canImport(WASILibc)
        flags |= O_CLOEXEC
        #endif
        while true {
            let descriptor = open(path, flags, isPrivate ? 0o600 : 0o666)
            if descriptor >= 0 { return descriptor }
            if errno != EINTR { throw Failure(number: errno) }
        }
    }

    /// Writes all bytes, in as many calls as needed. If the other end of a pipe is closed, throws a failure, and raises no SIGPIPE.
    static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(Failure) {
        #if !canImport(WASILibc)
        let signal = BlockedSignal()
        defer { signal.end() }
        #endif
        var rest = bytes
        while !rest.isEmpty {
            let count = write(descriptor, rest.baseAddress, min(rest.count, 1 << 30))  // Darwin takes at most Int32.max
            if count >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            } else {
                try recover(descriptor, isReading: false)
            }
        }
    }

    /// A path in the form of the system: bytes, which need not be UTF-8, and a zero after them.
    typealias Path = [CChar]

    /// The file or descriptor to which a path leads.
    enum Destination {
        /// A regular file, or no file yet: a new file may replace it. `file` is not a symbolic link.
        case replaceable(file: Path, folder: Path)
        /// An open descriptor of this process: `/dev/stdout` and the like.
        case descriptor(Int32)
        /// A folder, a device, a named pipe, or a ring of symbolic links.
        case other
    }

    /// Follows the path and its symbolic links.
    static func destination(of path: Path) -> Destination {
        #if canImport(WASILibc)
        return isReplaceable(path) ? .replaceable(file: path, folder: parts(of: path).folder) : .other
        #else
        var path = path
        for _ in 0..<40 {  // a link may point to a link, and links may form a ring
            let (given, name) = parts(of: path)
            let folder = resolved(given) ?? given  // a folder above this one may not be readable
            let folderName = text(folder)
            if folderName == "/dev/fd" || folderName == "/proc/\(getpid())/fd", let number = Int32(text(name)) {
                return exists(number) ? .descriptor(number) : .other
            }
            if "\(folderName)/".hasPrefix("/proc/") { return .other }
            path = join(folder, name)
            var link = Path(repeating: 0, count: 4096)
            let count = readlink(path, &link, link.count - 1)
            if count < 0 { return folderName != "/dev" && isReplaceable(path) ? .replaceable(file: path, folder: folder) : .other }
            link.removeSubrange((count + 1)...)
            path = link.first == slash ? link : join(folder, link)
        }
        return .other
        #endif
    }

    private static let slash = CChar(UInt8(ascii: "/"))

    static func join(_ folder: Path, _ name: Path) -> Path { folder.dropLast() + [slash] + name }

    private static func parts(of path: Path) -> (folder: Path, name: Path) {
        guard let slash = path.lastIndex(of: slash) else { return (Path(".".utf8CString), path) }
        return (path[...slash] + [0], Path(path[(slash + 1)...]))
    }

    #if !canImport(WASILibc)
    private static func resolved(_ path: Path) -> Path? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return Path(UnsafeBufferPointer(start: resolved, count: strlen(resolved) + 1))
    }

    private static func text(_ path: Path) -> String {
        path.withUnsafeBufferPointer { String(cString: $0.baseAddress.unsafelyUnwrapped) }
    }

    private static func exists(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0
    }
    #endif

    static func exists(_ path: Path) -> Bool {
        var status = stat()
        return stat(path, &status) == 0
    }

    private static func isReplaceable(_ path: Path) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT == S_IFREG : errno == ENOENT
    }

    /// Gives the open file `descriptor` the permissions of the file at `path`, and its owner and group if the system allows it. Permissions
    /// of a group that the file cannot get are left out. Does nothing if the file at `path` does not exist.
    static func copyPermissions(of path: Path, to descriptor: Int32) {
        #if !canImport(WASILibc)
        var status = stat()
        if stat(path, &status) != 0 { return }
        // A program that runs as its file's owner must not run as another user.
        let keepsOwner = fchown(descriptor, status.st_uid, status.st_gid) == 0
        let keepsGroup = keepsOwner || fchown(descriptor, uid_t.max, status.st_gid) == 0
        _ = fchmod(descriptor, status.st_mode & (keepsOwner ? 0o7777 : keepsGroup ? 0o1777 : 0o1707))
        #endif
    }

    /// Waits until the system has stored the bytes of the file.
    static func synchronize(_ descriptor: Int32) throws(Failure) {
        if fsync(descriptor) != 0, errno != EINVAL { throw Failure(number: errno) }
    }

    /// Closes a file that was written. Some systems report only at this point that they could not store the bytes.
    static func closeWritten(_ descriptor: Int32) throws(Failure) {
        if close(descriptor) != 0, errno != EINTR { throw Failure(number: errno) }
    }

    static func move(_ path: Path, to other: Path) throws(Failure) {
        if rename(path, other) != 0 { throw Failure(number: errno) }
    }

    static func removeFile(_ path: Path) { _ = unlink(path) }
}

#if !canImport(WASILibc)
/// Blocks SIGPIPE in this thread while bytes are written. `end` discards a SIGPIPE that arrived in the meantime.
private struct BlockedSignal {
    private var pipe = sigset_t(), old = sigset_t()
    private let wasWaiting: Bool

    init() {
        wasWaiting = Self.isWaiting
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipe, &old)
    }

    func end() {
        var pipe = pipe, old = old, taken: Int32 = 0
        if !wasWaiting, Self.isWaiting { sigwait(&pipe, &taken) }
        pthread_sigmask(SIG_SETMASK, &old, nil)
    }

    private static var isWaiting: Bool {
        var waiting = sigset_t()
        return sigpending(&waiting) == 0 && sigismember(&waiting, SIGPIPE) == 1
    }
}
#endif
