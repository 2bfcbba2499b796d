/// The mappings of types, each made once.
struct MappingCache {
    private var known: [ObjectIdentifier: JSONMapping] = [:]

    /// Returns the mapping of a type. A mapping that belongs to a single property is made each time.
    mutating func mapping(of child: JSONMapping.Child) -> JSONMapping {
        guard child.isShared else { return child.mapping() }
        let id = ObjectIdentifier(child.type)
        if let mapping = known[id] { return mapping }
        let mapping = child.mapping()
        known[id] = mapping
        return mapping
    }
}
