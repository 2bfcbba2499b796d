#if Macros
/// Keeps the members that no other property has, in the order of the text, and writes them back at the place of the property.
///
/// ```json
/// { "id": 7, "color": "red", "tags": [] }
/// ```
/// ```swift
/// @JSONModel
/// struct Item {
///     var id: Int
///     @JSONExtras var extras: JSONObject = [:]   // color and tags
/// }
/// ```
///
/// A type has at most one property with this attribute. Yoke never uses the initial value of the property: without extra members, the
/// property is an empty object.
@attached(peer)
public macro JSONExtras() = #externalMacro(module: "YokeMacros", type: "JSONExtrasMacro")
#endif
