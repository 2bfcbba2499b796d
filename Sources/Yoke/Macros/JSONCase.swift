#if Macros
/// Gives an enum case a JSON name.
///
/// ```json
/// { "type": "disc", "radius": 1 }
/// ```
/// ```swift
/// @JSONModel(tag: "type")
/// enum Shape {
///     @JSONCase("disc") case circle(Circle)
///     case square(Square)
/// }
/// ```
///
/// For enums with payloads, and for enums with String raw values, where the name replaces the raw value.
///
/// - Parameter name: The name, a literal.
@attached(peer)
public macro JSONCase(_ name: String) = #externalMacro(module: "YokeMacros", type: "JSONCaseMacro")

/// Makes a case the fallback: the case for every unknown name.
///
/// ```json
/// ["en", "tlh"]
/// ```
/// ```swift
/// @JSONModel
/// enum Lang: String {
///     case en, de
///     @JSONCase(.fallback) case unknown
/// }
/// ```
///
/// A fallback with a payload keeps the JSON and writes it back:
///
/// - `JSONRawText` and `JSONValue` keep any JSON.
/// - `String` keeps an unknown name. Values that are not strings are errors. The macro refuses `String` with `tag:` or `choose:`. Without
///   `untagged:`, it also refuses `String` if another case has a payload.
/// - A model keeps the members that it has properties for. Associated values with labels keep the members whose keys are these labels. A
///   property or label can also keep the tag.
/// - In a flattened enum with `tag:` and `content:`, the payload gets only the tag's member and the content's member.
///
/// A fallback without a payload keeps nothing. It is written without a name: as `{}` with `tag:` or `choose:`, as null with `untagged:`,
/// else as `""`. An enum with String raw values writes the raw value of the fallback.
@attached(peer)
public macro JSONCase(_ role: JSONCaseRole) = #externalMacro(module: "YokeMacros", type: "JSONCaseMacro")

/// A special role of an enum case, for `@JSONCase`.
public struct JSONCaseRole: Sendable {
    /// The case for unknown names.
    public static let fallback = JSONCaseRole()
}
#endif
