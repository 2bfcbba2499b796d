internal import CYoke

/// An instance in a property that an update has changed a storage of, by a schema that says how to assign it. That waits until all of the
/// text is known to be good.
final class Assignment {
    /// A property of one of the open objects, or the entry of a dictionary.
    struct Step: Hashable {
        let object: UInt64
        let field: UInt32?
        let key: String?
    }

    private let thunks: Thunks
    private var instance: AnyObject
    private let schema: JSONSchema
    /// Storages: what the instance is to be, and what it was.
    private let new: UnsafeMutableRawPointer
    private let old: UnsafeMutableRawPointer
    /// Where the text has it.
    private let path: String
    /// The properties that have been assigned.
    private var assigned: Set<String> = []

    /// - Parameters:
    ///   - at: the address of the instance.
    ///   - new: a storage, which is taken.
    ///   - old: another one.
    init(_ thunks: Thunks, _ storage: JSONSchema, at: UnsafeRawPointer, new: UnsafeMutableRawPointer, old: UnsafeMutableRawPointer, path: String) {
        self.thunks = thunks
        self.path = path
        schema = storage
        instance = at.assumingMemoryBound(to: AnyObject.self).pointee
        self.new = .allocate(byteCount: max(1, storage.layout.stride), alignment: storage.layout.alignment)
        self.old = .allocate(byteCount: max(1, storage.layout.stride), alignment: storage.layout.alignment)
        storage.value.move(self.new, new, 1)
        storage.value.move(self.old, old, 1)
    }

    deinit {
        for storage in [new, old] {
            schema.value.destroy(storage, 1)
            storage.deallocate()
        }
    }

    /// Assigns what is other than before.
    ///
    /// - Parameter touched: instances that have changed; this one is added, if it or one in it has.
    func run(_ touched: inout Set<ObjectIdentifier>, _ variant: PlanVariant) throws(JSONError) {
        guard case .object(let fields, _) = schema.shape else { return }
        if !FieldDescription.names(of: fields, thatDifferAt: old, new, or: touched).isEmpty { touched.insert(ObjectIdentifier(instance)) }
        assigned = Set(FieldDescription.names(of: fields, thatDifferAt: old, new))
        if assigned.isEmpty { return }
        do { try assign(new) } catch {
            throw JSONError(
                .refused, "\(type(of: instance)) refused the value: \(error)", path: FieldDescription.path(path, of: error, in: fields, variant),
                underlying: error)
        }
    }

    /// Assigns again what was before.
    func undo() {
        if !assigned.isEmpty { withUnsafeMutablePointer(to: &instance) { thunks.restore(UnsafeMutableRawPointer($0), from: old, schema) } }
    }

    private func assign(_ storage: UnsafeMutableRawPointer) throws {
        let copy = UnsafeMutableRawPointer.allocate(byteCount: max(1, schema.layout.stride), alignment: schema.layout.alignment)
        defer { copy.deallocate() }
        schema.value.copy(copy, storage)
        try withUnsafeMutablePointer(to: &instance) { at in try thunks.assign?(UnsafeMutableRawPointer(at), copy, assigned) }
    }
}

extension Thunks {
    /// Gives the instance at the address what it had, by a storage of it: whatever is other now, hooks may have changed more than the text.
    func restore(_ at: UnsafeMutableRawPointer, from old: UnsafeRawPointer, _ schema: JSONSchema) {
        guard let reassign, case .object(let fields, _) = schema.shape else { return }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, schema.layout.stride), alignment: schema.layout.alignment)
        defer { memory.deallocate() }
        guard (try? store(memory, at)) != nil else { return }
        let names = FieldDescription.names(of: fields, thatDifferAt: memory, old)
        schema.value.destroy(memory, 1)
        schema.value.copy(memory, old)
        try? reassign(at, memory, Set(names))
    }
}

extension Binder {
    /// Changes the instances in properties, all or none; those that have changed.
    func assign() throws(JSONError) -> Set<ObjectIdentifier> {
        var touched: Set<ObjectIdentifier> = []
        for (i, (_, assignment)) in assignments.enumerated() {
            do throws(JSONError) { try assignment.run(&touched, variant) } catch {
                for (_, done) in assignments[...i].reversed() { done.undo() }
                throw error
            }
        }
        return touched
    }

    /// Gives the instances their earlier values again.
    func undoAssignments() {
        for (_, assignment) in assignments.reversed() { assignment.undo() }
    }

    /// Where the frames stand: what an object that comes again has at the same place is another one's.
    var place: [Assignment.Step] {
        (0..<Int(c.pointee.frame_count)).compactMap { i in
            let frame = c.pointee.frames[i]
            switch UInt32(frame.kind) {
            case YOKE_FRAME_OBJECT.rawValue, YOKE_FRAME_STEPS.rawValue:
                return Assignment.Step(object: frame.serial, field: frame.field?.pointee.index, key: nil)
            case YOKE_FRAME_ENTRIES.rawValue: return Assignment.Step(object: frame.serial, field: nil, key: dictionaryKey(frame))
            default: return nil
            }
        }
    }
}

extension FieldDescription {
    /// The names of what is other than before, or has one of the instances in it.
    static func names(
        of fields: [FieldDescription], thatDifferAt a: UnsafeRawPointer, _ b: UnsafeRawPointer, or touched: Set<ObjectIdentifier> = []
    ) -> [String] {
        fields.flatMap { field -> [String] in
            guard field.role != .ignored, let offset = field.offset else { return [] }
            if field.isSame(a + offset, b + offset), touched.isEmpty || !holds(touched, field.child, at: b + offset) { return [] }
            guard field.isInherited, case .object(let inherited, _)? = field.child?.schema().shape else { return [field.name] }
            return names(of: inherited, thatDifferAt: a + offset, b + offset, or: touched)
        }
    }

    /// Whether the value, which is the same as before, has one of the instances in place.
    private static func holds(_ touched: Set<ObjectIdentifier>, _ child: JSONSchema.Child?, at: UnsafeRawPointer) -> Bool {
        guard let schema = child?.schema(), !schema.value.isNil(at) else { return false }
        switch schema.shape {
        case .through where schema.layout.isReference: return touched.contains(ObjectIdentifier(at.assumingMemoryBound(to: AnyObject.self).pointee))
        case .optional(let inner), .staged(let inner): return holds(touched, inner, at: at)
        case .captured(let cases, _, _, _) where cases.count == 1 && cases[0].payload?.type == schema.represented:
            return holds(touched, cases[0].payload, at: at)
        case .object(let fields, _): return fields.contains { field in field.offset.map { holds(touched, field.child, at: at + $0) } ?? false }
        default: return false
        }
    }

    /// The path of the constant that an error is about, below that of its object; else the object's own.
    static func path(_ object: String, of error: any Error, in fields: [FieldDescription], _ variant: PlanVariant) -> String {
        guard let constant = error as? _JSONConstant, let key = key(of: constant.name, in: fields, variant) else { return object }
        var path = JSONPathText()
        path.append(key: key)
        return object + path.text.dropFirst()
    }

    private static func key(of name: String, in fields: [FieldDescription], _ variant: PlanVariant) -> String? {
        for field in fields {
            if field.isInherited, case .object(let inherited, _)? = field.child?.schema().shape {
                if let key = key(of: name, in: inherited, variant) { return key }
            } else if field.name == name, case .key(let key)? = (try? variant.keys(field).read.first?.steps())?.first {
                return key
            }
        }
        return nil
    }

    /// Whether both values are the same, byte for byte (nothing has touched what has no `==`), or by their `==`.
    func isSame(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer) -> Bool {
        let a = UnsafeRawBufferPointer(start: a, count: layout.size), b = UnsafeRawBufferPointer(start: b, count: layout.size)
        if a.elementsEqual(b) { return true }
        guard let a = a.baseAddress, let b = b.baseAddress else { return true }
        // The bytes behind nil may be any; a staged nil is another one than that of a property that is absent.
        if !(child?.type is any StagedType.Type), value.isNil(a), value.isNil(b) { return true }
        return value.isEqual(a, b)
    }
}
