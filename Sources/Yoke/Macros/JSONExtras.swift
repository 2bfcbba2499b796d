#if Macros
/// Keeps the members that no other property has, in the order of the text, and writes them back behind the others.
///
/// ```json
/// { "id": 7, "color": "red", "tags": [] }
/// ```
/// ```swift
/// @JSONModel
/// struct Item {
///     var id: Int
///     @JSONExtras var extras: JSONObject   // color and tags
/// }
/// ```
///
/// A type has at most one such property. Its initial value is not used: no extra member is an empty object.
@attached(peer)
public macro JSONExtras() = #externalMacro(module: "YokeMacros", type: "JSONExtrasMacro")
#endif
