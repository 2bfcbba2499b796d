/// The JSON form that a property, or the model around it, declares for its values: date style and rules. Other values of the same type do
/// not have this form.
struct PropertyForm: Hashable, Sendable {
    /// The style for dates that set no style of their own; nil if the property and its model set no style.
    var dates: JSONDateStyle?
    /// Flags for the property's rules `.lossy` and `.lenient`. If the value is read via another type (its storage type), the rules also
    /// apply to that type.
    var rules: UInt8 = 0
    /// The keys of enum tags that stand among the members of the value, the outermost enum first.
    var tags: [String] = []

    /// The part of the form that also applies to the elements of an array or dictionary: the date style.
    var ofElements: PropertyForm { PropertyForm(dates: dates) }
}

/// The inputs from which a slot was compiled, besides the type. Two slots of a type read and write the same JSON if their inputs are equal
/// and complete.
final class SlotOrigin: Sendable {
    /// The variant of the call. Its `form` is the form that the property declared.
    let variant: PlanVariant
    /// False if the slot depends on more than the type and the variant, for example on a mapping that belongs to one property.
    let isComplete: Bool

    init(_ variant: PlanVariant, isComplete: Bool) { (self.variant, self.isComplete) = (variant, isComplete) }
}

extension PlanCompiler.Run {
    /// Returns the inputs from which the slot of `child` is compiled. `child` is a value inside the type that is being filled.
    mutating func origin(of child: JSONMapping.Child, rules: UInt8) throws(JSONError) -> SlotOrigin {
        var variant = depthFromRoot == nil ? variant.below : variant
        variant.form.rules = rules
        variant.form.tags = child.tags
        variant.form.dates = try changesJSON(PropertyForm(dates: form.dates), of: mapping(of: child)) ? form.dates : nil
        return SlotOrigin(variant, isComplete: child.isShared || !child.tags.isEmpty)
    }

    /// Returns true if `form` changes the JSON of a value, so that the value needs another plan than other values of its type.
    mutating func changesJSON(_ form: PropertyForm, of mapping: JSONMapping) throws(JSONError) -> Bool {
        guard form.dates != nil || form.rules != 0 else { return false }
        switch mapping.shape {
        case .date(nil): return form.dates != nil
        case .array(let element, _, _): return try changesJSON(form.ofElements, of: self.mapping(of: element))
        case .dictionary(let value, _, _, _): return try changesJSON(form.ofElements, of: self.mapping(of: value))
        case .optional(let wrapped), .staged(let wrapped): return try changesJSON(form, of: self.mapping(of: wrapped))
        case .via(let storage, let thunks):
            if form.rules != 0, try acceptsRules(mapping) { return true }
            return thunks.isForm ? try changesJSON(form, of: self.mapping(of: storage)) : false
        case .rawText(let cases, let thunks, _, _):
            guard thunks.isForm, let value = cases[0].payload else { return false }
            if form.rules != 0, try acceptsRules(mapping) { return true }
            return try changesJSON(form, of: self.mapping(of: value))
        default: return false
        }
    }

    /// Returns true if a property's rules apply to the type, or to its storage type.
    private mutating func acceptsRules(_ mapping: JSONMapping, within: Int = 64) throws(JSONError) -> Bool {
        guard within > 0 else { return false }
        switch mapping.shape {
        case .optional(let next), .staged(let next), .via(let next, _):
            return try acceptsRules(self.mapping(of: next), within: within - 1)
        case .rawText(let cases, let thunks, _, _):
            guard thunks.isForm, let value = cases[0].payload else { return false }
            return try acceptsRules(self.mapping(of: value), within: within - 1)
        case .object, .document: return false
        default: return true
        }
    }
}
