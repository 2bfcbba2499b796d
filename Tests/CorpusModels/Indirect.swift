import Yoke

/// A box on the heap, for the values of models that contain themselves.
public final class Indirect<Value: Sendable>: Sendable {
    public let value: Value

    public init(_ value: Value) { self.value = value }
}

extension Indirect: Equatable where Value: Equatable {
    public static func == (a: Indirect, b: Indirect) -> Bool { a.value == b.value }
}

extension Indirect: Encodable where Value: Encodable {
    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension Indirect: Decodable where Value: Decodable {
    public convenience init(from decoder: any Decoder) throws { self.init(try Value(from: decoder)) }
}

// The JSON form of a box is the form of its value.
extension Indirect: JSONMapped where Value: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Indirect.self, via: Value.self, decode: { Indirect($0) }, encode: { $0.value })
    }
}

extension Indirect: JSONReadable where Value: JSONConvertible {}
extension Indirect: JSONWritable where Value: JSONConvertible {}
