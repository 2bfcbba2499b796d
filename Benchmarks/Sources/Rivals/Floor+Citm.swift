import CorpusModels

extension Citm.Catalog: FloorStruct {
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor) {
        visitor.field(&place.pointee.areaNames)
        visitor.field(&place.pointee.audienceSubCategoryNames)
        visitor.field(&place.pointee.blockNames)
        visitor.field(&place.pointee.events)
        visitor.field(&place.pointee.performances)
        visitor.field(&place.pointee.seatCategoryNames)
        visitor.field(&place.pointee.subTopicNames)
        visitor.field(&place.pointee.subjectNames)
        visitor.field(&place.pointee.topicNames)
        visitor.field(&place.pointee.topicSubTopics)
        visitor.field(&place.pointee.venueNames)
    }
}

extension Citm.Event: FloorStruct {
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor) {
        visitor.field(&place.pointee.description)
        visitor.field(&place.pointee.id)
        visitor.field(&place.pointee.logo)
        visitor.field(&place.pointee.name)
        visitor.field(&place.pointee.subTopicIds)
        visitor.field(&place.pointee.subjectCode)
        visitor.field(&place.pointee.subtitle)
        visitor.field(&place.pointee.topicIds)
    }
}

extension Citm.Performance: FloorStruct {
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor) {
        visitor.field(&place.pointee.eventId)
        visitor.field(&place.pointee.id)
        visitor.field(&place.pointee.logo)
        visitor.field(&place.pointee.name)
        visitor.field(&place.pointee.prices)
        visitor.field(&place.pointee.seatCategories)
        visitor.field(&place.pointee.seatMapImage)
        visitor.field(&place.pointee.start)
        visitor.field(&place.pointee.venueCode)
    }
}

extension Citm.Price: FloorStruct {
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor) {
        visitor.field(&place.pointee.amount)
        visitor.field(&place.pointee.audienceSubCategoryId)
        visitor.field(&place.pointee.seatCategoryId)
    }
}

extension Citm.SeatCategory: FloorStruct {
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor) {
        visitor.field(&place.pointee.areas)
        visitor.field(&place.pointee.seatCategoryId)
    }
}

extension Citm.Area: FloorStruct {
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor) {
        visitor.field(&place.pointee.areaId)
        visitor.field(&place.pointee.blockIds)
    }
}
