import Yoke

/// One step of a path to a part of a text.
enum EditStep {
    case key(String)
    case index(Int)
    /// A token of a pointer: a key of an object, an index of an array.
    case token(String)

    /// The steps of a path such as `$.server.hosts[0]`.
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

    /// The key that the step has in an object; nil for an index.
    var key: String? {
        switch self {
        case .key(let key), .token(let key): key
        case .index: nil
        }
    }

    /// The index that the step has in an array with `count` elements; nil for a key.
    func index(count: Int) -> Int? {
        switch self {
        case .key: nil
        case .index(let index): index
        case .token(let token): token == "-" ? count : JSONPointer.index(token)
        }
    }

    /// True if a container that is made for this step is an array.
    var makesArray: Bool {
        switch self {
        case .key: false
        case .index: true
        case .token(let token): token == "-"
        }
    }
}
