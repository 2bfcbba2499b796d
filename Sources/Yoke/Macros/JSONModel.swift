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
/// It fits structs, classes and enums, nested and generic ones too. The type needs no initialiser of its
/// own, and keeps the ones it has, a struct's memberwise one included. The macro writes a mapping, which is a table of
/// fields and no code; what is read by hand-written `jsonMapping`s and by the macro is the same.
///
/// - A property's key is its name, in the type's case style; ``JSONKey(_:)`` gives it another. An `enum CodingKeys: String, CodingKey` in the
///   type is honoured: its raw values are the keys, and properties that it leaves out are left out.
/// - A missing key takes the property's initial value, which is evaluated anew for each instance; an Optional without one
///   is `nil`. Anything else that is missing is an error. ``JSONDefault(missing:null:wrong:)`` says more.
/// - Computed and static properties are not stored, so they are left out. ``JSONIgnore()`` leaves a stored one out.
/// - A `let` with an initial value can never change, so it is written but never read, with a warning.
/// - Observers do not run while a value is read: `willSet` and `didSet` see changes, not the making of an instance. (The one
///   exception is a class that inherits, has no `init` and an initial value for each property: it is made by its own `init()`.)
/// - A generic type can be read when the parameters that its properties mention can.
/// - A `static func jsonHooks(_ mapping: JSONMapping) -> JSONMapping` in the type is honoured: what it returns is the type's mapping, with hooks around it
///   (`mapping.beforeReading { ... }.afterReading(User.self) { ... }`). Subclasses have their own.
/// - In an enum each case stands for its raw value; any other value is an error. ``JSONCase(_:)`` names cases otherwise, and marks the one
///   for unknown names.
/// - A case with one value without a label is that value; several or labelled ones are an object of their labels, or `_0`, `_1`.
///   `{"circle": {...}}` says which case it is, and a string where there are no values; `tag:` names a member that says so instead.
///
/// What cannot be bound is an error at compile time that says what to do instead; the way out of everything is to write
/// `static var jsonMapping` by hand.
///
/// - Parameters:
///   - keys: How property names become keys where no ``JSONKey(_:)`` says otherwise; in an enum, how names of cases do.
///   - dates: How the type's dates stand in JSON.
///   - unknownKeys: What becomes of keys that no property has.
///   - layout: `.array`: the type is `[1, "a", null]` in JSON, its properties' values in the order of their declarations.
///   - only: Names of properties: the other ones are neither read nor written, as with ``JSONIgnore()``.
///   - explicit: Whether only properties with ``JSONKey(_:)``, ``JSONFlatten()`` or ``JSONExtras()`` are read and written.
///   - tag: For an enum with payloads: the key whose string is the case's name, in the payload's object.
///   - content: The key of the payload, which then stands beside the tag.
///   - untagged: Whether nothing names the case: it is the first one whose payload can be read.
///   - choose: For an enum with payloads: the name of the case that an object is, for a function to say, such as `{ $0["wings"] == nil ? "car" : "plane" }`
///     or a function that stands outside of the type; see `JSONMapping.init(cases:choose:keys:_:)`.
///   - subclassOf: For a class: its superclass, which has `@JSONModel` too, and whose properties are read and written with the class's own.
///     A class without initialisers of its own keeps those of its superclass; subclasses of such a one have to do so too.
///   - overriding: What stands otherwise in the JSON of this class than in that of its superclasses, by the property's name:
///     `["name": "dog_name", "born": .by(.secondsSince1970), "legs": .ignored]`. See ``JSONOverride``.
@attached(extension, conformances: JSONMapped, JSONReadable, JSONWritable, names: named(jsonMapping), named(_JSONStorage), named(init), named(_assign))
@attached(member, conformances: JSONMapped, JSONReadable, JSONWritable, names: named(init), named(jsonMapping))
public macro JSONModel(
    keys: JSONKeyStyle = .asWritten, dates: JSONDateStyle? = nil, unknownKeys: JSONUnknownKeys = .skip, layout: JSONLayout = .object, only: String...,
    explicit: Bool = false, tag: String? = nil, content: String? = nil, untagged: Bool = false,
    choose: (@Sendable (JSONObject) throws -> String?)? = nil, subclassOf: AnyClass? = nil, overriding: [String: JSONOverride] = [:]
) = #externalMacro(module: "YokeMacros", type: "JSONModelMacro")
#endif
