import CorpusModels

extension GeoJSON.FeatureCollection: Materialised {
    @inline(__always)
    static func visit(_ value: UnsafeMutablePointer<Self>, _ pass: inout some Pass) {
        pass.string(&value.pointee.type)
        pass.array(&value.pointee.features)
    }
}

extension GeoJSON.Feature: Materialised {
    @inline(__always)
    static func visit(_ value: UnsafeMutablePointer<Self>, _ pass: inout some Pass) {
        pass.string(&value.pointee.type)
        GeoJSON.Properties.visit(&value.pointee.properties, &pass)
        GeoJSON.Geometry.visit(&value.pointee.geometry, &pass)
    }
}

extension GeoJSON.Properties: Materialised {
    @inline(__always)
    static func visit(_ value: UnsafeMutablePointer<Self>, _ pass: inout some Pass) {
        pass.string(&value.pointee.name)
    }
}

extension GeoJSON.Geometry: Materialised {
    @inline(__always)
    static func visit(_ value: UnsafeMutablePointer<Self>, _ pass: inout some Pass) {
        pass.string(&value.pointee.type)
        pass.array(&value.pointee.coordinates) { $1.array($0) { $1.numbers($0) } }
    }
}
