internal import CYoke

/// Memory of plans: made once, shared by all threads. That of types' own plans is never freed; plans for what a call asks belong to the
/// owner that is set while they are made.
enum PlanMemory {
    static let owner = TaskLocal<PlanOwner?>(wrappedValue: nil)

    /// The elements at a stable address.
    static func copy<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element> {
        let bytes = max(elements.count, 1) * MemoryLayout<Element>.stride
        // A table begins with a cache line.
        let memory = allocate(bytes, alignment: 64)
        return UnsafePointer(memory.initializeMemory(as: Element.self, from: elements, count: elements.count))
    }

    /// A value that is still to be filled.
    static func place<Element: BitwiseCopyable>(_ value: Element) -> UnsafeMutablePointer<Element> {
        allocate(MemoryLayout<Element>.stride, alignment: 64).initializeMemory(as: Element.self, to: value)
    }

    /// A slot of one call's own, to be deallocated.
    static func scratch(_ slot: yoke_slot) -> UnsafePointer<yoke_slot> {
        let memory = UnsafeMutablePointer<yoke_slot>.allocate(capacity: 1)
        memory.initialize(to: slot)
        return UnsafePointer(memory)
    }

    /// Zeroed bytes, aligned for any scalar.
    static func zeroed(_ count: Int, alignment: Int = 16) -> UnsafeMutableRawPointer {
        let memory = allocate(max(count, 1), alignment: alignment)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: max(count, 1))
        return memory
    }

    /// An object that lives as long as the plan.
    static func keep(_ thunks: Thunks) -> UnsafeMutableRawPointer {
        let kept = Unmanaged.passRetained(thunks)
        owner.get()?.kept.append(kept)
        return kept.toOpaque()
    }

    private static func allocate(_ bytes: Int, alignment: Int) -> UnsafeMutableRawPointer {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: alignment)
        owner.get()?.blocks.append(memory)
        return memory
    }
}

/// What the plans of one cache are made of.
final class PlanOwner: @unchecked Sendable {  // added to by the one thread that compiles
    fileprivate var blocks: [UnsafeMutableRawPointer] = []
    fileprivate var kept: [Unmanaged<Thunks>] = []

    deinit {
        for thunks in kept { thunks.release() }
        for block in blocks { block.deallocate() }
    }
}
