#if Macros
/// Gives a property a JSON key that differs from its name.
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
/// The key is used unchanged: the key style of `@JSONModel(keys:)` does not change it. A key of the text matches only if all bytes are
/// equal. Two properties may have the same key; both receive the value.
///
/// - Parameter key: The key, a literal or any other expression that needs no instance. A literal with `.` or `[` gives a warning, because
///   it may be meant as a path. Write `.path("a.b")` for a path, and `.literal("a.b")` for a key.
@attached(peer)
public macro JSONKey(_ key: String) = #externalMacro(module: "YokeMacros", type: "JSONKeyMacro")

/// Gives a property a list of aliases: keys and paths.
///
/// Reading takes the first alias of the list that is present and not null, whatever the order of the text. Writing uses the first alias.
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
/// Reading finds the value of a path in the same pass as all other values. Writing builds the objects and arrays of the path. Without
/// arguments, `@JSONKey` keeps the property's key. It then only marks a property of a `@JSONModel(explicit: true)` as part of the JSON.
///
/// - Parameter keys: Keys in their exact spelling, or `.path(...)`.
@attached(peer)
public macro JSONKey(_ keys: JSONKeyName...) = #externalMacro(module: "YokeMacros", type: "JSONKeyMacro")

/// Gives a property keys for reading, and another key for writing.
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
///   - read: The aliases for reading: the first that is present and not null counts. Without aliases, the property is written and never
///     read.
///   - write: The key for writing. nil: the property is read and never written.
@attached(peer)
public macro JSONKey(read: JSONKeyName..., write: JSONKeyName?) = #externalMacro(module: "YokeMacros", type: "JSONKeyMacro")
#endif
