/// The cases of an enum over strings, under names that are not its raw values. Named by macro expansions; not for direct use.
public struct _JSONNames<Model: RawRepresentable> where Model.RawValue == String {
    private let keys: JSONKeyStyle
    fileprivate private(set) var cases: [Model] = []
    fileprivate private(set) var names: [String] = []

    fileprivate init(keys: JSONKeyStyle) { self.keys = keys }

    /// The name of a case in the type's style.
    public func name(_ name: String) -> String { keys.key(for: name) }

    /// A case.
    public mutating func add(_ name: String, _ value: Model) {
        cases.append(value)
        names.append(name)
    }
}

extension JSONMapping {
    /// An enum over strings under other names; as fast as one under its raw values. Named by macro expansions; not for direct use.
    public init<Model: RawRepresentable>(
        _names type: Model.Type, keys: JSONKeyStyle = .asWritten, _ list: (inout _JSONNames<Model>) -> Void
    ) where Model.RawValue == String {
        var names = _JSONNames<Model>(keys: keys)
        list(&names)
        self.init(type, .rawStrings(RawCases(names.cases, names: names.names)))
    }
}
