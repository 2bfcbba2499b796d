internal import CYoke

/// Maps metatypes to pointers. (A Dictionary would be slower: at its first use, Swift makes metadata for its type, which takes longer than
/// making a plan.)
final class MetatypeTable {
    private let table: OpaquePointer

    init() {
        guard let table = yoke_plan_table_make() else { fatalError("no memory for a table of types") }
        self.table = table
    }

    deinit { yoke_plan_table_free(table) }

    func find(_ type: ObjectIdentifier) -> UnsafeRawPointer? { yoke_plan_table_find(table, UInt(bitPattern: type)) }

    /// Adds a type that is not in the table.
    func add(_ type: ObjectIdentifier, _ pointer: UnsafeRawPointer) {
        guard yoke_plan_table_add(table, UInt(bitPattern: type), pointer) else { fatalError("no memory for a table of types") }
    }
}

extension PlanCompiler {
    /// A type that a compilation has met. The compilation notes here what it finds out about this type.
    final class VisitedType {
        let mapping: JSONMapping
        /// Index in `VisitedTypes.all`. Types refer to each other by this index and not by reference, because a type can contain itself.
        let index: Int
        /// The memory to which the type is compiled, for all slots of the type that can share it. nil before this memory is made.
        @exclusivity(unchecked) var memory: TypeMemory?
        /// The slot for properties of this type that declare neither a date style nor rules; nil until it is made. `inner`: the index in
        /// `VisitedTypes.all` of the type without its Optionals.
        @exclusivity(unchecked) var slot: (yoke_slot, inner: Int)?
        /// The indices in `VisitedTypes.all` of the types that this type refers to.
        @exclusivity(unchecked) var referencedTypes: [Int] = []
        /// True if the reader must keep the raw text (JSON text) of values of the type, or of a type that this type refers to.
        @exclusivity(unchecked) var captures = false
        /// True for `_JSONStaged`, which holds the value of a property until all properties are read. The value may be missing.
        let isStaged: Bool

        var id: ObjectIdentifier { mapping.type }

        fileprivate init(_ mapping: JSONMapping, index: Int) {
            self.mapping = mapping
            self.index = index
            isStaged = if case .staged = mapping.shape { true } else { false }
        }
    }

    /// The types that a compilation has met so far.
    final class VisitedTypes {
        private let table = MetatypeTable()
        private(set) var all: [VisitedType] = []

        func find(_ id: ObjectIdentifier) -> VisitedType? { table.find(id).map { Unmanaged.fromOpaque($0).takeUnretainedValue() } }

        /// - Parameter isShared: true if all values of the type have this mapping; false if the mapping belongs to one property. `find`
        ///   finds only types with a shared mapping.
        func add(_ mapping: JSONMapping, isShared: Bool) -> VisitedType {
            let type = VisitedType(mapping, index: all.count)
            all.append(type)
            if isShared { table.add(type.id, Unmanaged.passUnretained(type).toOpaque()) }
            return type
        }
    }
}
