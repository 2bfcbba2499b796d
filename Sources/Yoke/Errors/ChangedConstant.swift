/// An update would change the constant of this name.
protocol ChangedConstant: Error { var name: String { get } }
