#if Macros
/// Gives one property rules for null, invalid or unwanted values.
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
/// The compiler refuses a rule that is given twice, and a rule without effect on the property's type, such as `.lossy` for an `Int`.
///
/// - Parameter rules: `.lossy`, `.lenient`, `.invalidIsMissing`, `.writesNull`, `.views(...)` and `.description(...)`; see
///   ``JSONFieldRule``.
@attached(peer)
public macro JSONRule(_ rules: JSONFieldRule<Any>...) = #externalMacro(module: "YokeMacros", type: "JSONRuleMacro")

/// An overload for a coder that was given to `@JSONRule` by mistake. `@JSONModel` then says at compile time that coders belong in
/// `@JSONCoded`.
@_documentation(visibility: internal)
@attached(peer)
public macro JSONRule<Coder: JSONCoder>(_ coder: Coder) = #externalMacro(module: "YokeMacros", type: "JSONRuleMacro")

/// Writes a property only if a condition is true for its value.
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
/// - Parameter condition: A closure that declares the type of its parameter; see `JSONFieldRule.writtenIf`.
@attached(peer)
public macro JSONRule<Value>(writtenIf condition: (Value) -> Bool) = #externalMacro(module: "YokeMacros", type: "JSONRuleMacro")

/// Sets how an update, or `merge` of another model, combines the old and the new value of a property.
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
/// - Parameter combine: A closure that declares the types of its parameters; see `JSONFieldRule.merged`.
@attached(peer)
public macro JSONRule<Value>(merged combine: (Value, Value) throws -> Value) = #externalMacro(module: "YokeMacros", type: "JSONRuleMacro")
#endif
