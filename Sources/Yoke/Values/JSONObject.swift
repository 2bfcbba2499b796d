/// The members of a JSON object, in the order of the text, with repeated keys.
///
/// ```swift
/// var user: JSONObject = ["name": "Ada", "id": 1]
/// user["id"] = 2                      // keeps its position
/// user["born"] = 1815                 // appended at the end
/// user["name"] = nil                  // removed
/// for (key, value) in user { print(key, value) }
/// ```
///
/// As a collection, the object holds `(key:value:)` pairs by position. By key, the object gives the last member with exactly this key,
/// byte for byte.
///
/// A lookup takes constant time. In an object with few members, a lookup compares the keys one by one. In a larger object, the first
/// lookup builds a table. Appending and replacing keep the table. A removal takes linear time, because it moves the later members. So remove
/// many members at once, with `removeAll(where:)`.
///
/// Two objects are equal if they have the same members in any order. The values of a repeated key must be equal and have the same order.
public struct JSONObject: Sendable {
    /// A member.
    public typealias Element = (key: String, value: JSONValue)

    var storage: ObjectStorage

    /// Makes an object without members.
    public init() { storage = .empty }

    init(_ storage: ObjectStorage) { self.storage = storage }

    /// Makes an object with the members of a sequence, in their order, with repeated keys. For a dictionary, the order is the
    /// dictionary's own.
    public init(_ members: some Sequence<Element>) {
        storage = ObjectStorage(ContiguousArray(members))
    }

    /// The value of the last member with this key; nil if the object has no such member.
    ///
    /// Setting replaces the value at the member's position, or appends a member. Setting nil removes all members with this key.
    public subscript(key: String) -> JSONValue? {
        get {
            if let lazy = storage.lazy, lazy.isPeekedInto { return borrow(key) { lazy.member($0) } }
            let storage = storage.made
            return borrow(key) { storage.index.lastPosition(of: $0, in: storage.row) }.map { storage.row[$0].value }
        }
        _modify {
            let position = lastIndex(forKey: key)
            var value: JSONValue?
            if let position {
                makeUnique()
                value = storage.members[position].value
                storage.members[position].value = .null  // so that `value` is the only reference to its storage
            }
            defer {
                switch (position, value) {
                case (let position?, let value?): storage.members[position].value = value
                case (let position?, nil): removeMembers(forKey: key, last: position)
                case (nil, let value?): append(value, forKey: key)
                case (nil, nil): break
                }
            }
            yield &value
        }
    }

    /// Returns the position of the last member with this key; nil if the object has no such member.
    public func lastIndex(forKey key: String) -> Int? {
        let storage = storage.made
        return borrow(key) { storage.index.lastPosition(of: $0, in: storage.row) }
    }

    /// Returns the value of the last member with this key, as the subscript does. If the object is still a text of at most 8,192 bytes, the
    /// call makes only this value, and no other members. (In a longer text, searching the text again for each key would take too long.)
    package func peek(_ key: String) -> JSONValue? {
        guard let lazy = storage.lazy, lazy.text.count <= 8192, !lazy.isMade else { return self[key] }
        return borrow(key) { lazy.member($0) }
    }

    /// The number of bytes that `peek` searches for a key; 0 if it uses the key table.
    package var peekedBytes: Int {
        guard let lazy = storage.lazy, lazy.text.count <= 8192, !lazy.isMade else { return 0 }
        return lazy.text.count
    }

    /// Returns true if the object has a member with this key.
    public func contains(key: String) -> Bool { lastIndex(forKey: key) != nil }

    /// Returns the values of all members with this key, in their order. Cost: linear if the key is present.
    public func values(forKey key: String) -> [JSONValue] {
        guard let last = lastIndex(forKey: key) else { return [] }
        return storage.made.row[...last].filter { sameBytes($0.key, key) }.map(\.value)
    }

    /// The keys of all members, in their order.
    public var keys: Keys { Keys(object: self) }
    /// The values of all members, in their order.
    public var values: Values { Values(object: self) }

    /// Makes this object the only owner of its storage. Every function that changes the object must call this first. If the members are
    /// copied, the next lookup by key builds the copy's key table.
    mutating func makeUnique() {
        if storage.lazy != nil { storage = storage.made }
        if isKnownUniquelyReferenced(&storage) { storage.prepareForChange() } else { storage = ObjectStorage(ContiguousArray(storage.row)) }
    }
}

extension JSONObject: RandomAccessCollection {
    /// The position of the first member: always 0.
    public var startIndex: Int { 0 }
    /// The number of members.
    public var endIndex: Int { storage.count }
    /// The member at a position in the object. A position outside traps.
    public subscript(position: Int) -> Element { member(at: position) }

    @inline(__always)
    private func member(at position: Int) -> Element {
        let members = storage.made.row
        precondition(members.indices.contains(position), "an object has no member at this position")
        return members[position]
    }

    /// Returns an iterator, which keeps the members alive.
    public func makeIterator() -> JSONIterator<Element> {
        let storage = storage.made
        return JSONIterator(storage, storage.row)
    }

    /// The keys of an object, by position: `object.keys[0]`.
    public struct Keys: RandomAccessCollection, Sendable, CustomStringConvertible {
        fileprivate let object: JSONObject
        public var startIndex: Int { 0 }
        public var endIndex: Int { object.endIndex }
        public subscript(position: Int) -> String { object.member(at: position).key }
        public var description: String { Array(self).description }
    }

    /// The values of an object, by position: `object.values[0]`.
    public struct Values: RandomAccessCollection, Sendable, CustomStringConvertible {
        fileprivate let object: JSONObject
        public var startIndex: Int { 0 }
        public var endIndex: Int { object.endIndex }
        public subscript(position: Int) -> JSONValue { object.member(at: position).value }
        public var description: String { Array(self).description }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Makes an object with the order and the repeated keys of the literal.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self.init(members.lazy.map { (key: $0.0, value: $0.1) })
    }
}

extension JSONObject: Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// Returns true if both objects have the same members in any order. The values of a repeated key must have the same order. Cost:
    /// near-linear. The comparison is not recursive.
    public static func == (a: JSONObject, b: JSONObject) -> Bool { DocumentEquality.areEqual(.object(a), .object(b)) }
    /// Hashes the members; their order does not count.
    public func hash(into hasher: inout Hasher) { JSONValue.object(self).hash(into: &hasher) }
    /// The object as compact JSON text.
    public var description: String { JSONValue.object(self).description }
    /// The object as compact JSON text.
    public var debugDescription: String { description }
}
