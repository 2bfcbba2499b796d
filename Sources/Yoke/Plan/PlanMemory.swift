internal import CYoke

/// Memory of plans: made once, shared by all threads, never freed.
enum PlanMemory {
    /// The elements at a stable address.
    static func copy<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
        let bytes = max(elements.count, 1) * MemoryLayout<Element>.stride
        // A table begins with a cache line.
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        return UnsafePointer(memory.initializeMemory(as: Element.self, from: elements, count: elements.count))
    }

    /// A slot of one call's own, to be deallocated.
    static func scratch(_ slot: yoke_slot) -> UnsafePointer<yoke_slot> {
        let memory = UnsafeMutablePointer<yoke_slot>.allocate(capacity: 1)
        memory.initialize(to: slot)
        return UnsafePointer(memory)
    }

    /// Zeroed bytes, aligned for any scalar.
    static func zeroed(_ count: Int, alignment: Int = 16) -> UnsafeMutableRawPointer {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(count, 1), alignment: alignment)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: max(count, 1))
        return memory
    }

    /// An object that lives as long as the process.
    static func keep(_ thunks: Thunks) -> UnsafeMutableRawPointer { Unmanaged.passRetained(thunks).toOpaque() }
}
