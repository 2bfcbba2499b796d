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
    static func rawValue<Model: RawRepresentable>(_ cases: [Model]) -> Thunks {
        let known = cases.map { "\($0.rawValue)" }
        let thunks = Thunks()
        thunks.rawValues = known
        thunks.make = { to, from, _ in
            let raw = from.assumingMemoryBound(to: Model.RawValue.self).move()
            guard let model = Model(rawValue: raw) else { throw UnknownRawValue(raw: "\(raw)", known: known) }
            to.unsafelyUnwrapped.initializeMemory(as: Model.self, to: model)
        }
        thunks.store = { to, at in
            to.initializeMemory(as: Model.RawValue.self, to: at.assumingMemoryBound(to: Model.self).pointee.rawValue)
        }
        return thunks
    }
}

/// The error for a raw value without a case. Becomes an `.unknownCase` error.
struct UnknownRawValue: Error {
    let raw: String
    let known: [String]
}
