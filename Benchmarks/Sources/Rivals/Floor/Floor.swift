import CorpusModels
import Harness

/// The floor under every typed read: makes the model's strings, arrays, dictionaries, boxes and structs out of raw data that
/// lies ready, and parses nothing.
///
/// It uses the fastest constructors known, each value at its final place: `String(copying:)` of bytes that are known to be
/// UTF-8, `Array(UnsafeBufferPointer)` for plain numbers, one memcpy for all plain fields of a struct.
public enum Floor: Rival {
    public static let name = "floor"

    public static func typedRead<Model: BenchmarkModel>(_ input: TypedInput<Model>) -> Contender? {
        guard let type = Model.self as? any Materialised.Type else { return nil }
        func open<M: Materialised>(_ type: M.Type) -> Contender? {
            guard let value = input.value as? M else { return nil }
            let raw = RawData(of: value)
            return Contender(name, isRight: { ($0 as? Model) == input.value }, make: { raw.make(M.self) })
        }
        return open(type)
    }
}

/// A model whose parts are known.
protocol Materialised {
    /// Shows a pass every part of the value that owns memory, always in the same order. Numbers and Bools are no such parts.
    static func visit(_ value: UnsafeMutablePointer<Self>, _ pass: inout some Pass)
}

/// Goes over the parts of a model: to record them, or to make them at their places.
protocol Pass {
    mutating func string(_ value: UnsafeMutablePointer<String>)
    mutating func string(_ value: UnsafeMutablePointer<String?>)
    mutating func numbers<Number: BitwiseCopyable>(_ value: UnsafeMutablePointer<[Number]>)
    mutating func array<Element>(
        _ value: UnsafeMutablePointer<[Element]>, _ visit: (UnsafeMutablePointer<Element>, inout Self) -> Void)
    mutating func optional<Wrapped>(
        _ value: UnsafeMutablePointer<Wrapped?>, _ visit: (UnsafeMutablePointer<Wrapped>, inout Self) -> Void)
    mutating func box<Wrapped: Materialised>(_ value: UnsafeMutablePointer<Indirect<Wrapped>?>)
    mutating func dictionary<Value>(
        _ value: UnsafeMutablePointer<[String: Value]>, _ visit: (UnsafeMutablePointer<Value>, inout Self) -> Void)
}

extension Pass {
    @inline(__always)
    mutating func array<Element: Materialised>(_ value: UnsafeMutablePointer<[Element]>) {
        array(value) { Element.visit($0, &$1) }
    }

    @inline(__always)
    mutating func optional<Wrapped: Materialised>(_ value: UnsafeMutablePointer<Wrapped?>) {
        optional(value) { Wrapped.visit($0, &$1) }
    }
}
