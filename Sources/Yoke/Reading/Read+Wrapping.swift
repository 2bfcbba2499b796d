extension JSONReadable {
    /// Reads a value from a JSON text in which the objects of some types have an extra member, such as a version number. `wrapping` gives
    /// these types mappings that read the extra member.
    package init(
        json text: UnsafeBufferPointer<UInt8>, options: JSONReadOptions, wrapping: MappingWrapping
    ) throws(JSONError) {
        var variant = options.variant
        variant.wrapping = wrapping
        let plan = try Plan.of(Self.self, variant)
        let memory = UnsafeMutablePointer<Self>.allocate(capacity: 1)
        defer { memory.deallocate() }
        try BinderPool.with(options) { binder throws(JSONError) in
            binder.keepAlive(plan)
            try binder.readWhole(plan.root, memory, text)
        }
        self = memory.move()
    }
}
