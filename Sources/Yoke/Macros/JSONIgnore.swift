#if Macros
/// Keeps a stored property out of JSON: it is neither read nor written.
///
/// ```json
/// { "name": "mia" }
/// ```
/// ```swift
/// @JSONModel
/// struct User {
///     var name: String
///     @JSONIgnore var cache: [String: Int] = [:]
///     @JSONIgnore var selected: Bool?
/// }
/// ```
///
/// A value that is read still has to get it from somewhere, so the property needs an initial value or an Optional type.
/// The initial value is evaluated for each instance. The property's type can be anything.
///
/// On `init(from:)` and `encode(to:)` of `Codable` it says that they are for others: Yoke does not call them.
@attached(peer)
public macro JSONIgnore() = #externalMacro(module: "YokeMacros", type: "JSONIgnoreMacro")
#endif
