#if Macros
import SwiftSyntax

// A class that has errors and may have subclasses gets placeholders. Swift's compiler stops with an internal error, and shows no other
// error, if a subclass with `subclassOf:` does not find the conformances and members of its superclass.
extension Model {
    /// Returns true if the class gets placeholders.
    ///
    /// - Parameter protocols: the protocols that the class does not conform to yet.
    func needsPlaceholders(conformingTo protocols: [TypeSyntax]) -> Bool {
        isInheritable && options.superclass == nil && hiding == nil && !protocols.isEmpty
    }

    /// The placeholders in the body of the class.
    var bodyPlaceholders: [String] {
        let hasMapping = declaration.memberNames.contains { $0.text == "jsonMapping" }
        let initialiser = "\(access)\(isMadeByItsOwnInit ? "convenience " : "")init(_json storage: _JSONStorage) { Swift.fatalError() }"
        return (hasMapping ? [] : ["nonisolated \(bodyAccess)var jsonMapping: Yoke.JSONMapping { Swift.fatalError() }"])
            + (hasImplicitInit && !isMadeByItsOwnInit ? ["init() {}"] : []) + [initialiser]
    }

    /// Returns the extension with the conformances and the other placeholders.
    func placeholderExtension(conformingTo protocols: [TypeSyntax]) -> String {
        (availability + [
            "nonisolated extension \(name)\(conformances(protocols)) {",
            "    \(access)func _assign(_ storage: _JSONStorage, _ changed: Swift.Set<Swift.String>) throws {}",
            "    \(access)struct _JSONStorage: Yoke.JSONReadable, Yoke.JSONWritable {",
            "        \(access)static var jsonMapping: Yoke.JSONMapping { Swift.fatalError() }",
            "        \(access)init(_ owner: borrowing \(name)) {}",
            "    }",
            "}",
        ]).joined(separator: "\n")
    }
}
#endif
