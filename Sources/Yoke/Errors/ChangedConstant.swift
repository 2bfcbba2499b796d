/// The error that an update throws if it would change a constant (`let`) of a class. `name` is the name of the constant.
protocol ChangedConstant: Error { var name: String { get } }
