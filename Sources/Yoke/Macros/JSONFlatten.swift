#if Macros
/// Reads the members of a property's type from the object around the property, and writes them into that object.
///
/// ```json
/// { "name": "mia", "street": "Am Rain 1", "zip": 8010 }
/// ```
/// ```swift
/// @JSONModel
/// struct User {
///     var name: String
///     @JSONFlatten var address: Address
/// }
///
/// @JSONModel
/// struct Address {
///     var street: String
///     var zip: Int
/// }
/// ```
///
/// The property has no key of its own, and the declaration must name its type. An Optional property is nil if all its keys are missing.
/// Yoke never uses the initial value of the property: the initial values of its members count.
///
/// Cost: none for a struct without hooks. For a class, an enum, a type with hooks, or a property with a coder, Yoke reads the object's text
/// a second time.
///
/// With a coder, the property is read from several members, and written as several members: the members of the coder's `Storage`.
///
/// ```swift
/// @JSONFlatten @JSONCoded(LocationCoder()) var at: Location?
/// ```
@attached(peer)
public macro JSONFlatten() = #externalMacro(module: "YokeMacros", type: "JSONFlattenMacro")
#endif
