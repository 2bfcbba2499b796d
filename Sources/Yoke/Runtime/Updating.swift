/// An update that would change a constant of a class. Thrown by macro expansions; not for direct use.
public struct _JSONConstant: ChangedConstant, CustomStringConvertible {
    let name: String
    /// What is wrong.
    public let description: String
    /// - Parameter name: that of the property.
    public init(_ name: String) {
        self.name = name
        description = "\(name) is a constant, and cannot be changed"
    }
}
