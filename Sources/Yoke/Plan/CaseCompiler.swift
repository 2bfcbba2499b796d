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

    /// Adds a case without a payload. The writer has no slot for it. If the text has a tag, the reader has a slot for an object without
    /// members but the tag.
    ///
    /// In an untagged enum, null is read as this case. For other values, the reader tries each slot of `read`, so `read` must not contain
    /// nil.
    mutating func addUnit(_ description: CaseDescription, isFallback: Bool) throws(JSONError) {
        written.append(nil)
        if case .untagged = tagging { return }
        guard tagging.tag != nil, !isFallback else { return read.append(nil) }
        let thunks = Thunks(), initial = description.make.initial
        thunks.make = { to, _, _ in initial(to.unsafelyUnwrapped) }
        read.append(PlanMemory.copy([try made(by: thunks, from: object(of: description.name, holding: nil, size: 0), alignment: 1)]))
    }

    /// Adds a case with a payload.
    ///
    /// - Parameters:
    ///   - payload: the slot of the payload's type.
    ///   - isFallback: true for the fallback case, whose payload is read from the entire text of the value.
    mutating func add(_ description: CaseDescription, payload: yoke_slot, alignment: Int, isFallback: Bool) throws(JSONError) {
        size = max(size, Int(payload.size))
        self.alignment = max(self.alignment, alignment)
        let slot = try made(by: description.make, from: payload, alignment: alignment)
        let key = isFallback ? nil : tagging.wrapper(for: description.name)
        read.append(PlanMemory.copy([key.map { wrapped(slot, in: $0, of: description.name, size: mapping.layout.size) } ?? slot]))
        var whole = payload
        whole.rules |= SlotRule.captures  // a `JSONLazy` may later read its value with this slot, and the value may need raw text
        written.append(PlanMemory.copy([key.map { wrapped(payload, in: $0, of: description.name, size: Int(payload.size)) } ?? whole]))
    }

    /// Returns the slot of a value that the thunks make from the value of `storage`.
    private func made(by thunks: Thunks, from storage: yoke_slot, alignment: Int) throws(JSONError) -> yoke_slot {
        var type = yoke_type()
        type.kind = UInt8(YOKE_VIA.rawValue)
        type.identity = mapping.identity
        type.size = try SizeCheck.bytes(mapping.layout.size, mapping.name)
        type.stride = UInt32(mapping.layout.stride)
        type.align = UInt32(mapping.layout.alignment)
        type.context = PlanMemory.keep(thunks)
        type.element = storage
        type.item_align = UInt32(alignment)
        var slot = yoke_slot()
        slot.type = PlanMemory.put(type)
        slot.kind = type.kind
        slot.value = PlanMemory.keep(mapping.value)
        slot.size = type.size
        slot.payload = type.size
        slot.trivial = mapping.layout.isTrivial
        return slot
    }

    /// Stores the tag's key in `type`, the type of the enum, if the enum has a tag.
    static func setTag(_ tagging: Tagging, _ type: inout yoke_type) {
        guard let tag = tagging.tag else { return }
        type.path_key = PlanMemory.copy(Array(tag.utf8))
        type.path_key_length = tag.utf8.count
    }

    /// Returns a field that reads a tag. The field stores nothing, and refuses all names but `name`. So if the reader has chosen
    /// this case, a text of another case is an error.
    static func tagField(_ tag: String, of name: String, index: Int) -> yoke_field {
        var type = yoke_type()
        type.kind = UInt8(YOKE_RAW_STRING.rawValue)
        type.cases = KeyTable.trie(of: [Array(name.utf8)])
        type.case_bytes = UnsafePointer(PlanMemory.zeroed(0).assumingMemoryBound(to: UInt8.self))
        type.is_tag = true
        var field = yoke_field()
        field.slot.type = PlanMemory.put(type)
        field.slot.kind = type.kind
        field.slot.trivial = true
        field.slot.rules = SlotRule.invalidIsMissing  // if the case was chosen from the entire text
        field.index = UInt32(index)
        KeyTable.setKey(&field, tag)
        return field
    }

    /// Returns the slot of an object whose only member is the payload of the case `name`, under `key`.
    private func wrapped(_ inner: yoke_slot, in key: String, of name: String, size: Int) -> yoke_slot {
        var field = yoke_field()
        field.slot = inner
        // A payload that is nil is written as null and not left out, because its key names the case.
        field.slot.rules |= SlotRule.writesNull
        KeyTable.setKey(&field, key)
        return object(of: name, holding: field, size: size)
    }

    /// Returns the slot of an object of the case `name`. The object's only members are `field` (unless it is nil) and the tag (if the enum
    /// has a tag).
    private func object(of name: String, holding field: yoke_field?, size: Int) -> yoke_slot {
        var table = KeyTable()
        let count = field == nil ? 0 : 1
        if let field { table.append(keyed: field) }
        if let tag = tagging.tag {
            table.append(KeyTable.sentinel)
            table.append(keyed: Self.tagField(tag, of: name, index: count))
        }
        var object = yoke_object()
        table.fill(&object)
        object.count = UInt32(count)
        object.keyed = object.count
        object.words = 1
        object.owner_words = 1
        object.template_bytes = UnsafePointer(PlanMemory.zeroed(size).assumingMemoryBound(to: UInt8.self))
        object.required = PlanMemory.copy([field != nil && field?.slot.null_bytes == nil ? 1 : 0])
        object.initials = PlanMemory.copy([0])
        object.sorted = PlanMemory.copy([0])
        // With `.external`, the case's key must be the object's only key. With `.adjacent`, the object also has a member for the tag.
        if case .external = tagging { object.unknown = UInt8(YOKE_UNKNOWN_REFUSED.rawValue) }
        object.refuses_other_cases = true
        var type = yoke_type()
        type.kind = UInt8(YOKE_OBJECT.rawValue)
        type.identity = mapping.identity
        type.size = UInt32(size)
        type.object = PlanMemory.put(object)
        type.wraps_case = true
        let literal = KeyLiteral.quoted(name)
        type.case_literals = PlanMemory.copy([Optional(PlanMemory.copy(literal))])
        type.case_lengths = PlanMemory.copy([UInt32(literal.count)])
        type.case_count = 1
        var slot = yoke_slot()
        slot.type = PlanMemory.put(type)
        slot.kind = type.kind
        slot.value = field?.slot.value
        slot.size = UInt32(size)
        slot.payload = slot.size
        slot.trivial = field?.slot.trivial ?? true
        return slot
    }

    /// The trie over the names of the cases; without nodes if the JSON does not name the case. A name of several cases means the first.
    func names(of cases: [CaseDescription], fallback: Int?) -> yoke_trie {
        switch tagging {
        case .internal, .adjacent, .external: break
        case .untagged, .chosen: return yoke_trie()
        }
        var names = cases.map { Array($0.name.utf8) }
        if let fallback { names[fallback] = [] }
        guard Set(names).count == names.count else { return yoke_trie() }
        return KeyTable.trie(of: names)
    }

    /// All slots in one array for C. With n = `written.count`: 0..<n are the slots of `read`, then nil if there are fewer; n..<2n are the
    /// slots of `written`; 2n is a pointer to `origin`, or nil.
    var choices: UnsafePointer<UnsafePointer<yoke_slot>?> {
        let origin = origin.map { UnsafePointer(PlanMemory.keep($0).assumingMemoryBound(to: yoke_slot.self)) }
        return PlanMemory.copy(read + Array(repeating: nil, count: written.count - read.count) + written + [origin])
    }
}
