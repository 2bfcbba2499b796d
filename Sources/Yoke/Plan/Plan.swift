internal import CYoke

/// A compiled type. `root` tells C how to read and write an entire value. The plan never changes, and its memory lives as long as the plan
/// is held.
struct Plan: @unchecked Sendable {  // points to memory that is never written again
    let root: UnsafePointer<yoke_slot>
    /// The owner of the plan's memory; nil if this memory is never freed.
    let cache: PlanCache?

    /// Returns the plan of a type, compiled at its first use in the process. Cost after that: one look-up without a lock.
    static func of(_ type: any JSONMapped.Type) throws(JSONError) -> Plan {
        Plan(root: try root(of: type), cache: nil)
    }

    /// Returns the root of the type's plan: the slot that tells C how to read and write an entire value. The slot is never freed.
    static func root(of type: any JSONMapped.Type) throws(JSONError) -> UnsafePointer<yoke_slot> {
        if let known = knownRoot(of: type) { return known }
        return try PlanCache.shared.root(of: type)
    }

    /// Returns the root of the type's plan; nil if this plan has not been compiled yet. The function reads a C table and no Swift global
    /// variable, because Swift checks at each access whether such a variable is initialised.
    static func knownRoot(of type: any JSONMapped.Type) -> UnsafePointer<yoke_slot>? {
        yoke_known_plan(UInt(bitPattern: ObjectIdentifier(type)))?.assumingMemoryBound(to: yoke_slot.self)
    }

    /// Returns the plan of a type for a call with a variant (the options of the call that change plans).
    ///
    /// Cost: one look-up under a lock, then the cost of `of(_:)`. One more look-up under a lock if the variant names properties (`only`,
    /// `excluding`).
    ///
    /// - Parameter ofInstances: true for writing and updating. In these calls, a value may be an instance of a subclass. So a name that a
    ///   class does not have is allowed if the class may have subclasses.
    /// - Throws: `.invalidOptions` if the variant names properties that the model does not have.
    static func of(_ type: any JSONMapped.Type, _ variant: PlanVariant, ofInstances: Bool = false) throws(JSONError) -> Plan {
        if variant == .plain { return try of(type) }
        let cache = PlanCaches.shared.cache(for: variant)
        let root = try cache.root(of: type)
        if variant.hasNames, let wrong = cache.misnamed(ObjectIdentifier(type)), !(ofInstances && wrong.isOpen) { throw wrong.error }
        return Plan(root: root, cache: cache)
    }
}

/// Returns the slot that describes the type of `slot` without its hooks (code of the user around reading and writing). If the type has
/// hooks, the returned slot is inside the slots that the hooks add.
private func instances(_ slot: UnsafePointer<yoke_slot>) -> UnsafeRawPointer {
    var slot = slot
    while slot.pointee.type.pointee.hooks { slot = slot.pointee.type.pointer(to: \.element) ?? slot }
    return UnsafeRawPointer(slot)
}

extension Thunks {
    /// Returns the thunks that find the plans of a class's subclasses. A subclass's plan is compiled when its first instance is written.
    ///
    /// - Parameters:
    ///   - cache: the cache that compiles the plans of subclasses. For the outermost class, it is the cache of the class's own plan. For a
    ///     class inside the outermost model, it is the `below` of this cache.
    ///   - areMade: true if an update replaces instances by new ones, because the mapping of the class has no `assign`.
    static func subclasses(of type: ObjectIdentifier, in cache: PlanCache, areMade: Bool) -> Thunks {
        let thunks = Thunks()
        // `unowned` is safe: while an instance is written, the plan of its class is in use, and this plan keeps the cache alive.
        thunks.ownClass = { [unowned cache] at in
            let own: AnyObject.Type = Swift.type(of: at.assumingMemoryBound(to: AnyObject.self).pointee)
            // A subclass without a mapping of its own is written as its parent.
            guard ObjectIdentifier(own) != type, let described = own as? any JSONMapped.Type, let root = try? cache.root(of: described)
            else { return nil }
            let kind = UInt32(root.pointee.kind)
            return kind == YOKE_VIA.rawValue || kind == YOKE_RAW_TEXT.rawValue ? UnsafeRawPointer(root) : nil
        }
        thunks.updateClass = { [unowned thunks] at in
            let own: AnyObject.Type = Swift.type(of: at.assumingMemoryBound(to: AnyObject.self).pointee)
            if ObjectIdentifier(own) == type { return nil }
            guard let slot = thunks.ownClass(at) else {
                guard areMade else { return nil }
                throw JSONError(
                    .invalidMapping, "an instance of \(own), which has no mapping of its own, cannot be made anew",
                    hint: "describe the class, or give the mapping of its superclass `assign:`")
            }
            return instances(slot.assumingMemoryBound(to: yoke_slot.self))
        }
        return thunks
    }
}

/// The plans of one `PlanVariant`, by type. Finding a plan takes no lock; adding a plan takes a lock.
///
/// The plans of `shared`, for calls without options that change plans, live as long as the process. All other plans live while they are in
/// use, or while their variant is among the last `PlanCaches.maxCount` variants that calls have used.
final class PlanCache: @unchecked Sendable {  // the tables are atomic; `lock` protects what changes
    static let shared = PlanCache(.plain, below: nil, in: yoke_plans())

    /// Protects everything that changes. No code of the user runs under this lock.
    private let lock = Lock()
    private let table: OpaquePointer
    private let compiler: PlanCompiler
    private let variant: PlanVariant
    /// By type: the error of a mapping that cannot be compiled. Such a mapping is not compiled again, because each attempt takes memory
    /// that is freed only with the cache.
    private var failures: [ObjectIdentifier: JSONError] = [:]
    /// By type: the error for a name in the variant (`only`, `excluding`) that is not the name of a property of the type. If `isOpen` is
    /// true, subclasses of the type may have this property.
    private var misnamed: [ObjectIdentifier: (error: JSONError, isOpen: Bool)] = [:]
    /// The owners of the plans' memory that no compilation uses at the moment.
    private var owners: PlanOwner?
    /// The cache for models inside the outermost model, because the variant's `only` and `excluding` do not apply to them. nil if this
    /// cache also serves inner models.
    let below: PlanCache?

    init(_ variant: PlanVariant, below: PlanCache?, in table: OpaquePointer? = yoke_plan_table_make()) {
        compiler = PlanCompiler(variant: variant)
        self.variant = variant
        self.below = below
        guard let table else { fatalError("no memory for the table of plans") }
        self.table = table
    }

    deinit { yoke_plan_table_free(table) }

    func find(_ type: ObjectIdentifier) -> UnsafePointer<yoke_slot>? {
        yoke_plan_table_find(table, UInt(bitPattern: type)).map { $0.assumingMemoryBound(to: yoke_slot.self) }
    }

    func misnamed(_ type: ObjectIdentifier) -> (error: JSONError, isOpen: Bool)? {
        lock.locked { misnamed[type] }
    }

    /// Returns the root slot of the type's plan. The slot lives as long as the cache.
    func root(of type: any JSONMapped.Type) throws(JSONError) -> UnsafePointer<yoke_slot> {
        if let root = find(ObjectIdentifier(type)) { return root }
        return try compile(type)
    }

    /// Compiles a type, and all types that its mapping refers to.
    ///
    /// No lock is held while the mappings are made, because they are code of the user. They may read JSON, or wait for another thread that
    /// reads JSON. So several threads may compile a type at the same time. The first result counts, and the others are not
    /// used.
    private func compile(_ type: any JSONMapped.Type) throws(JSONError) -> UnsafePointer<yoke_slot> {
        let id = ObjectIdentifier(type)
        if let failure = lock.locked({ failures[id] }) { throw failure }
        let owner = takeOwner()
        let outcome = PlanMemory.with(owner) { () -> Result<PlanCompiler.Compiled, JSONError> in
            do throws(JSONError) { return .success(try compiler.compile(type, for: self)) } catch { return .failure(error) }
        }
        lock.lock()
        defer { lock.unlock() }
        owner.next = owners
        owners = owner
        if let root = find(id) { return root }
        switch outcome {
        case .success(let compiled):
            compiler.keep(compiled)
            misnamed[id] = compiled.misnamed.map { ($0, compiled.isOpen) }
            guard yoke_plan_table_add(table, UInt(bitPattern: id), compiled.root) else {
                throw JSONError(.outOfMemory, "no memory for the plan of \(type)")
            }
            return compiled.root
        case .failure(let error):
            failures[id] = error
            throw error
        }
    }

    /// Returns an owner, in whose memory one compilation makes its plans.
    private func takeOwner() -> PlanOwner {
        lock.locked {
            guard let owner = owners else { return PlanOwner() }
            owners = owner.next.take()
            return owner
        }
    }
}

/// The caches of variants, for calls with options that change plans. The number of caches is limited, so that names from untrusted input
/// cannot fill the memory.
final class PlanCaches: @unchecked Sendable {  // `lock` protects everything that changes
    static let shared = PlanCaches()
    /// The number of variants whose plans are kept. If a program uses more variants in turn, each call compiles its plans again.
    static let maxCount = 64

    private let lock = Lock()
    private var caches: [PlanVariant: (cache: PlanCache, used: UInt64)] = [:]
    private var clock: UInt64 = 0
    /// The variant of the last call and its cache. The next call often has the same variant, and a comparison is faster than a look-up.
    private var last: (variant: PlanVariant, cache: PlanCache)?

    func cache(for variant: PlanVariant) -> PlanCache {
        if let last = known(variant) { return last }
        let below = variant.hasNames ? variant.below == .plain ? .shared : cache(for: variant.below) : nil
        lock.lock()
        defer { lock.unlock() }
        clock += 1
        if let known = caches[variant]?.cache {
            caches[variant]?.used = clock
            last = (variant, known)
            return known
        }
        if caches.count >= Self.maxCount, let oldest = caches.min(by: { $0.value.used < $1.value.used })?.key { caches[oldest] = nil }
        let cache = PlanCache(variant, below: below)
        caches[variant] = (cache, clock)
        last = (variant, cache)
        return cache
    }

    /// Returns the cache of the variant if the last call asked for the same variant; else nil.
    private func known(_ variant: PlanVariant) -> PlanCache? {
        lock.lock()
        defer { lock.unlock() }
        guard let last, last.variant == variant else { return nil }
        return last.cache
    }
}
