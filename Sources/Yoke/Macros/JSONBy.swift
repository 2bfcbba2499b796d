#if Macros
/// Says how one property stands in JSON: by a coder, and by rules.
///
/// ```json
/// { "color": "#ff0000", "marks": ["#00ff00", null] }
/// ```
/// ```swift
/// @JSONModel
/// struct Pen {
///     @JSONBy(HexColor()) var color: Int
///     @JSONBy(HexColor(), .lossy) var marks: [Int] = []
/// }
/// ```
///
/// The coder is one for the innermost value: of `Int?`, `JSONNullable<Int>`, `[Int]`, `[String: Int]` and what is nested of them, it is
/// given the `Int`s.
///
/// - Parameters:
///   - coder: Any ``JSONCoder``. Members of coders can be named without their type where they are declared in an extension of `JSONCoder`.
///   - rules: `.lossy`, `.lenient`, `.wrongIsMissing`, `.writesNull` and `.views(...)`; see ``JSONFieldRule``.
@attached(peer)
public macro JSONBy<Coder: JSONCoder>(_ coder: Coder, _ rules: JSONFieldRule<Any>...) =
    #externalMacro(module: "YokeMacros", type: "JSONByMacro")

/// Gives one property rules for values that are not as they should be.
///
/// ```json
/// { "media": [{ "id": 1 }, "broken"], "count": "7" }
/// ```
/// ```swift
/// @JSONModel
/// struct Post {
///     @JSONBy(.lossy) var media: [Media] = []
///     @JSONBy(.lenient) var count: Int
/// }
/// ```
///
/// - Parameter rules: `.lossy`, `.lenient`, `.wrongIsMissing`, `.writesNull` and `.views(...)`; see ``JSONFieldRule``.
@attached(peer)
public macro JSONBy(_ rules: JSONFieldRule<Any>...) = #externalMacro(module: "YokeMacros", type: "JSONByMacro")

/// Leaves a property out of what is written unless its value is one that is wanted.
///
/// ```json
/// { "name": "mia" }
/// ```
/// ```swift
/// @JSONModel
/// struct User {
///     var name: String
///     @JSONBy(writtenIf: { (tags: [String]) in !tags.isEmpty }) var tags: [String] = []
/// }
/// ```
///
/// - Parameter condition: A closure whose parameter has its type written; see `JSONFieldRule.writtenIf`.
@attached(peer)
public macro JSONBy<Value>(writtenIf condition: (Value) -> Bool) = #externalMacro(module: "YokeMacros", type: "JSONByMacro")

/// Says what an update, or `merge` of another model, makes of a property's old value and of the new one.
///
/// ```json
/// { "tags": ["new"] }
/// ```
/// ```swift
/// @JSONModel
/// struct User {
///     var name: String
///     @JSONBy(merged: { (old: [String], new: [String]) in old + new }) var tags: [String] = []
/// }
/// ```
///
/// - Parameter combine: A closure whose parameters have their types written; see `JSONFieldRule.merged`.
@attached(peer)
public macro JSONBy<Value>(merged combine: (Value, Value) throws -> Value) = #externalMacro(module: "YokeMacros", type: "JSONByMacro")

/// Says at compile time where the coders of Foundation's types are.
extension JSONFieldRule where Value == Any {
    @available(*, unavailable, message: "this is a coder of YokeFoundation: import that")
    public static var rfc3339: JSONFieldRule { preconditionFailure("unavailable") }
    @available(*, unavailable, message: "this is a coder of YokeFoundation: import that")
    public static var iso8601: JSONFieldRule { preconditionFailure("unavailable") }
    @available(*, unavailable, message: "this is a coder of YokeFoundation: import that")
    public static var rfc1123: JSONFieldRule { preconditionFailure("unavailable") }
    @available(*, unavailable, message: "this is a coder of YokeFoundation: import that")
    public static var secondsSince1970: JSONFieldRule { preconditionFailure("unavailable") }
    @available(*, unavailable, message: "this is a coder of YokeFoundation: import that")
    public static var millisecondsSince1970: JSONFieldRule { preconditionFailure("unavailable") }
    @available(*, unavailable, message: "this is a coder of YokeFoundation: import that")
    public static var auto: JSONFieldRule { preconditionFailure("unavailable") }
    @available(*, unavailable, message: "this is a coder of YokeFoundation: import that")
    public static var base64URL: JSONFieldRule { preconditionFailure("unavailable") }
    @available(*, unavailable, message: "this is a coder of YokeFoundation: import that")
    public static var repaired: JSONFieldRule { preconditionFailure("unavailable") }
    @available(*, unavailable, message: "this is a coder of YokeFoundation: import that")
    public static func format(_ pattern: String) -> JSONFieldRule { preconditionFailure("unavailable") }
}
#endif
