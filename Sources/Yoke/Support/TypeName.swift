/// What errors call a type.
enum TypeName {
    /// The type's own name. What `@JSONModel` makes inside of a type, to read it by way of, has the name of that type.
    static func of(_ type: Any.Type) -> String {
        let names = components(of: _typeName(type, qualified: true))
        guard let storage = names.lastIndex(of: "_JSONStorage"), storage > 0 else { return _typeName(type, qualified: false) }
        return ([names[storage - 1]] + names[(storage + 1)...]).joined(separator: ".")
    }

    /// `Module.Box<Swift.Int>.(unknown context at $1A2B).Private` at its outermost dots, without what is said of a private type.
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
        return components.filter { !$0.hasPrefix("(unknown context") }
    }
}
