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

/// Gives a constant of `new` the value that it has in `old`. An update makes a new struct, whose constants with an initial value
/// already have their initial value. Swift allows no assignment of such a constant. A function or metatype, also in an Optional or
/// tuple, stays as it is, because Swift stores it in another form than generic code sees. Macro expansions call this function; not for
/// direct use.
public func _keepConstant<Model, Value>(_ property: KeyPath<Model, Value>, of old: Model, in new: inout Model) {
    guard let offset = MemoryLayout<Model>.offset(of: property) else { return }
    withUnsafeMutableBytes(of: &new) { bytes in
        bytes.baseAddress?.advanced(by: offset).assumingMemoryBound(to: Value.self).pointee = old[keyPath: property]
    }
}
