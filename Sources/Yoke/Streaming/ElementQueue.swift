/// Takes finished elements from the binder, and gives them out in order. At most what one slice of text held waits here.
final class ElementQueue<Element> {
    private var elements: [Element?] = []
    private var next = 0
    /// How many were taken in.
    private(set) var count = 0

    /// What the plan calls with each element. Does not own the queue.
    private(set) lazy var receiver: Thunks = {
        let thunks = Thunks()
        thunks.make = { [unowned self] _, from in
            elements.append(from.assumingMemoryBound(to: Element.self).move())
            count += 1
        }
        return thunks
    }()

    /// The next element, or nil.
    func pop() -> Element? {
        guard next < elements.count else { return nil }
        let element = elements[next].take()
        next += 1
        if next == elements.count {
            elements.removeAll(keepingCapacity: true)
            next = 0
        }
        return element
    }
}
