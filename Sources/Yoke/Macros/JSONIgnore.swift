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
/// value for each instance. An update keeps the property's value. Exception: in a struct, a property that is lazy or has a property wrapper
/// gets its initial value again. So does a function or metatype in a `let` with an initial value.
///
/// The property may have any type. A struct is faster to read if all its ignored properties have types of the standard library, Foundation
/// or Yoke. For other types, the macro cannot exclude that the property holds a function. Yoke itself cannot store a function in a
/// property, so an initialiser then makes the struct.
///
/// A mapping never calls `init(from:)` and `encode(to:)` of `Codable`, so `@JSONModel` reports a type that declares them. With this
/// attribute on the function, `@JSONModel` accepts the function.
@attached(peer)
public macro JSONIgnore() = #externalMacro(module: "YokeMacros", type: "JSONIgnoreMacro")
#endif
