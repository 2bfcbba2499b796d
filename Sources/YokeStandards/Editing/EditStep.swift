import Yoke

/// One step of the path to a value in a text.
enum EditStep {
    case key(String)
    case index(Int)
    /// A token of a pointer: a key if the container is an object, an index if it is an array.
    case token(String)

    /// Returns the steps of a path such as `$.server.hosts[0]`.
    static func steps(of path: String) throws(JSONError) -> [EditStep] {
        var steps: [EditStep] = []
        for step in try ElementPath(path).steps {
            switch step {
            case .key(let key): steps.append(.key(key))
            case .index(let index): steps.append(.index(Int(clamping: index)))
            case .all:
                throw JSONError(
                    kind: .invalidPath, message: "the path \"\(VisibleText.of(path))\" can match more than one value",
                    hint: "give an index in place of [*]")
            }
        }
        return steps
    }

    static func steps(of pointer: JSONPointer) -> [EditStep] { pointer.tokens.map { .token($0) } }

    /// The key that the step selects in an object; nil if the step is an index.
    var key: String? {
        switch self {
        case .key(let key), .token(let key): key
        case .index: nil
        }
    }

    /// Returns the index that the step selects in an array of `count` elements; nil if the step is not an index. The token `-` stands for
    /// the position after the last element, so it gives `count`.
    func index(count: Int) -> Int? {
        switch self {
        case .key: nil
        case .index(let index): index
        case .token(let token): token == "-" ? count : JSONPointer.index(token)
        }
    }

    /// If the text has no container for this step, the editor makes one: an array if this property is true, an object if it is false.
    var makesArray: Bool {
        switch self {
        case .key: false
        case .index: true
        case .token(let token): token == "-"
        }
    }
}
