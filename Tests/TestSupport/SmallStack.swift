#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Runs `body` in a thread with a stack of this size in bytes, and waits for it. In such a thread, code that recurses for each level
/// crashes.
public func onStack<Result>(ofBytes size: Int, _ body: @escaping @Sendable () -> Result) -> Result {
    nonisolated(unsafe) var result: Result?  // written by the thread, and read after the thread has ended
    let job = Unmanaged.passRetained(Job { result = body() })
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    precondition(pthread_attr_setstacksize(&attributes, size) == 0)
    #if canImport(Darwin)
    var thread: pthread_t?
    let status = pthread_create(&thread, &attributes, { Job.run($0) }, job.toOpaque())
    precondition(status == 0)
    pthread_join(thread!, nil)
    #else
    var thread = pthread_t()
    let status = pthread_create(&thread, &attributes, { Job.run($0!) }, job.toOpaque())
    precondition(status == 0)
    pthread_join(thread, nil)
    #endif
    pthread_attr_destroy(&attributes)
    return result!
}

private final class Job {
    private let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }

    static func run(_ job: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        Unmanaged<Job>.fromOpaque(job).takeRetainedValue().body()
        return nil
    }
}
