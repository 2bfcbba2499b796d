#if Macros
/// Converts one property with a coder.
///
/// ```json
/// { "color": "#ff0000", "marks": ["#00ff00", "#0000ff"] }
/// ```
/// ```swift
/// @JSONModel
/// struct Pen {
///     @JSONCoded(HexColor()) var color: Int
///     @JSONCoded(HexColor()) var marks: [Int] = []
/// }
/// ```
///
/// The coder converts the innermost values. In `Int?`, `JSONNullable<Int>`, `[Int]`, `[String: Int]` and nested types of this kind, it
/// converts each `Int`. If the coder's `Value` is itself a container, the coder converts each such container. A coder of `[Int]` may read
/// `"1,2,3"`. It converts a property of type `[Int]`, and the inner arrays of `[[Int]]`. A `Set` needs a coder of the entire `Set`.
///
/// - Parameter coder: Any ``JSONCoder``. A static member that an extension of `JSONCoder` declares needs no type: `@JSONCoded(.celsius)`.
@attached(peer)
public macro JSONCoded<Coder: JSONCoder>(_ coder: Coder) = #externalMacro(module: "YokeMacros", type: "JSONCodedMacro")

/// An overload for a rule that was given to `@JSONCoded` by mistake. `@JSONModel` then says at compile time that rules belong in
/// `@JSONRule`.
@_documentation(visibility: internal)
@attached(peer)
public macro JSONCoded(_ rules: JSONFieldRule<Any>...) = #externalMacro(module: "YokeMacros", type: "JSONCodedMacro")

/// Placeholders for coders of `YokeFoundation`. If a file uses such a coder without an import of this module, the compiler's error names
/// the module.
extension JSONCoder where Self == JSONCoderOfFoundation {
    @available(*, unavailable, message: "add `import YokeFoundation` to this file, because this coder is in that module")
    public static var rfc3339: JSONCoderOfFoundation { preconditionFailure("unavailable") }
    @available(*, unavailable, message: "add `import YokeFoundation` to this file, because this coder is in that module")
    public static var iso8601: JSONCoderOfFoundation { preconditionFailure("unavailable") }
    @available(*, unavailable, message: "add `import YokeFoundation` to this file, because this coder is in that module")
    public static var rfc1123: JSONCoderOfFoundation { preconditionFailure("unavailable") }
    @available(*, unavailable, message: "add `import YokeFoundation` to this file, because this coder is in that module")
    public static var secondsSince1970: JSONCoderOfFoundation { preconditionFailure("unavailable") }
    @available(*, unavailable, message: "add `import YokeFoundation` to this file, because this coder is in that module")
    public static var millisecondsSince1970: JSONCoderOfFoundation { preconditionFailure("unavailable") }
    @available(*, unavailable, message: "add `import YokeFoundation` to this file, because this coder is in that module")
    public static var auto: JSONCoderOfFoundation { preconditionFailure("unavailable") }
    @available(*, unavailable, message: "add `import YokeFoundation` to this file, because this coder is in that module")
    public static var base64URL: JSONCoderOfFoundation { preconditionFailure("unavailable") }
    @available(*, unavailable, message: "add `import YokeFoundation` to this file, because this coder is in that module")
    public static var repaired: JSONCoderOfFoundation { preconditionFailure("unavailable") }
    @available(*, unavailable, message: "add `import YokeFoundation` to this file, because this coder is in that module")
    public static func format(_ pattern: String) -> JSONCoderOfFoundation { preconditionFailure("unavailable") }
}

/// The type that the coders of `YokeFoundation` have in a file without an import of this module. The type has no values.
public enum JSONCoderOfFoundation: JSONCoder {
    /// Never called: the type has no values.
    public func decode(_ storage: JSONValue) throws -> JSONValue { switch self {} }
    /// Never called: the type has no values.
    public func encode(_ value: JSONValue) throws -> JSONValue { switch self {} }
}
#endif
