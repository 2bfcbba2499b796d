/// What a property, or the model around it, says of values that other values of their type know nothing of.
struct PropertyForm {
    /// The form of dates that do not say theirs.
    var dates: JSONDateStyle?
    /// `yoke_slot_rule`s of what is inside of the value.
    var rules: UInt8 = 0

    /// What of it goes for the elements of an array or dictionary.
    var ofElements: PropertyForm { PropertyForm(dates: dates) }
}

extension PlanCompiler.Run {
    /// Whether anything is said of a value itself that other values of its type know nothing of.
    mutating func isSaid(_ form: PropertyForm, of schema: JSONSchema) throws(JSONError) -> Bool {
        guard form.dates != nil || form.rules != 0 else { return false }
        switch schema.shape {
        case .date(nil): return form.dates != nil
        case .array(let element, _, _): return try isSaid(form.ofElements, of: self.schema(of: element))
        case .dictionary(let value, _, _, _): return try isSaid(form.ofElements, of: self.schema(of: value))
        case .optional(let wrapped), .staged(let wrapped): return try isSaid(form, of: self.schema(of: wrapped))
        case .through(let storage, let thunks):
            if form.rules != 0, try takesRules(schema) { return true }
            return thunks.isForm ? try isSaid(form, of: self.schema(of: storage)) : false
        case .captured(let cases, let thunks, _, _):
            guard thunks.isForm, let value = cases[0].payload else { return false }
            if form.rules != 0, try takesRules(schema) { return true }
            return try isSaid(form, of: self.schema(of: value))
        default: return false
        }
    }

    /// Whether a type is bound by way of one that the rules of a property are for.
    private mutating func takesRules(_ schema: JSONSchema, within: Int = 64) throws(JSONError) -> Bool {
        guard within > 0 else { return false }
        switch schema.shape {
        case .optional(let next), .staged(let next), .through(let next, _):
            return try takesRules(self.schema(of: next), within: within - 1)
        case .captured(let cases, let thunks, _, _):
            guard thunks.isForm, let value = cases[0].payload else { return false }
            return try takesRules(self.schema(of: value), within: within - 1)
        case .object, .document: return false
        default: return true
        }
    }
}
