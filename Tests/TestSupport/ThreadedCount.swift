#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A number that several threads can change. (`Synchronization` would need macOS 15.)
public final class ThreadedCount: @unchecked Sendable {  // guarded by the mutex
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var number: Int

    public init(_ number: Int = 0) {
        self.number = number
        pthread_mutex_init(mutex, nil)
    }
    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Adds to the number, and returns the sum.
    @discardableResult
    public func add(_ n: Int = 1) -> Int {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        number += n
        return number
    }

    public var value: Int { add(0) }
}
