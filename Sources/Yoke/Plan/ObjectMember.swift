internal import CYoke

extension ObjectCompiler {
    /// A field of the struct, or of one that is flattened into it. A class, because it goes from list to list.
    final class Member {
        let description: FieldDescription
        /// Its place in the outermost instance; nil where there is no fixed one.
        let offset: Int?
        /// That of its type; nil for ignored ones.
        let slot: yoke_slot?
        /// Puts what stands for an absent key, for types that have such a value.
        let absent: (@Sendable (UnsafeMutableRawPointer) -> Void)?
        /// The call leaves it out: it is what an absent key makes of it.
        let isHidden: Bool
        /// The Optional structs that it is flattened from, the outermost first.
        let groups: [Int]
        /// What has to be true of the outermost instance, at the address, for it to be written.
        let conditions: [@Sendable (UnsafeRawPointer) -> Bool]
        /// Keys of this object that it is made of, though it has none of its own.
        let inner: InnerKeys
        /// The same in calls that do not ask for names; for those that do.
        let innerKeys: Set<String>
        /// What makes its one key, where nothing is said of that.
        private let style: JSONKeyStyle?
        private lazy var keys = JSONKeys(style?.key(for: description.name) ?? description.name)

        /// - Parameters:
        ///   - inner: of flattened ones.
        ///   - innerKeys: of flattened ones, for calls that ask for names.
        init(
            _ description: FieldDescription, offset: Int?, slot: yoke_slot?, absent: (@Sendable (UnsafeMutableRawPointer) -> Void)?,
            isHidden: Bool, groups: [Int], conditions: [@Sendable (UnsafeRawPointer) -> Bool], variant: PlanVariant, inner: InnerKeys?,
            innerKeys: Set<String>
        ) {
            self.description = description
            self.offset = offset
            self.slot = slot
            self.absent = absent
            self.isHidden = isHidden
            self.groups = groups
            self.conditions = conditions
            self.innerKeys = innerKeys
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

    /// Where it is read from, in the order of preference. A constant is never read.
    var readKeys: [JSONKeyName] { hasKeys && !isConstant ? keys.read : [] }
    var writeKey: JSONKeyName? { hasKeys ? keys.write.first : nil }
    /// Where it would be read from and written to, if the call did not leave it out.
    var hiddenKeys: [JSONKeyName] { description.role == .member && isHidden ? keys.read + keys.write : [] }

    /// It has the members that no other property has.
    var keepsOthers: Bool { description.role == .extras || inner.keepsOthers }

    /// How many candidates it has for being read from.
    var aliases: Int { style != nil && hasKeys && !isConstant ? 1 : readKeys.count }

    /// What errors call it where it has no key of its own.
    var label: String { readKeys.first?.text ?? description.name }

    /// It is read from and written to one key, always.
    var isPlain: Bool {
        guard hasKeys, !isConstant, groups.isEmpty, conditions.isEmpty else { return false }
        if style != nil { return true }
        guard keys.read.count == 1, keys.write == keys.read, case .literal = keys.read[0].form else { return false }
        return true
    }

    /// Lends that key.
    func withPlainKey(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        if let style { style.withKey(for: description.name, body) } else { borrow(keys.read[0].text, body) }
    }
}

/// The keys of an object that a value stands in without one of its own.
struct InnerKeys {
    var all: Set<String> = []
    /// One of them that may be null.
    var nullable: String?
    /// Some values have none at all.
    var mayBeNone = false
    /// Besides, it may have whatever no other property has.
    var keepsOthers = false

    mutating func add(_ other: InnerKeys) {
        all.formUnion(other.all)
        mayBeNone = mayBeNone || other.mayBeNone
        keepsOthers = keepsOthers || other.keepsOthers
        nullable = nullable ?? other.nullable
    }
}

extension FieldDescription {
    /// Neither rules for null nor a condition for its being written.
    var canBeNull: Bool { rules?.onNull == nil && rules?.conditions.isEmpty != false }
}
