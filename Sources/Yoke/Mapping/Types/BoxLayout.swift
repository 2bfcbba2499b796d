internal import CYoke

extension SwiftLayout {
    /// True if a JSONBox has the memory layout that `swift_layout.h` describes. Yoke compares samples to find out. If true, C code reads
    /// and writes the value in the box. If false, C code calls Swift functions (thunks).
    static let isBoxKnown: Bool = {
        isLittle64Bit && isAsSaid(JSONBox(UInt8(7))) && isAsSaid(JSONBox(1 << 40)) && isAsSaid(JSONBox("a text on the heap"))
            && isAsSaid(JSONBox(SIMD4<Float>(1, 2, 3, 4))) && isAsSaid(JSONBox(SIMD8<Double>(repeating: 0.5)))
            && isAsSaid(JSONBox(JSONBox([1, 2])))
    }()

    private static func isAsSaid<Value: Equatable>(_ box: JSONBox<Value>) -> Bool {
        guard MemoryLayout<JSONBox<Value>>.size == MemoryLayout<UInt>.size else { return false }
        return withUnsafePointer(to: box) { at in
            let value = yoke_box_value(at, yoke_box_offset(UInt32(MemoryLayout<Value>.alignment)))
            return withUnsafeBytes(of: box.value) { $0.elementsEqual(UnsafeRawBufferPointer(start: value, count: $0.count)) }
        }
    }
}
