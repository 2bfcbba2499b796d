#if Macros
/// Gives a property a JSON key that is not its name.
///
/// ```json
/// { "full_text": "hello", "class": "news" }
/// ```
/// ```swift
/// @JSONModel
/// struct Post {
///     @JSONKey("full_text") var text: String
///     @JSONKey("class") var category: String
/// }
/// ```
///
/// The key is taken as it stands: the case style of ``JSONModel(keys:)`` does not apply to it, and it matches byte for byte.
/// Two properties may have the same key; both receive the value.
///
/// - Parameter key: The key, a literal or any other expression that needs no instance.
@attached(peer)
public macro JSONKey(_ key: String) = #externalMacro(module: "YokeMacros", type: "JSONKeyMacro")
#endif
