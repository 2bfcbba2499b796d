import Yoke

/// The editor's methods with a JSON Pointer (RFC 6901) instead of a path. The token `-` stands for the position after the last element. A
/// parent that is missing becomes an array for `-`, and an object for any other token.
extension JSONEditor {
    /// Returns the value at a pointer; nil if the text has no such value.
    public func value(at pointer: JSONPointer) throws(JSONError) -> JSONValue? { try value(EditStep.steps(of: pointer)) }

    /// Sets the value at a pointer.
    ///
    /// ```swift
    /// try editor.set("example.org", at: JSONPointer("/server/hosts/-"))
    /// ```
    /// - Throws: the errors of `set(_:at:)` with a path, except `.invalidPath`.
    public mutating func set(
        _ value: some JSONWritable, at pointer: JSONPointer, creatingParents: Bool = true, writing: JSONWriteOptions = .compact
    ) throws(JSONError) {
        try set(newValue(value, writing), EditStep.steps(of: pointer), creatingParents)
    }

    /// Inserts an element before the element at a pointer. `-` appends.
    ///
    /// - Throws: the errors of `insert(_:at:)` with a path, except `.invalidPath`.
    public mutating func insert(
        _ value: some JSONWritable, at pointer: JSONPointer, writing: JSONWriteOptions = .compact
    ) throws(JSONError) {
        try insert(newValue(value, writing), EditStep.steps(of: pointer))
    }

    /// Appends an element to the array at a pointer.
    ///
    /// - Throws: the errors of `append(_:to:)` with a path, except `.invalidPath`.
    public mutating func append(
        _ value: some JSONWritable, to pointer: JSONPointer, writing: JSONWriteOptions = .compact
    ) throws(JSONError) {
        try insert(newValue(value, writing), EditStep.steps(of: pointer) + [.token("-")])
    }

    /// Inserts a member before the member at a pointer.
    ///
    /// - Throws: the errors of `insert(_:forKey:before:)` with a path, except `.invalidPath`.
    public mutating func insert(
        _ value: some JSONWritable, forKey key: String, before pointer: JSONPointer, writing: JSONWriteOptions = .compact
    ) throws(JSONError) {
        try insert(newValue(value, writing), key, EditStep.steps(of: pointer), isAfter: false)
    }

    /// Inserts a member after the member at a pointer.
    ///
    /// - Throws: the errors of `insert(_:forKey:after:)` with a path, except `.invalidPath`.
    public mutating func insert(
        _ value: some JSONWritable, forKey key: String, after pointer: JSONPointer, writing: JSONWriteOptions = .compact
    ) throws(JSONError) {
        try insert(newValue(value, writing), key, EditStep.steps(of: pointer), isAfter: true)
    }

    /// Removes the member or element at a pointer.
    ///
    /// - Throws: `.invalidPath` if the pointer leads to the entire text.
    public mutating func remove(at pointer: JSONPointer) throws(JSONError) { try remove(EditStep.steps(of: pointer)) }

    /// Changes the key of the member at a pointer.
    ///
    /// - Throws: `.pathNotFound` without a member at the pointer; `.duplicateKey` if the object has the new key already.
    public mutating func rename(at pointer: JSONPointer, to key: String) throws(JSONError) {
        try rename(EditStep.steps(of: pointer), key)
    }
}
