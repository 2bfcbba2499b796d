internal import CYoke

/// Pointers by metatype. (A Dictionary's metadata would take longer to make, the first time, than a plan.)
final class TypeTable {
    private let table: OpaquePointer

    init() {
        guard let table = yoke_plan_table_make() else { fatalError("no memory for a table of types") }
        self.table = table
    }

    deinit { yoke_plan_table_free(table) }

    func find(_ type: ObjectIdentifier) -> UnsafeRawPointer? { yoke_plan_table_find(table, UInt(bitPattern: type)) }

    /// Adds a type that is not there.
    func add(_ type: ObjectIdentifier, _ pointer: UnsafeRawPointer) {
        guard yoke_plan_table_add(table, UInt(bitPattern: type), pointer) else { fatalError("no memory for a table of types") }
    }
}

extension PlanCompiler {
    /// A type, with what a compilation has found out about it.
    final class MetType {
        let mapping: JSONMapping
        /// Its place among those that are met, by which others name it: types reach themselves.
        let place: Int
        /// Where it is compiled to, if all slots of the type share that.
        @exclusivity(unchecked) var memory: TypeMemory?
        /// The slot of its values, where nothing is said of them, and the place of the type under all its Optionals.
        @exclusivity(unchecked) var slot: (yoke_slot, inner: Int)?
        /// The places of types that it has slots for.
        @exclusivity(unchecked) var reached: [Int] = []
        /// It captures text, or reaches one that does.
        @exclusivity(unchecked) var captures = false
        /// It stands for a value that may be absent.
        let isStaged: Bool

        var id: ObjectIdentifier { mapping.type }

        fileprivate init(_ mapping: JSONMapping, place: Int) {
            self.mapping = mapping
            self.place = place
            isStaged = if case .staged = mapping.shape { true } else { false }
        }
    }

    /// The types that a compilation has met.
    final class MetTypes {
        private let table = TypeTable()
        private(set) var all: [MetType] = []

        func find(_ id: ObjectIdentifier) -> MetType? { table.find(id).map { Unmanaged.fromOpaque($0).takeUnretainedValue() } }

        /// - Parameter isShared: it is found by its metatype.
        func add(_ mapping: JSONMapping, isShared: Bool) -> MetType {
            let type = MetType(mapping, place: all.count)
            all.append(type)
            if isShared { table.add(type.id, Unmanaged.passUnretained(type).toOpaque()) }
            return type
        }
    }
}
