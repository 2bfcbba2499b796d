internal import CYoke

/// How a text changes a value that is there.
public struct JSONMergePolicy: Sendable, Hashable {
    /// What null means for a property.
    public enum Nulls: Sendable, Hashable {
        /// As in reading: nil, else the declared initial value, else an error.
        case clear
        /// The property stays as it is.
        case keep
    }

    /// What an object means for a property that holds a model.
    public enum Models: Sendable, Hashable {
        /// The model's own properties are changed, those that the object names.
        case merge
        /// A new model takes its place.
        case replace
    }

    /// What null means.
    public var nulls: Nulls
    /// What an object means for a model.
    public var models: Models

    /// Null clears, models are changed in place. Arrays and dictionaries are always replaced.
    public init(nulls: Nulls = .clear, models: Models = .merge) {
        self.nulls = nulls
        self.models = models
    }

    /// Null clears, models are changed in place.
    public static let standard = JSONMergePolicy()

    var flags: UInt8 {
        var flags = YOKE_UPDATES.rawValue
        if nulls == .keep { flags |= YOKE_UPDATE_KEEPS_ON_NULL.rawValue }
        if models == .replace { flags |= YOKE_UPDATE_REPLACES_MODELS.rawValue }
        return UInt8(flags)
    }
}

/// Which properties an update has changed.
public struct JSONChanges<Model>: Sendable {
    /// Their names, in the order of the schema.
    public let names: [String]

    /// Whether nothing is other than before.
    public var isEmpty: Bool { names.isEmpty }

    /// Whether the property is other than before: `changes.contains(\.name)`.
    public func contains(_ path: PartialKeyPath<Model>) -> Bool {
        let name = String(describing: path).split(separator: ".").last.map(String.init)
        return name.map(names.contains) ?? false
    }
}

extension JSONReadable {
    /// Changes the properties that the text names, and leaves the others: all of it, or, when anything fails, nothing.
    ///
    /// ```swift
    /// let changes = try user.update(json: #"{"name": "Bo", "address": {"city": "Graz"}}"#)
    /// if changes.contains(\.name) { redraw() }
    /// ```
    /// An absent key keeps; null is as in reading; a model in a property is changed in the same way; arrays, models that stand as arrays and
    /// dictionaries are replaced.
    /// A class whose schema says how to take a storage over (`assign:`) is changed itself, so that all who hold it see it, and only
    /// properties that differ are assigned; other classes are made anew.
    ///
    /// Cost: a copy of the value and a comparison of its properties, beside the reading.
    ///
    /// - Returns: which properties are other than before.
    @discardableResult
    public mutating func update(
        json text: String, policy: JSONMergePolicy = .standard, options: JSONReadOptions = .strict
    ) throws(JSONError) -> JSONChanges<Self> {
        var text = text
        let bytes = text.withUTF8 { Array($0) }
        return try update(json: bytes, policy: policy, options: options)
    }

    /// The same for the bytes of a JSON text.
    @discardableResult
    public mutating func update(
        json bytes: some Sequence<UInt8>, policy: JSONMergePolicy = .standard, options: JSONReadOptions = .strict
    ) throws(JSONError) -> JSONChanges<Self> {
        let plan = try Plan.of(Self.self, options.variant)
        let target = UpdateTarget<Self>(root: plan.root, schema: Self.jsonSchema)
        let changed = try withBytes(of: bytes) { bytes throws(JSONError) in try target.update(&self, bytes, policy, options) }
        return JSONChanges(names: changed)
    }
}

/// The storage that an update works on: the value's own bytes, or what a class is read by way of.
private struct UpdateTarget<Model> {
    let root: UnsafePointer<yoke_slot>
    let schema: JSONSchema

    func update(
        _ model: inout Model, _ bytes: UnsafeBufferPointer<UInt8>, _ policy: JSONMergePolicy, _ options: JSONReadOptions
    ) throws(JSONError) -> [String] {
        switch schema.shape {
        case .object(let fields, let rules) where rules.layout == .object:
            var copy = model
            let changed = try withUnsafeMutablePointer(to: &copy) { at throws(JSONError) in
                try Self.change(UnsafeMutableRawPointer(at), schema, fields, root, bytes, policy, options)
            }
            if !changed.isEmpty { model = copy }
            return changed
        case .through(let storage, let thunks):
            let inner = storage.schema()
            guard case .object(let fields, let rules) = inner.shape, rules.layout == .object else { throw notAnObject }
            var element = root.pointee.type.pointee.element
            let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, inner.layout.size), alignment: inner.layout.alignment)
            defer { memory.deallocate() }
            do { try withUnsafePointer(to: model) { try thunks.store(memory, $0) } } catch {
                throw JSONError(.refused, "the value cannot be taken apart: \(error)", underlying: error)
            }
            element.rules |= root.pointee.rules
            let slot = PlanMemory.scratch(element)
            defer { slot.deallocate() }
            let changed: [String]
            do throws(JSONError) {
                changed = try Self.change(memory, inner, fields, slot, bytes, policy, options)
            } catch {
                inner.value.destroy(memory, 1)
                throw error
            }
            guard !changed.isEmpty else {
                inner.value.destroy(memory, 1)
                return []
            }
            do {
                if let assign = thunks.assign {
                    try withUnsafeMutablePointer(to: &model) { try assign($0, memory, Set(changed)) }
                } else {
                    let made = UnsafeMutablePointer<Model>.allocate(capacity: 1)
                    defer { made.deallocate() }
                    try thunks.make(made, memory)
                    model = made.move()
                }
            } catch {
                throw JSONError(.refused, "\(schema.name) refused the value: \(error)", underlying: error)
            }
            return changed
        case .captured(let cases, _, _, _):
            // A type with hooks: the object inside. What is read is no whole object, so the hooks before reading have no part in it.
            guard cases.count == 1, let inner = cases[0].payload, let choices = ThunkTable.thunks(root.pointee.type.pointee.context).choices,
                let slot = choices.assumingMemoryBound(to: UnsafePointer<yoke_slot>?.self)[0]
            else { throw notAnObject }
            var element = slot.pointee.type.pointee.element
            element.rules |= root.pointee.rules
            let target = Self(root: PlanMemory.scratch(element), schema: inner.schema())
            defer { target.root.deallocate() }
            return try target.update(&model, bytes, policy, options)
        default: throw notAnObject
        }
    }

    private var notAnObject: JSONError {
        JSONError(.invalidSchema, "\(schema.name) is no object, and cannot be updated", hint: "read a new value instead")
    }

    /// Changes the value at the address, which stays as it is when that fails; the names of what is other than before.
    private static func change(
        _ at: UnsafeMutableRawPointer, _ schema: JSONSchema, _ fields: [FieldDescription], _ slot: UnsafePointer<yoke_slot>,
        _ bytes: UnsafeBufferPointer<UInt8>, _ policy: JSONMergePolicy, _ options: JSONReadOptions
    ) throws(JSONError) -> [String] {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, schema.layout.size), alignment: schema.layout.alignment)
        schema.value.copy(memory, at)
        defer { memory.deallocate() }
        let binder = Binder(options: options)
        try binder.update(slot, memory, bytes, policy.flags)
        let changed = fields.filter { field in
            guard field.role != .ignored, let offset = field.offset else { return false }
            return !field.value.isEqual(at + offset, memory + offset)
        }.map(\.name)
        schema.value.destroy(at, 1)
        schema.value.move(at, memory, 1)
        return changed
    }
}
