import Yoke

extension JSONValue {
    /// The value at a pointer; nil if the document has no such value.
    ///
    /// ```swift
    /// document[pointer] = "Bo"            // replaces the value, or adds a member
    /// document[pointer] = nil             // removes the value
    /// ```
    /// Setting a value replaces the old value, or adds a member to an object. If the last token is `-` or the count of an array, the value
    /// is appended to the array. Setting nil removes the value; with the empty pointer, the entire value becomes null. If a container along
    /// the path is missing, or has another kind, setting does nothing. Changes happen in place.
    ///
    /// Cost: linear in the number of tokens. Removing a value is also linear in the length of its object or array: remove many values with
    /// a ``JSONPatch``. The subscript does not recurse, so a deep value cannot overflow the call stack.
    public subscript(pointer: JSONPointer) -> JSONValue? {
        get {
            var current = self
            for token in pointer.tokens {
                guard let child = current.child(token) else { return nil }
                current = child
            }
            return current
        }
        _modify {
            // Each container is taken out of the container around it. So each has one owner, and the change copies no container.
            var current = self, parents: [JSONValue] = []
            self = .null
            for token in pointer.tokens {
                guard let child = current.takeChild(token) else { break }
                parents.append(current)
                current = child
            }
            let isFound = parents.count == pointer.tokens.count, mayBeAdded = parents.count + 1 == pointer.tokens.count
            var value: JSONValue?
            if isFound { (value, current) = (current, .null) }
            defer {
                if isFound, let last = pointer.tokens.last {
                    current = parents.removeLast()
                    current.setChild(last, value)
                } else if isFound {
                    current = value ?? .null
                } else if mayBeAdded, let value {
                    current.setChild(pointer.tokens[parents.count], value)
                }
                for token in pointer.tokens.prefix(parents.count).reversed() {
                    var parent = parents.removeLast()
                    parent.setChild(token, current)
                    current = parent
                }
                self = current
            }
            yield &value
        }
    }

    /// Returns the value at a pointer (RFC 6901 section 4).
    ///
    /// - Throws: `.pathNotFound`, with the path of the container that does not have the token.
    public func value(at pointer: JSONPointer) throws(JSONError) -> JSONValue {
        var current = self
        for (i, token) in pointer.tokens.enumerated() {
            guard let child = current.child(token) else {
                throw JSONError.noPart(token, of: current.container, at: path(of: pointer.tokens.prefix(i)))
            }
            current = child
        }
        return current
    }

    func child(_ token: String) -> JSONValue? {
        switch self {
        case .object(let object): return object[token]
        case .array(let array):
            guard let index = JSONPointer.index(token), index < array.count else { return nil }
            return array[index]
        default: return nil
        }
    }

    /// The position in a container that a token names.
    private enum Target { case member(Int), newMember, element(Int), end }

    /// Returns the position that a token names; nil if the container has no such position. (Callers do not match `self` with a pattern
    /// themselves. The match may hold a second reference to the container, and then a change would copy the container.)
    private func target(of token: String) -> Target? {
        switch self {
        case .object(let object): return object.lastIndex(forKey: token).map(Target.member) ?? .newMember
        case .array(let array):
            guard let index = token == "-" ? array.count : JSONPointer.index(token), index <= array.count else { return nil }
            return index == array.count ? .end : .element(index)
        default: return nil
        }
    }

    /// Takes the member or element that `token` names out of this container, and leaves null in its place. Returns nil if the container has
    /// no such member or element.
    private mutating func takeChild(_ token: String) -> JSONValue? {
        switch target(of: token) {
        case .member(let position): return object?.updateValue(.null, at: position)
        case .element(let index):
            var child = JSONValue.null
            swap(&child, &array![index])
            return child
        default: return nil
        }
    }

    private mutating func setChild(_ token: String, _ value: JSONValue?) {
        switch (target(of: token), value) {
        case (.member(let position), let value?): object?.updateValue(value, at: position)
        case (.member, nil): object?.removeValue(forKey: token)
        case (.newMember, let value?): object?.append(value, forKey: token)
        case (.element(let index), let value?): array?[index] = value
        case (.element(let index), nil): array?.remove(at: index)
        case (.end, let value?): array?.append(value)
        default: break
        }
    }

    /// The kind of value in which a token of a pointer is looked up. `none` is a scalar.
    enum Container { case object, array(count: Int), none }

    var container: Container {
        switch self {
        case .object: .object
        case .array(let array): .array(count: array.count)
        default: .none
        }
    }

    /// Returns the path to the value that the tokens lead to, in the form that errors use for paths.
    func path(of tokens: some Sequence<String>) -> String {
        var path = JSONPathText()
        var current: JSONValue? = self
        for token in tokens {
            if case .array = current, let index = JSONPointer.index(token) {
                path.append(index: UInt64(index))
            } else {
                path.append(key: token)
            }
            current = current?.child(token)
        }
        return path.text
    }
}

extension JSONError {
    /// Returns the error of kind `.pathNotFound` for a value that has no member or element with this token.
    ///
    /// - Parameters:
    ///   - container: the kind of the value.
    ///   - path: the path of the value.
    static func noPart(_ token: String, of container: JSONValue.Container, at path: String = "$") -> JSONError {
        let shown = VisibleText.of(token)
        let what: String
        var hint: String?
        switch container {
        case .object: what = "the object has no member \"\(shown)\""
        case .array(let count) where JSONPointer.index(token) != nil || token == "-":
            what = token == "-" ? "\"-\" is the place after the last element, where nothing is" : "the index \(shown) is past the end"
            hint = "the array has \(count == 1 ? "1 element" : "\(count) elements")"
        case .array:
            what = "\"\(shown)\" is not an index of an array"
            hint = "an index has only digits, and no leading zero"
        case .none: what = "only objects and arrays have parts: there is no \"\(shown)\" here"
        }
        return JSONError(kind: .pathNotFound, message: what, path: path, found: nil, hint: hint)
    }
}
