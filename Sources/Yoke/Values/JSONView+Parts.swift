internal import CYoke

// The parts of an array are its elements. The parts of an object are its keys and values. A node describes a container in 16 bytes
// (`yoke_tape_node`): length of the text (8 bytes), number of elements or members (4), number of nodes (4). The nodes are the container's
// own node and the nodes of all containers in it, at any depth.

extension JSONView {
    /// The number of elements of an array or of members of an object; 0 for other values.
    @inlinable public var count: Int { isArray || isObject ? Int(node.load(fromByteOffset: 8, as: UInt32.self)) : 0 }

    /// The elements of an array, one after the other; no elements if this is not an array.
    ///
    /// ```swift
    /// var elements = view.elements
    /// while let element = elements.next() { use(element.int) }
    /// ```
    @inlinable public var elements: Elements { Elements(parts: Parts(self), left: isArray ? count : 0) }

    /// The members of an object in their order, with repeated keys; no members if this is not an object.
    ///
    /// ```swift
    /// var members = view.members
    /// while let member = members.next() {
    ///     if member.key == "id" { use(member.value.int) }
    /// }
    /// ```
    @inlinable public var members: Members { Members(parts: Parts(self), left: isObject ? count : 0) }

    /// Calls `body` with each element of an array.
    @inlinable
    public func forEachElement<Failure: Error>(_ body: (borrowing JSONView) throws(Failure) -> Void) throws(Failure) {
        var elements = elements
        while let element = elements.next() { try body(element) }
    }

    /// Calls `body` with each member of an object, in their order, with repeated keys.
    @inlinable
    public func forEachMember<Failure: Error>(
        _ body: (_ key: borrowing JSONView, _ value: borrowing JSONView) throws(Failure) -> Void
    ) throws(Failure) {
        var members = members
        while let member = members.next() { try body(member.key, member.value) }
    }

    /// The last member with exactly this key; nil if the member is missing, or if this is not an object.
    ///
    /// Cost: scans all members of the object, but skips the contents of arrays and objects among the values. For many lookups in a large
    /// object use `value`.
    public subscript(key: String) -> JSONView? {
        guard isObject else { return nil }
        let part = DocumentText.Part(text: start, node: node.assumingMemoryBound(to: yoke_tape_node.self))
        guard let found = borrow(key, { DocumentBuilder.find($0, in: part) }) else { return nil }
        return JSONView(found.text, UnsafeRawPointer(found.node))
    }

    /// The element at an index; nil if the array has no such index, or if this is not an array. Cost: scans the elements before it.
    @inlinable
    public subscript(index: Int) -> JSONView? {
        var elements = elements
        guard index >= 0, index < elements.left else { return nil }
        for _ in 0..<index { _ = elements.next() }
        return elements.next()
    }

    /// Iterates over the parts of a container: the elements, or the keys and values.
    @usableFromInline @frozen
    struct Parts: ~Copyable {
        /// The first byte of the next part's text.
        @usableFromInline var next: UnsafePointer<UInt8>
        /// The node of the first container whose text begins at or after `next`. (A node describes a container in 16 bytes.)
        @usableFromInline var node: UnsafeRawPointer

        @inlinable
        init(_ container: borrowing JSONView) {
            next = container.start + 1
            node = container.node + 16
        }
    }

    /// The remaining elements of an array. `next()` returns the first of them.
    @frozen
    public struct Elements: ~Copyable {
        @usableFromInline var parts: Parts
        @usableFromInline var left: Int

        @inlinable
        init(parts: consuming Parts, left: Int) {
            self.parts = parts
            self.left = left
        }

        /// Returns the next element; nil at the end.
        @inlinable
        public mutating func next() -> JSONView? {
            guard left > 0 else { return nil }
            left -= 1
            return JSONView(taking: &parts.next, &parts.node)
        }
    }

    /// A member of an object.
    @frozen
    public struct Member: ~Copyable {
        /// The key: a string.
        public let key: JSONView
        /// The value of the member.
        public let value: JSONView

        @inlinable
        init(_ key: consuming JSONView, _ value: consuming JSONView) {
            self.key = key
            self.value = value
        }
    }

    /// The remaining members of an object. `next()` returns the first of them.
    @frozen
    public struct Members: ~Copyable {
        @usableFromInline var parts: Parts
        @usableFromInline var left: Int

        @inlinable
        init(parts: consuming Parts, left: Int) {
            self.parts = parts
            self.left = left
        }

        /// Returns the next member; nil at the end.
        @inlinable
        public mutating func next() -> Member? {
            guard left > 0 else { return nil }
            left -= 1
            let key = JSONView(takingKey: &parts.next, parts.node)
            return Member(key, JSONView(taking: &parts.next, &parts.node))
        }
    }
}
