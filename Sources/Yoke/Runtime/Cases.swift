extension JSONCases {
    /// Adds a case without a payload, for a type that need not be Equatable. Macro expansions call it; not for direct use.
    public mutating func _add(
        _ name: String, _ make: @escaping @Sendable () -> Model, _ match: @escaping @Sendable (borrowing Model) -> Bool
    ) {
        descriptions.append(CaseDescription(name: name, payload: nil, make: .initial(make)))
        matches.append { value, _ in match(value) }
    }

    /// Adds a case of an enum without payloads. Macro expansions call it; not for direct use.
    public mutating func _add(_ name: String, _ value: Model) where Model: Equatable & SendableMetatype {
        nonisolated(unsafe) let value = value  // a case without a payload has no state that threads could share
        _add(name, { value }, { copy $0 == value })
    }

    /// Adds the fallback case of an enum without payloads. Macro expansions call it; not for direct use.
    public mutating func _fallback(_ name: String, _ value: Model) where Model: Equatable & SendableMetatype {
        fallback = descriptions.count
        _add(name, value)
    }

    /// Adds a fallback case without a payload, for a type that need not be Equatable. Macro expansions call it; not for direct use.
    public mutating func _fallback(
        _ name: String, _ make: @escaping @Sendable () -> Model, _ match: @escaping @Sendable (borrowing Model) -> Bool
    ) {
        fallback = descriptions.count
        _add(name, make, match)
    }
}

extension JSONRawText {
    /// The characters of a JSON string, or the text of any other value: the payload of a fallback case. Macro expansions use it.
    public var _name: String { (try? String(json: text)) ?? text }

    /// Makes the raw text of a fallback case whose payload is a String. If `_name` is the JSON text of an object, the raw text is `_name`.
    /// Otherwise the raw text is `_name` as a JSON string. This is the inverse of the property `_name`.
    public init(_name: String) {
        let isObject = _name.first == "{" && (try? JSONRawText(_name)) != nil
        self.init(checked: isObject ? _name : String(decoding: KeyLiteral.quoted(_name), as: UTF8.self))
    }
}
