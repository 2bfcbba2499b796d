#if Macros
/// Gives one property rules for values that are not as they should be.
///
/// ```json
/// { "media": [{ "id": 1 }, "broken"], "count": "7" }
/// ```
/// ```swift
/// @JSONModel
/// struct Post {
///     @JSONRule(.lossy) var media: [Media] = []
///     @JSONRule(.lenient) var count: Int
/// }
/// ```
///
/// - Parameter rules: `.lossy`, `.lenient`, `.invalidIsMissing`, `.writesNull` and `.views(...)`; see ``JSONFieldRule``.
@attached(peer)
public macro JSONRule(_ rules: JSONFieldRule<Any>...) = #externalMacro(module: "YokeMacros", type: "JSONRuleMacro")

/// Leaves a property out of what is written unless its value is one that is wanted.
///
/// ```json
/// { "name": "mia" }
/// ```
/// ```swift
/// @JSONModel
/// struct User {
///     var name: String
///     @JSONRule(writtenIf: { (tags: [String]) in !tags.isEmpty }) var tags: [String] = []
/// }
/// ```
///
/// - Parameter condition: A closure whose parameter has its type written; see `JSONFieldRule.writtenIf`.
@attached(peer)
public macro JSONRule<Value>(writtenIf condition: (Value) -> Bool) = #externalMacro(module: "YokeMacros", type: "JSONRuleMacro")

/// Says what an update, or `merge` of another model, makes of a property's old value and of the new one.
///
/// ```json
/// { "tags": ["new"] }
/// ```
/// ```swift
/// @JSONModel
/// struct User {
///     var name: String
///     @JSONRule(merged: { (old: [String], new: [String]) in old + new }) var tags: [String] = []
/// }
/// ```
///
/// - Parameter combine: A closure whose parameters have their types written; see `JSONFieldRule.merged`.
@attached(peer)
public macro JSONRule<Value>(merged combine: (Value, Value) throws -> Value) = #externalMacro(module: "YokeMacros", type: "JSONRuleMacro")
#endif
