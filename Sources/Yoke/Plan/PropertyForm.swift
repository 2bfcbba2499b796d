/// What a property, or the model around it, says of values that other values of their type know nothing of.
struct PropertyForm: Hashable, Sendable {
    /// The form of dates that do not say theirs.
    var dates: JSONDateStyle?
    /// `yoke_slot_rule`s of what is inside of the value.
    var rules: UInt8 = 0

    /// What of it goes for the elements of an array or dictionary.
    var ofElements: PropertyForm { PropertyForm(dates: dates) }
}

/// What the slot of a value is made from, beside the value's type. From two equal ones the same is read and written, whatever plans they are
/// in.
final class SlotOrigin: Sendable {
    /// The variant of the call, as far as it is about this value, and what is said of the value.
    let variant: PlanVariant
    /// False: the place of the value says more, such as a tag beside its members.
    let isComplete: Bool

    init(_ variant: PlanVariant, isComplete: Bool) { (self.variant, self.isComplete) = (variant, isComplete) }
}

extension PlanCompiler.Run {
    /// The origin of the slot of a value below the type that is filled.
    mutating func origin(of child: JSONMapping.Child, rules: UInt8) throws(JSONError) -> SlotOrigin {
        var variant = way == nil ? variant.below : variant
        variant.form.rules = rules
        variant.form.dates = try isSaid(PropertyForm(dates: form.dates), of: mapping(of: child)) ? form.dates : nil
        return SlotOrigin(variant, isComplete: child.isShared)
    }

    /// Whether anything is said of a value itself that other values of its type know nothing of.
    mutating func isSaid(_ form: PropertyForm, of mapping: JSONMapping) throws(JSONError) -> Bool {
        guard form.dates != nil || form.rules != 0 else { return false }
        switch mapping.shape {
        case .date(nil): return form.dates != nil
        case .array(let element, _, _): return try isSaid(form.ofElements, of: self.mapping(of: element))
        case .dictionary(let value, _, _, _): return try isSaid(form.ofElements, of: self.mapping(of: value))
        case .optional(let wrapped), .staged(let wrapped): return try isSaid(form, of: self.mapping(of: wrapped))
        case .via(let storage, let thunks):
            if form.rules != 0, try takesRules(mapping) { return true }
            return thunks.isForm ? try isSaid(form, of: self.mapping(of: storage)) : false
        case .rawText(let cases, let thunks, _, _):
            guard thunks.isForm, let value = cases[0].payload else { return false }
            if form.rules != 0, try takesRules(mapping) { return true }
            return try isSaid(form, of: self.mapping(of: value))
        default: return false
        }
    }

    /// Whether a type is bound by way of one that the rules of a property are for.
    private mutating func takesRules(_ mapping: JSONMapping, within: Int = 64) throws(JSONError) -> Bool {
        guard within > 0 else { return false }
        switch mapping.shape {
        case .optional(let next), .staged(let next), .via(let next, _):
            return try takesRules(self.mapping(of: next), within: within - 1)
        case .rawText(let cases, let thunks, _, _):
            guard thunks.isForm, let value = cases[0].payload else { return false }
            return try takesRules(self.mapping(of: value), within: within - 1)
        case .object, .document: return false
        default: return true
        }
    }
}
