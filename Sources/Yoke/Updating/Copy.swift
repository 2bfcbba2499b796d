// Copies and comparisons of what cannot have those of the compiler, which are faster: classes above all.

extension JSONReadable where Self: JSONWritable {
    /// A copy by way of JSON: instances in it are copies, too. What is not written (`@JSONIgnore`) has its initial value. An instance is
    /// copied as what its own class writes, if that has a mapping.
    ///
    /// Cost: the value is written and read.
    ///
    /// - Parameter options: how the JSON is read; makers are given their `context`.
    public func jsonCopy(options: JSONReadOptions = .strict) throws(JSONError) -> Self {
        let type = mappingType, bytes = try ownJSON()
        return try withUnsafeTemporaryAllocation(of: Self.self, capacity: 1) { memory -> Result<Self, JSONError> in
            let memory = memory.baseAddress.unsafelyUnwrapped
            do throws(JSONError) {
                try bytes.withUnsafeBufferPointer { bytes -> Result<Void, JSONError> in
                    do throws(JSONError) { try WholeText.read(type, bytes, into: memory, options) } catch { return .failure(error) }
                    return .success(())
                }.get()
            } catch { return .failure(error) }
            return .success(memory.move())
        }.get()
    }
}

extension JSONWritable {
    /// Whether both are of one class and are written as the same JSON, whatever the order of dictionaries and Sets. What cannot be written,
    /// such as NaN, is the same as nothing.
    ///
    /// ```swift
    /// extension User: Hashable {
    ///     static func == (a: User, b: User) -> Bool { a.hasSameJSON(as: b) }
    ///     func hash(into hasher: inout Hasher) { hashJSON(into: &hasher) }
    /// }
    /// ```
    /// Cost: both are written, with sorted keys. Where one property says which instance it is, compare that one (`Identifiable`).
    public func hasSameJSON(as other: Self) -> Bool {
        guard ObjectIdentifier(type(of: self)) == ObjectIdentifier(type(of: other)), let own = try? ownJSON() else { return false }
        return own == (try? other.ownJSON())
    }

    /// Feeds the JSON that `hasSameJSON(as:)` compares; nothing, if it cannot be written.
    ///
    /// Cost: the value is written, with sorted keys.
    public func hashJSON(into hasher: inout Hasher) {
        guard let own = try? ownJSON() else { return }
        own.withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    /// What its own class writes.
    fileprivate func ownJSON() throws(JSONError) -> [UInt8] {
        let options = JSONWriteOptions(sortsKeys: true)
        let writer = Writer()
        try writer.write(self, Plan.of(mappingType), options)
        return [UInt8](writer.bytes)
    }
}

extension JSONMapped {
    /// The instance's own class, if that has a mapping of its own; else the type that it is known as.
    var mappingType: Self.Type {
        let own = type(of: self)
        return own == Self.self || own.jsonMapping.type != ObjectIdentifier(own) ? Self.self : own
    }
}
