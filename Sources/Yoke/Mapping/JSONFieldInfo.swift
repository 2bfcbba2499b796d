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
        var list = FieldList()
        list.add(jsonMapping)
        return list.fields
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

/// Collects the properties of a type. Inherited and flattened properties stand at the positions where they are written.
private struct FieldList {
    var fields: [JSONFieldInfo] = []

    /// - Parameters:
    ///   - path: the flattened properties around the type.
    ///   - overrides: changes that outer types make to properties of the type, by property name.
    ///   - depth: number of flattened levels. The depth is limited because a class may be flattened into itself.
    mutating func add(_ mapping: JSONMapping, at path: [String] = [], _ overrides: [String: JSONOverride] = [:], depth: Int = 0) {
        guard depth <= 16 else { return }
        switch mapping.shape {
        case .via(let inner, _), .optional(let inner), .staged(let inner): add(inner.mapping(), at: path, overrides, depth: depth)
        case .rawText(let cases, _, .untagged, _) where cases.count == 1:
            if let payload = cases[0].payload { add(payload.mapping(), at: path, overrides, depth: depth) }
        case .object(let descriptions, let rules):
            var index = 0
            for field in descriptions {
                let field = field.changed(by: overrides)
                switch field.role {
                case .ignored: continue
                case .member:
                    let keys = rules.layout == .array ? JSONKeys("[\(index)]") : field.keys ?? JSONKeys(field.style.key(for: field.name))
                    index += 1
                    append(field, keys.read.map(\.text), keys.write.first?.text, of: mapping, at: path)
                case .extras: append(field, nil, nil, of: mapping, at: path)
                case .flattened:
                    guard let inner = field.child?.mapping() else { continue }
                    if case (true, let tag) = inner.cases {
                        append(field, tag.map { [$0] }, tag, of: mapping, at: path)
                    } else {
                        let path = field.isUnnamed ? path : path + [field.name]
                        add(inner, at: path, field.overrides(below: overrides), depth: depth + 1)
                    }
                }
            }
        default: return
        }
    }

    /// - Parameter keys: the keys and paths that the property is read from; nil if the property has no key of its own.
    private mutating func append(
        _ field: FieldDescription, _ keys: [String]?, _ writeKey: String?, of mapping: JSONMapping, at path: [String]
    ) {
        let type = field.child?.type, staged = type as? any StagedType.Type, value = staged?.valueType ?? type
        let (isConstant, hasInitial) =
            switch field.initial {
            case .none: (false, staged != nil || field.role == .extras)
            case .constant: (true, true)
            case .thunk, .literal: (false, true)
            }
        let isRead = !isConstant && keys?.isEmpty != true
        let isWritten = keys == nil || writeKey != nil
        guard isRead || isWritten else { return }
        fields.append(
            JSONFieldInfo(
                name: field.name, readKeys: isConstant ? [] : keys ?? [], writeKey: writeKey, isRead: isRead, isWritten: isWritten,
                typeName: value.map(TypeName.of) ?? "", isOptional: value is any NilTestable.Type, hasDefault: hasInitial,
                ownerName: mapping.name, flattenedFrom: path))
    }
}

extension JSONMapping {
    /// `areMany` is true if the described type has several cases. `tag` is the key of the member that names the case; nil without such a
    /// member.
    fileprivate var cases: (areMany: Bool, tag: String?) {
        switch shape {
        case .optional(let inner), .staged(let inner): return inner.mapping().cases
        case .rawText(let cases, _, let tagging, _):
            // The mapping has one untagged case: it describes a type with hooks, or `JSONLazy`. Such a type is not an enum.
            if cases.count == 1, case .untagged = tagging { return (false, nil) }
            switch tagging {
            case .internal(let tag), .adjacent(let tag, _): return (true, tag)
            default: return (true, nil)
            }
        default: return (false, nil)
        }
    }
}
