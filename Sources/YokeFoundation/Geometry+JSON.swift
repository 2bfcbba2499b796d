import Foundation
import Yoke

extension CGFloat: JSONConvertible {
    /// A number.
    public static var jsonSchema: JSONSchema {
        JSONSchema(CGFloat.self, through: Double.self, make: { CGFloat($0) }, store: { Double(copy $0) })
    }
}

extension CGPoint: JSONConvertible {
    /// `[x, y]`, as its Codable conformance writes it. For `{"x": 1, "y": 2}`: `@JSONBy(.object)`.
    public static var jsonSchema: JSONSchema { schema(.array) }

    fileprivate static func schema(_ layout: JSONLayout) -> JSONSchema {
        JSONSchema(CGPoint.self, layout: layout) { fields in
            fields.add("x", \.x.native)
            fields.add("y", \.y.native)
        }
    }
}

extension CGSize: JSONConvertible {
    /// `[width, height]`, as its Codable conformance writes it. For `{"width": 1, "height": 2}`: `@JSONBy(.object)`.
    public static var jsonSchema: JSONSchema { schema(.array) }

    fileprivate static func schema(_ layout: JSONLayout) -> JSONSchema {
        JSONSchema(CGSize.self, layout: layout) { fields in
            fields.add("width", \.width.native)
            fields.add("height", \.height.native)
        }
    }
}

extension CGRect: JSONConvertible {
    /// `[[x, y], [width, height]]`, as its Codable conformance writes it. For `{"x": 0, "y": 0, "width": 1, "height": 2}`: `@JSONBy(.object)`.
    public static var jsonSchema: JSONSchema {
        JSONSchema(CGRect.self, layout: .array) { fields in
            fields.add("origin", \.origin)
            fields.add("size", \.size)
        }
    }

    fileprivate static var membersSchema: JSONSchema {
        JSONSchema(CGRect.self) { fields in
            fields.add("x", \.origin.x.native)
            fields.add("y", \.origin.y.native)
            fields.add("width", \.size.width.native)
            fields.add("height", \.size.height.native)
        }
    }
}

/// Points, sizes and rectangles of one property as objects: `@JSONBy(.object) var frame: CGRect`.
public struct JSONGeometryCoder<Value: JSONConvertible>: JSONCoder {
    private let schema: @Sendable () -> JSONSchema

    fileprivate init(_ schema: @escaping @Sendable () -> JSONSchema) { self.schema = schema }

    /// Not used: the schema binds the members by itself.
    public func decode(_ value: Value) -> Value { value }
    /// Not used: the schema binds the members by itself.
    public func encode(_ value: Value) -> Value { value }

    public var jsonSchema: JSONSchema { schema() }
}

extension JSONCoder where Self == JSONGeometryCoder<CGPoint> {
    /// `{"x": 1, "y": 2}`
    public static var object: Self { JSONGeometryCoder { CGPoint.schema(.object) } }
}

extension JSONCoder where Self == JSONGeometryCoder<CGSize> {
    /// `{"width": 1, "height": 2}`
    public static var object: Self { JSONGeometryCoder { CGSize.schema(.object) } }
}

extension JSONCoder where Self == JSONGeometryCoder<CGRect> {
    /// `{"x": 0, "y": 0, "width": 1, "height": 2}`
    public static var object: Self { JSONGeometryCoder { CGRect.membersSchema } }
}
