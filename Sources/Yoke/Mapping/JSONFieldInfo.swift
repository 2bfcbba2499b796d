extension JSONMapped {
    /// The properties of the type's JSON object, in the order of writing. Forms, tables and tests can use this list.
    ///
    /// The list includes inherited properties and the properties of flattened types. It leaves out properties that are neither read nor
    /// written. It is empty for types that are not objects.
    ///
    /// ```swift
    /// for field in Dog.jsonFields where field.isRequired { print(field.name, field.readKeys, field.typeName) }
    /// ```
    /// Cost: each call makes the mapping again.
    public static var jsonFields: [JSONFieldInfo] {
        jsonMapping.listedProperties.compactMap(JSONFieldInfo.init)
    }
}

/// One property of a model, as described by the mapping.
public struct JSONFieldInfo: Sendable, Hashable {
    /// The property's name.
    public let name: String
    /// Keys and paths that the property is read from, in the order of preference. In a model with array layout: the index of the property's
    /// element, such as `[0]`.
    ///
    /// `readKeys` is empty if the property is not read, or has no key of its own: extras, and a flattened enum without a tag.
    public let readKeys: [String]
    /// The key under which the property is written; nil if the property is not written, or has no key of its own.
    public let writeKey: String?
    /// True if the property is read. A `let` with an initial value is not read, nor a property that only has a key for writing.
    public let isRead: Bool
    /// True if the property is written.
    public let isWritten: Bool
    /// Swift's name of the property's type, for example `Optional<Int>` or `Array<String>`.
    public let typeName: String
    /// True if the type of the property has a value for a missing key: nil, or `.missing` of ``JSONNullable``.
    public let isOptional: Bool
    /// True if the model has a value for a missing key: an initial value, or the value in `@JSONDefault`.
    public let hasDefault: Bool
    /// Swift's name of the type that declares the property: the model, one of its superclasses, or a type that is flattened into the model.
    public let ownerName: String
    /// The flattened properties around this property, the outermost first. Empty for the model's own and inherited properties.
    public let flattenedFrom: [String]

    /// True if a missing key is an error. Inside a flattened Optional, it is an error only if another key of the Optional is present.
    public var isRequired: Bool { isRead && !isOptional && !hasDefault }
}

extension JSONFieldInfo {
    /// nil if the property is neither read nor written.
    fileprivate init?(_ property: ListedProperty) {
        let field = property.field
        // The keys and paths that the property is read from; nil if the property has no key of its own.
        let keys: [String]?
        switch property.form {
        case .member where property.layout == .array: (keys, writeKey) = (["[\(property.index)]"], "[\(property.index)]")
        case .member: (keys, writeKey) = (property.keys.read.map(\.text), property.keys.write.first?.text)
        case .extras: (keys, writeKey) = (nil, nil)
        case .cases(let tag): (keys, writeKey) = (tag.map { [$0] }, tag)
        }
        readKeys = property.isConstant ? [] : keys ?? []
        isRead = !property.isConstant && keys?.isEmpty != true
        isWritten = keys == nil || writeKey != nil
        guard isRead || isWritten else { return nil }
        name = field.name
        typeName = property.type.map(TypeName.of) ?? ""
        isOptional = property.isOptional
        hasDefault = if case .extras = property.form { true } else { property.hasInitial }
        ownerName = property.owner.name
        flattenedFrom = property.flattenedFrom
    }
}
