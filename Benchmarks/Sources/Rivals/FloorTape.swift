/// A value that can be stored as flat data and made again without parsing. The cost of making the value is the floor: no parser can be
/// faster.
///
/// A struct conforms to `FloorStruct`, for which a list of its fields is enough.
protocol Floor {
    /// Appends the value at `place` to the tape. The benchmarks do not time this.
    static func record(_ place: UnsafeMutablePointer<Self>, _ tape: inout FloorTape)
    /// Makes a value from the tape in the uninitialized memory at `place`, with the fastest known constructors.
    static func make(_ place: UnsafeMutablePointer<Self>, _ cursor: inout FloorCursor)
}

/// A struct whose fields all conform to `Floor`.
protocol FloorStruct: Floor {
    /// Passes the address of each field to the visitor.
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor)
}

/// Visits the fields of a struct: `FloorTape` records them, `FloorCursor` makes them. A field is passed as `inout`, which keeps its
/// address. (Swift would convert an array that is passed as a pointer into a pointer to its elements.)
protocol FloorVisitor {
    mutating func field<Value: Floor>(_ field: inout Value)
}

extension FloorStruct {
    static func record(_ place: UnsafeMutablePointer<Self>, _ tape: inout FloorTape) { visit(place, &tape) }

    static func make(_ place: UnsafeMutablePointer<Self>, _ cursor: inout FloorCursor) { visit(place, &cursor) }
}

/// A value as flat data: a word for each scalar and each length, and the UTF-8 of all strings. Both are in the order of the fields.
struct FloorTape: FloorVisitor {
    var words: [UInt64] = []
    var text: [UInt8] = []

    mutating func field<Value: Floor>(_ field: inout Value) { withUnsafeMutablePointer(to: &field) { Value.record($0, &self) } }
}

/// The position on a tape of the next value to make.
struct FloorCursor: FloorVisitor {
    var words: UnsafePointer<UInt64>
    var text: UnsafePointer<UInt8>

    @inline(__always)
    mutating func field<Value: Floor>(_ field: inout Value) { withUnsafeMutablePointer(to: &field) { Value.make($0, &self) } }

    @inline(__always)
    mutating func word() -> UInt64 {
        defer { words += 1 }
        return words.pointee
    }
}
