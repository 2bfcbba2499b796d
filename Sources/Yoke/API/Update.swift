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

    /// The text is a merge patch; the other two do not matter then.
    private(set) var isMergePatch = false

    /// Null clears, models are changed in place. Arrays and dictionaries are always replaced.
    public init(nulls: Nulls = .clear, models: Models = .merge) {
        self.nulls = nulls
        self.models = models
    }

    /// Null clears, models are changed in place.
    public static let standard = JSONMergePolicy()

    /// RFC 7396: null removes, objects are merged, dictionaries, dynamic JSON and unknown members (`@JSONExtras`) too; arrays are replaced.
    ///
    /// Properties whose keys the text names are written, patched as JSON and read again; what such a property does not write is lost. An
    /// error's path is that of the patched JSON. Cost: that of writing and reading the whole value.
    public static let mergePatch: JSONMergePolicy = {
        var policy = JSONMergePolicy()
        policy.isMergePatch = true
        return policy
    }()

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

    /// Whether the property is other than before: `changes.contains(\.name)`. Paths of computed properties do not tell a name, nor those of
    /// properties with observers or wrappers (in `@Observable` classes all are such): then the answer is whether anything is other than
    /// before, and `contains("name")` knows more.
    public func contains(_ path: PartialKeyPath<Model>) -> Bool {
        let text = String(describing: path)
        guard !text.contains("<computed"), let name = text.split(separator: ".").last else { return !isEmpty }
        return contains(String(name))
    }

    /// Whether the property of that name is other than before.
    public func contains(_ name: String) -> Bool { names.contains(name) }
}

extension JSONReadable {
    /// Changes the properties that the text names, and leaves the others: all of it, or, when anything fails, nothing.
    ///
    /// ```swift
    /// let changes = try user.update(json: #"{"name": "Bo", "address": {"city": "Graz"}}"#)
    /// if changes.contains(\.name) { redraw() }
    /// ```
    /// An absent key keeps; null is as in reading; a model in a property is changed in the same way; arrays, models that stand as arrays and
    /// dictionaries are replaced. Classes in properties are made anew; a flattened enum stays as it is.
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
        try UpdateTarget.change(&self, as: Self.self, bytes, policy, options)
    }
}

extension JSONReadable where Self: AnyObject {
    /// Changes this very instance, for all who hold it: the properties that the text names, all of them, or, when anything fails, none.
    /// Its own class says how, if that has a schema.
    ///
    /// ```swift
    /// let changes = try user.update(json: #"{"name": "Bo"}"#)
    /// ```
    /// Only properties that are other than before are assigned, so that observers hear of nothing else. A class in a property is made anew.
    ///
    /// - Throws: `.invalidSchema` for a class whose schema has no `assign:`; `.refused` for a constant that would change.
    /// - Returns: which properties are other than before.
    @discardableResult
    public func update(
        json text: String, policy: JSONMergePolicy = .standard, options: JSONReadOptions = .strict
    ) throws(JSONError) -> JSONChanges<Self> {
        try update(json: Array(text.utf8), policy: policy, options: options)
    }

    /// The same for the bytes of a JSON text.
    @discardableResult
    public func update(
        json bytes: some Sequence<UInt8>, policy: JSONMergePolicy = .standard, options: JSONReadOptions = .strict
    ) throws(JSONError) -> JSONChanges<Self> {
        var instance = self
        return try UpdateTarget.change(&instance, as: schemaType, bytes, policy, options, isShared: true)
    }
}

/// The storage that an update works on: the value's own bytes, or what a class is read by way of.
struct UpdateTarget<Model: JSONReadable> {
    let root: UnsafePointer<yoke_slot>
    let schema: JSONSchema
    let binder: Binder
    /// The instance itself has to change: others hold it.
    let isShared: Bool

    static func change(
        _ model: inout Model, as type: Model.Type, _ bytes: some Sequence<UInt8>, _ policy: JSONMergePolicy, _ options: JSONReadOptions,
        isShared: Bool = false
    ) throws(JSONError) -> JSONChanges<Model> {
        let plan = try Plan.of(type, options.variant)
        let target = Self(root: plan.root, schema: type.jsonSchema, binder: Binder(options: options), isShared: isShared)
        target.binder.hold(plan)
        return JSONChanges(names: try withBytes(of: bytes) { bytes throws(JSONError) in try target.update(&model, bytes, policy) })
    }

    func update(
        _ model: inout Model, _ bytes: UnsafeBufferPointer<UInt8>, _ policy: JSONMergePolicy
    ) throws(JSONError) -> [String] {
        switch schema.shape {
        case .object(let fields, let rules) where rules.layout == .object:
            var copy = model
            let changed = try withUnsafeMutablePointer(to: &copy) { at throws(JSONError) in
                try change(UnsafeMutableRawPointer(at), schema, fields, root, bytes, policy)
            }
            if !changed.isEmpty { model = copy }
            return changed
        case .through(let storage, let thunks):
            if isShared, thunks.assign == nil {
                throw JSONError(
                    .invalidSchema, "\(schema.name) does not say how an instance is changed", hint: "give its schema `assign:`")
            }
            let inner = storage.schema()
            guard case .object(let fields, let rules) = inner.shape, rules.layout == .object else { throw notAnObject }
            var element = root.pointee.type.pointee.element
            let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, inner.layout.stride), alignment: inner.layout.alignment)
            defer { memory.deallocate() }
            do { try withUnsafePointer(to: model) { try thunks.store(memory, $0) } } catch {
                throw JSONError(.refused, "the value cannot be taken apart: \(error)", underlying: error)
            }
            element.rules |= root.pointee.rules
            let slot = PlanMemory.scratch(element)
            defer { slot.deallocate() }
            let changed: [String]
            do throws(JSONError) {
                changed = try change(memory, inner, fields, slot, bytes, policy)
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
                    try thunks.make(made, memory, Unmanaged.passUnretained(binder).toOpaque())
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
            let target = Self(root: PlanMemory.scratch(element), schema: inner.schema(), binder: binder, isShared: isShared)
            defer { target.root.deallocate() }
            return try target.update(&model, bytes, policy)
        default: throw notAnObject
        }
    }

    private var notAnObject: JSONError {
        JSONError(.invalidSchema, "\(schema.name) is no object, and cannot be updated", hint: "read a new value instead")
    }

    /// Changes the value at the address, which stays as it is when that fails; the names of what is other than before.
    private func change(
        _ at: UnsafeMutableRawPointer, _ schema: JSONSchema, _ fields: [FieldDescription], _ slot: UnsafePointer<yoke_slot>,
        _ bytes: UnsafeBufferPointer<UInt8>, _ policy: JSONMergePolicy
    ) throws(JSONError) -> [String] {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, schema.layout.stride), alignment: schema.layout.alignment)
        schema.value.copy(memory, at)
        defer { memory.deallocate() }
        if policy.isMergePatch {
            do throws(JSONError) { try patch(memory, schema, fields, slot, bytes) } catch {
                schema.value.destroy(memory, 1)
                throw error
            }
        } else {
            try binder.update(slot, memory, bytes, policy.flags)
        }
        let changed = Self.names(of: fields, thatDifferAt: at, memory)
        schema.value.destroy(at, 1)
        schema.value.move(at, memory, 1)
        return changed
    }

    private static func names(of fields: [FieldDescription], thatDifferAt a: UnsafeRawPointer, _ b: UnsafeRawPointer) -> [String] {
        fields.flatMap { field -> [String] in
            guard field.role != .ignored, let offset = field.offset, !field.isSame(a + offset, b + offset) else { return [] }
            guard field.isInherited, case .object(let inherited, _)? = field.child?.schema().shape else { return [field.name] }
            return names(of: inherited, thatDifferAt: a + offset, b + offset)
        }
    }
}

extension FieldDescription {
    /// Whether both values are the same, byte for byte (nothing has touched what has no `==`), or by their `==`.
    func isSame(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer) -> Bool {
        let a = UnsafeRawBufferPointer(start: a, count: layout.size), b = UnsafeRawBufferPointer(start: b, count: layout.size)
        if a.elementsEqual(b) { return true }
        guard let a = a.baseAddress, let b = b.baseAddress else { return true }
        return value.isEqual(a, b)
    }
}
