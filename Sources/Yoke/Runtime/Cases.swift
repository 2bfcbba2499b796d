extension JSONCases {
    /// Adds a case with a payload whose type is the type of the parameter of `make`. Macro expansions call it; not for direct use.
    @inlinable
    public mutating func _add<Payload: JSONMapped>(
        _ name: String, make: @escaping @Sendable (consuming Payload) throws -> Model,
        match: @escaping @Sendable (borrowing Model) -> Payload?
    ) {
        add(name, Payload.self, make: make, match: match)
    }

    /// Adds a case without a payload. `make` returns the case, and `match` returns true for this case. So the type need not be Equatable.
    /// Macro expansions call it; not for direct use.
    public mutating func _add(
        _ name: String, _ make: @escaping @Sendable () -> Model, _ match: @escaping @Sendable (borrowing Model) -> Bool
    ) {
        descriptions.append(CaseDescription(name: name, payload: nil, make: .initial(make)))
        matches.append { value, _ in match(value.assumingMemoryBound(to: Model.self).pointee) }
    }

    /// Adds the case `value`, whose name in JSON is `name`, to an enum without payloads. Macro expansions call it; not for direct use.
    public mutating func _add(_ name: String, _ value: Model) where Model: Equatable & SendableMetatype {
        nonisolated(unsafe) let value = value  // a case without a payload has no state that threads could share
        _add(name, { value }, { copy $0 == value })
    }

    /// Adds the fallback case of an enum without payloads. An unknown name is read as `value`. Macro expansions call it; not for direct
    /// use.
    public mutating func _fallback(_ name: String, _ value: Model) where Model: Equatable & SendableMetatype {
        fallback = descriptions.count
        _add(name, value)
    }

    /// Adds the fallback case: Yoke reads an unknown name as the case that `make` returns. `match` returns true for this case. So the type
    /// need not be Equatable. Macro expansions call it; not for direct use.
    public mutating func _fallback(
        _ name: String, _ make: @escaping @Sendable () -> Model, _ match: @escaping @Sendable (borrowing Model) -> Bool
    ) {
        fallback = descriptions.count
        _add(name, make, match)
    }
}
