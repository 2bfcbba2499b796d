/// The members of a JSON object, in the order of the text, and with keys that stand there more than once.
///
/// ```swift
/// var user: JSONObject = ["name": "Ada", "id": 1]
/// user["id"] = 2                      // in its place
/// user["born"] = 1815                 // at the end
/// user["name"] = nil                  // gone
/// for (key, value) in user { print(key, value) }
/// ```
///
/// As a collection it holds `(key:value:)` pairs by position. By key it gives the last member with exactly that key, byte
/// for byte. A lookup takes constant time: few members are compared one by one, for more the first lookup builds a
/// table. Appending and replacing keep the table; removing makes the next lookup build it anew, so many members
/// are best removed at once, by `removeAll(where:)`.
///
/// Two objects are equal when they have the same members, whatever the order; when a key stands there more than once,
/// its values must be the same ones in the same order.
public struct JSONObject: Sendable {
    /// A member.
    public typealias Element = (key: String, value: JSONValue)

    var storage: ObjectStorage

    /// An object without members.
    public init() { storage = .empty }

    init(_ storage: ObjectStorage) { self.storage = storage }

    /// An object of the members of a sequence, in their order, duplicates too. A dictionary's order is its own.
    public init(_ members: some Sequence<Element>) {
        storage = ObjectStorage(ContiguousArray(members))
    }

    /// The value of the last member with this key, or nil. Setting replaces that value, in its place, or appends a member;
    /// nil removes all members with this key.
    public subscript(key: String) -> JSONValue? {
        get { lastIndex(forKey: key).map { storage.made.members[$0].value } }
        _modify {
            let position = lastIndex(forKey: key)
            var value: JSONValue?
            if let position {
                makeUnique()
                value = storage.members[position].value
                storage.members[position].value = .null  // so that `value` is the only owner
            }
            defer {
                switch (position, value) {
                case (let position?, let value?): storage.members[position].value = value
                case (_?, nil): removeAll { sameBytes($0.key, key) }
                case (nil, let value?): append(value, forKey: key)
                case (nil, nil): break
                }
            }
            yield &value
        }
    }

    /// The position of the last member with this key.
    public func lastIndex(forKey key: String) -> Int? {
        let storage = storage.made
        return borrow(key) { storage.index.lastPosition(of: $0, in: storage.members) }
    }

    /// Whether there is a member with this key.
    public func contains(key: String) -> Bool { lastIndex(forKey: key) != nil }

    /// The values of all members with this key, in their order. Linear when there are any.
    public func values(forKey key: String) -> [JSONValue] {
        guard let last = lastIndex(forKey: key) else { return [] }
        return storage.made.members[...last].filter { sameBytes($0.key, key) }.map(\.value)
    }

    /// The keys of all members, in their order.
    public var keys: some RandomAccessCollection<String> & Sendable { Keys(object: self) }
    /// The values of all members, in their order.
    public var values: some RandomAccessCollection<JSONValue> & Sendable { Values(object: self) }

    /// To be called before any change. The copy has no table yet.
    mutating func makeUnique() {
        if storage.lazy != nil { storage = storage.made }
        if !isKnownUniquelyReferenced(&storage) { storage = ObjectStorage(storage.members) }
    }
}

extension JSONObject: RandomAccessCollection {
    /// 0
    public var startIndex: Int { 0 }
    /// The count of members.
    public var endIndex: Int { storage.count }
    /// The member at a position inside the object; a position outside traps.
    public subscript(position: Int) -> Element { storage.made.members[position] }

    private struct Keys: RandomAccessCollection, Sendable {
        let object: JSONObject
        var startIndex: Int { 0 }
        var endIndex: Int { object.endIndex }
        subscript(position: Int) -> String { object.storage.made.members[position].key }
    }

    private struct Values: RandomAccessCollection, Sendable {
        let object: JSONObject
        var startIndex: Int { 0 }
        var endIndex: Int { object.endIndex }
        subscript(position: Int) -> JSONValue { object.storage.made.members[position].value }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// An object with the order and the duplicates of the literal.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self.init(members.lazy.map { (key: $0.0, value: $0.1) })
    }
}

extension JSONObject: Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// Whether both have the same members in any order, see the type. Uses no stack for depth; near-linear.
    public static func == (a: JSONObject, b: JSONObject) -> Bool { DocumentEquality.areEqual(.object(a), .object(b)) }
    /// Feeds the members, whatever their order.
    public func hash(into hasher: inout Hasher) { JSONValue.object(self).hash(into: &hasher) }
    /// Compact JSON text.
    public var description: String { JSONValue.object(self).description }
    /// Compact JSON text.
    public var debugDescription: String { description }
}
