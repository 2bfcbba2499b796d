extension JSONCoders {
    /// - Parameters:
    ///   - name: what tells these coders from others: two lists of one name are equal, and the plans made with the first one serve the other
    ///     one too. So name the list, with what it depends on; plans are kept for the last 64 that calls ask for.
    ///   - coders: of two for one type the first counts.
    public init(_ name: String, _ coders: any JSONCoder...) {
        func child(_ coder: some JSONCoder) -> JSONMapping.Child { coder.childOfCall }
        let children = coders.map { child($0) }
        self.init(name: name, children: Dictionary(children.map { (ObjectIdentifier($0.type), $0) }) { first, _ in first })
    }

    /// What stands in the place of a type; nil: the type itself.
    func mapping(for type: ObjectIdentifier) -> JSONMapping.Child? { child(for: type) as? JSONMapping.Child }
}

extension JSONCoder {
    /// In the place of every value of the type; what stands in the JSON is the storage as it is.
    fileprivate var childOfCall: JSONMapping.Child {
        JSONMapping.Child(Value.self) {
            let mapping = jsonMapping
            guard case .via(let storage, let thunks) = mapping.shape else { return mapping }
            return mapping.with(shape: .via(JSONMapping.Child(storage.type, isShared: false, storage.mapping), thunks))
        }
    }
}
