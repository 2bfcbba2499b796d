extension _JSONStaged {
    /// Converts the rules of a property to rules for its `_JSONStaged` value, which is missing if the JSON has no value for the property.
    /// The checks, conditions and combinations of the property run only if the value is present. For macro expansions only.
    public static func rules(_ rules: [JSONFieldRule<Value>]) -> [JSONFieldRule<Self>] {
        rules.map { rule in
            var result = staged(rule)
            result.bounds = rule.bounds
            return result
        }
    }

    private static func staged(_ rule: JSONFieldRule<Value>) -> JSONFieldRule<Self> {
        switch rule.form {
        case .lossy: .lossy
        case .lenient: .lenient
        case .optional: .invalidIsMissing
        case .writesNull: .writesNull
        case .views(let names): JSONFieldRule<Self>(form: .views(names))
        case .described(let text): .description(text)
        case .onNull(let thunks): .ruleOnNull(staged(thunks))
        case .onInvalid(let thunks): .ruleOnInvalid(staged(thunks))
        case .writtenIf(let holds): .writtenIf { staged in staged.value.map(holds) ?? true }
        case .merged(let combine):
            .merged { old, new in
                guard let before = old.value, let after = new.value else { return new }
                return Self(present: try combine(before, after))
            }
        case .check(let body):
            .check { staged in
                guard var value = staged.value else { return }
                try body(&value)
                staged.value = value
            }
        }
    }

    private static func staged(_ thunks: Thunks) -> Thunks {
        let staged = Thunks()
        staged.initial = { to in
            withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { value in
                guard let at = value.baseAddress else { return }
                thunks.initial(UnsafeMutableRawPointer(at))
                to.initializeMemory(as: Self.self, to: Self(present: at.move()))
            }
        }
        return staged
    }
}
