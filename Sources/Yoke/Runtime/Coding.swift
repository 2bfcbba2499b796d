/// Functions that make a coder for a container from the coder of its values. Only macro expansions use them. They are functions and not
/// members of the coder, because Swift infers the type of an argument: a macro can write `.iso8601` without its type.
public enum _JSONCoded {
    /// Returns a coder for an Optional.
    public static func optional<Coder: JSONCoder>(_ coder: Coder) -> JSONComposedCoder<Coder.Value?> { coder.optional }
    /// Returns a coder for a JSONNullable.
    public static func nullable<Coder: JSONCoder>(_ coder: Coder) -> JSONComposedCoder<JSONNullable<Coder.Value>> { coder.nullable }
    /// Returns a coder for an array.
    public static func array<Coder: JSONCoder>(_ coder: Coder) -> JSONComposedCoder<[Coder.Value]> { coder.array }
    /// Returns a coder for a dictionary.
    public static func dictionary<Coder: JSONCoder>(_ coder: Coder) -> JSONComposedCoder<[String: Coder.Value]> { coder.dictionary }

    // The coder may already make the entire container: `[String]` from "a,b". Then the compiler takes these functions.

    /// Returns the coder of an Optional.
    @_disfavoredOverload public static func optional<Coder: JSONCoder>(_ coder: Coder) -> Coder { coder }
    /// Returns the coder of a JSONNullable.
    @_disfavoredOverload public static func nullable<Coder: JSONCoder>(_ coder: Coder) -> Coder { coder }
    /// Returns the coder of an array.
    @_disfavoredOverload public static func array<Coder: JSONCoder>(_ coder: Coder) -> Coder { coder }
    /// Returns the coder of a dictionary.
    @_disfavoredOverload public static func dictionary<Coder: JSONCoder>(_ coder: Coder) -> Coder { coder }
    /// Returns the coder of a Set.
    public static func set<Coder: JSONCoder>(_ coder: Coder) -> Coder { coder }
    /// An unavailable overload for a coder of a Set's elements. The compiler's error says what to do.
    @available(*, unavailable, message: "a Set needs a coder whose Value is the entire Set: write one, or use an array")
    public static func set<Coder: JSONCoder>(_ coder: Coder) -> JSONComposedCoder<Set<Coder.Value>> where Coder.Value: Hashable {
        fatalError("unavailable")
    }

    /// Returns a coder for `_JSONStaged`, which stores a property with an initial value while its object is read.
    public static func staged<Coder: JSONCoder>(_ coder: Coder) -> JSONComposedCoder<_JSONStaged<Coder.Value>> { coder.staged }
}

extension JSONCoder {
    /// A coder for `_JSONStaged`, which stores a property with an initial value while its object is read. Macro expansions use this name.
    public var staged: JSONComposedCoder<_JSONStaged<Value>> {
        JSONComposedCoder { [child] in JSONMapping(nil: _JSONStaged<Value>.self, .staged(child)) }
    }
}
