internal import CYoke

extension JSONValue {
    /// Sets the value at a path, and makes the objects and arrays that the path needs.
    ///
    /// ```swift
    /// var document: JSONValue = [:]
    /// try document.set("Ada", at: "users[0].name")    // {"users":[{"name":"Ada"}]}
    /// try document.set("Bo", at: "users[1].name")     // an index that is the count appends
    /// ```
    /// If a parent is missing or `null`, a name in the path makes an object, and an index makes an array. If a key is repeated, the last
    /// member changes. Changes happen in place.
    ///
    /// Cost: linear in the length of the path.
    ///
    /// - Parameter path: names and indices, as in `a.b[0]['odd key']`. `$` alone is the entire value.
    /// - Throws: `.invalidPath` if `path` is not a path of this form. `.typeMismatch`, with the path of the parent, if a parent has another
    ///   kind. `.pathNotFound`, with the path of the array, if the index is past the end. After an error, nothing has changed.
    public mutating func set(_ value: JSONValue, at path: String) throws(JSONError) {
        let steps = try ElementPath(path).steps
        try checkParents(of: steps, path)
        change(at: steps) { $0 = value }
    }

    /// Removes the value at a path. Returns this value; nil if the path leads to no value. (Assigning nil to a subscript also removes.)
    ///
    /// ```swift
    /// let old = try document.remove(at: "users[0].name")
    /// ```
    /// If the last key is repeated, all members with this key are removed. `$` alone replaces the entire value with `null`. Cost: linear in
    /// the length of the path, and for an element also in the number of elements after it.
    ///
    /// - Throws: `.invalidPath` if the text is not a path to one value.
    @discardableResult
    public mutating func remove(at path: String) throws(JSONError) -> JSONValue? {
        let steps = try Self.steps(path)
        guard let removed = find(steps) else { return nil }
        guard let last = steps.last else {
            self = .null
            return removed
        }
        change(at: steps.dropLast()) { parent in
            switch last {
            case .key(let key): parent.object?.removeValue(forKey: key)
            case .index(let index): parent.array?.remove(at: Int(index))
            case .all: break
            }
        }
        return removed
    }

    /// Returns the value at a path.
    ///
    /// ```swift
    /// let name = try document.value(at: "users[0].name").string
    /// ```
    /// - Throws: `.invalidPath` if the text is not a path to one value; `.pathNotFound` if the path leads to no value.
    public func value(at path: String) throws(JSONError) -> JSONValue {
        guard let value = find(try Self.steps(path)) else {
            throw JSONError(.pathNotFound, "nothing in the value matches the path \"\(VisibleText.of(path))\"")
        }
        return value
    }

    /// Returns the steps of a path that leads to one value.
    private static func steps(_ path: String) throws(JSONError) -> [ElementPath.Step] {
        let steps = try ElementPath(path).steps
        if steps.contains(.all) { throw severalMatches(path) }
        return steps
    }

    private static func severalMatches(_ path: String) -> JSONError {
        JSONError(
            .invalidPath, "the path \"\(VisibleText.of(path))\" can match more than one value", hint: "give an index in place of [*]")
    }

    private func find(_ steps: [ElementPath.Step]) -> JSONValue? {
        var current = self
        for step in steps {
            let child: JSONValue?
            switch step {
            case .key(let key): child = current[key]
            case .index(let index): child = current[Int(clamping: index)]
            case .all: child = nil
            }
            guard let child else { return nil }
            current = child
        }
        return current
    }

    /// Changes the value at a path, and makes missing parents. The caller has checked that each parent can hold its child.
    private mutating func change(at steps: some Sequence<ElementPath.Step>, _ body: (inout JSONValue) -> Void) {
        var parents: [(value: JSONValue, step: ElementPath.Step)] = []
        var current = self
        self = .null  // so that each parent has one owner, and can change in place
        for step in steps {
            let child = current.takeChild(at: step)
            parents.append((current, step))
            current = child
        }
        body(&current)
        while var parent = parents.popLast() {
            switch parent.step {
            case .key(let key): parent.value.object?.updateValue(current, forKey: key)
            case .index(let index): parent.value.array?[Int(index)] = current
            case .all: break
            }
            current = parent.value
        }
        self = current
    }

    /// Throws an error for the first parent that cannot hold its child. A key needs an object or null as its parent. An index needs an
    /// array or null, and can be at most the number of elements.
    private func checkParents(of steps: [ElementPath.Step], _ path: String) throws(JSONError) {
        var current = self
        var parentPath = JSONPathText()
        for step in steps {
            switch (step, current) {
            case (.key(let key), .object(let object)): current = object[key] ?? .null
            case (.key, .null): current = .null
            case (.index(let index), .array(let array)):
                try Self.checkIndex(index, count: array.count, parentPath)
                current = array[ifPresent: Int(index)] ?? .null
            case (.index(let index), .null): try Self.checkIndex(index, count: 0, parentPath)
            case (.key, _): throw current.mismatch("an object", parentPath)
            case (.index, _): throw current.mismatch("an array", parentPath)
            case (.all, _): throw Self.severalMatches(path)
            }
            switch step {
            case .key(let key): parentPath.append(key: key)
            case .index(let index): parentPath.append(index: index)
            case .all: break
            }
        }
    }

    private static func checkIndex(_ index: UInt64, count: Int, _ parentPath: JSONPathText) throws(JSONError) {
        if index <= count { return }
        let elements = count == 1 ? "1 element" : "\(count) elements"
        throw JSONError(
            .pathNotFound, "the index \(index) is past the end of an array of \(elements)", path: parentPath.text,
            hint: "the index \(count) appends")
    }

    private func mismatch(_ expected: String, _ parentPath: JSONPathText) -> JSONError {
        let kind =
            switch self {
            case .null: YOKE_FOUND_NULL
            case .bool: YOKE_FOUND_BOOL
            case .number: YOKE_FOUND_NUMBER
            case .string: YOKE_FOUND_STRING
            case .array: YOKE_FOUND_ARRAY
            case .object: YOKE_FOUND_OBJECT
            }
        let found = FoundKind.description(of: kind)
        return JSONError(
            .typeMismatch, "expected \(expected), found \(found)", path: parentPath.text, expected: expected, found: found)
    }

    /// Takes the child out of this value, and leaves `null` in the child's place. If this value is `null`, it first becomes the object or
    /// array that the step needs.
    private mutating func takeChild(at step: ElementPath.Step) -> JSONValue {
        switch step {
        case .key(let key):
            if isNull { self = [:] }
            return object?.updateValue(.null, forKey: key) ?? .null
        case .index(let index):
            if isNull { self = [] }
            if array?.count == Int(index) { array?.append(.null) }
            var child = JSONValue.null
            if array != nil { swap(&child, &array![Int(index)]) }
            return child
        case .all: return .null
        }
    }
}
