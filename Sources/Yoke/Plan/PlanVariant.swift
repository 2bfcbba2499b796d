/// What one call asks of plans beside the types' own schemas. Plans are kept for each variant.
struct PlanVariant: Hashable, Sendable {
    /// The style of keys that are not given, instead of the types' own.
    var keys: KeyCase?
    /// Properties stand under their names, whatever keys they were given.
    var usesPropertyNames = false
    /// The form of dates that do not say theirs, instead of the types' own.
    var dates: JSONDateStyle?
    /// Coders in the place of types' own schemas.
    var coders: JSONCoders?

    /// The properties of the outermost model that take part; nil: all.
    var only: Set<String>?
    /// Those that do not.
    var excluding: Set<String> = []
    /// Of properties that name views, only those of this one take part; nil: all.
    var view: String?

    /// What is put around the schemas of some types; nil: nothing.
    var wrapping: SchemaWrapping?

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
    func style(of field: FieldDescription) -> KeyCase? {
        guard field.keys == nil else { return nil }
        return usesPropertyNames ? .asWritten : keys ?? field.style
    }

    /// Where a field stands that takes part.
    func keys(_ field: FieldDescription) -> JSONKeys {
        guard let own = field.keys else { return JSONKeys(style(of: field)?.key(for: field.name) ?? field.name) }
        return usesPropertyNames ? own.renamed(field.name) : own
    }

    /// What a type is, where nothing else is said of it.
    func schema(of child: JSONSchema.Child) -> JSONSchema {
        let coded = child.isShared ? coders?.child(for: ObjectIdentifier(child.type)) : nil
        return wrapping?.schema(of: coded ?? child) ?? (coded ?? child).schema()
    }
}

/// What a call puts around the schemas of some types: all of them but those whose members stand in another type's object.
struct SchemaWrapping: Hashable, Sendable {
    /// What tells it from others.
    let name: String
    /// The schema in the place of a type's own; nil: that one.
    let wrap: @Sendable (any Any.Type, JSONSchema) -> JSONSchema?
    /// The object in a text that has been written so; the text itself, where there is none.
    let object: @Sendable (UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>

    static func == (a: SchemaWrapping, b: SchemaWrapping) -> Bool { a.name == b.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The schema of a type, whose parts that have no object of their own are left alone.
    func schema(of child: JSONSchema.Child) -> JSONSchema {
        let schema = child.schema()
        let inner = schema.with(shape: shape(schema.shape))
        return child.isShared ? wrap(child.type, inner) ?? inner : inner
    }

    private func shape(_ shape: JSONSchema.Shape) -> JSONSchema.Shape {
        switch shape {
        case .object(var fields, let rules):
            for i in fields.indices where fields[i].role == .flattened { fields[i] = fields[i].with(child: fields[i].child.map(Self.bare)) }
            return .object(fields, rules)
        case .captured(let cases, let thunks, .internal(let tag), let fallback):
            let bare = cases.map { CaseDescription(name: $0.name, payload: $0.payload.map(Self.bare), make: $0.make) }
            return .captured(bare, thunks, .internal(tag: tag), fallback: fallback)
        case .captured(let cases, let thunks, .chosen(let choose), let fallback):
            // Which case it is says the object, as it was before it was wrapped.
            let looking = Thunks()
            looking.capture = { to, text, choice in try thunks.capture(to, object(text), choice) }
            looking.unfold = thunks.unfold
            return .captured(cases, looking, .chosen(choose), fallback: fallback)
        default: return shape
        }
    }

    /// A type, or Optional, that is not wrapped.
    private static func bare(_ child: JSONSchema.Child) -> JSONSchema.Child {
        JSONSchema.Child(child.type, isShared: false) {
            let schema = child.schema()
            guard case .optional(let wrapped) = schema.shape else { return schema }
            return schema.with(shape: .optional(bare(wrapped)))
        }
    }
}

extension JSONSchema {
    /// The same type in another form.
    func with(shape: Shape) -> JSONSchema {
        JSONSchema(type: type, represented: represented, shape: shape, layout: layout, value: value)
    }
}
