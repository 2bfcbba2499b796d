/// Makes the texts in the `description` of read and write options.
enum OptionsText {
    /// Returns the options that differ from the defaults: `mode: lenient, only: ["name"]`.
    static func differences(of values: Any, from standard: Any) -> String {
        zip(properties(values), properties(standard)).compactMap { own, other -> String? in
            let value = text(own.value)
            return value == text(other.value) ? nil : "\(own.label ?? ""): \(value)"
        }.joined(separator: ", ")
    }

    private static func properties(_ values: Any) -> [Mirror.Child] {
        Mirror(reflecting: values).children.flatMap { child in
            child.value is PlanOptions ? Array(Mirror(reflecting: child.value).children) : [child]
        }
    }

    /// Returns the text of an option's value, without `Optional(...)`. The elements of a set are sorted.
    private static func text(_ value: Any) -> String {
        switch value {
        case let value as Set<String>: "\(value.sorted())"
        case let value as Set<String>?: value.map { "\($0.sorted())" } ?? "nil"
        case let value as any AnyOptional: value.wrapped.map { text($0) } ?? "nil"
        case let value as String: value.debugDescription
        default: "\(value)"
        }
    }
}
