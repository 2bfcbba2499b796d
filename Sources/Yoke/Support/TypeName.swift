internal import CYoke

/// The names of types in errors.
enum TypeName {
    /// Returns the type's own name. For the storage type that `@JSONModel` makes inside a type, returns the name of the enclosing type.
    /// `Shape.circle` stands for the payload struct of the case `circle`.
    static func of(_ type: Any.Type) -> String {
        let names = components(of: _typeName(type, qualified: true))
        guard let storage = names.lastIndex(of: "_JSONStorage"), storage > 0 else { return _typeName(type, qualified: false) }
        let inner = names[(storage + 1)...].map { $0.hasPrefix("_payload_") ? String($0.dropFirst(9)) : $0 }
        return ([names[storage - 1]] + inner).joined(separator: ".")
    }

    /// Splits a type's name such as `Module.Box<Swift.Int>.(unknown context at $1A2B).Private` at its outermost dots. Leaves out the part
    /// in parentheses, with which Swift marks a private type.
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

extension yoke_type {
    /// The name of the Swift type that this type describes; "the path" for one step of a key path, which belongs to no Swift type.
    var name: String { identity.map { TypeName.of(unsafeBitCast($0, to: Any.Type.self)) } ?? "the path" }
}
