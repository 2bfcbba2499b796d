extension JSONReadable {
    /// Reads a value from a JSON text in which additional JSON, such as an array with a version number, surrounds the values of some types.
    /// `wrapping` gives these types mappings that read the additional JSON.
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
