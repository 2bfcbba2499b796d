import Foundation
import Yoke

extension CGFloat: JSONConvertible {
    /// A `CGFloat` is a JSON number, as a `Double` is.
    public static var jsonMapping: JSONMapping {
        JSONMapping(CGFloat.self, via: Double.self, decode: { CGFloat($0) }, encode: { Double(copy $0) })
    }
}

extension CGPoint: JSONConvertible {
    /// A point is the array `[x, y]`, as `CGPoint`'s Codable conformance writes it. For `{"x": 1, "y": 2}` use `@JSONCoded(.object)`.
    public static var jsonMapping: JSONMapping { mapping(.array) }

    fileprivate static func mapping(_ layout: JSONLayout) -> JSONMapping {
        JSONMapping(CGPoint.self, layout: layout) { fields in
            fields.add("x", \.x.native)
            fields.add("y", \.y.native)
        }
    }
}

extension CGSize: JSONConvertible {
    /// A size is the array `[width, height]`, as `CGSize`'s Codable conformance writes it.
    ///
    /// For `{"width": 1, "height": 2}` use `@JSONCoded(.object)`.
    public static var jsonMapping: JSONMapping { mapping(.array) }

    fileprivate static func mapping(_ layout: JSONLayout) -> JSONMapping {
        JSONMapping(CGSize.self, layout: layout) { fields in
            fields.add("width", \.width.native)
            fields.add("height", \.height.native)
        }
    }
}

extension CGRect: JSONConvertible {
    /// A rectangle is the array `[[x, y], [width, height]]`, as `CGRect`'s Codable conformance writes it.
    ///
    /// For `{"x": 0, "y": 0, "width": 1, "height": 2}` use `@JSONCoded(.object)`.
    public static var jsonMapping: JSONMapping {
        JSONMapping(CGRect.self, layout: .array) { fields in
            fields.add("origin", \.origin)
            fields.add("size", \.size)
        }
    }

    fileprivate static var membersMapping: JSONMapping {
        JSONMapping(CGRect.self) { fields in
            fields.add("x", \.origin.x.native)
            fields.add("y", \.origin.y.native)
            fields.add("width", \.size.width.native)
            fields.add("height", \.size.height.native)
        }
    }
}

/// Reads and writes the points, sizes or rectangles of a property as JSON objects: `@JSONCoded(.object) var frame: CGRect`.
public struct JSONGeometryCoder<Value: JSONConvertible>: JSONCoder {
    private let mapping: @Sendable () -> JSONMapping

    fileprivate init(_ mapping: @escaping @Sendable () -> JSONMapping) { self.mapping = mapping }

    /// Not used: the mapping reads the members by itself.
    public func decode(_ value: Value) -> Value { value }
    /// Not used: the mapping writes the members by itself.
    public func encode(_ value: Value) -> Value { value }

    public var jsonMapping: JSONMapping { mapping() }
}

// An attribute does not know the type of its property, so `.object` must have one meaning there: the member for JSONValue, which no property
// uses. For the property itself, the compiler takes the member that fits the property's type.

extension JSONCoder where Self == JSONGeometryCoder<JSONValue> {
    /// Stands in an attribute for the coder of a point, a size or a rectangle: `@JSONCoded(.object) var frame: CGRect`.
    public static var object: Self { JSONGeometryCoder { JSONValue.jsonMapping } }
}

extension JSONCoder where Self == JSONGeometryCoder<CGPoint> {
    /// Reads and writes a point as `{"x": 1, "y": 2}`.
    @_disfavoredOverload
    public static var object: Self { JSONGeometryCoder { CGPoint.mapping(.object) } }
}

extension JSONCoder where Self == JSONGeometryCoder<CGSize> {
    /// Reads and writes a size as `{"width": 1, "height": 2}`.
    @_disfavoredOverload
    public static var object: Self { JSONGeometryCoder { CGSize.mapping(.object) } }
}

extension JSONCoder where Self == JSONGeometryCoder<CGRect> {
    /// Reads and writes a rectangle as `{"x": 0, "y": 0, "width": 1, "height": 2}`.
    @_disfavoredOverload
    public static var object: Self { JSONGeometryCoder { CGRect.membersMapping } }
}
