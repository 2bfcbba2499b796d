import CorpusModels

extension GeoJSON.FeatureCollection: FloorStruct {
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor) {
        visitor.field(&place.pointee.type)
        visitor.field(&place.pointee.features)
    }
}

extension GeoJSON.Feature: FloorStruct {
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor) {
        visitor.field(&place.pointee.type)
        visitor.field(&place.pointee.properties)
        visitor.field(&place.pointee.geometry)
    }
}

extension GeoJSON.Properties: FloorStruct {
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor) {
        visitor.field(&place.pointee.name)
    }
}

extension GeoJSON.Geometry: FloorStruct {
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor) {
        visitor.field(&place.pointee.type)
        visitor.field(&place.pointee.coordinates)
    }
}
