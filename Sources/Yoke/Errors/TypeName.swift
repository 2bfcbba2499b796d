/// What errors call a type.
enum TypeName {
    /// The type's own name. What `@JSONModel` makes inside of a type, to read it by way of, has the name of that type.
    static func of(_ type: Any.Type) -> String {
        let names = components(of: _typeName(type, qualified: true))
        guard let storage = names.lastIndex(where: { bare($0) == "_JSONStorage" }), storage > 0 else {
            return _typeName(type, qualified: false)
        }
        return ([names[storage - 1]] + names[(storage + 1)...]).map(bare).joined(separator: ".")
    }

    /// `Module.(Private in _1A2B).Box<Swift.Int>.Inner` at its outermost dots.
    private static func components(of name: String) -> [String] {
        var components = [""]
        var depth = 0
        for character in name {
            switch character {
            case "(", "<": depth += 1
            case ")", ">": depth -= 1
            case "." where depth == 0:
                components.append("")
                continue
            default: break
            }
            components[components.count - 1].append(character)
        }
        return components
    }

    /// `Private` of `(Private in _1A2B)`.
    private static func bare(_ component: String) -> String {
        guard component.hasPrefix("("), let end = component.firstIndex(of: " ") else { return component }
        return String(component[component.index(after: component.startIndex)..<end])
    }
}
