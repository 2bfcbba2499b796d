internal import CYoke

/// How a text changes a value that is there.
public struct JSONUpdatePolicy: Sendable, Hashable {
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
    private var isMergePatch = false

    /// Null clears, models are changed in place. Arrays and dictionaries are always replaced.
    public init(nulls: Nulls = .clear, models: Models = .merge) {
        self.nulls = nulls
        self.models = models
    }

    /// Null clears, models are changed in place.
    public static let standard = JSONUpdatePolicy()

    /// RFC 7396: null removes, so that a property is what an absent key makes of it; objects are merged, dictionaries, dynamic JSON and unknown
    /// members (`@JSONExtras`) too; arrays are replaced.
    ///
    /// Models, and those in dictionaries, are changed in place, as by any update. A dynamic value, or an enum with payloads, is written,
    /// patched as JSON and read again: of those, what is not written is lost.
    public static let mergePatch: JSONUpdatePolicy = {
        var policy = JSONUpdatePolicy()
        policy.isMergePatch = true
        return policy
    }()

    var flags: UInt8 {
        var flags = YOKE_UPDATES.rawValue
        if nulls == .keep { flags |= YOKE_UPDATE_KEEPS_ON_NULL.rawValue }
        if models == .replace { flags |= YOKE_UPDATE_REPLACES_MODELS.rawValue }
        if isMergePatch { flags |= YOKE_UPDATE_MERGES.rawValue }
        return UInt8(flags)
    }
}

/// Which properties an update has changed. A property is the same as before if JSON cannot tell its two values apart, whatever its type's `==`
/// says: -0.0 is not 0.0, and strings and number literals are compared by their bytes.
public struct JSONChanges<Model>: Sendable {
    /// Their names, in the order of the mapping.
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
    /// dictionaries are replaced. An instance in a property is changed itself, for all who hold it, if the mapping of its class says how
    /// (`assign:`), else made anew; a flattened enum stays as it is. Properties' own checks look at what the text names, checks and hooks of a model at each one that it changes. Hooks before reading are given the
    /// object that says what changes.
    ///
    /// Cost: a copy of the value and a comparison of its properties, beside the reading.
    ///
    /// - Returns: which properties are other than before.
    @discardableResult
    public mutating func update(
        json text: String, policy: JSONUpdatePolicy = .standard, options: JSONReadOptions = .strict
    ) throws(JSONError) -> JSONChanges<Self> {
        var text = text
        let bytes = text.withUTF8 { Array($0) }
        return try update(json: bytes, policy: policy, options: options)
    }

    /// The same for the bytes of a JSON text.
    @discardableResult
    public mutating func update(
        json bytes: some Sequence<UInt8>, policy: JSONUpdatePolicy = .standard, options: JSONReadOptions = .strict
    ) throws(JSONError) -> JSONChanges<Self> {
        try UpdateTarget.change(&self, as: Self.self, bytes, policy, options)
    }
}

extension JSONReadable where Self: AnyObject {
    /// Changes this very instance, for all who hold it: the properties that the text names, all of them, or, when anything fails, none.
    /// Its own class says how, if that has a mapping.
    ///
    /// ```swift
    /// let changes = try user.update(json: #"{"name": "Bo"}"#)
    /// ```
    /// Only properties that are other than before are assigned, so that observers hear of nothing else. An instance in a property is changed in
    /// the same way; that property is one of the changed ones, and is not assigned. Checks and hooks look at it as it will be; if one of them
    /// refuses, or the rest of the text is bad, it is assigned what it had.
    ///
    /// - Throws: `.invalidMapping` for a class whose mapping has no `assign:`; `.refused` for a constant that would change.
    /// - Returns: which properties are other than before: what the instance keeps (an `assign:` that leaves it alone, a `didSet` that takes it
    ///   back) is none of them.
    @discardableResult
    public func update(
        json text: String, policy: JSONUpdatePolicy = .standard, options: JSONReadOptions = .strict
    ) throws(JSONError) -> JSONChanges<Self> {
        try update(json: Array(text.utf8), policy: policy, options: options)
    }

    /// The same for the bytes of a JSON text.
    @discardableResult
    public func update(
        json bytes: some Sequence<UInt8>, policy: JSONUpdatePolicy = .standard, options: JSONReadOptions = .strict
    ) throws(JSONError) -> JSONChanges<Self> {
        var instance = self
        return try UpdateTarget.change(&instance, as: mappingType, bytes, policy, options, isShared: true)
    }
}

/// The storage that an update works on: the value's own bytes, or what a class is read by way of.
struct UpdateTarget<Model: JSONReadable> {
    let root: UnsafePointer<yoke_slot>
    let mapping: JSONMapping
    let binder: Binder
    /// The instance itself has to change: others hold it.
    let isShared: Bool
    /// A hook has made the text.
    var isMade = false

    static func change(
        _ model: inout Model, as type: Model.Type, _ bytes: some Sequence<UInt8>, _ policy: JSONUpdatePolicy, _ options: JSONReadOptions,
        isShared: Bool = false
    ) throws(JSONError) -> JSONChanges<Model> {
        let variant = options.variant, plan = try Plan.of(type, variant, ofInstances: true)
        let binder = BinderPool.shared.take(options)
        defer {
            binder.assignments = Assignments()
            binder.updateText = UnsafeBufferPointer(start: nil, count: 0)
            BinderPool.shared.give(binder)
        }
        binder.hold(plan)
        let mapping = variant.mapping(of: JSONMapping.Child(type) { type.jsonMapping })
        let target = Self(root: plan.root, mapping: mapping, binder: binder, isShared: isShared)
        return JSONChanges(
            names: try withBytes(of: bytes) { bytes throws(JSONError) in
                binder.updateText = bytes
                return try target.update(&model, bytes, policy)
            })
    }

    func update(
        _ model: inout Model, _ bytes: UnsafeBufferPointer<UInt8>, _ policy: JSONUpdatePolicy
    ) throws(JSONError) -> [String] {
        switch mapping.shape {
        case .object(let fields, let rules) where rules.layout == .object:
            var copy = model
            let changes = try withUnsafeMutablePointer(to: &copy) { at throws(JSONError) in
                try change(UnsafeMutableRawPointer(at), mapping, fields, root, bytes, policy)
            }
            if !changes.values.isEmpty { model = copy }
            return changes.names
        case .via(let storage, let thunks):
            if isShared, thunks.assign == nil {
                throw JSONError(
                    .invalidMapping, "\(mapping.name) does not say how an instance is changed", hint: "give its mapping `assign:`")
            }
            let inner = binder.variant.mapping(of: storage)
            guard case .object(let fields, let rules) = inner.shape, rules.layout == .object else { throw notAnObject }
            var element = root.pointee.type.pointee.element
            let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, inner.layout.stride), alignment: inner.layout.alignment)
            defer { memory.deallocate() }
            do { try withUnsafePointer(to: model) { try thunks.store(memory, $0) } } catch {
                throw JSONError(.refused, "the value cannot be converted for the update: \(error)", underlying: error)
            }
            let before = UnsafeMutableRawPointer.allocate(byteCount: max(1, inner.layout.stride), alignment: inner.layout.alignment)
            inner.value.copy(before, memory)
            defer {
                inner.value.destroy(before, 1)
                before.deallocate()
            }
            let now = UnsafeMutableRawPointer.allocate(byteCount: max(1, inner.layout.stride), alignment: inner.layout.alignment)
            defer { now.deallocate() }
            element.rules |= root.pointee.rules
            let slot = PlanMemory.scratch(element)
            defer { slot.deallocate() }
            let changes: Changes
            do throws(JSONError) {
                changes = try change(memory, inner, fields, slot, bytes, policy)
            } catch {
                inner.value.destroy(memory, 1)
                throw error
            }
            // The text may lead back to the instance itself.
            let isReached = mapping.layout.isReference && changes.instances?.touched.contains(ObjectIdentifier(model as AnyObject)) == true
            do {
                if changes.values.isEmpty {
                    inner.value.destroy(memory, 1)
                    guard isReached else { return changes.names }
                } else if let assign = thunks.assign {
                    try withUnsafeMutablePointer(to: &model) { try assign($0, memory, Set(changes.values)) }
                } else {
                    let made = UnsafeMutablePointer<Model>.allocate(capacity: 1)
                    defer { made.deallocate() }
                    try thunks.make(made, memory, Unmanaged.passUnretained(binder).toOpaque())
                    model = made.move()
                }
            } catch {
                withUnsafeMutablePointer(to: &model) { thunks.restore($0, from: before, inner) }
                binder.assignments.undo()
                throw binder.refusal(mapping.name, error, of: fields, at: "$")
            }
            // What is assigned may be left alone, or clamped.
            guard (try? withUnsafePointer(to: model) { try thunks.store(now, $0) }) != nil else { return changes.names }
            defer { inner.value.destroy(now, 1) }
            let changed = FieldDescription.names(of: fields, thatDifferAt: before, now, or: changes.instances)
            return isReached ? changed : changes.names.filter(Set(changed).contains)
        case .rawText(let cases, _, _, _):
            // A type with hooks: what is inside of them, by the text that they make of the changes.
            guard root.pointee.type.pointee.hooks, let inner = cases[0].payload else { throw notAnObject }
            let text = try hooked(bytes)
            defer { text?.deallocate() }
            var element = root.pointee.type.pointee.element
            element.rules |= root.pointee.rules
            var target = Self(root: PlanMemory.scratch(element), mapping: binder.variant.mapping(of: inner), binder: binder, isShared: isShared)
            target.isMade = isMade || text != nil
            defer { target.root.deallocate() }
            return try target.update(&model, text.map { UnsafeBufferPointer($0) } ?? bytes, policy)
        default: throw notAnObject
        }
    }

    /// What the hooks before reading make of the text; nil: nothing else.
    private func hooked(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> UnsafeMutableBufferPointer<UInt8>? {
        guard case .object(let object) = try JSONValue(json: bytes, options: binder.options) else { return nil }
        let text = try object.jsonBytes(JSONWriteOptions(depth: .max))
        var choice = yoke_choice()
        do {
            try text.withUnsafeBufferPointer { text in
                try withUnsafeMutableBytes(of: &choice) { choice in
                    let choice = choice.baseAddress.unsafelyUnwrapped
                    try Thunks.of(root.pointee.type.pointee.context).capture(choice, text, choice)
                }
            }
        } catch let error as JSONError {
            throw error
        } catch {
            throw JSONError(.refused, "\(mapping.name) refused the value: \(error)", underlying: error)
        }
        guard let owner = choice.owner else { return nil }
        defer { Unmanaged<AnyObject>.fromOpaque(owner).release() }
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: choice.text_length)
        _ = copy.initialize(from: UnsafeBufferPointer(start: choice.text, count: choice.text_length))
        return copy
    }

    private var notAnObject: JSONError {
        JSONError(
            .invalidMapping, "\(mapping.name) has no properties that an update could change",
            hint: "read a new value instead; dynamic JSON has merge(patch:)")
    }

    /// The names of properties that are other than before: of all, and of those that have another value, and not only the same instance that
    /// has changed; and those instances.
    private typealias Changes = (names: [String], values: [String], instances: InstanceSearch?)

    /// Changes the value at the address, which stays as it is when that fails, as instances in it do.
    private func change(
        _ at: UnsafeMutableRawPointer, _ mapping: JSONMapping, _ fields: [FieldDescription], _ slot: UnsafePointer<yoke_slot>,
        _ bytes: UnsafeBufferPointer<UInt8>, _ policy: JSONUpdatePolicy
    ) throws(JSONError) -> Changes {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, mapping.layout.stride), alignment: mapping.layout.alignment)
        mapping.value.copy(memory, at)
        defer { memory.deallocate() }
        let patcher: Thunks = binder.options.duplicateKeys == .first ? .patchingFirstKeys : .patching
        do throws(JSONError) { try binder.update(slot, memory, from: at, bytes, policy.flags, isMade: isMade, patcher) } catch {
            binder.assignments.undo()
            throw error
        }
        do throws(JSONError) { try binder.commit() } catch {
            binder.assignments.undo()
            mapping.value.destroy(memory, 1)
            throw error
        }
        let search = binder.assignments.changed
        let names = FieldDescription.names(of: fields, thatDifferAt: at, memory, or: search)
        let values = search == nil ? names : FieldDescription.names(of: fields, thatDifferAt: at, memory)
        mapping.value.destroy(at, 1)
        mapping.value.move(at, memory, 1)
        return (names, values, search)
    }
}
