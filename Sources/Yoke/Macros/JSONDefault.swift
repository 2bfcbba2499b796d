#if Macros
/// Gives a property a value for each way in which the JSON may have none.
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
/// Each value is evaluated for each instance that needs it. The values are checked before the property is known, so a member is named with
/// its type: `Lang.unknown`, not `.unknown`.
///
/// - Parameters:
///   - missing: The value where the key is absent, and for null where that has none of its own and the property is not
///     Optional. Only for a property without an initial value, which is that already.
///   - onNull: The value for null.
///   - onInvalid: The value for one that does not fit.
@attached(peer)
public macro JSONDefault(missing: Any? = nil, onNull: Any? = nil, onInvalid: Any? = nil) =
    #externalMacro(module: "YokeMacros", type: "JSONDefaultMacro")

/// Gives a property without an initial value one for an absent key: the same as `missing:`.
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
