extension JSONMapping {
    /// This mapping, after it was marked as the mapping of a `final` class. Macro expansions use it; not for direct use.
    public var _final: JSONMapping {
        if case .via(_, let thunks) = shape { thunks.isFinal = true }
        return self
    }
}
