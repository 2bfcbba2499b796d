/// What one run took, in nanoseconds.
public struct Sample: Sendable {
    /// From the input to the finished result.
    public var work: Double
    /// Freeing the result, where that is apart.
    public var free: Double?
    /// All of the time that went into it.
    public var spent: Double
}

/// One library at one job, without its types.
public struct Contender {
    public let name: String
    /// Does the job once, and says whether the result is right.
    let isRight: () throws -> Bool
    /// Does the job and times it.
    let sample: () throws -> Sample

    /// A job whose result is freed behind the clock.
    ///
    /// - Parameters:
    ///   - name: the contender's name, the same at every job.
    ///   - isRight: whether a result is what it should be; asked once, before anything is timed.
    ///   - make: the job.
    public init<Output>(_ name: String, isRight: @escaping (Output) throws -> Bool, make: @escaping () throws -> Output) {
        self.name = name
        self.isRight = { try isRight(try make()) }
        sample = {
            let start = Clock.now
            var output: Output? = try make()
            let made = Clock.now
            use(output)
            let used = Clock.now
            output = nil
            let freed = Clock.now
            return Sample(work: Double(made - start), free: Double(freed - used), spent: Double(freed - start))
        }
    }

    /// A job of some nanoseconds, freeing included: done many times for one sample.
    public init<Output>(
        small name: String, isRight: @escaping (Output) throws -> Bool, make: @escaping () throws -> Output
    ) {
        self.name = name
        self.isRight = { try isRight(try make()) }
        sample = {
            let count = 1000
            let start = Clock.now
            for _ in 0..<count { use(try make()) }
            let spent = Double(Clock.now - start)
            return Sample(work: spent / Double(count), free: nil, spent: spent)
        }
    }
}
