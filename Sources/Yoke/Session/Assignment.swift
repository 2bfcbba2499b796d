internal import CYoke

/// A change that an update makes to one class instance inside the updated model. `run` makes the change: it passes the new values to the
/// `assign` closure of the instance's mapping.
final class Assignment {
    private let thunks: Thunks
    private var instance: AnyObject
    private let mapping: JSONMapping
    /// Two values of the storage type, which holds the instance's properties: `new` with the values to assign, `old` with the values from
    /// before the update.
    private let new: StoredValue
    private let old: StoredValue
    /// The instance's values directly before `run` assigned the new values, for `undo`. nil before `run` and after `undo`.
    private var before: StoredValue?
    /// The path of the instance in the text, and the offset of its object, for errors.
    private let path: String
    private let start: Int?

    var id: ObjectIdentifier { ObjectIdentifier(instance) }
    var isAssigned: Bool { before != nil }

    /// - Parameters:
    ///   - at: the address of a reference to the instance.
    ///   - new: the storage with the new values. The initialiser moves the values out of it.
    ///   - old: the storage with the instance's values from before the text changed them. The initialiser moves the values out of it.
    ///   - path: the path of the instance in the text.
    ///   - start: the offset of the instance's object in the text of the update; nil if a hook made the text from the text of the update.
    init(
        _ thunks: Thunks, _ storage: JSONMapping, at: UnsafeRawPointer, new: UnsafeMutableRawPointer, old: UnsafeMutableRawPointer,
        path: String, start: Int?
    ) {
        self.thunks = thunks
        (self.path, self.start) = (path, start)
        mapping = storage
        instance = at.assumingMemoryBound(to: AnyObject.self).pointee
        self.new = StoredValue(storage, moving: new)
        self.old = StoredValue(storage, moving: old)
    }

    /// Assigns to the instance the properties that the text has changed. Throws if the instance refuses the new values.
    func run(_ binder: Binder) throws(JSONError) {
        guard case .object(let fields, _) = mapping.shape else { return }
        let names = Set(FieldDescription.names(of: fields, thatDifferAt: old.at, new.at))
        if names.isEmpty { return }
        do {
            before = try stored()
            var values = StoredValue(mapping, copying: new.at)
            try withUnsafeMutablePointer(to: &instance) { at in
                try values.consume { try thunks.assign?(UnsafeMutableRawPointer(at), $0, names) }
            }
        } catch {
            throw binder.refusal("\(type(of: instance))", error, of: fields, at: path, from: start)
        }
    }

    /// Gives the instance the values that it had directly before `run`. Does nothing if `run` has assigned nothing.
    func undo() {
        guard let before = before.take() else { return }
        withUnsafeMutablePointer(to: &instance) { thunks.restore(UnsafeMutableRawPointer($0), from: before.at, mapping) }
    }

    /// Returns true if the update has changed the instance, or a value in one of its properties.
    ///
    /// - Parameters:
    ///   - isAssigned: true if an `Assignment` (this one or another) has assigned new values to the instance.
    ///   - search: finds instances that have changed. A property that contains such an instance counts as changed.
    func hasChanged(_ isAssigned: Bool, or search: InstanceSearch) -> Bool {
        guard case .object(let fields, _) = mapping.shape else { return false }
        guard isAssigned else { return !FieldDescription.names(of: fields, thatDifferAt: old.at, new.at, or: search).isEmpty }
        guard let now = try? stored() else { return true }
        return !FieldDescription.names(of: fields, thatDifferAt: old.at, now.at, or: search).isEmpty
    }

    /// Returns the current values of the instance.
    private func stored() throws -> StoredValue {
        try withUnsafePointer(to: instance) { try StoredValue(mapping, of: $0, thunks) }
    }
}

extension Thunks {
    /// Changes a struct or enum at `at` with its `assign` closure, if the storages at `new` and `old` differ. Consumes the storage at `new`.
    func amend(_ at: UnsafeMutableRawPointer, _ new: UnsafeMutableRawPointer, _ old: UnsafeRawPointer) throws {
        guard let assign, let mapping = storage?.mapping(), case .object(let fields, _) = mapping.shape else { return }
        let names = Set(FieldDescription.names(of: fields, thatDifferAt: old, new))
        if names.isEmpty { mapping.value.destroy(new, 1) } else { try assign(at, new, names) }
    }

    /// Assigns to the instance at `at` those values of `old` that differ from its current values. Compares all properties, because hooks
    /// may also have changed properties that the text does not name.
    func restore(_ at: UnsafeMutableRawPointer, from old: UnsafeRawPointer, _ mapping: JSONMapping) {
        guard let reassign, case .object(let fields, _) = mapping.shape else { return }
        guard let now = try? StoredValue(mapping, of: at, self) else { return }
        let names = FieldDescription.names(of: fields, thatDifferAt: now.at, old)
        var values = StoredValue(mapping, copying: old)
        try? values.consume { try reassign(at, $0, Set(names)) }
    }
}

extension FieldDescription {
    /// Returns the names of the properties whose values at `a` and `b` differ, or whose value at `b` contains an instance that `search`
    /// searches for.
    static func names(
        of fields: [FieldDescription], thatDifferAt a: UnsafeRawPointer, _ b: UnsafeRawPointer, or search: InstanceSearch? = nil
    ) -> [String] {
        let comparison = ValueComparison()
        return fields.flatMap { field -> [String] in
            guard field.role != .ignored, let offset = field.offset else { return [] }
            if field.isSame(at: a, b, comparison), !field.has(search, at: b + offset) { return [] }
            guard field.isInherited, case .object(let inherited, _)? = field.child?.mapping().shape else { return [field.name] }
            return names(of: inherited, thatDifferAt: a + offset, b + offset, or: search)
        }
    }

    private func has(_ search: InstanceSearch?, at value: UnsafeRawPointer) -> Bool {
        guard let search, let child else { return false }
        return search.isIn(child, at: value)
    }
}
