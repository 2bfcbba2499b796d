extension JSONContext {
    /// Makes a copy of the context of the call that is reading. `reader` is the pointer to this call, which C passes to each callback.
    @usableFromInline
    init(of reader: UnsafeMutableRawPointer?) {
        self = ReadCall.of(reader).options.context
    }
}

extension Thunks {
    /// Returns the thunks (callbacks for C) of a type that is read and written via a storage type. `decode` gets the context of the call.
    @inlinable
    static func via<Model, Storage>(
        decode: @escaping @Sendable (consuming Storage, JSONContext) throws -> Model,
        encode: @escaping @Sendable (borrowing Model) throws -> Storage,
        assign: (@Sendable (inout Model, consuming Storage, Set<String>) throws -> Void)?
    ) -> Thunks {
        let thunks = stored(encode, assign)
        thunks.make = { to, from, reader in
            let model = try decode(from.assumingMemoryBound(to: Storage.self).move(), JSONContext(of: reader))
            to.unsafelyUnwrapped.initializeMemory(as: Model.self, to: model)
        }
        return thunks
    }
}
