extension JSONMapping {
    /// A type that is read by way of another one, and made in the context of the call: taken from a pool, or put into a store.
    ///
    /// ```swift
    /// JSONMapping(
    ///     Person.self, through: Person.Storage.self,
    ///     decode: { storage, context in try context[Store.self].person(for: storage) }, encode: { Person.Storage($0) })
    /// ```
    /// - Parameters:
    ///   - decode: makes the value, or finds the one that there is, in what `JSONReadOptions.context` brings; what it throws becomes the
    ///     `underlying` error of a `.refused` one.
    ///   - encode: the storage that `make` would turn into this value.
    ///   - assign: for classes: takes the named properties over from a storage; nil: an update is an error of kind `.invalidMapping`, but for values in
    ///     properties, which are made anew.
    @inlinable
    public init<Model, Storage: JSONMapped>(
        _ type: Model.Type, via storage: Storage.Type,
        decode: @escaping @Sendable (consuming Storage, JSONContext) throws -> Model,
        encode: @escaping @Sendable (borrowing Model) throws -> Storage,
        assign: (@Sendable (inout Model, consuming Storage, Set<String>) throws -> Void)? = nil
    ) {
        self.init(type, .via(Child(storage), .via(decode: decode, encode: encode, assign: assign)))
    }
}
