extension JSONMapped {
    /// What the type's JSON object is made of, in the order in which it is written: for forms, tables and tests. Those that are inherited, and
    /// those of flattened properties, stand among the type's own. What is neither read nor written is left out. Empty for types that are no
    /// objects.
    ///
    /// ```swift
    /// for field in Dog.jsonFields where field.isRequired { print(field.name, field.readKeys, field.typeName) }
    /// ```
    /// Cost: the mapping is made anew.
    public static var jsonFields: [JSONFieldInfo] {
        var list = FieldList()
        list.add(jsonMapping)
        return list.fields
    }
}

/// One property of a model, as its mapping has it.
public struct JSONFieldInfo: Sendable, Hashable {
    /// The property's name.
    public let name: String
    /// Where it is read from, in the order of preference: keys and paths, `[0]` in a type that stands as an array. Empty where it is not
    /// read, and for what has no key of its own: extras, and a flattened enum without a tag.
    public let readKeys: [String]
    /// Where it is written to; nil where it is not written, or has no key of its own.
    public let writeKey: String?
    /// Whether it is read. A `let` with an initial value, and what only has a key for writing, is not.
    public let isRead: Bool
    /// Whether it is written.
    public let isWritten: Bool
    /// Swift's name of its type, `Optional<Int>` as `Array<String>`.
    public let typeName: String
    /// Whether its type has a value for an absent key of its own: nil.
    public let isOptional: Bool
    /// Whether the model gives it a value for an absent key: an initial value, or the one of `@JSONDefault`.
    public let hasDefault: Bool
    /// Swift's name of the type that declares it: the model's own, that of a superclass, or the one of a flattened property.
    public let ownerName: String
    /// The flattened properties that it is inside of, the outermost first; empty for the model's own, and for inherited ones.
    public let flattenedFrom: [String]

    /// Whether an absent key is an error. (In a flattened Optional: where any other of its keys is there.)
    public var isRequired: Bool { isRead && !isOptional && !hasDefault }
}

/// The properties of a type, those that it has from others in their place.
private struct FieldList {
    var fields: [JSONFieldInfo] = []

    /// - Parameters:
    ///   - path: the flattened properties around the type.
    ///   - overrides: what types around it say otherwise of its properties.
    ///   - depth: how deep it is flattened; a class may be flattened into itself.
    mutating func add(_ mapping: JSONMapping, at path: [String] = [], _ overrides: [String: JSONOverride] = [:], depth: Int = 0) {
        guard depth <= 16 else { return }
        switch mapping.shape {
        case .via(let inner, _), .optional(let inner), .staged(let inner): add(inner.mapping(), at: path, overrides, depth: depth)
        case .rawText(let cases, _, .untagged, _) where cases.count == 1:
            if let payload = cases[0].payload { add(payload.mapping(), at: path, overrides, depth: depth) }
        case .object(let descriptions, let rules):
            var place = 0
            for field in descriptions {
                let field = overrides[field.name].flatMap { try? field.changed(by: $0, in: "") } ?? field
                switch field.role {
                case .ignored: continue
                case .member:
                    let keys = rules.layout == .array ? JSONKeys("[\(place)]") : field.keys ?? JSONKeys(field.style.key(for: field.name))
                    place += 1
                    append(field, keys.read.map(\.text), keys.write.first?.text, of: mapping, at: path)
                case .extras: append(field, nil, nil, of: mapping, at: path)
                case .flattened:
                    guard let inner = field.child?.mapping() else { continue }
                    if case (true, let tag) = inner.cases {
                        append(field, tag.map { [$0] }, tag, of: mapping, at: path)
                    } else {
                        let changes = field.overrides.merging(overrides) { _, outer in outer }
                        add(inner, at: field.isUnnamed ? path : path + [field.name], changes, depth: depth + 1)
                    }
                }
            }
        default: return
        }
    }

    /// - Parameter keys: nil: it is read, and has no key.
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
    /// Whether it is one of several cases, and the key that says which.
    fileprivate var cases: (areMany: Bool, tag: String?) {
        switch shape {
        case .optional(let inner), .staged(let inner): return inner.mapping().cases
        case .rawText(let cases, _, let tagging, _):
            // Hooks around a type, and what is bound later, are one.
            if cases.count == 1, case .untagged = tagging { return (false, nil) }
            switch tagging {
            case .internal(let tag), .adjacent(let tag, _): return (true, tag)
            default: return (true, nil)
            }
        default: return (false, nil)
        }
    }
}
