/// A property in the list of a type's properties. Inherited and flattened properties stand at the positions where they are written.
struct ListedProperty {
    enum Form {
        case member, extras
        /// A flattened type with several cases. `tag`: the key of the member that names the case; nil without such a member.
        case cases(tag: String?)
    }

    let field: FieldDescription
    let form: Form
    /// The mapping that declares the property, and this mapping's layout.
    let owner: JSONMapping
    let layout: JSONLayout
    /// The property's index among the members of its owner.
    let index: Int
    /// The flattened properties around this property, the outermost first.
    let flattenedFrom: [String]
    /// True if the property belongs to a flattened Optional.
    let isInOptional: Bool
    /// The style of dates in the property's value, if the value declares no style of its own; nil if no type around the property sets it.
    let dates: JSONDateStyle?

    var keys: JSONKeys { field.keys ?? JSONKeys(field.style.key(for: field.name)) }
    /// True if the property always has its initial value: a `let` with an initial value.
    var isConstant: Bool { if case .constant = field.initial { true } else { false } }
    /// True if the model has a value for the property when its key is missing.
    var hasInitial: Bool { if case .none = field.initial { isStaged } else { true } }
    private var isStaged: Bool { field.child?.type is any StagedType.Type }
    /// The type that the property has in the model.
    var type: (any Any.Type)? { (field.child?.type as? any StagedType.Type)?.valueType ?? field.child?.type }
    var isOptional: Bool { type is any NilTestable.Type }
}

extension JSONMapping {
    /// The properties of the type's JSON object. In place of a flattened property, the list has the properties of its type.
    var listedProperties: [ListedProperty] {
        var list = PropertyList()
        list.add(self, PropertyList.Place(), [:])
        return list.properties
    }
}

private struct PropertyList {
    /// What the types around a type say about its properties. See `ListedProperty`.
    struct Place {
        var flattenedFrom: [String] = []
        var isInOptional = false
        var dates: JSONDateStyle?
        /// Number of flattened levels. It is limited because a class may be flattened into itself.
        var depth = 0
    }

    var properties: [ListedProperty] = []

    /// - Parameter overrides: changes that outer types make to properties of the type, by property name.
    mutating func add(_ mapping: JSONMapping, _ place: Place, _ overrides: [String: JSONOverride]) {
        guard place.depth <= 16 else { return }
        var place = place
        switch mapping.shape {
        case .optional(let inner):
            place.isInOptional = true
            add(inner.mapping(), place, overrides)
        case .via(let inner, _), .staged(let inner): add(inner.mapping(), place, overrides)
        case .rawText(let cases, _, .untagged, _) where cases.count == 1:
            if let payload = cases[0].payload { add(payload.mapping(), place, overrides) }
        case .object(let descriptions, let rules):
            var index = 0
            place.dates = rules.dates ?? place.dates
            for field in descriptions {
                let field = field.changed(by: overrides)
                func append(_ form: ListedProperty.Form) {
                    properties.append(
                        ListedProperty(
                            field: field, form: form, owner: mapping, layout: rules.layout, index: index,
                            flattenedFrom: place.flattenedFrom, isInOptional: place.isInOptional, dates: place.dates))
                }
                switch field.role {
                case .ignored: continue
                case .member:
                    append(.member)
                    index += 1
                case .extras: append(.extras)
                case .flattened:
                    guard let inner = field.child?.mapping() else { continue }
                    if case (true, let tag) = inner.cases {
                        append(.cases(tag: tag))
                    } else {
                        var below = place
                        below.flattenedFrom = field.isUnnamed ? place.flattenedFrom : place.flattenedFrom + [field.name]
                        below.depth += 1
                        add(inner, below, field.overrides(below: overrides))
                    }
                }
            }
        default: return
        }
    }
}

extension JSONMapping {
    /// `areMany` is true if the described type has several cases. `tag` is the key of the member that names the case; nil without such a
    /// member.
    fileprivate var cases: (areMany: Bool, tag: String?) {
        switch shape {
        case .optional(let inner), .staged(let inner): return inner.mapping().cases
        // A mapping with one untagged case describes a type with hooks, or `JSONLazy`. Such a type is not an enum.
        case .rawText(let cases, _, .untagged, _): return (cases.count != 1, nil)
        case .rawText(_, _, .internal(let tag), _), .rawText(_, _, .adjacent(let tag, _), _): return (true, tag)
        case .rawText: return (true, nil)
        default: return (false, nil)
        }
    }
}
