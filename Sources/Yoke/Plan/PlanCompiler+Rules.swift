internal import CYoke

// Checks the rules that a mapping declares for its properties.

extension PlanCompiler.Run {
    /// Throws an error if the property has a rule twice, a rule without effect on its type, or, as a constant, a rule for reading.
    mutating func checkRules(of field: FieldDescription, in mapping: JSONMapping) throws(JSONError) {
        guard field.role == .member, let rules = field.rules, let child = field.child else { return }
        if let repeated = rules.repeated {
            throw JSONError(.invalidMapping, "\(mapping.name).\(field.name) has the rule .\(repeated) twice", hint: "remove one of the two")
        }
        if case .constant = field.initial, let rule = rules.ofReading {
            throw JSONError(
                .invalidMapping, "\(mapping.name).\(field.name) has the rule .\(rule), but it is a constant, which is never read",
                hint: "remove the rule")
        }
        guard rules.slotRules != 0, let useless = try useless(rules.slotRules, field, child) else { return }
        let owner = mapping.name
        // No error in a generic model: a rule may do nothing for one type argument, and be needed for another.
        if _typeName(mapping.represented).contains("<") { return }
        let type = (child.type as? any StagedType.Type)?.valueType ?? child.type
        throw JSONError(
            .invalidMapping, "\(owner).\(field.name) has the rule .\(useless.rule), which does nothing for \(TypeName.of(type))",
            hint: useless.hint)
    }

    private mutating func useless(
        _ rules: UInt8, _ field: FieldDescription, _ child: JSONMapping.Child
    ) throws(JSONError) -> (rule: String, hint: String)? {
        if rules & SlotRule.lossy != 0, try !isAny(child, of: { $0.hasElements }) {
            return ("lossy", "it leaves out elements of an array or dictionary: remove it, or use .invalidIsMissing")
        }
        if rules & SlotRule.lenient != 0, try !isAny(child, of: { $0.isText }) {
            return ("lenient", "it converts numbers, Bools, Strings and dates: remove it, or read the call with .lenient")
        }
        let (isOptional, isStaged) = try optionality(of: child)
        if rules & SlotRule.writesNull != 0, !isOptional {
            return ("writesNull", "it is about nil: remove it, or make the property Optional")
        }
        if rules & SlotRule.invalidIsMissing != 0, case .none = field.initial, !isOptional, !isStaged {
            return ("invalidIsMissing", "a missing key is an error here: make the property Optional, or give it an initial value")
        }
        return nil
    }

    /// Returns true if `isGood` accepts the shape of the value inside all Optionals and storage types.
    private mutating func isAny(
        _ child: JSONMapping.Child, of isGood: (JSONMapping.Shape) -> Bool, within: Int = 64
    ) throws(JSONError) -> Bool {
        guard within > 0 else { return true }
        switch try mapping(of: child).shape {
        case .optional(let next), .staged(let next), .via(let next, _): return try isAny(next, of: isGood, within: within - 1)
        case .rawText(let cases, let thunks, _, _):
            guard thunks.isForm, let value = cases[0].payload else { return false }
            return try isAny(value, of: isGood, within: within - 1)
        case let shape: return isGood(shape)
        }
    }

    /// - Returns: `isOptional`: true if the property can be nil or null. `isStaged`: true if the property may be missing.
    private mutating func optionality(of child: JSONMapping.Child) throws(JSONError) -> (isOptional: Bool, isStaged: Bool) {
        let mapping = try mapping(of: child)
        switch mapping.shape {
        case .optional: return (true, false)
        case .staged(let next): return (try optionality(of: next).isOptional, true)
        default: return (mapping.value.storeNull != nil, false)
        }
    }
}

extension JSONMapping.Shape {
    fileprivate var hasElements: Bool {
        switch self {
        case .array, .dictionary: true
        default: false
        }
    }

    fileprivate var isText: Bool {
        switch self {
        case .scalar, .date, .text, .rawStrings: true
        default: false
        }
    }
}
