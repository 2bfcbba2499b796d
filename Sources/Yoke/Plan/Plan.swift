internal import CYoke

/// A compiled type: the slot that a whole value of it fills. Immutable, alive for ever.
struct Plan: @unchecked Sendable {  // points to memory that is never written again
    let root: UnsafePointer<yoke_slot>

    /// The plan of a type, compiled at its first use in the process. Cost after that: one look-up without a lock.
    static func of(_ type: any JSONDescribed.Type) throws(JSONError) -> Plan {
        if let root = PlanCache.shared.find(ObjectIdentifier(type)) { return Plan(root: root) }
        return Plan(root: try PlanCache.shared.compile(type))
    }

    /// The plan for a call that asks for something of its own. Cost: one look-up under a lock, then that of `of`.
    static func of(_ type: any JSONDescribed.Type, _ variant: PlanVariant) throws(JSONError) -> Plan {
        if variant == .plain { return try of(type) }
        let cache = PlanCache.cache(for: variant)
        if let root = cache.find(ObjectIdentifier(type)) { return Plan(root: root) }
        return Plan(root: try cache.compile(type))
    }
}

extension Thunks {
    /// The plans of a class's subclasses, each made when its first instance is written.
    ///
    /// - Parameter areMade: an update makes new instances, as the class does not say how they are changed.
    static func subclasses(of type: ObjectIdentifier, _ variant: PlanVariant, areMade: Bool) -> Thunks {
        let thunks = Thunks()
        thunks.ownClass = { at in
            let own: AnyObject.Type = Swift.type(of: at.assumingMemoryBound(to: AnyObject.self).pointee)
            // One without a schema of its own is written as its parent.
            guard ObjectIdentifier(own) != type, let described = own as? any JSONDescribed.Type, let plan = try? Plan.of(described, variant),
                plan.root.pointee.type.pointee.kind == UInt8(YOKE_THROUGH.rawValue)
            else { return nil }
            return UnsafeRawPointer(plan.root)
        }
        thunks.updateClass = { [unowned thunks] at in
            let own: AnyObject.Type = Swift.type(of: at.assumingMemoryBound(to: AnyObject.self).pointee)
            if ObjectIdentifier(own) == type { return nil }
            guard let slot = thunks.ownClass(at) else {
                guard areMade else { return nil }
                throw JSONError(
                    .invalidSchema, "an instance of \(own), which has no schema of its own, cannot be made anew",
                    hint: "describe the class, or give the schema of its superclass `assign:`")
            }
            return slot
        }
        return thunks
    }
}

/// All plans of the process: read without a lock, written under one.
final class PlanCache: @unchecked Sendable {  // `table` is atomic, the rest is under `lock`
    static let shared = PlanCache(.plain)
    private static let variants = Variants()

    /// The caches of variants, of which a program has a few.
    private final class Variants: @unchecked Sendable {  // `caches` is under `lock`
        private let lock = Lock()
        private var caches: [PlanVariant: PlanCache] = [:]

        func cache(for variant: PlanVariant) -> PlanCache {
            lock.lock()
            defer { lock.unlock() }
            if let known = caches[variant] { return known }
            let cache = PlanCache(variant)
            caches[variant] = cache
            return cache
        }
    }

    static func cache(for variant: PlanVariant) -> PlanCache { variants.cache(for: variant) }

    private let lock = Lock()
    private let table: OpaquePointer
    private var compiler: PlanCompiler
    /// Broken schemas, which are not compiled again: what a compilation makes is never freed.
    private var failures: [ObjectIdentifier: JSONError] = [:]

    private init(_ variant: PlanVariant) {
        compiler = PlanCompiler(variant: variant)
        guard let table = yoke_plan_table_make() else { fatalError("no memory for the table of plans") }
        self.table = table
    }

    func find(_ type: ObjectIdentifier) -> UnsafePointer<yoke_slot>? {
        yoke_plan_table_find(table, UInt(bitPattern: type)).map { $0.assumingMemoryBound(to: yoke_slot.self) }
    }

    /// Compiles a type and all that it reaches, under one lock and outside of any once-initialiser: types that need each
    /// other would wait for each other there. A schema may itself read JSON (an initial value does): that comes back to
    /// here, on the thread that holds the lock, and sees what was finished before.
    func compile(_ type: any JSONDescribed.Type) throws(JSONError) -> UnsafePointer<yoke_slot> {
        lock.lock()
        defer { lock.unlock() }
        let id = ObjectIdentifier(type)
        if let root = find(id) { return root }
        if let failure = failures[id] { throw failure }
        let now = compiler  // a copy: calling schemas may change the one here
        let root: UnsafePointer<yoke_slot>
        do throws(JSONError) {
            let compiled = try now.compile(type)
            compiler.keep(compiled)
            root = compiled.root
        } catch {
            failures[id] = error
            throw error
        }
        guard yoke_plan_table_add(table, UInt(bitPattern: id), root) else {
            throw JSONError(.outOfMemory, "no memory for the plan of \(type)")
        }
        return root
    }
}
