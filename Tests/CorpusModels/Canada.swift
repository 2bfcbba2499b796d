import Yoke

/// `canada.json`: the coast of Canada. It has 111,126 numbers, nearly all of them doubles.
public enum GeoJSON {
    /// The entire document.
    public struct FeatureCollection: Codable, Equatable, Sendable {
        public var type: String
        public var features: [Feature]
    }

    /// A country.
    public struct Feature: Codable, Equatable, Sendable {
        public var type: String
        public var properties: Properties
        public var geometry: Geometry
    }

    /// The properties of a country.
    public struct Properties: Codable, Equatable, Sendable {
        public var name: String
    }

    /// The outline of a country: rings of points.
    public struct Geometry: Codable, Equatable, Sendable {
        public var type: String
        public var coordinates: [[[Double]]]
    }
}

// MARK: - Mappings, as @JSONModel would write them

extension GeoJSON.FeatureCollection: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) { fields in
            fields.add("type", \.type)
            fields.add("features", \.features)
        }
    }
}

extension GeoJSON.Feature: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) { fields in
            fields.add("type", \.type)
            fields.add("properties", \.properties)
            fields.add("geometry", \.geometry)
        }
    }
}

extension GeoJSON.Properties: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) { fields in
            fields.add("name", \.name)
        }
    }
}

extension GeoJSON.Geometry: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) { fields in
            fields.add("type", \.type)
            fields.add("coordinates", \.coordinates)
        }
    }
}
