extension JSONCases {
    /// A case without a payload, of a type that need not be Equatable. Named by macro expansions; not for direct use.
    public mutating func _add(
        _ name: String, _ make: @escaping @Sendable () -> Model, _ match: @escaping @Sendable (borrowing Model) -> Bool
    ) {
        descriptions.append(CaseDescription(name: name, payload: nil, make: .initial(make)))
        matches.append { value, _ in match(value) }
    }

    /// A case of an enum without payloads. Named by macro expansions; not for direct use.
    public mutating func _add(_ name: String, _ value: Model) where Model: Equatable & SendableMetatype {
        nonisolated(unsafe) let value = value  // which case it is, and nothing else
        _add(name, { value }, { copy $0 == value })
    }

    /// The same for the case of unknown names. Named by macro expansions; not for direct use.
    public mutating func _fallback(_ name: String, _ value: Model) where Model: Equatable & SendableMetatype {
        fallback = descriptions.count
        _add(name, value)
    }

    /// The same for the case of unknown names. Named by macro expansions; not for direct use.
    public mutating func _fallback(
        _ name: String, _ make: @escaping @Sendable () -> Model, _ match: @escaping @Sendable (borrowing Model) -> Bool
    ) {
        fallback = descriptions.count
        _add(name, make, match)
    }
}

extension JSONRawText {
    /// The characters of a JSON string, or the text of anything else: the payload of a fallback case. Named by macro expansions.
    public var _name: String { (try? String(json: text)) ?? text }

    /// What `_name` was taken from: an object's text, or a JSON string.
    public init(_name: String) {
        let isObject = _name.first == "{" && (try? JSONRawText(_name)) != nil
        self.init(checked: isObject ? _name : String(decoding: KeyLiteral.quoted(_name), as: UTF8.self))
    }
}
