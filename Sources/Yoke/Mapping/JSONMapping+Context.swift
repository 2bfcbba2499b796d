extension JSONMapping {
    /// Describes a type that is read via a storage type. `decode` also gets the context of the call: for example a pool of existing values,
    /// or a store for new values.
    ///
    /// ```swift
    /// JSONMapping(
    ///     Person.self, via: Person.Storage.self,
    ///     decode: { storage, context in try context[Store.self].person(for: storage) }, encode: { Person.Storage($0) })
    /// ```
    /// - Parameters:
    ///   - decode: makes the value, or finds an existing one, with the context in `JSONReadOptions.context`. If the closure throws, its
    ///     error becomes the `underlying` error of a `.refused` error.
    ///   - encode: returns the storage that `decode` would turn into this value.
    ///   - assign: copies the named properties from a storage into an instance, or into the copy of an old value. If nil, `update` of an
    ///     instance is an error of kind `.invalidMapping`, an instance in a property is replaced by a new one, and a struct is made anew.
    @inlinable
    public init<Model, Storage: JSONMapped>(
        _ type: Model.Type, via storage: Storage.Type,
        decode: @escaping @Sendable (consuming Storage, JSONContext) throws -> Model,
        encode: @escaping @Sendable (borrowing Model) throws -> Storage,
        assign: (@Sendable (inout Model, consuming Storage, Set<String>) throws -> Void)? = nil
    ) {
        self.init(type, .assignable(Child(storage), .via(decode: decode, encode: encode, assign: assign)))
    }
}
