#if Macros
/// Reads the members of a property's type from the object around it, and writes them into that.
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
/// The property has no key of its own; its type has to be written. An Optional one is nil where none of its keys is there. A plain struct
/// costs nothing; what is none (a class, an enum, a dictionary) is read from the object's text a second time.
///
/// With a coder the property is made of several members, those of the coder's `Storage`:
///
/// ```swift
/// @JSONFlatten @JSONCoded(LocationCoder()) var at: Location?
/// ```
@attached(peer)
public macro JSONFlatten() = #externalMacro(module: "YokeMacros", type: "JSONFlattenMacro")
#endif
