/// One step into dynamic JSON: the key of a member, or the index of an element. A literal can be a step: `"users"`, `0`.
public enum JSONStep: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    /// The last member with this key.
    case key(String)
    /// The element at this index.
    case index(Int)

    /// Makes a step to the last member with this key.
    public init(stringLiteral key: String) { self = .key(key) }
    /// Makes a step to the element at this index.
    public init(integerLiteral index: Int) { self = .index(index) }
}

extension JSONValue {
    /// The member with this name; the same as the subscript with a key.
    ///
    /// ```swift
    /// let name = document.users?[0]?.screen_name?.string
    /// document.user?.name = "Bo"
    /// ```
    /// If a member has the name of a property of `JSONValue`, the property wins. Reach such a member by its key: `document["count"]`,
    /// `document["string"]`.
    public subscript(dynamicMember key: String) -> JSONValue? {
        get { self[key] }
        _modify { yield &self[key] }
    }

    /// The value after several steps; nil if one of the steps finds nothing.
    ///
    /// ```swift
    /// let name = document["users", 0, "screen_name"]?.string
    /// document["users", 0, "screen_name"] = "Bo"      // nothing happens if there is no such user
    /// ```
    /// Setting nil removes the value. `value(at:)` and `set(_:at:)` take a path in a String instead, and throw an error if they find
    /// nothing.
    public subscript(first: JSONStep, second: JSONStep, rest: JSONStep...) -> JSONValue? {
        get {
            var current = self[step: first]?[step: second]
            for step in rest { current = current?[step: step] }
            return current
        }
        set { self[step: first]?.change([second] + rest, newValue) }
    }

    private subscript(step step: JSONStep) -> JSONValue? {
        get {
            switch step {
            case .key(let key): self[key]
            case .index(let index): self[index]
            }
        }
        _modify {
            switch step {
            case .key(let key): yield &self[key]
            case .index(let index): yield &self[index]
            }
        }
    }

    /// Sets the value to which the steps lead. The function calls itself once for each step. The recursion is not deep, because a program
    /// lists the steps in its source.
    private mutating func change(_ steps: [JSONStep], _ value: JSONValue?) {
        if steps.count == 1 { self[step: steps[0]] = value } else { self[step: steps[0]]?.change(Array(steps.dropFirst()), value) }
    }

    /// The elements of an array; no elements for any other value.
    ///
    /// ```swift
    /// for user in document.users?.elements ?? [] { print(user.name?.string ?? "") }
    /// ```
    public var elements: JSONArray { array ?? [] }
    /// The members of an object, in their order; no members for any other value.
    public var members: JSONObject { object ?? [:] }
    /// The keys of an object, in their order; no keys for any other value.
    public var keys: JSONObject.Keys { members.keys }
    /// The number of elements or members; 0 for any other value.
    public var count: Int { array?.count ?? object?.count ?? 0 }
}
