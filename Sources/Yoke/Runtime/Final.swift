extension JSONMapping {
    /// The mapping of a class whose subclasses have no properties of their own. Macro expansions use it; not for direct use.
    public var _final: JSONMapping {
        if case .via(_, let thunks) = shape { thunks.isFinal = true }
        return self
    }
}
