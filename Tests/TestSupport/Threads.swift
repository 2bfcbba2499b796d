#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Runs `body` in `count` threads, and waits for all of them. All threads enter `body` at nearly the same time.
public func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let barrier = Barrier(count: count)
    var threads: [Thread] = []
    for i in 0..<count {
        let job = Unmanaged.passRetained(
            Barrier.Job {
                barrier.wait()
                body(i)
            })
        threads.append(Thread(job))
    }
    for thread in threads { thread.join() }
}

private final class Barrier: Sendable {
    final class Job: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private let missing: ThreadedCount
    init(count: Int) { missing = ThreadedCount(count) }

    /// Waits until all threads have called this function.
    func wait() {
        missing.add(-1)
        while missing.value > 0 { sched_yield() }
    }
}

private struct Thread {
    #if canImport(Darwin)
    private var id: pthread_t?
    #else
    private var id = pthread_t()
    #endif

    init(_ job: Unmanaged<Barrier.Job>) {
        #if canImport(Darwin)
        let status = pthread_create(&id, nil, { Self.run($0) }, job.toOpaque())
        #else
        let status = pthread_create(&id, nil, { Self.run($0!) }, job.toOpaque())
        #endif
        precondition(status == 0)
    }

    private static func run(_ job: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        Unmanaged<Barrier.Job>.fromOpaque(job).takeRetainedValue().body()
        return nil
    }

    func join() {
        #if canImport(Darwin)
        pthread_join(id!, nil)
        #else
        pthread_join(id, nil)
        #endif
    }
}
