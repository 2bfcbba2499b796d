internal import CYoke

extension ObjectCompiler {
    /// A stored property of a struct, or of another struct that is flattened into it. This is a class, because several lists share the same
    /// member.
    final class Member {
        let description: FieldDescription
        /// Offset of the property in the outermost instance, in bytes; nil for a property without a fixed offset.
        let offset: Int?
        /// The slot of the property's type; nil for ignored properties.
        let slot: yoke_slot?
        /// Stores the value for a missing key at the given address. nil if the property's type has no such value.
        let absent: (@Sendable (UnsafeMutableRawPointer) -> Void)?
        /// True if the call leaves the property out. The property then has the value for a missing key.
        let isHidden: Bool
        /// Indices of the flattened Optionals around the property, the outermost first.
        let groups: [Int]
        /// The property is written only if all conditions return true. A condition gets the address of the outermost instance.
        var conditions: [@Sendable (UnsafeRawPointer) -> Bool]
        /// True if the last condition is that the property differs from its initial value.
        let isLeftOutAsInitial: Bool
        /// For a flattened value: the keys of its members in this object. For a property that the call leaves out: its own keys.
        let inner: InnerKeys
        /// The style that makes the key from the property's name; nil if the property declares keys.
        private let style: JSONKeyStyle?
        private lazy var keys = JSONKeys(style?.key(for: description.name) ?? description.name)

        /// - Parameters:
        ///   - inner: the keys of a flattened value's members; nil for other properties.
        init(
            _ description: FieldDescription, offset: Int?, slot: yoke_slot?, absent: (@Sendable (UnsafeMutableRawPointer) -> Void)?,
            isHidden: Bool, groups: [Int], conditions: [@Sendable (UnsafeRawPointer) -> Bool], isLeftOutAsInitial: Bool,
            variant: PlanVariant, inner: InnerKeys?
        ) {
            self.description = description
            self.offset = offset
            self.slot = slot
            self.absent = absent
            self.isHidden = isHidden
            self.groups = groups
            self.conditions = conditions
            self.isLeftOutAsInitial = isLeftOutAsInitial
            style = variant.style(of: description)
            let keys = style == nil || isHidden ? variant.keys(description) : nil
            if let keys, isHidden, description.role == .member {
                self.inner = InnerKeys(all: Set((keys.read + keys.write).compactMap { try? $0.steps().first?.name }))
            } else {
                self.inner = inner ?? InnerKeys()
            }
            if let keys { self.keys = keys }
        }
    }
}

extension ObjectCompiler.Member {
    private var hasKeys: Bool { description.role == .member && !isHidden }
    private var isConstant: Bool { if case .constant = description.initial { true } else { false } }

    /// The keys and paths that the property is read from, in the order of preference. Empty for a constant, because reading cannot set it.
    var readKeys: [JSONKeyName] { hasKeys && !isConstant ? keys.read : [] }
    var writeKey: JSONKeyName? { hasKeys ? keys.write.first : nil }
    /// If the call leaves the property out: the keys and paths that the property has in other calls. Else empty.
    var hiddenKeys: [JSONKeyName] { description.role == .member && isHidden ? keys.read + keys.write : [] }

    /// True if the property keeps unknown members, which belong to no other property.
    var keepsOthers: Bool { description.role == .extras || inner.keepsOthers }

    /// Number of keys and paths that the property is read from.
    var aliases: Int { style != nil && hasKeys && !isConstant ? 1 : readKeys.count }

    /// The name of the property in errors: its first key, else its Swift name.
    var label: String { readKeys.first?.text ?? description.name }

    /// True if the property is read from exactly one key, and is always written under this key.
    var isPlain: Bool {
        guard hasKeys, !isConstant, groups.isEmpty, conditions.isEmpty else { return false }
        if style != nil { return true }
        guard keys.read.count == 1, keys.write == keys.read, case .literal = keys.read[0].form else { return false }
        return true
    }

    /// Passes the key of a plain property (`isPlain`) to `body`.
    func withPlainKey(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        if let style { style.withKey(for: description.name, body) } else { borrow(keys.read[0].text, body) }
    }
}

/// The keys of a flattened value's members, which are members of the object around the value. The value has no key of its own.
struct InnerKeys {
    /// The keys from which the members are read.
    var all: Set<String> = []
    /// Further keys that the flattened type knows: keys that are only written, and keys of properties that the call leaves out.
    var known: Set<String> = []
    /// True if the call leaves out at least one of the members.
    var areCut = false
    /// In a call with `usesPropertyNames`: for each key, the keys that its property has in other calls. Else empty.
    var usual: [String: Set<String>] = [:]
    /// The key of one member whose value may be null; nil if no member's value may be null.
    var nullable: String?
    /// True if some values of the flattened type are written without any member.
    var mayBeNone = false
    /// True if the flattened value also keeps unknown members, which belong to no property of the object.
    var keepsOthers = false

    mutating func add(_ other: InnerKeys) {
        all.formUnion(other.all)
        known.formUnion(other.known)
        areCut = areCut || other.areCut
        usual.merge(other.usual) { $0.union($1) }
        mayBeNone = mayBeNone || other.mayBeNone
        keepsOthers = keepsOthers || other.keepsOthers
        nullable = nullable ?? other.nullable
    }
}

extension FieldDescription {
    /// True if nil may be written as null and read back: the property has no rule for null, and no condition for writing.
    var canBeNull: Bool { rules?.onNull == nil && rules?.conditions.isEmpty != false }
}
