internal import CYoke

/// How an update changes an existing value.
public struct JSONUpdatePolicy: Sendable, Hashable {
    /// How an update handles null for a property.
    public enum Nulls: Sendable, Hashable {
        /// As in reading: an Optional property becomes nil. A property that is not Optional gets its declared initial value; without such a
        /// value, null is an error.
        case clear
        /// The property keeps its value.
        case keep
    }

    /// How an update handles an object for a property that holds a model.
    public enum Models: Sendable, Hashable {
        /// The update changes the model's own properties that the object names.
        case merge
        /// A new model replaces the old one.
        case replace
    }

    /// How the update handles null.
    public var nulls: Nulls
    /// How the update handles an object for a model.
    public var models: Models

    /// True if the text is a merge patch. Then `nulls` and `models` have no effect.
    private var isMergePatch = false

    /// Makes a policy. By default, null clears the property, and models change in place. Arrays and dictionaries are always replaced.
    public init(nulls: Nulls = .clear, models: Models = .merge) {
        self.nulls = nulls
        self.models = models
    }

    /// Null clears the property, and models change in place.
    public static let standard = JSONUpdatePolicy()

    /// A merge patch of RFC 7396.
    ///
    /// - Null gives a property the value that reading gives it for a missing key.
    /// - An object is merged, also into a dictionary, dynamic JSON or unknown members (`@JSONExtras`).
    /// - An array replaces the old array.
    ///
    /// Models, also in dictionaries, change in place, as in any update. A dynamic value, or an enum with payloads, is written as JSON,
    /// patched, and read again. Parts of such a value that are not written are lost.
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

/// The properties that an update has changed.
///
/// A property counts as unchanged if JSON cannot distinguish its old and new values. The type's `==` does not matter: -0.0 differs from
/// 0.0, and Yoke compares strings and number literals by their bytes. An update replaces the elements of an array. So an array also counts
/// as changed if one of its elements loses the value of an ignored property. A new class instance in place of another one is a change. An
/// instance that the text does not name counts as unchanged, even if it refers to an instance that has changed.
public struct JSONChanges<Model>: Sendable {
    /// The names of the changed properties, in the order of the mapping.
    public let names: [String]

    /// True if no property has changed.
    public var isEmpty: Bool { names.isEmpty }

    /// Returns true if the property has changed: `changes.contains(\.name)`.
    ///
    /// - Only the first property of a longer key path counts: `contains(\.address.city)` is true if anything in `address` has changed.
    /// - A key path does not tell the name of a computed property, or of a property with an observer or wrapper. For such a property, the
    ///   result is true if any property has changed. All properties of an `@Observable` class are of this kind. `contains("name")` gives
    ///   the exact answer for such properties, too.
    public func contains(_ path: PartialKeyPath<Model>) -> Bool {
        // The description is the type, without modules, and the components: `\User.address.city`, `\Page<Post>.items?.first`.
        let components = String(describing: path).dropFirst(String(describing: Model.self).count + 2)
        guard let name = components.split(separator: ".").first?.prefix(while: { !"?![".contains($0) }), !name.hasPrefix("<computed")
        else { return !isEmpty }
        return contains(String(name))
    }

    /// Returns true if the property with this name has changed.
    public func contains(_ name: String) -> Bool { names.contains(name) }
}

extension JSONReadable {
    /// Changes the properties that the text names. All other properties stay unchanged. If anything fails, the value stays unchanged.
    ///
    /// ```swift
    /// let changes = try user.update(json: #"{"name": "Bo", "address": {"city": "Graz"}}"#)
    /// if changes.contains(\.name) { redraw() }
    /// ```
    /// - A missing key keeps the property. Null means the same as in reading.
    /// - A model in a property changes by the same rules.
    /// - An array, a dictionary or a model with array layout is replaced.
    /// - A class instance in a property changes itself, for all its owners, if the mapping of its class has `assign:`. Otherwise the update
    ///   makes a new instance.
    /// - A flattened enum (its members stand among the members of the model's object) is replaced if the text has the enum's tag. Otherwise
    ///   it keeps its value.
    /// - The checks of properties run for the properties that the text names. Checks and hooks of a model run for each model that the text
    ///   changes.
    /// - The hooks before reading receive the JSON object of the update, not the JSON of the entire model.
    ///
    /// Cost: besides reading, a copy of the value and a comparison of its properties.
    ///
    /// - Throws: all errors of reading. `.invalidMapping` for a type without properties to change.
    /// - Returns: the properties that have changed.
    @discardableResult
    public mutating func update(
        json text: String, policy: JSONUpdatePolicy = .standard, options: JSONReadOptions = .strict
    ) throws(JSONError) -> JSONChanges<Self> {
        try update(json: text.utf8, policy: policy, options: options)
    }

    /// Changes the properties that a JSON text in UTF-8 names. All other properties stay unchanged. If anything fails, the value stays
    /// unchanged.
    @discardableResult
    public mutating func update(
        json bytes: some Sequence<UInt8>, policy: JSONUpdatePolicy = .standard, options: JSONReadOptions = .strict
    ) throws(JSONError) -> JSONChanges<Self> {
        try UpdateTarget.change(&self, as: Self.self, bytes, policy, options)
    }
}

extension JSONReadable where Self: AnyObject {
    /// Changes the properties of this instance that the text names. All owners of the instance see the changes. If anything fails, the
    /// instance stays unchanged.
    ///
    /// If the instance's own class has a mapping, the update uses this mapping.
    ///
    /// ```swift
    /// let changes = try user.update(json: #"{"name": "Bo"}"#)
    /// ```
    /// - The update assigns only properties with new values, so observers see no other changes.
    /// - An instance in a property changes itself, and the property counts as changed. `assign:` is not called for this property.
    /// - The checks and hooks see the instance with its new values. If a check or hook fails, or the rest of the text is bad, the update
    ///   assigns the old values again.
    ///
    /// - Throws: `.invalidMapping` for a class whose mapping has no `assign:`; `.refused` if a constant (`let`) would change.
    /// - Returns: the properties that have changed. A property does not count if it has its old value afterwards, because `assign:` leaves
    ///   it alone or a `didSet` restores it.
    @discardableResult
    public func update(
        json text: String, policy: JSONUpdatePolicy = .standard, options: JSONReadOptions = .strict
    ) throws(JSONError) -> JSONChanges<Self> {
        try update(json: text.utf8, policy: policy, options: options)
    }

    /// Changes the properties of this instance that a JSON text in UTF-8 names. All owners of the instance see the changes. If anything
    /// fails, the instance stays unchanged.
    @discardableResult
    public func update(
        json bytes: some Sequence<UInt8>, policy: JSONUpdatePolicy = .standard, options: JSONReadOptions = .strict
    ) throws(JSONError) -> JSONChanges<Self> {
        var instance = self
        return try UpdateTarget.change(&instance, as: mappingType, bytes, policy, options, isShared: true)
    }
}

/// The data for one update: the plan and the mapping of the type, and the binder that reads the text into the value.
struct UpdateTarget<Model: JSONReadable> {
    let root: UnsafePointer<yoke_slot>
    let mapping: JSONMapping
    let binder: Binder
    /// True if the update must change the class instance itself and not replace it, because the instance has other owners.
    let isShared: Bool
    /// True if a hook has made the text that this update reads. Then positions in this text are not positions in the caller's text.
    var isMade = false

    static func change(
        _ model: inout Model, as type: Model.Type, _ bytes: some Sequence<UInt8>, _ policy: JSONUpdatePolicy, _ options: JSONReadOptions,
        isShared: Bool = false
    ) throws(JSONError) -> JSONChanges<Model> {
        let variant = options.variant, plan = try Plan.of(type, variant, ofInstances: true)
        let mapping = variant.mapping(of: JSONMapping.Child(type) { type.jsonMapping })
        return try BinderPool.with(options) { binder throws(JSONError) in
            defer {
                binder.assignments = Assignments()
                binder.updateText = UnsafeBufferPointer(start: nil, count: 0)
            }
            binder.keepAlive(plan)
            let target = Self(root: plan.root, mapping: mapping, binder: binder, isShared: isShared)
            return JSONChanges(
                names: try withBytes(of: bytes) { bytes throws(JSONError) in
                    binder.updateText = bytes
                    return try target.update(&model, bytes, policy)
                })
        }
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
        case .via(let storage, let thunks): return try updateStorage(storage, thunks, &model, bytes, policy)
        case .rawText(let cases, _, _, _):
            // If the type has hooks, they may first change the text. The resulting text then updates the value, by the mapping that the
            // type would have without hooks.
            guard root.pointee.type.pointee.hooks, let inner = cases[0].payload else { throw notAnObject }
            let text = try hooked(bytes)
            defer { text?.deallocate() }
            var element = root.pointee.type.pointee.element
            element.rules |= root.pointee.rules
            var target = Self(
                root: PlanMemory.scratch(element), mapping: binder.variant.mapping(of: inner), binder: binder, isShared: isShared)
            target.isMade = isMade || text != nil
            defer { target.root.deallocate() }
            return try target.update(&model, text.map { UnsafeBufferPointer($0) } ?? bytes, policy)
        default: throw notAnObject
        }
    }

    /// Updates a value that is stored as another type: updates its storage, and then assigns the changed properties to the value, or makes
    /// the value anew.
    private func updateStorage(
        _ storage: JSONMapping.Child, _ thunks: Thunks, _ model: inout Model, _ bytes: UnsafeBufferPointer<UInt8>,
        _ policy: JSONUpdatePolicy
    ) throws(JSONError) -> [String] {
        if isShared, thunks.assign == nil {
            throw JSONError(
                .invalidMapping, "\(mapping.name) does not say how an instance is changed", hint: "give its mapping `assign:`")
        }
        let inner = binder.variant.mapping(of: storage)
        guard case .object(let fields, let rules) = inner.shape, rules.layout == .object else { throw notAnObject }
        var values: StoredValue
        do { values = try withUnsafePointer(to: model) { try StoredValue(inner, of: $0, thunks) } } catch let error as JSONError {
            throw error
        } catch {
            throw JSONError(.refused, binder.message("the value cannot be converted for the update", because: error), underlying: error)
        }
        let before = StoredValue(inner, copying: values.at)
        var element = root.pointee.type.pointee.element
        element.rules |= root.pointee.rules
        let slot = PlanMemory.scratch(element)
        defer { slot.deallocate() }
        let changes = try change(values.at, inner, fields, slot, bytes, policy)
        // A property of the instance may refer to the instance itself. Then the update may have changed the instance through this property.
        let isReached = mapping.layout.isReference && changes.instances?.targets.contains(ObjectIdentifier(model as AnyObject)) == true
        if changes.values.isEmpty, !isReached { return changes.names }
        do {
            if !changes.values.isEmpty {
                var changed = model  // if the model is a class, the same instance
                try values.consume { try put($0, Set(changes.values), thunks, into: &changed) }
                model = changed
            }
        } catch {
            if mapping.layout.isReference { withUnsafeMutablePointer(to: &model) { thunks.restore($0, from: before.at, inner) } }
            binder.assignments.undo()
            throw binder.refusal(mapping.name, error, of: fields, at: "$", from: binder.updatePosition.offset)
        }
        // Read the properties again, because `assign` may have ignored or clamped the new values.
        guard let now = try? withUnsafePointer(to: model, { try StoredValue(inner, of: $0, thunks) }) else { return changes.names }
        let changed = FieldDescription.names(of: fields, thatDifferAt: before.at, now.at, or: changes.instances)
        return isReached ? changed : changes.names.filter(Set(changed).contains)
    }

    /// Assigns the named properties of the storage at `values` to the model, or makes the model anew from the storage. Consumes the storage.
    private func put(_ values: UnsafeMutableRawPointer, _ names: Set<String>, _ thunks: Thunks, into model: inout Model) throws {
        if let assign = thunks.assign { return try withUnsafeMutablePointer(to: &model) { try assign($0, values, names) } }
        let made = UnsafeMutablePointer<Model>.allocate(capacity: 1)
        defer { made.deallocate() }
        try thunks.make(made, values, Unmanaged.passUnretained(binder).toOpaque())
        model = made.move()
    }

    /// Runs the `beforeReading` hooks on the object, and returns the text that they make. Returns nil if they change nothing, or the text
    /// is not an object.
    private func hooked(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> UnsafeMutableBufferPointer<UInt8>? {
        var options = binder.options.withoutPlanOptions
        options.allowsSeveralValues = false
        if isMade { options.limits.totalBytes = nil }
        guard case .object(let object) = try JSONValue(json: bytes, options: options) else { return nil }
        let text = JSONValue.object(object).rawText
        var choice = yoke_choice()
        do {
            try text.withUnsafeBufferPointer { text in
                try withUnsafeMutableBytes(of: &choice) { choice in
                    let choice = choice.baseAddress.unsafelyUnwrapped
                    try Thunks.of(root.pointee.type.pointee.context).capture(choice, text, choice)
                }
            }
        } catch let error as JSONError {
            throw binder.shown(error, of: mapping.name).moved(below: "$", position: binder.updatePosition)
        } catch {
            let message = binder.message("\(mapping.name) refused the value", because: error)
            throw JSONError(.refused, message, position: binder.updatePosition, underlying: error)
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

    /// `names`: all changed properties. `values`: the properties to assign. A property that still holds the same instance is not in
    /// `values`, even if the instance has changed. `instances`: finds the values that contain a changed instance; nil if no instance has
    /// changed.
    private typealias Changes = (names: [String], values: [String], instances: InstanceSearch?)

    /// Changes the value at `at` as the text `bytes` says. If this fails, the value and the class instances in it keep their old state.
    private func change(
        _ at: UnsafeMutableRawPointer, _ mapping: JSONMapping, _ fields: [FieldDescription], _ slot: UnsafePointer<yoke_slot>,
        _ bytes: UnsafeBufferPointer<UInt8>, _ policy: JSONUpdatePolicy
    ) throws(JSONError) -> Changes {
        let memory = mapping.room()
        defer { memory.deallocate() }
        let patcher = Thunks.patching(binder.options)
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
