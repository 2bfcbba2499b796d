import CorpusModels

extension Citm.Catalog: Materialised {
    @inline(__always)
    static func visit(_ value: UnsafeMutablePointer<Self>, _ pass: inout some Pass) {
        pass.dictionary(&value.pointee.areaNames) { $1.string($0) }
        pass.dictionary(&value.pointee.audienceSubCategoryNames) { $1.string($0) }
        pass.dictionary(&value.pointee.blockNames) { $1.string($0) }
        pass.dictionary(&value.pointee.events) { Citm.Event.visit($0, &$1) }
        pass.array(&value.pointee.performances)
        pass.dictionary(&value.pointee.seatCategoryNames) { $1.string($0) }
        pass.dictionary(&value.pointee.subTopicNames) { $1.string($0) }
        pass.dictionary(&value.pointee.subjectNames) { $1.string($0) }
        pass.dictionary(&value.pointee.topicNames) { $1.string($0) }
        pass.dictionary(&value.pointee.topicSubTopics) { $1.numbers($0) }
        pass.dictionary(&value.pointee.venueNames) { $1.string($0) }
    }
}

extension Citm.Event: Materialised {
    @inline(__always)
    static func visit(_ value: UnsafeMutablePointer<Self>, _ pass: inout some Pass) {
        pass.string(&value.pointee.description)
        pass.string(&value.pointee.logo)
        pass.string(&value.pointee.name)
        pass.numbers(&value.pointee.subTopicIds)
        pass.string(&value.pointee.subjectCode)
        pass.string(&value.pointee.subtitle)
        pass.numbers(&value.pointee.topicIds)
    }
}

extension Citm.Performance: Materialised {
    @inline(__always)
    static func visit(_ value: UnsafeMutablePointer<Self>, _ pass: inout some Pass) {
        pass.string(&value.pointee.logo)
        pass.string(&value.pointee.name)
        pass.array(&value.pointee.prices)
        pass.array(&value.pointee.seatCategories)
        pass.string(&value.pointee.seatMapImage)
        pass.string(&value.pointee.venueCode)
    }
}

extension Citm.SeatCategory: Materialised {
    @inline(__always)
    static func visit(_ value: UnsafeMutablePointer<Self>, _ pass: inout some Pass) {
        pass.array(&value.pointee.areas)
    }
}

extension Citm.Area: Materialised {
    @inline(__always)
    static func visit(_ value: UnsafeMutablePointer<Self>, _ pass: inout some Pass) {
        pass.numbers(&value.pointee.blockIds)
    }
}
