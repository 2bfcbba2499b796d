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
/// The property needs an initial value or an Optional type, because each new instance needs a value for it. Yoke evaluates the initial
/// value for each instance. An update keeps the property's value. But if the property of a struct is
/// lazy or has a property wrapper, it starts again.
///
/// The property may have any type. If the macro does not know the type, it may be a function, so an initialiser must make the struct. Such a
/// struct is slower to read than one whose ignored properties have types of the standard library, Foundation or Yoke.
///
/// A mapping never calls `init(from:)` and `encode(to:)` of `Codable`, so `@JSONModel` reports a type that declares them. With this
/// attribute on the function, `@JSONModel` accepts the function.
@attached(peer)
public macro JSONIgnore() = #externalMacro(module: "YokeMacros", type: "JSONIgnoreMacro")
#endif
