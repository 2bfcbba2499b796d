/// The wishes of a call that the types' own mappings do not meet. Plans are kept for each variant.
struct PlanVariant: Hashable, Sendable {
    /// The key style for properties without declared keys, instead of the types' own styles.
    var keys: JSONKeyStyle?
    /// True if properties stand under their names, whatever keys are declared.
    var usesPropertyNames = false
    /// The form of dates that do not declare a form, instead of the types' own forms.
    var dates: JSONDateStyle?
    /// Coders instead of types' own mappings.
    var coders: JSONCoders?

    /// The properties of the outermost model that take part; nil: all properties.
    var only: Set<String>?
    /// The properties of the outermost model that take no part.
    var excluding: Set<String> = []
    /// The view of the call: properties that name views take part only if they name this view. nil: all properties.
    var view: String?

    /// A wrapping of the mappings of some types; nil: no wrapping.
    var wrapping: MappingWrapping?

    /// The form of the outermost value, which a property declared.
    var form = PropertyForm()

    /// True if a property takes no part.
    func hides(_ field: FieldDescription, isOutermost: Bool) -> Bool {
        if isOutermost, excluding.contains(field.name) || only?.contains(field.name) == false { return true }
        guard let view, let views = field.rules?.views, !views.isEmpty else { return false }
        return !views.contains(view)
    }

    static let plain = PlanVariant()

    /// True if the variant names properties of the outermost model.
    var hasNames: Bool { only != nil || !excluding.isEmpty }

    /// The error for names that are not properties of the outermost model; nil if all names are known.
    func misnamed(_ known: Set<String>, of type: any Any.Type) -> JSONError? {
        guard let wrong = excluding.union(only ?? []).subtracting(known).min() else { return nil }
        let hint = NearestName.of(wrong, among: known.sorted()).map { "did you mean \"\($0)\"?" }
        return JSONError(
            .invalidOptions, "\"\(VisibleText.of(wrong))\" is no property of \(TypeName.of(type)) in JSON, which only: and excluding: choose among",
            hint: hint ?? (known.isEmpty ? nil : "there are \(known.sorted().map { "\"\($0)\"" }.joined(separator: ", "))"))
    }

    /// The variant for models below the outermost model.
    var below: PlanVariant {
        var variant = self
        (variant.only, variant.excluding, variant.form) = (nil, [], PropertyForm())
        return variant
    }

    /// The style that makes the key of a field; nil if the field declares keys.
    func style(of field: FieldDescription) -> JSONKeyStyle? {
        guard field.keys == nil else { return nil }
        return usesPropertyNames ? .asWritten : keys ?? field.style
    }

    /// The keys of a field that takes part.
    func keys(_ field: FieldDescription) -> JSONKeys {
        guard let own = field.keys else { return JSONKeys(style(of: field)?.key(for: field.name) ?? field.name) }
        return usesPropertyNames ? own.renamed(field.name) : own
    }

    /// The mapping of a type: the coder's or the type's own, with the wrapping of the call.
    func mapping(of child: JSONMapping.Child) -> JSONMapping {
        let coded = child.isShared ? coders?.child(for: ObjectIdentifier(child.type)) : nil
        return wrapping?.mapping(of: coded ?? child) ?? (coded ?? child).mapping()
    }
}

/// A wrapping that a call puts around the mappings of some types. Types whose members stand in another type's object are not wrapped.
struct MappingWrapping: Hashable, Sendable {
    /// The name that tells this wrapping from others.
    let name: String
    /// Returns the mapping to use instead of a type's own mapping; nil: the own mapping.
    let wrap: @Sendable (any Any.Type, JSONMapping) -> JSONMapping?
    /// Finds the object in a text that was written with the wrapping. Returns the entire text if the text is not wrapped.
    let object: @Sendable (UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>

    static func == (a: MappingWrapping, b: MappingWrapping) -> Bool { a.name == b.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The mapping of a type with the wrapping. Parts that have no object of their own stay unwrapped.
    func mapping(of child: JSONMapping.Child) -> JSONMapping {
        let mapping = child.mapping()
        let inner = mapping.with(shape: shape(mapping.shape))
        return child.isShared ? wrap(child.type, inner) ?? inner : inner
    }

    private func shape(_ shape: JSONMapping.Shape) -> JSONMapping.Shape {
        switch shape {
        case .object(var fields, let rules):
            for i in fields.indices where fields[i].role == .flattened { fields[i] = fields[i].with(child: fields[i].child.map(Self.bare)) }
            return .object(fields, rules)
        case .rawText(let cases, let thunks, .internal(let tag), let fallback):
            let bare = cases.map { CaseDescription(name: $0.name, payload: $0.payload.map(Self.bare), make: $0.make) }
            return .rawText(bare, thunks, .internal(tag: tag), fallback: fallback)
        case .rawText(let cases, let thunks, .chosen(let choose), let fallback):
            // The function that chooses the case looks at the object as it was before the wrapping.
            let looking = Thunks()
            looking.capture = { to, text, choice in try thunks.capture(to, object(text), choice) }
            looking.project = thunks.project
            return .rawText(cases, looking, .chosen(choose), fallback: fallback)
        default: return shape
        }
    }

    /// A type, or an Optional of a type, without the wrapping.
    private static func bare(_ child: JSONMapping.Child) -> JSONMapping.Child {
        JSONMapping.Child(child.type, isShared: false) {
            let mapping = child.mapping()
            guard case .optional(let wrapped) = mapping.shape else { return mapping }
            return mapping.with(shape: .optional(bare(wrapped)))
        }
    }
}

extension JSONMapping {
    /// The same type with another shape.
    func with(shape: Shape) -> JSONMapping {
        JSONMapping(type: type, represented: represented, shape: shape, layout: layout, value: value)
    }
}
