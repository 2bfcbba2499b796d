/// What one call asks of plans beside the types' own mappings. Plans are kept for each variant.
struct PlanVariant: Hashable, Sendable {
    /// The style of keys that are not given, instead of the types' own.
    var keys: JSONKeyStyle?
    /// Properties stand under their names, whatever keys they were given.
    var usesPropertyNames = false
    /// The form of dates that do not say theirs, instead of the types' own.
    var dates: JSONDateStyle?
    /// Coders in the place of types' own mappings.
    var coders: JSONCoders?

    /// The properties of the outermost model that take part; nil: all.
    var only: Set<String>?
    /// Those that do not.
    var excluding: Set<String> = []
    /// Of properties that name views, only those of this one take part; nil: all.
    var view: String?

    /// What is put around the mappings of some types; nil: nothing.
    var wrapping: MappingWrapping?

    /// What is said of the outermost value: it was a property's.
    var form = PropertyForm()

    /// Whether a property takes no part.
    func hides(_ field: FieldDescription, isOutermost: Bool) -> Bool {
        if isOutermost, excluding.contains(field.name) || only?.contains(field.name) == false { return true }
        guard let view, let views = field.rules?.views, !views.isEmpty else { return false }
        return !views.contains(view)
    }

    static let plain = PlanVariant()

    /// It names properties of the outermost model.
    var hasNames: Bool { only != nil || !excluding.isEmpty }

    /// The error about names that are none of the outermost model's.
    func misnamed(_ known: Set<String>, of type: any Any.Type) -> JSONError? {
        guard let wrong = excluding.union(only ?? []).subtracting(known).min() else { return nil }
        let hint = NearestName.of(wrong, among: known.sorted()).map { "did you mean \"\($0)\"?" }
        return JSONError(
            .invalidOptions, "\"\(VisibleText.of(wrong))\" is no property of \(TypeName.of(type)) in JSON, which only: and excluding: choose among",
            hint: hint ?? (known.isEmpty ? nil : "there are \(known.sorted().map { "\"\($0)\"" }.joined(separator: ", "))"))
    }

    /// What is said of models below the outermost one.
    var below: PlanVariant {
        var variant = self
        (variant.only, variant.excluding, variant.form) = (nil, [], PropertyForm())
        return variant
    }

    /// What makes the one key of a field that says nothing of it.
    func style(of field: FieldDescription) -> JSONKeyStyle? {
        guard field.keys == nil else { return nil }
        return usesPropertyNames ? .asWritten : keys ?? field.style
    }

    /// Where a field stands that takes part.
    func keys(_ field: FieldDescription) -> JSONKeys {
        guard let own = field.keys else { return JSONKeys(style(of: field)?.key(for: field.name) ?? field.name) }
        return usesPropertyNames ? own.renamed(field.name) : own
    }

    /// What a type is, where nothing else is said of it.
    func mapping(of child: JSONMapping.Child) -> JSONMapping {
        let coded = child.isShared ? coders?.child(for: ObjectIdentifier(child.type)) : nil
        return wrapping?.mapping(of: coded ?? child) ?? (coded ?? child).mapping()
    }
}

/// What a call puts around the mappings of some types: all of them but those whose members stand in another type's object.
struct MappingWrapping: Hashable, Sendable {
    /// What tells it from others.
    let name: String
    /// The mapping in the place of a type's own; nil: that one.
    let wrap: @Sendable (any Any.Type, JSONMapping) -> JSONMapping?
    /// The object in a text that has been written so; the text itself, where there is none.
    let object: @Sendable (UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>

    static func == (a: MappingWrapping, b: MappingWrapping) -> Bool { a.name == b.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The mapping of a type, whose parts that have no object of their own are left alone.
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
            // Which case it is says the object, as it was before it was wrapped.
            let looking = Thunks()
            looking.capture = { to, text, choice in try thunks.capture(to, object(text), choice) }
            looking.project = thunks.project
            return .rawText(cases, looking, .chosen(choose), fallback: fallback)
        default: return shape
        }
    }

    /// A type, or Optional, that is not wrapped.
    private static func bare(_ child: JSONMapping.Child) -> JSONMapping.Child {
        JSONMapping.Child(child.type, isShared: false) {
            let mapping = child.mapping()
            guard case .optional(let wrapped) = mapping.shape else { return mapping }
            return mapping.with(shape: .optional(bare(wrapped)))
        }
    }
}

extension JSONMapping {
    /// The same type in another form.
    func with(shape: Shape) -> JSONMapping {
        JSONMapping(type: type, represented: represented, shape: shape, layout: layout, value: value)
    }
}
