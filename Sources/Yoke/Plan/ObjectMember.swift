internal import CYoke

extension ObjectCompiler {
    /// A field of the struct, or of one that is flattened into it.
    struct Member {
        let description: FieldDescription
        /// Its place in the outermost instance; nil where there is no fixed one.
        let offset: Int?
        /// That of its type; nil for ignored ones.
        let slot: yoke_slot?
        /// Puts what stands for an absent key, for types that have such a value.
        var absent: (@Sendable (UnsafeMutableRawPointer) -> Void)?
        /// The call leaves it out: it is what an absent key makes of it.
        let isHidden: Bool
        /// The Optional structs that it is flattened from, the outermost first.
        var groups: [Int] = []
        /// What has to be true of the outermost instance, at the address, for it to be written.
        var conditions: [@Sendable (UnsafeRawPointer) -> Bool] = []
        /// Keys of this object that it is made of, though it has none of its own.
        var inner = InnerKeys()
        /// The same in calls that do not ask for names; for those that do.
        var innerKeys: Set<String> = []
        /// Where it is read from, in the order of preference. A constant is never read.
        let readKeys: [JSONKeyName]
        let writeKey: JSONKeyName?
        /// Where it would be read from and written to, if the call did not leave it out.
        let hiddenKeys: [JSONKeyName]

        /// What errors call it where it has no key of its own.
        var label: String { readKeys.first?.text ?? description.name }
    }
}

extension ObjectCompiler.Member {
    init(
        _ description: FieldDescription, offset: Int?, slot: yoke_slot?, absent: (@Sendable (UnsafeMutableRawPointer) -> Void)?,
        isHidden: Bool, groups: [Int], conditions: [@Sendable (UnsafeRawPointer) -> Bool], variant: PlanVariant
    ) {
        self.description = description
        self.offset = offset
        self.slot = slot
        self.absent = absent
        self.isHidden = isHidden
        self.groups = groups
        self.conditions = conditions
        let keys = variant.keys(description)
        guard description.role == .member, !isHidden else {
            readKeys = []
            writeKey = nil
            hiddenKeys = description.role == .member ? keys.read + keys.write : []
            inner.all = Set(hiddenKeys.compactMap { try? $0.steps().first?.name })
            return
        }
        hiddenKeys = []
        let isConstant = if case .constant = description.initial { true } else { false }
        readKeys = isConstant ? [] : keys.read
        writeKey = keys.write.first
    }
}

/// The keys of an object that a value stands in without one of its own.
struct InnerKeys {
    var all: Set<String> = []
    /// One of them that may be null.
    var nullable: String?
    /// Some values have none at all.
    var mayBeNone = false

    mutating func add(_ other: InnerKeys) {
        all.formUnion(other.all)
        mayBeNone = mayBeNone || other.mayBeNone
        nullable = nullable ?? other.nullable
    }
}

extension FieldDescription {
    /// Neither rules for null nor a condition for its being written.
    var canBeNull: Bool { rules?.forNull == nil && rules?.conditions.isEmpty != false }
}
