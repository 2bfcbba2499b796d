/// The error of an update that would change the constant with the name `name`.
protocol ChangedConstant: Error { var name: String { get } }
