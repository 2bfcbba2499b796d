/// The cases of an enum with String raw values, and the JSON names of these cases, which may differ from the raw values. Only macro
/// expansions use this type.
public struct _JSONNames<Model: RawRepresentable> where Model.RawValue == String {
    private let keys: JSONKeyStyle
    fileprivate private(set) var cases: [Model] = []
    fileprivate private(set) var names: [String] = []

    fileprivate init(keys: JSONKeyStyle) { self.keys = keys }

    /// Returns the JSON name for the name of a case, in the type's key style.
    public func name(_ name: String) -> String { keys.key(for: name) }

    /// Adds a case with its JSON name.
    public mutating func add(_ name: String, _ value: Model) {
        cases.append(value)
        names.append(name)
    }
}

extension JSONMapping {
    /// Describes an enum with String raw values whose JSON names are not its raw values. The closure `list` adds the cases with their
    /// names. Reading is as fast as with `init(rawValues:_:)`. Macro expansions call this initialiser; not for direct use.
    public init<Model: RawRepresentable>(
        _names type: Model.Type, keys: JSONKeyStyle = .asWritten, _ list: (inout _JSONNames<Model>) -> Void
    ) where Model.RawValue == String {
        var names = _JSONNames<Model>(keys: keys)
        list(&names)
        self.init(type, .rawStrings(RawCases(names.cases, names: names.names)))
    }
}
