internal import CYoke

/// An enum with strings as raw values: the bytes and the name of each case, from which Yoke makes the table that finds a case by its name.
@usableFromInline
struct RawCases: Sendable {
    let names: [String]
    /// The enum's values as bytes in memory, in the order of `names`, one after the other, without padding.
    let bytes: [UInt8]
    let thunks: Thunks

    /// - Parameter names: the raw values of `cases`.
    init<Model: RawRepresentable>(_ cases: [Model], names: [String]) {
        self.names = names
        let size = MemoryLayout<Model>.size
        bytes = cases.flatMap { value in withUnsafeBytes(of: value) { Array($0.prefix(size)) } }
        thunks = Thunks()
        // Writes a case that the mapping does not list, and that the plan's table therefore cannot write.
        thunks.borrowText = { at, writer in
            guard let raw = at.assumingMemoryBound(to: Model.self).pointee.rawValue as? String else { return }
            let writer = writer.assumingMemoryBound(to: yoke_writer.self)
            borrow(raw) { yoke_writer_string(writer, $0.baseAddress, $0.count) }
        }
    }
}

extension Thunks {
    /// Returns the thunks (callbacks for C) of an enum that is read and written via its raw value.
    ///
    /// - Parameter fallback: the case for a raw value that no case has. nil: such a raw value is an error.
    static func rawValue<Model: RawRepresentable>(_ cases: [Model], or fallback: (@Sendable () -> Model)?) -> Thunks {
        let known = cases.map { "\($0.rawValue)" }
        let isListed = listed(cases, known), thunks = Thunks()
        let own = fallback.map { "\($0().rawValue)" }
        let named = known.filter { $0 != own }
        thunks.rawValues = named.isEmpty ? nil : named
        thunks.make = { to, from, _ in
            let raw = from.assumingMemoryBound(to: Model.RawValue.self).move()
            let found = Model(rawValue: raw)
            guard let model = found.map(isListed) == true ? found : fallback?() else { throw UnknownRawValue(raw: "\(raw)", known: known) }
            to.unsafelyUnwrapped.initializeMemory(as: Model.self, to: model)
        }
        thunks.store = { to, at in
            to.initializeMemory(as: Model.RawValue.self, to: at.assumingMemoryBound(to: Model.self).pointee.rawValue)
        }
        return thunks
    }

    /// Returns a function that tells whether `cases` has the value. An enum's bytes identify its case. Other types are compared by their
    /// raw values. An empty list stands for all values.
    private static func listed<Model: RawRepresentable>(_ cases: [Model], _ known: [String]) -> (Model) -> Bool {
        if cases.isEmpty { return { _ in true } }
        guard _isPOD(Model.self), MemoryLayout<Model>.size <= MemoryLayout<UInt64>.size else {
            let known = Set(known)
            return { known.contains("\($0.rawValue)") }
        }
        func bytes(_ model: Model) -> UInt64 {
            withUnsafeBytes(of: model) { $0.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        }
        let known = Set(cases.map(bytes))
        return { known.contains(bytes($0)) }
    }
}

/// The error for a raw value without a case. Becomes an `.unknownCase` error.
struct UnknownRawValue: Error {
    let raw: String
    let known: [String]
}
