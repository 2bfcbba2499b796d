#if Macros
/// Says what JSON calls a case of an enum.
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
/// It fits enums with payloads and enums over strings, and takes the place of the raw value.
///
/// - Parameter name: The name, a literal.
@attached(peer)
public macro JSONCase(_ name: String) = #externalMacro(module: "YokeMacros", type: "JSONCaseMacro")

/// Makes a case the one for every name that no other case has.
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
/// With a payload it keeps what was there and writes it back: `JSONRawText` and `JSONValue` keep any JSON; `String` keeps the characters of a JSON string, and
/// the text of anything else; a type of your own, or labelled values, keep the members that they name, such as the tag. In a flattened enum with
/// `tag:` and `content:` the payload is these two members. Without a payload nothing is kept, and no name is written: `{}` with `tag:`, else `""`,
/// and for an enum over strings the raw value.
@attached(peer)
public macro JSONCase(_ role: JSONCaseRole) = #externalMacro(module: "YokeMacros", type: "JSONCaseMacro")

/// What a case is besides its name.
public struct JSONCaseRole: Sendable {
    /// The case for unknown names.
    public static let fallback = JSONCaseRole()
}
#endif
