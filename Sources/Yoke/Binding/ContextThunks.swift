extension JSONContext {
    /// That of the call whose reader C hands to a thunk.
    @usableFromInline
    init(of reader: UnsafeMutableRawPointer?) {
        self = unsafeBitCast(reader.unsafelyUnwrapped, to: Binder.self).options.context
    }
}

extension Thunks {
    /// A type bound through another one, made in the context of the call.
    @inlinable
    static func through<Model, Storage>(
        make: @escaping @Sendable (consuming Storage, JSONContext) throws -> Model,
        store: @escaping @Sendable (borrowing Model) throws -> Storage,
        assign: (@Sendable (inout Model, consuming Storage, Set<String>) throws -> Void)?
    ) -> Thunks {
        let thunks = stored(store, assign)
        thunks.make = { to, from, reader in
            let model = try make(from.assumingMemoryBound(to: Storage.self).move(), JSONContext(of: reader))
            to.unsafelyUnwrapped.initializeMemory(as: Model.self, to: model)
        }
        return thunks
    }
}

extension JSONSchema {
    /// A type that is read by way of another one, and made in the context of the call: taken from a pool, or put into a store.
    ///
    /// ```swift
    /// JSONSchema(
    ///     Person.self, through: Person.Storage.self,
    ///     make: { storage, context in try context[Store.self].person(for: storage) }, store: { Person.Storage($0) })
    /// ```
    /// - Parameters:
    ///   - make: makes the value, or finds the one that there is, in what `JSONReadOptions.context` brings; what it throws becomes the
    ///     `underlying` error of a `.refused` one.
    ///   - store: the storage that `make` would turn into this value.
    ///   - assign: for classes: takes the named properties over from a storage; nil: an update is an error of kind `.invalidSchema`, but for values in
    ///     properties, which are made anew.
    @inlinable
    public init<Model, Storage: JSONDescribed>(
        _ type: Model.Type, through storage: Storage.Type,
        make: @escaping @Sendable (consuming Storage, JSONContext) throws -> Model,
        store: @escaping @Sendable (borrowing Model) throws -> Storage,
        assign: (@Sendable (inout Model, consuming Storage, Set<String>) throws -> Void)? = nil
    ) {
        self.init(type, .through(Child(storage), .through(make: make, store: store, assign: assign)))
    }
}
