extension JSONMapping {
    /// The same class, of which there are no subclasses with properties of their own. Named by macro expansions; not for direct use.
    public var _final: JSONMapping {
        if case .via(_, let thunks) = shape { thunks.isFinal = true }
        return self
    }
}
