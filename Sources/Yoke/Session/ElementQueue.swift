internal import CYoke

/// Takes finished elements from the binder, and gives them out in order, each error that is about one element in its place. At most what
/// one slice of text held waits here. Knows its elements by their plan, so that it is compiled once.
final class ElementQueue {
    private let plan: Plan
    private let value: Thunks
    private let stride: Int
    private let alignment: Int
    private var memory: UnsafeMutableRawPointer
    private var capacity = 0
    /// Those that wait.
    private var waiting = 0..<0
    /// How many were taken in.
    private var count = 0
    /// Errors, and how many elements were taken in before each.
    private var failures: ArraySlice<(before: Int, error: JSONError)> = []
    /// What is given out waits until it is released, and may be taken back.
    var isHolding = false
    /// How many elements and errors were taken in, and may be given out.
    private var released = (elements: 0, failures: 0)
    private var failureCount = 0
    /// Whoever collects the errors of what is appended next; nil: they end the text.
    private unowned(unsafe) var binder: Binder?

    /// What the plan calls with each element. Does not own the queue.
    private(set) lazy var receiver: Thunks = {
        let thunks = Thunks()
        let queue = Unmanaged.passUnretained(self)
        thunks.make = { _, from, _ in queue._withUnsafeGuaranteedRef { $0.append(from) } }
        return thunks
    }()

    /// It has no room for more than a few elements.
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

    /// From here on an element with errors is an error itself, and what comes behind it is read all the same.
    func collectErrors(of binder: Binder) {
        self.binder = binder
        binder.elements = self
    }

    private func append(_ element: UnsafeMutableRawPointer) {
        if let binder, let error = binder.takeProblems() {
            value.destroy(element, 1)
            return fail(error)
        }
        if waiting.upperBound == capacity { grow() }
        value.move(memory + waiting.upperBound * stride, element, 1)
        waiting = waiting.lowerBound..<waiting.upperBound + 1
        count += 1
    }

    private func grow() {
        capacity = max(4, capacity * 2)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity * stride, alignment: alignment)
        value.move(larger, memory + waiting.lowerBound * stride, waiting.count)
        memory.deallocate()
        memory = larger
        waiting = 0..<waiting.count
    }

    /// An element is not to be had.
    func fail(_ error: JSONError?) {
        guard let error else { return }
        failures.append((count, error))
        failureCount += 1
    }

    /// What was taken in may be given out.
    func release() { released = (count, failureCount) }

    /// How many elements were taken in since the last release.
    var unreleased: Int { count - released.elements }

    /// Of the elements that were not released, only the last one or none is kept.
    func keepLast(_ most: Int) {
        let dropped = unreleased - most
        if dropped <= 0 { return }
        let first = memory + (waiting.upperBound - unreleased) * stride
        value.destroy(first, dropped)
        value.move(first, first + dropped * stride, most)
        waiting = waiting.lowerBound..<waiting.upperBound - dropped
        count -= dropped
    }

    /// What was not released is as if it had never come.
    func takeBack() {
        guard isHolding else { return }
        let kept = waiting.upperBound - unreleased
        value.destroy(memory + kept * stride, waiting.upperBound - kept)
        waiting = waiting.lowerBound..<kept
        failures.removeLast(failureCount - released.failures)
        (count, failureCount) = released
    }

    /// The error that stands in front of the next element, or nil.
    func popFailure() -> JSONError? {
        guard let first = failures.first, first.before == count - waiting.count else { return nil }
        if isHolding, failureCount - failures.count >= released.failures { return nil }
        return failures.popFirst()?.error
    }

    /// The next element, or nil. Whoever asks moves it out of the address at once.
    func pop() -> UnsafeMutableRawPointer? {
        guard let first = waiting.first, !isHolding || count - waiting.count < released.elements else { return nil }
        waiting = first + 1 == waiting.upperBound ? 0..<0 : first + 1..<waiting.upperBound
        return memory + first * stride
    }
}
