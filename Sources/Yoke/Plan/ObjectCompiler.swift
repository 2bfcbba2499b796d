internal import CYoke

/// Turns the fields of one struct into the plan's table, template, bit sets and trie.
struct ObjectCompiler {
    private let schema: JSONSchema
    private var keyed: [(field: yoke_field, key: [UInt8], isConstant: Bool)] = []
    private var ignored: [yoke_field] = []
    private var required: Set<Int> = []
    private var initials: Set<Int> = []
    private var covered: [(name: String, offset: Int, layout: ValueLayout)] = []
    private let blank: UnsafeMutableRawPointer

    init(schema: JSONSchema) {
        self.schema = schema
        blank = PlanMemory.zeroed(schema.layout.size, alignment: max(schema.layout.alignment, 16))
    }

    /// Adds a field; `slot` is that of its type, nil for ignored ones.
    mutating func add(_ description: FieldDescription, slot described: yoke_slot?) throws(JSONError) {
        guard let offset = description.offset else {
            throw JSONError(
                .invalidSchema, "\(schema.name).\(description.name) has no fixed place in the instance",
                hint: """
                    computed, observed, lazy and wrapped properties, members of classes and of types of resilient \
                    libraries are bound by JSONSchema(_:through:make:store:), which @JSONModel uses by itself
                    """)
        }
        covered.append((description.name, offset, description.layout))
        var field = yoke_field()
        field.slot = described ?? yoke_slot()
        field.slot.offset = UInt32(offset)
        field.slot.size = try SizeCheck.bytes(description.layout.size, schema.name)
        if described == nil { field.slot.value = PlanMemory.keep(description.value) }
        field.slot.trivial = description.layout.isTrivial
        var needsInitial = false
        var isConstant = false
        if case .constant = description.initial { isConstant = true }
        switch description.initial {
        case .none: break
        case .literal(let thunks):
            thunks.initial(blank + offset)
            refuseNullUnlessOptional(&field)
        case .constant(let thunks):
            field.initial = PlanMemory.keep(thunks)
            needsInitial = true
        case .thunk(let thunks):
            field.initial = PlanMemory.keep(thunks)
            needsInitial = true
            refuseNullUnlessOptional(&field)
        }
        guard let key = description.key else {
            field.key_length = .max  // not 0: the empty key would be this field's
            field.head_bits = Self.never
            ignored.append(field)
            return
        }
        if case .none = description.initial {
            if let nothing = field.slot.null_bytes, !isStaged(description) {
                (blank + offset).copyMemory(from: nothing, byteCount: description.layout.size)
            } else if isStaged(description), let staged = description.child?.type as? any NilTestable.Type {
                staged.storeNil(blank + offset)
            } else {
                required.insert(keyed.count)
            }
        }
        if needsInitial { initials.insert(keyed.count) }
        let bytes = Array(key.utf8)
        field.key = PlanMemory.copy(bytes)
        // A constant is never found: a length that no key has, and no place in the trie.
        field.key_length = isConstant ? .max : bytes.count
        let literal = KeyLiteral.quoted(key) + [UInt8(ascii: ":")]
        let padding = max(0, Int(YOKE_LITERAL_PAD) - literal.count)
        field.literal = PlanMemory.copy(literal + [UInt8](repeating: 0, count: padding))
        field.literal_length = literal.count
        withUnsafeMutableBytes(of: &field.head) { $0.copyBytes(from: literal.prefix(16)) }
        field.head_bits = isConstant ? Self.never : UInt32(1) << UInt32(min(literal.count, 16)) - 1
        keyed.append((field, bytes, isConstant))
    }

    /// Null leads to the declared initial value where the type has no nil (or null) of its own.
    private func refuseNullUnlessOptional(_ field: inout yoke_field) {
        if field.slot.null_bytes == nil { field.slot.null_is_missing = true }
    }

    private func isStaged(_ description: FieldDescription) -> Bool {
        if case .staged = description.child?.schema().shape { return true }
        return false
    }

    func finish() throws(JSONError) -> UnsafePointer<yoke_object> {
        try checkKeys()
        try checkCoverage()
        let count = keyed.count + ignored.count
        let words = max(1, (count + 63) / 64)
        // The sentinel: a length that no key has, so that prediction past the last field never matches.
        var sentinel = yoke_field()
        sentinel.key_length = .max
        sentinel.head_bits = Self.never
        let firstIgnored = keyed.count
        let initials = initials.union(firstIgnored..<count)
        var object = yoke_object()
        var fields = keyed.map(\.field) + ignored + [sentinel]
        for i in fields.indices { fields[i].index = UInt32(i) }
        object.fields = PlanMemory.copy(fields)
        object.count = UInt32(count)
        object.keyed = UInt32(keyed.count)
        object.words = UInt32(words)
        object.blank = UnsafePointer(blank.assumingMemoryBound(to: UInt8.self))
        object.required = PlanMemory.copy(Self.bits(required, words))
        object.initials = PlanMemory.copy(Self.bits(initials, words))
        let readable = keyed.indices.filter { !keyed[$0].isConstant }.map { (key: keyed[$0].key, value: $0) }
        object.trie = KeyTrieBuilder.build(readable)
        if let hash = KeyHash(readable) {
            object.hashed = hash.table
            object.hash_seed = hash.seed
            object.hash_mask = hash.mask
        }
        object.sorted = PlanMemory.copy(
            keyed.indices.sorted { keyed[$0].key.lexicographicallyPrecedes(keyed[$1].key) }.map(UInt32.init))
        return PlanMemory.copy([object])
    }

    /// Behind the sixteen bytes that are compared.
    private static let never: UInt32 = 1 << 16

    private static func bits(_ indices: Set<Int>, _ words: Int) -> [UInt64] {
        var bits = [UInt64](repeating: 0, count: words)
        for i in indices { bits[i / 64] |= 1 << UInt64(i % 64) }
        return bits
    }

    private func checkKeys() throws(JSONError) {
        var seen: Set<[UInt8]> = []
        for (_, key, _) in keyed where !seen.insert(key).inserted {
            throw JSONError(
                .invalidSchema, "\(schema.name) has two properties for the key \"\(String(decoding: key, as: UTF8.self))\"")
        }
    }

    /// Every stored property must be named: a gap wider than alignment needs is one that was forgotten, and would be left
    /// without a value. (What hides inside padding is smaller than a reference, so it is plain bits, and zero.)
    private func checkCoverage() throws(JSONError) {
        var end = 0
        var last = "its start"
        for (name, offset, layout) in covered.sorted(by: { ($0.offset, $0.layout.size) < ($1.offset, $1.layout.size) }) {
            guard offset >= end else {
                throw JSONError(.invalidSchema, "\(schema.name).\(name) is named twice, or overlaps another property")
            }
            let aligned = (end + layout.alignment - 1) & ~(layout.alignment - 1)
            guard offset == aligned || layout.size == 0 else { throw forgotten(after: last) }
            end = offset + layout.size
            last = name
        }
        guard end == schema.layout.size else { throw forgotten(after: last) }
    }

    private func forgotten(after name: String) -> JSONError {
        JSONError(
            .invalidSchema, "the schema of \(schema.name) leaves out a stored property after \(name)",
            hint: "name every stored property: add(_:_:) for those in the JSON, ignore(_:initial:) for the others")
    }
}
