internal import CYoke

/// Memory of plans: written once, then shared by all threads. A thread that compiles plans has a current `PlanOwner`, which owns all memory
/// that is made here.
enum PlanMemory {
    private static let owners = ThreadSlot()

    /// Makes `owner` the current owner during the call of `body`. Calls may be nested, because a mapping may itself read JSON, and so
    /// compile plans of another owner.
    static func with<Result>(_ owner: PlanOwner, _ body: () -> Result) -> Result {
        let outer = owners.value
        owners.value = Unmanaged.passUnretained(owner).toOpaque()
        defer { owners.value = outer }
        return withExtendedLifetime(owner, body)
    }

    private static var owner: PlanOwner {
        guard let owner = owners.value else { preconditionFailure("plans are made by caches") }
        return Unmanaged.fromOpaque(owner).takeUnretainedValue()
    }

    /// Copies the elements to a stable address.
    static func copy<Element: BitwiseCopyable>(_ elements: some Collection<Element>) -> UnsafePointer<Element> {
        let memory = UnsafeMutableBufferPointer(start: room(of: Element.self, elements.count), count: elements.count)
        _ = memory.initialize(from: elements)
        return UnsafePointer(memory.baseAddress.unsafelyUnwrapped)
    }

    /// Copies a value to a stable address.
    static func put<Element: BitwiseCopyable>(_ value: Element) -> UnsafePointer<Element> { UnsafePointer(putMutable(value)) }

    /// Copies a value, which the caller completes later, to a stable address.
    static func putMutable<Element: BitwiseCopyable>(_ value: Element) -> UnsafeMutablePointer<Element> {
        let memory = room(of: Element.self, 1)
        memory.initialize(to: value)
        return memory
    }

    /// Returns memory for elements. If an element is larger than 32 bytes, the memory starts at a cache line.
    static func room<Element: BitwiseCopyable>(of type: Element.Type, _ count: Int) -> UnsafeMutablePointer<Element> {
        let stride = MemoryLayout<Element>.stride
        return owner.allocate(count * stride, alignment: stride > 32 ? 64 : 16).bindMemory(to: Element.self, capacity: count)
    }

    /// Copies a slot for a single call. The memory belongs to no plan; the caller must deallocate it.
    static func scratch(_ slot: yoke_slot) -> UnsafePointer<yoke_slot> {
        let memory = UnsafeMutablePointer<yoke_slot>.allocate(capacity: 1)
        memory.initialize(to: slot)
        return UnsafePointer(memory)
    }

    /// Returns zeroed bytes. The default alignment fits any scalar.
    static func zeroed(_ count: Int, alignment: Int = 16) -> UnsafeMutableRawPointer {
        let memory = owner.allocate(count, alignment: alignment)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        return memory
    }

    /// Keeps an object alive as long as the plan, and returns a pointer to the object.
    static func keep(_ thunks: Thunks) -> UnsafeMutableRawPointer { owner.keep(thunks) }
    static func keep(_ origin: SlotOrigin) -> UnsafeMutableRawPointer { owner.keep(origin) }
}

/// Owns the memory of plans in a cache. The memory is a few large blocks, so that plans lie close together.
final class PlanOwner: @unchecked Sendable {  // one compilation at a time adds memory
    /// The next owner in the list `PlanCache.owners`.
    var next: PlanOwner?
    private static let blockSize = 1 << 14
    private var retained: [AnyObject] = []
    private var blocks: [Block] = []
    /// The unused part of the newest block.
    private var free = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    /// This is a class, because an array of structs needs metadata for its type. Making this metadata takes longer than making the tables
    /// of a plan.
    private final class Block {
        let memory: UnsafeMutableRawPointer

        init(_ memory: UnsafeMutableRawPointer) { self.memory = memory }

        deinit { memory.deallocate() }
    }

    fileprivate func keep(_ object: AnyObject) -> UnsafeMutableRawPointer {
        retained.append(object)
        return Unmanaged.passUnretained(object).toOpaque()
    }

    fileprivate func allocate(_ bytes: Int, alignment: Int) -> UnsafeMutableRawPointer {
        let bytes = (bytes + 15) & ~15
        if let start = free.baseAddress {
            let gap = -Int(bitPattern: start) & (alignment - 1)
            if gap + bytes <= free.count {
                free = UnsafeMutableRawBufferPointer(rebasing: free[(gap + bytes)...])
                return start + gap
            }
        }
        let isLarge = bytes > Self.blockSize / 4
        let block = UnsafeMutableRawPointer.allocate(byteCount: isLarge ? bytes : Self.blockSize, alignment: max(alignment, 64))
        blocks.append(Block(block))
        if !isLarge { free = UnsafeMutableRawBufferPointer(start: block + bytes, count: Self.blockSize - bytes) }
        return block
    }
}
