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
/// The macro works for structs, classes and enums, also nested and generic ones. The type needs no initialiser, and keeps the
/// initialisers that it has, including a struct's memberwise one. The macro writes the property `jsonMapping`, which returns a mapping: a
/// table of fields, and not code. You can write an equal mapping by hand.
///
/// Properties:
///
/// - The key of a property is its name in the type's key style. `@JSONKey` gives the property another key.
/// - If a struct or class has an `enum CodingKeys: String, CodingKey`, its raw values are the keys; without `String`, the names of its
///   cases. Properties without a coding key are left out. The enum must stand in the type itself, and not inside `#if`.
/// - A missing key gives the property's initial value, evaluated again for each instance. An Optional without an initial value is `nil`.
///   For other properties a missing key is an error. ``JSONDefault(missing:onNull:onInvalid:)`` gives more control.
/// - Computed and static properties are left out, because they are not stored. ``JSONIgnore()`` leaves out a stored property.
/// - A `let` with an initial value can never change. So Yoke writes it but never reads it, and the macro warns about it.
///   Rules for writing apply to it: `@JSONRule(.views("admin")) let kind = "x"`.
/// - `willSet` and `didSet` do not run while Yoke makes an instance, unless the property is also lazy or has a property wrapper. They run
///   for later changes.
/// - A generic type can be read and written if each type parameter that its properties use can be read and written. A type parameter that
///   is the key of a dictionary must conform to ``JSONObjectKey``.
/// - The body of the type may have a `static func jsonHooks(_ mapping: JSONMapping) -> JSONMapping`, which adds hooks to the mapping:
///   `mapping.beforeReading { ... }.afterReading(User.self) { ... }`. A subclass does not use the `jsonHooks` of its superclass. If both
///   have this function, it is a `class func` in the superclass and an `override class func` in the subclass.
///
/// Enums:
///
/// - In an enum with raw values, each case stands for its raw value. Any other value is an error. `@JSONCase` gives a case another
///   name, and marks the case for unknown names.
/// - A case with one value without a label has the JSON of this value. Several or labelled values form an object: the keys are the labels,
///   or `_0`, `_1` for values without labels.
/// - Without `tag:`, the only key of an object names the case, as in `{"circle": {...}}`; a case without values is a string. With `tag:`, a
///   member of the object names the case.
///
/// A property that Yoke cannot read or write is an error at compile time. The error says what to do instead. You can always write
/// `static var jsonMapping` by hand.
///
/// - Parameters:
///   - keys: The style of keys for properties without `@JSONKey`; in an enum, the style for names of cases.
///   - dates: The form of the type's dates in JSON.
///   - unknownKeys: The rule for keys without a property: skip them, or throw an error.
///   - layout: With `.array`, the type is `[1, "a", null]` in JSON: the values of its properties in the order of their declarations.
///   - only: Names of properties. All other properties are neither read nor written, as with ``JSONIgnore()``.
///   - explicit: If true, only properties with `@JSONKey`, ``JSONFlatten()`` or ``JSONExtras()`` are read and written.
///   - tag: For an enum with payloads: the key for the name of the case, in the payload's object.
///   - content: For an enum with a tag: the key of the payload, which is then a member of its own beside the tag.
///   - untagged: If true, the JSON does not name the case. The case is the first one whose payload can be read.
///   - choose: For an enum with payloads: a function that returns the name of an object's case, such as
///     `{ $0["wings"] == nil ? "car" : "plane" }`, or a function outside of the type. See `JSONMapping.init(cases:choose:keys:_:)`.
///   - subclassOf: For a class: its superclass, which also has `@JSONModel`. The superclass's properties are read and written with the
///     class's own. A class without initialisers of its own inherits the superclass's initialisers. Then subclasses of this class must not
///     declare initialisers. The same restriction holds if the superclass has no initialiser of its own, and its declaration names a class
///     without `@JSONModel` or a protocol that the macro does not know. To avoid the restriction, give this superclass an `init()`.
///   - overriding: Changes to inherited properties in the JSON of this class, by property name:
///     `["name": "dog_name", "born": .by(.secondsSince1970), "legs": .ignored]`. See ``JSONOverride``.
@attached(
    extension, conformances: JSONMapped, JSONReadable, JSONWritable, names: named(jsonMapping), named(_JSONStorage), named(init),
    named(_assign))
@attached(
    member, conformances: JSONMapped, JSONReadable, JSONWritable,
    names: named(init), named(jsonMapping), named(_jsonMapping), named(_JSONStorage), named(_assign))
public macro JSONModel(
    keys: JSONKeyStyle = .asWritten, dates: JSONDateStyle? = nil, unknownKeys: JSONUnknownKeys = .skip, layout: JSONLayout = .object,
    only: String...,
    explicit: Bool = false, tag: String? = nil, content: String? = nil, untagged: Bool = false,
    choose: (@Sendable (JSONObject) throws -> String?)? = nil, subclassOf: AnyClass? = nil, overriding: [String: JSONOverride] = [:]
) = #externalMacro(module: "YokeMacros", type: "JSONModelMacro")
#endif
