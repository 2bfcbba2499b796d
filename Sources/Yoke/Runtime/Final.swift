extension JSONMapping {
    /// Marks this mapping as the mapping of a `final` class, which has no subclasses, and returns it. Macro expansions use it; not for
    /// direct use.
    public var _final: JSONMapping {
        if case .via(_, let thunks) = shape { thunks.isFinal = true }
        return self
    }
}
