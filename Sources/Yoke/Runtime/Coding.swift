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

    // The coder may already make the container: `[String]` from "a,b". Then the compiler takes these functions. They accept only a coder that
    // no function has wrapped. So a coder of `[String]` has one meaning for a property `[[String]]`: it converts the inner arrays.

    /// Marks a coder that no other function has wrapped.
    public static func plain<Coder: JSONCoder>(_ coder: Coder) -> _JSONPlainCoder<Coder> { _JSONPlainCoder(coder: coder) }
    /// Returns the coder of an Optional.
    @_disfavoredOverload public static func optional<Coder>(_ coder: _JSONPlainCoder<Coder>) -> _JSONPlainCoder<Coder> { coder }
    /// Returns the coder of a JSONNullable.
    @_disfavoredOverload public static func nullable<Coder>(_ coder: _JSONPlainCoder<Coder>) -> _JSONPlainCoder<Coder> { coder }
    /// Returns the coder of an array.
    @_disfavoredOverload public static func array<Coder>(_ coder: _JSONPlainCoder<Coder>) -> _JSONPlainCoder<Coder> { coder }
    /// Returns the coder of a dictionary.
    @_disfavoredOverload public static func dictionary<Coder>(_ coder: _JSONPlainCoder<Coder>) -> _JSONPlainCoder<Coder> { coder }
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

/// A coder that no function of `_JSONCoded` has wrapped. It converts as `coder` does.
public struct _JSONPlainCoder<Coder: JSONCoder>: JSONCoder {
    fileprivate let coder: Coder
    /// The mapping of `coder`.
    public var jsonMapping: JSONMapping { coder.jsonMapping }
    /// Makes the value from the storage.
    public func decode(_ storage: Coder.Storage) throws -> Coder.Value { try coder.decode(storage) }
    /// Returns the storage of the value.
    public func encode(_ value: Coder.Value) throws -> Coder.Storage { try coder.encode(value) }
}

extension JSONCoder {
    /// A coder for `_JSONStaged`, which stores a property with an initial value while its object is read. Macro expansions use this name.
    public var staged: JSONComposedCoder<_JSONStaged<Value>> {
        JSONComposedCoder { [child] in JSONMapping(nil: _JSONStaged<Value>.self, .staged(child)) }
    }
}
