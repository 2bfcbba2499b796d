internal import CYoke

/// A plan that reads the values at a path. The plan describes each container on the path, and the elements at the end of the path. Each
/// element goes to `receiver` and is not stored. The plan belongs to one reader.
final class PathPlan {
    let root: UnsafeMutablePointer<yoke_slot>
    private var types: [UnsafeMutablePointer<yoke_type>] = []
    private var keys: [UnsafeMutableBufferPointer<UInt8>] = []
    private let receiver: Thunks
    private let element: Plan

    /// - Parameters:
    ///   - element: the plan by which each element is read.
    ///   - receiver: the callbacks that receive the elements. C calls their `make` once for each element.
    init(_ path: ElementPath, element: Plan, receiver: Thunks) {
        self.receiver = receiver
        self.element = element
        root = .allocate(capacity: 1)
        root.initialize(to: yoke_slot())
        let last = UnsafeMutablePointer<yoke_type>.allocate(capacity: 1)
        last.initialize(to: yoke_type())
        last.pointee.kind = UInt8(YOKE_VIA.rawValue)
        last.pointee.identity = element.root.pointee.type.pointee.identity
        last.pointee.context = Unmanaged.passUnretained(receiver).toOpaque()
        last.pointee.element = element.root.pointee
        last.pointee.item_align = element.root.pointee.type.pointee.align
        types.append(last)
        for step in path.steps.reversed() { wrap(step) }
        root.pointee = slot(of: types[types.count - 1])
        root.pointee.rules = element.root.pointee.rules
    }

    deinit {
        for type in types { type.deallocate() }
        for key in keys { key.deallocate() }
        root.deallocate()
    }

    private func slot(of type: UnsafeMutablePointer<yoke_type>) -> yoke_slot {
        var slot = yoke_slot()
        slot.type = UnsafePointer(type)
        slot.kind = type.pointee.kind
        slot.trivial = true
        return slot
    }

    private func wrap(_ step: ElementPath.Step) {
        let type = UnsafeMutablePointer<yoke_type>.allocate(capacity: 1)
        type.initialize(to: yoke_type())
        type.pointee.element = slot(of: types[types.count - 1])
        switch step {
        case .all: type.pointee.kind = UInt8(YOKE_PATH_ALL.rawValue)
        case .index(let index):
            type.pointee.kind = UInt8(YOKE_PATH_INDEX.rawValue)
            type.pointee.path_index = index
        case .key(let name):
            let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, name.utf8.count))
            _ = bytes.initialize(from: name.utf8)
            keys.append(bytes)
            type.pointee.kind = UInt8(YOKE_PATH_KEY.rawValue)
            type.pointee.path_key = UnsafePointer(bytes.baseAddress)
            type.pointee.path_key_length = name.utf8.count
        }
        types.append(type)
    }
}
