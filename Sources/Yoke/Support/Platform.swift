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

/// A lock for rare events.
final class Lock: Sendable {
    func lock() {}
    func unlock() {}
}

/// A pointer with a value of its own in each thread.
final class ThreadSlot: @unchecked Sendable {  // there is one thread
    var value: UnsafeMutableRawPointer?
}

#else

/// A lock for rare events. A thread that holds the lock may take it again. (`Synchronization.Mutex` needs macOS 15.)
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

/// A pointer with a value of its own in each thread.
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

/// The system calls that the module needs, with results as Swift values and errors.
enum System {
    /// A failed call: its error number, and the system's message.
    struct Failure: Error {
        let number: Int32
        var message: String { String(cString: strerror(number)) }
    }

    /// Opens a file for reading.
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

    /// Size of a regular file, in bytes; nil for pipes, devices and the like. Throws for a directory.
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
    static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        while true {
            #if canImport(WASILibc)
            let count = WASILibc.read(descriptor, buffer.baseAddress, buffer.count)
            #elseif canImport(Darwin)
            let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
            #elseif canImport(Glibc)
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            #elseif canImport(Musl)
            let count = Musl.read(descriptor, buffer.baseAddress, buffer.count)
            #else
            let count = Android.read(descriptor, buffer.baseAddress, buffer.count)
            #endif
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            #if !canImport(WASILibc)
            case EAGAIN, EWOULDBLOCK:
                var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                _ = poll(&wait, 1, -1)
            #endif
            default: throw Failure(number: errno)
            }
        }
    }

    /// Maps a part of a file into memory. Returns nil if the system cannot.
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

    /// Index of the first such byte; nil if no byte matches.
    static func index(of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let base = bytes.baseAddress, let at = memchr(base, Int32(byte), bytes.count) else { return nil }
        return UnsafeRawPointer(at) - UnsafeRawPointer(base)
    }

    /// The value of an environment variable.
    static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    static func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }
}
