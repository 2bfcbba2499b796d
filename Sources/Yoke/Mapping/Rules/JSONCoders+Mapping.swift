extension JSONCoders {
    /// Makes a list of coders.
    ///
    /// - Parameters:
    ///   - name: the identity of the list. Two lists with one name are equal, and the plans of the first list also serve the second. So
    ///     the name must include everything that the coders depend on. Yoke keeps the plans of the last 64 names that calls used.
    ///   - coders: the coders. If two coders are for one type, the first one counts.
    public init(_ name: String, _ coders: any JSONCoder...) {
        func child(_ coder: some JSONCoder) -> JSONMapping.Child { coder.childOfCall }
        let children = coders.map { child($0) }
        self.init(name: name, children: Dictionary(children.map { (ObjectIdentifier($0.type), $0) }) { first, _ in first })
    }

    /// What stands in the place of a type; nil: the type itself.
    func mapping(for type: ObjectIdentifier) -> JSONMapping.Child? { child(for: type) as? JSONMapping.Child }
}

extension JSONCoder {
    /// The mapping for every value of the coder's type. The JSON holds the storage as it is: no coder of the call applies to it.
    fileprivate var childOfCall: JSONMapping.Child {
        JSONMapping.Child(Value.self) {
            let mapping = jsonMapping
            guard case .via(let storage, let thunks) = mapping.shape else { return mapping }
            return mapping.with(shape: .via(JSONMapping.Child(storage.type, isShared: false, storage.mapping), thunks))
        }
    }
}
