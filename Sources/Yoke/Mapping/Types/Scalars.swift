internal import CYoke

// The scalars and containers of the standard library.
//
// JSON has one kind of number. Each integer type accepts numbers that are integral and in range (1.0 and 1e2 are integral). Each
// floating-point type takes the nearest value.

extension Bool: JSONConvertible {
    public static var jsonMapping: JSONMapping { JSONMapping(scalar: Self.self, YOKE_BOOL) }
}
extension Int8: JSONConvertible {
    public static var jsonMapping: JSONMapping { JSONMapping(scalar: Self.self, YOKE_I8) }
}
extension Int16: JSONConvertible {
    public static var jsonMapping: JSONMapping { JSONMapping(scalar: Self.self, YOKE_I16) }
}
extension Int32: JSONConvertible {
    public static var jsonMapping: JSONMapping { JSONMapping(scalar: Self.self, YOKE_I32) }
}
extension Int64: JSONConvertible {
    public static var jsonMapping: JSONMapping { JSONMapping(scalar: Self.self, YOKE_I64) }
}
extension Int: JSONConvertible {
    public static var jsonMapping: JSONMapping { JSONMapping(scalar: Self.self, bitWidth == 64 ? YOKE_I64 : YOKE_I32) }
}
extension UInt8: JSONConvertible {
    public static var jsonMapping: JSONMapping { JSONMapping(scalar: Self.self, YOKE_U8) }
}
extension UInt16: JSONConvertible {
    public static var jsonMapping: JSONMapping { JSONMapping(scalar: Self.self, YOKE_U16) }
}
extension UInt32: JSONConvertible {
    public static var jsonMapping: JSONMapping { JSONMapping(scalar: Self.self, YOKE_U32) }
}
extension UInt64: JSONConvertible {
    public static var jsonMapping: JSONMapping { JSONMapping(scalar: Self.self, YOKE_U64) }
}
extension UInt: JSONConvertible {
    public static var jsonMapping: JSONMapping { JSONMapping(scalar: Self.self, bitWidth == 64 ? YOKE_U64 : YOKE_U32) }
}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: JSONConvertible {
    public static var jsonMapping: JSONMapping { JSONMapping(scalar: Self.self, YOKE_I128) }
}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: JSONConvertible {
    public static var jsonMapping: JSONMapping { JSONMapping(scalar: Self.self, YOKE_U128) }
}
extension Float: JSONConvertible {
    public static var jsonMapping: JSONMapping { JSONMapping(scalar: Self.self, YOKE_F32) }
}
extension Double: JSONConvertible {
    public static var jsonMapping: JSONMapping { JSONMapping(scalar: Self.self, YOKE_F64) }
}
extension String: JSONConvertible {
    public static var jsonMapping: JSONMapping { JSONMapping(scalar: Self.self, YOKE_STRING) }
}

extension Optional: JSONMapped where Wrapped: JSONMapped {
    /// JSON null is read as nil. In an object, a missing key is also read as nil. By default Yoke does not write a property that is nil.
    @inlinable
    public static var jsonMapping: JSONMapping { JSONMapping(nil: Self.self, .optional(JSONMapping.Child(Wrapped.self))) }
}
extension Optional: JSONReadable where Wrapped: JSONReadable {}
extension Optional: JSONWritable where Wrapped: JSONWritable {}

extension Array: JSONMapped where Element: JSONMapped {
    /// A JSON array.
    @inlinable
    public static var jsonMapping: JSONMapping {
        JSONMapping(
            Self.self,
            .array(
                element: JSONMapping.Child(Element.self), .array(of: Element.self),
                iterationSize: Thunks.iterationSize(ofArraysOf: Element.self)))
    }
}
extension Array: JSONReadable where Element: JSONReadable {}
extension Array: JSONWritable where Element: JSONWritable {}

extension Set: JSONMapped where Element: JSONMapped {
    /// A JSON array. Equal elements are kept once. Yoke writes the elements in the order in which the set iterates.
    @inlinable
    public static var jsonMapping: JSONMapping {
        JSONMapping(
            Self.self,
            .array(
                element: JSONMapping.Child(Element.self), .set(of: Element.self),
                iterationSize: MemoryLayout<Set<Element>.Iterator>.size))
    }
}
extension Set: JSONReadable where Element: JSONReadable {}
extension Set: JSONWritable where Element: JSONWritable {}
