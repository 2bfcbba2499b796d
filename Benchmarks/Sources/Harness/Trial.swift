/// A piece of work that is timed, and what comes of it.
public protocol Trial: AnyObject {
    /// Does the work and keeps the result.
    func run() throws
    /// Frees the result; timed apart.
    func release()
}

/// Work with a result that lives on the heap.
public final class Making<Result>: Trial {
    private let make: () throws -> Result
    private var result: Result?

    public init(_ make: @escaping () throws -> Result) { self.make = make }

    public func run() throws { result = try make() }

    public func release() { result = nil }

    /// A result, for comparing it with that of others.
    public func outcome() throws -> Result { try make() }
}

/// Work that is over too soon for the clock: it repeats itself as often as its contender says, and frees what it makes.
public final class Repeating: Trial {
    private let work: () throws -> Void

    public init(_ work: @escaping () throws -> Void) { self.work = work }

    public func run() throws { try work() }

    public func release() {}
}
