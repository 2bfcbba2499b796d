internal import CYoke

/// Takes finished elements from the binder and delivers them in order. An error about one element is delivered in place of the element.
///
/// The queue holds only the elements from one slice of the text (the bytes that the engine gets at once). The class is not generic: the
/// plan gives an element's size and the functions that move and destroy it. So Swift compiles the class once, and not for each element
/// type.
final class ElementQueue {
    private let plan: Plan
    private let value: Thunks
    private let stride: Int
    private let alignment: Int
    private var memory: UnsafeMutableRawPointer
    private var capacity = 0
    /// The elements that wait for delivery: a range of element indices in `memory`.
    private var waiting = 0..<0
    /// Number of elements that the queue has received.
    private var count = 0
    /// Errors, each with the number of elements received before it.
    @exclusivity(unchecked) private var failures: ArraySlice<(before: Int, error: JSONError)> = []
    /// True if elements and errors are delivered only after `release` was called. Before that, `removeUnreleased` can remove them.
    var needsRelease = false
    /// How many of the received elements (`count`) and errors (`failureCount`) may be delivered.
    private var released = (elements: 0, failures: 0)
    private var failureCount = 0
    /// The binder that collects the errors of each element; nil if errors are not collected, but end the text.
    private unowned(unsafe) var binder: Binder?

    /// The thunks (callbacks from C) that the plan calls for each element. They do not keep the queue alive.
    private(set) lazy var receiver: Thunks = {
        let thunks = Thunks()
        let queue = Unmanaged.passUnretained(self)
        thunks.make = { _, from, _ in queue._withUnsafeGuaranteedRef { $0.append(from) } }
        return thunks
    }()

    var isEmpty: Bool { waiting.isEmpty }

    /// Number of elements and errors that wait for delivery.
    var waitingCount: Int { waiting.count + failures.count }

    /// True if the queue has memory for at most 16 elements, so that the queue may be kept for later calls.
    var isSmall: Bool { capacity <= 16 }

    init(of plan: Plan) {
        self.plan = plan
        let slot = plan.root.pointee
        value = Thunks.of(slot.value)
        alignment = max(1, Int(slot.type.pointee.align))
        stride = max(1, (Int(slot.size) + alignment - 1) / alignment * alignment)
        memory = .allocate(byteCount: stride, alignment: alignment)
    }

    deinit {
        value.destroy(memory + waiting.lowerBound * stride, waiting.count)
        memory.deallocate()
    }

    /// Makes the queue deliver an element's errors in place of the element. `binder` collects these errors, and goes on reading after them.
    func collectErrors(of binder: Binder) {
        self.binder = binder
        binder.elements = self
    }

    private func append(_ element: UnsafeMutableRawPointer) {
        if let binder, let error = binder.takeProblems() {
            value.destroy(element, 1)
            return fail(error)
        }
        value.move(room(), element, 1)
        commitElement()
    }

    /// Returns memory for the next element. Valid until the next call of the queue.
    func room() -> UnsafeMutableRawPointer {
        if waiting.upperBound == capacity { grow() }
        return memory + waiting.upperBound * stride
    }

    /// Adds the element that the caller has put into the memory from `room`.
    func commitElement() {
        waiting = waiting.lowerBound..<waiting.upperBound + 1
        count += 1
    }

    /// Makes room for a further element: moves the waiting elements to the front if they fill at most half of the memory, else takes more
    /// memory.
    private func grow() {
        if waiting.count <= capacity / 2, capacity > 0 {
            value.move(memory, memory + waiting.lowerBound * stride, waiting.count)
            waiting = 0..<waiting.count
            return
        }
        capacity = max(4, capacity * 2)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity * stride, alignment: alignment)
        value.move(larger, memory + waiting.lowerBound * stride, waiting.count)
        memory.deallocate()
        memory = larger
        waiting = 0..<waiting.count
    }

    /// Adds the error of an element that cannot be delivered. nil adds nothing.
    func fail(_ error: JSONError?) {
        guard let error else { return }
        failures.append((count, error))
        failureCount += 1
    }

    /// Allows the delivery of all elements and errors that the queue has received up to this call.
    func release() { released = (count, failureCount) }

    /// True if the queue has received elements or errors since the last `release()`.
    var hasUnreleased: Bool { (count, failureCount) != released }

    /// Removes the elements and errors that were received since the last `release()`, except the last of them.
    func keepLast() {
        let isError = failureCount > released.failures && failures.last?.before == count
        let last = isError ? failures.last?.error : nil
        removeUnreleased(keeping: isError ? 0 : 1)
        fail(last)
    }

    /// Removes all elements and errors that were received since the last `release()`.
    func removeUnreleased() {
        if needsRelease { removeUnreleased(keeping: 0) }
    }

    /// - Parameter kept: 0 or 1; 1 keeps the last element.
    private func removeUnreleased(keeping kept: Int) {
        let removed = count - released.elements - kept
        let first = memory + (waiting.upperBound - removed - kept) * stride
        value.destroy(first, removed)
        if removed > 0 { value.move(first, first + removed * stride, kept) }
        waiting = waiting.lowerBound..<waiting.upperBound - removed
        count -= removed
        failures.removeLast(failureCount - released.failures)
        failureCount = released.failures
    }

    /// Returns the error that comes before the next element; nil if no error comes first.
    func popFailure() -> JSONError? {
        guard let first = failures.first, first.before == count - waiting.count else { return nil }
        if needsRelease, failureCount - failures.count >= released.failures { return nil }
        return failures.popFirst()?.error
    }

    /// Returns the address of the next element; nil if no element can be delivered. The caller must move the element out at once.
    func pop() -> UnsafeMutableRawPointer? {
        guard let first = waiting.first, !needsRelease || count - waiting.count < released.elements else { return nil }
        waiting = first + 1 == waiting.upperBound ? 0..<0 : first + 1..<waiting.upperBound
        return memory + first * stride
    }
}
