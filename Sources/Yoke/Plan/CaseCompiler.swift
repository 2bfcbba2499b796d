internal import CYoke

/// Builds the slots of an enum's cases. (A type with hooks, or a `JSONLazy`, counts as an enum with one case.) A slot tells C how to read
/// or write a value. `read` has the slots by which the reader reads a value's JSON text as one of the cases; `written` has the slots for
/// the writer.
struct CaseCompiler {
    let mapping: JSONMapping
    let tagging: Tagging
    private(set) var read: [UnsafePointer<yoke_slot>?] = []
    private(set) var written: [UnsafePointer<yoke_slot>?] = []
    /// For a `JSONLazy`: the inputs from which the slot of its value was compiled. A later call, which reads the value, compiles an equal
    /// slot from them. nil for other types.
    var origin: SlotOrigin?
    private(set) var size = 0
    private(set) var alignment = 1

    init(mapping: JSONMapping, tagging: Tagging) {
        self.mapping = mapping
        self.tagging = tagging
    }

    /// Adds a case without a payload. Such a case has no slot, because there is no payload to read or write.
    ///
    /// In an untagged enum, null is read as this case. For other values, the reader tries each slot of `read`, so `read` must not contain
    /// nil.
    mutating func addUnit() {
        if case .untagged = tagging {} else { read.append(nil) }
        written.append(nil)
    }

    /// Adds a case with a payload.
    ///
    /// - Parameters:
    ///   - payload: the slot of the payload's type.
    ///   - isFallback: true for the fallback case, whose payload is read from the entire text of the value.
    mutating func add(_ description: CaseDescription, payload: yoke_slot, alignment: Int, isFallback: Bool) throws(JSONError) {
        size = max(size, Int(payload.size))
        self.alignment = max(self.alignment, alignment)
        var type = yoke_type()
        type.kind = UInt8(YOKE_VIA.rawValue)
        type.identity = mapping.identity
        type.size = try SizeCheck.bytes(mapping.layout.size, mapping.name)
        type.stride = UInt32(mapping.layout.stride)
        type.align = UInt32(mapping.layout.alignment)
        type.context = PlanMemory.keep(description.make)
        type.element = payload
        type.item_align = UInt32(alignment)
        if !isFallback { Self.setTag(tagging, &type) }
        var slot = yoke_slot()
        slot.type = PlanMemory.put(type)
        slot.kind = type.kind
        slot.value = PlanMemory.keep(mapping.value)
        slot.size = type.size
        slot.payload = type.size
        slot.trivial = mapping.layout.isTrivial
        let key = isFallback ? nil : tagging.wrapper(for: description.name)
        read.append(PlanMemory.copy([key.map { wrapped(slot, in: $0, size: mapping.layout.size) } ?? slot]))
        var whole = payload
        whole.rules |= SlotRule.captures  // a `JSONLazy` may later read its value with this slot, and the value may need raw text
        written.append(PlanMemory.copy([key.map { wrapped(payload, in: $0, size: Int(payload.size)) } ?? whole]))
    }

    /// Stores the tag's key in `type`, if the enum has a tag. The tag is a member of the payload's object, but the payload's type has no
    /// property for it.
    static func setTag(_ tagging: Tagging, _ type: inout yoke_type) {
        guard let tag = tagging.tag else { return }
        type.path_key = PlanMemory.copy(Array(tag.utf8))
        type.path_key_length = tag.utf8.count
    }

    /// Returns the slot of an object whose only member is the payload, under `key`.
    private func wrapped(_ inner: yoke_slot, in key: String, size: Int) -> yoke_slot {
        var field = yoke_field()
        field.slot = inner
        // A payload that is nil is written as null and not left out, because its key names the case.
        field.slot.rules |= SlotRule.writesNull
        var table = KeyTable()
        KeyTable.setKey(&field, key)
        table.append(keyed: field)
        var object = yoke_object()
        table.fill(&object)
        object.count = 1
        object.keyed = 1
        object.words = 1
        object.owner_words = 1
        object.template_bytes = UnsafePointer(PlanMemory.zeroed(size).assumingMemoryBound(to: UInt8.self))
        object.required = PlanMemory.copy([inner.null_bytes == nil ? 1 : 0])
        object.initials = PlanMemory.copy([0])
        object.sorted = PlanMemory.copy([0])
        // With `.external`, the case's key must be the object's only key. With `.adjacent`, the object also has a member for the tag.
        if case .external = tagging { object.unknown = UInt8(YOKE_UNKNOWN_REFUSED.rawValue) }
        var type = yoke_type()
        type.kind = UInt8(YOKE_OBJECT.rawValue)
        type.identity = mapping.identity
        type.size = UInt32(size)
        type.object = PlanMemory.put(object)
        type.wraps_case = true
        Self.setTag(tagging, &type)
        var slot = yoke_slot()
        slot.type = PlanMemory.put(type)
        slot.kind = type.kind
        slot.value = inner.value
        slot.size = UInt32(size)
        slot.payload = slot.size
        slot.trivial = inner.trivial
        return slot
    }

    /// All slots in one array for C. With n = `written.count`: 0..<n are the slots of `read`, then nil if there are fewer; n..<2n are the
    /// slots of `written`; 2n is a pointer to `origin`, or nil.
    var choices: UnsafePointer<UnsafePointer<yoke_slot>?> {
        let origin = origin.map { UnsafePointer(PlanMemory.keep($0).assumingMemoryBound(to: yoke_slot.self)) }
        return PlanMemory.copy(read + Array(repeating: nil, count: written.count - read.count) + written + [origin])
    }
}
