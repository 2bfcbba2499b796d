#if Macros
/// Describes a type to Yoke, so that it can be read from JSON and written as JSON.
///
/// ```json
/// { "id": 7, "user_name": "mia", "tags": ["a", "b"] }
/// ```
/// ```swift
/// @JSONModel(keys: .snakeCase)
/// struct User {
///     let id: Int
///     var userName: String
///     var tags: [String] = []
///     var age: Int?
/// }
///
/// let user = try User(json: text)
/// let back = try user.jsonString()
/// ```
///
/// It fits structs, classes and enums with raw values, nested and generic ones too. The type needs no initialiser of its
/// own, and keeps the ones it has, a struct's memberwise one included. The macro writes a schema, which is a table of
/// fields and no code; what is read by hand-written `jsonSchema`s and by the macro is the same.
///
/// - A property's key is its name, in the type's case style; ``JSONKey(_:)`` gives it another.
/// - A missing key takes the property's initial value, which is evaluated anew for each instance; an Optional without one
///   is `nil`. Anything else that is missing is an error.
/// - Computed and static properties are not stored, so they are left out. ``JSONIgnore()`` leaves a stored one out.
/// - A `let` with an initial value can never change, so it is written but never read, with a warning.
/// - Observers do not run while a value is read: `willSet` and `didSet` see changes, not the making of an instance. (The one
///   exception is a class that inherits, has no `init` and an initial value for each property: it is made by its own `init()`.)
/// - A generic type can be read when the parameters that its properties mention can.
/// - In an enum each case stands for its raw value; any other value is an error.
///
/// What cannot be bound is an error at compile time that says what to do instead; the way out of everything is to write
/// `static var jsonSchema` by hand.
///
/// - Parameter keys: How property names become keys where no ``JSONKey(_:)`` says otherwise.
@attached(extension, conformances: JSONDescribed, JSONReadable, JSONWritable, names: named(jsonSchema), named(_JSONStorage), named(init))
@attached(member, conformances: JSONDescribed, JSONReadable, JSONWritable, names: named(init))
public macro JSONModel(keys: KeyCase = .asWritten) = #externalMacro(module: "YokeMacros", type: "JSONModelMacro")
#endif
