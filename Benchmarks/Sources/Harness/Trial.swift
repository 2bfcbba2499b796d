/// A piece of work that is timed, and its result.
public protocol Trial: AnyObject {
    /// Does the work and keeps the result.
    func run() throws
    /// Frees the result. This is timed separately.
    func release()
}

/// Work whose result is kept, so that freeing the result can be timed separately.
public final class Making<Result>: Trial {
    private let make: () throws -> Result
    private var result: Result?

    public init(_ make: @escaping () throws -> Result) { self.make = make }

    public func run() throws { result = try make() }

    public func release() { result = nil }

    /// Does the work and returns the result, so that a check can compare it with the results of other contenders.
    public func outcome() throws -> Result { try make() }
}

/// Work that is too short to be timed alone. The closure does the work `Contender.repetitions` times, and frees each result.
public final class Repeating: Trial {
    private let work: () throws -> Void

    public init(_ work: @escaping () throws -> Void) { self.work = work }

    public func run() throws { try work() }

    public func release() {}
}
