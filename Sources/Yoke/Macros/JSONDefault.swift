#if Macros
/// Gives a property values for a missing key, for null and for an invalid value.
///
/// ```json
/// { "lang": "klingon", "size": null }
/// ```
/// ```swift
/// @JSONModel
/// struct Page {
///     @JSONDefault(onInvalid: Lang.unknown) var lang: Lang = .english
///     @JSONDefault(missing: 1, onNull: 0) var size: Int
/// }
/// ```
///
/// Yoke evaluates the expression of a value again for each instance that needs the value. The compiler checks the expression before it
/// knows the property's type. So name a member with its type: `Lang.unknown`, not `.unknown`.
///
/// - Parameters:
///   - missing: The value for a missing key. Also the value for null, if `onNull` is not given and the property is not Optional. Only for
///     a property without an initial value, because an initial value is itself the value for a missing key.
///   - onNull: The value for null.
///   - onInvalid: The value that replaces an invalid value.
@attached(peer)
public macro JSONDefault(missing: Any? = nil, onNull: Any? = nil, onInvalid: Any? = nil) =
    #externalMacro(module: "YokeMacros", type: "JSONDefaultMacro")

/// Gives a property without an initial value a value for a missing key. A short form of `@JSONDefault(missing:)`.
///
/// ```json
/// {}
/// ```
/// ```swift
/// @JSONModel
/// struct Page {
///     @JSONDefault(1) var size: Int
/// }
/// ```
@attached(peer)
public macro JSONDefault(_ missing: Any?) = #externalMacro(module: "YokeMacros", type: "JSONDefaultMacro")
#endif
