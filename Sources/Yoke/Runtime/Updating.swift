/// The error of an update that would change a constant of a class. Macro expansions throw it; not for direct use.
public struct _JSONConstant: ChangedConstant, CustomStringConvertible {
    let name: String
    /// The text of the error.
    public let description: String
    /// - Parameter name: the name of the property.
    public init(_ name: String) {
        self.name = name
        description = "\(name) is a constant, and cannot be changed"
    }
}
