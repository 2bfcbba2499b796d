extension JSONCoders {
    /// Makes a list of coders.
    ///
    /// - Parameters:
    ///   - name: the identity of the list. Two lists with one name are equal, and calls with either list use the same plans. So the name
    ///     must include everything that the coders depend on. Yoke keeps the plans of the last 64 names that calls used.
    ///   - coders: the coders. If two coders are for one type, the first one counts.
    public init(_ name: String, _ coders: any JSONCoder...) {
        func child(_ coder: some JSONCoder) -> JSONMapping.Child { coder.childOfCall }
        let children = coders.map { child($0) }
        self.init(name: name, children: Dictionary(children.map { (ObjectIdentifier($0.type), $0) }) { first, _ in first })
    }

    /// Returns the mapping that a coder of the list gives to the type; nil if the list has no coder for the type.
    func mapping(for type: ObjectIdentifier) -> JSONMapping.Child? { child(for: type) as? JSONMapping.Child }
}

extension JSONCoder {
    /// The mapping that every value of the coder's type has in a call with this coder. The coder's `Storage` keeps its own mapping, so a
    /// coder never converts its own storage.
    fileprivate var childOfCall: JSONMapping.Child {
        JSONMapping.Child(Value.self) {
            let mapping = jsonMapping
            guard case .via(let storage, let thunks) = mapping.shape else { return mapping }
            return mapping.with(shape: .via(JSONMapping.Child(storage.type, isShared: false, storage.mapping), thunks))
        }
    }
}
