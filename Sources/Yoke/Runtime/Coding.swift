/// Coders for what holds values of another coder's. Functions, not members of the coder, so that `.iso8601` can be an argument.
/// Named by macro expansions; not for direct use.
public enum _JSONCoded {
    /// For an Optional.
    public static func optional<Coder: JSONCoder>(_ coder: Coder) -> JSONComposedCoder<Coder.Value?> { coder.optional }
    /// For a JSONNullable.
    public static func nullable<Coder: JSONCoder>(_ coder: Coder) -> JSONComposedCoder<JSONNullable<Coder.Value>> { coder.nullable }
    /// For an array.
    public static func array<Coder: JSONCoder>(_ coder: Coder) -> JSONComposedCoder<[Coder.Value]> { coder.array }
    /// For a dictionary.
    public static func dictionary<Coder: JSONCoder>(_ coder: Coder) -> JSONComposedCoder<[String: Coder.Value]> { coder.dictionary }
    /// For a property with an initial value in the storage of a staged type.
    public static func staged<Coder: JSONCoder>(_ coder: Coder) -> JSONComposedCoder<_JSONStaged<Coder.Value>> { coder.staged }
}

extension JSONCoder {
    /// For what the storage of a class holds for a property with an initial value. Named by macro expansions.
    public var staged: JSONComposedCoder<_JSONStaged<Value>> {
        JSONComposedCoder { [child] in JSONMapping(nil: _JSONStaged<Value>.self, .staged(child)) }
    }
}
