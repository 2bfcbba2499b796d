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
/// The key is taken as it stands: the case style of `@JSONModel(keys:)` does not apply to it, and it matches byte for byte.
/// Two properties may have the same key; both receive the value.
///
/// - Parameter key: The key, a literal or any other expression that needs no instance. A literal that holds `.` or `[` gets a warning, as
///   it may be meant as a path: `.path("a.b")` is one, `.literal("a.b")` is none.
@attached(peer)
public macro JSONKey(_ key: String) = #externalMacro(module: "YokeMacros", type: "JSONKeyMacro")

/// Gives a property a list of keys and paths: of those that are there and not null, the first one of the list is read, whatever the order
/// in the text. The first one is written.
///
/// ```json
/// { "data": { "ids": [7] } }
/// ```
/// ```swift
/// @JSONModel
/// struct Post {
///     @JSONKey("id", "ID", .path("data.ids[0]")) var id: Int
/// }
/// ```
///
/// A path costs no second pass, and is built again in writing. Without arguments the property keeps its name: that is what marks it in a
/// type with `@JSONModel(explicit: true)`.
///
/// - Parameter keys: Keys as they stand, and `.path(...)`s.
@attached(peer)
public macro JSONKey(_ keys: JSONKeyName...) = #externalMacro(module: "YokeMacros", type: "JSONKeyMacro")

/// Gives a property keys for reading, and another one for writing.
///
/// ```json
/// { "userName": "mia" }
/// ```
/// ```swift
/// @JSONModel
/// struct User {
///     @JSONKey(read: "userName", "login", write: "user_name") var name: String
/// }
/// ```
///
/// - Parameters:
///   - read: The candidates, as in the list without a label. None: the property is written and never read.
///   - write: The key in writing; nil: the property is read and never written.
@attached(peer)
public macro JSONKey(read: JSONKeyName..., write: JSONKeyName?) = #externalMacro(module: "YokeMacros", type: "JSONKeyMacro")
#endif
