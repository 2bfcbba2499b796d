/// A value that can be taken apart and made again without any parsing: what making it costs is the floor under every parser.
///
/// Structs list their fields once, for both ways: `FloorStruct`.
protocol Floor {
    /// Puts what is at `place` on the tape. Not timed.
    static func record(_ place: UnsafeMutablePointer<Self>, _ tape: inout FloorTape)
    /// Makes the value of the tape at `place`, which holds none yet, by the fastest constructors known.
    static func make(_ place: UnsafeMutablePointer<Self>, _ cursor: inout FloorCursor)
}

/// A struct of such values.
protocol FloorStruct: Floor {
    /// Shows each field's place.
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor)
}

/// Either way. A field comes as `inout`, whose address is that in the struct: as a pointer, an array would become one to its
/// elements.
protocol FloorVisitor {
    mutating func field<Value: Floor>(_ field: inout Value)
}

extension FloorStruct {
    static func record(_ place: UnsafeMutablePointer<Self>, _ tape: inout FloorTape) { visit(place, &tape) }

    static func make(_ place: UnsafeMutablePointer<Self>, _ cursor: inout FloorCursor) { visit(place, &cursor) }
}

/// A value as flat data: a word for each scalar and each length, and the UTF-8 of the strings, both in the order of the fields.
struct FloorTape: FloorVisitor {
    var words: [UInt64] = []
    var text: [UInt8] = []

    mutating func field<Value: Floor>(_ field: inout Value) { withUnsafeMutablePointer(to: &field) { Value.record($0, &self) } }
}

/// A place on a tape.
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
