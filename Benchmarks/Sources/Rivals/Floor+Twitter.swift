import CorpusModels

extension Twitter.SearchResult: FloorStruct {
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor) {
        visitor.field(&place.pointee.statuses)
        visitor.field(&place.pointee.searchMetadata)
    }
}

extension Twitter.Metadata: FloorStruct {
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor) {
        visitor.field(&place.pointee.completedIn)
        visitor.field(&place.pointee.maxID)
        visitor.field(&place.pointee.maxIDStr)
        visitor.field(&place.pointee.nextResults)
        visitor.field(&place.pointee.query)
        visitor.field(&place.pointee.refreshURL)
        visitor.field(&place.pointee.count)
        visitor.field(&place.pointee.sinceID)
        visitor.field(&place.pointee.sinceIDStr)
    }
}

extension Twitter.Status: FloorStruct {
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor) {
        visitor.field(&place.pointee.metadata)
        visitor.field(&place.pointee.createdAt)
        visitor.field(&place.pointee.id)
        visitor.field(&place.pointee.idStr)
        visitor.field(&place.pointee.text)
        visitor.field(&place.pointee.source)
        visitor.field(&place.pointee.truncated)
        visitor.field(&place.pointee.inReplyToStatusID)
        visitor.field(&place.pointee.inReplyToStatusIDStr)
        visitor.field(&place.pointee.inReplyToUserID)
        visitor.field(&place.pointee.inReplyToUserIDStr)
        visitor.field(&place.pointee.inReplyToScreenName)
        visitor.field(&place.pointee.user)
        visitor.field(&place.pointee.geo)
        visitor.field(&place.pointee.coordinates)
        visitor.field(&place.pointee.place)
        visitor.field(&place.pointee.contributors)
        visitor.field(&place.pointee.retweetedStatus)
        visitor.field(&place.pointee.retweetCount)
        visitor.field(&place.pointee.favoriteCount)
        visitor.field(&place.pointee.entities)
        visitor.field(&place.pointee.favorited)
        visitor.field(&place.pointee.retweeted)
        visitor.field(&place.pointee.possiblySensitive)
        visitor.field(&place.pointee.lang)
    }
}

extension Twitter.StatusMetadata: FloorStruct {
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor) {
        visitor.field(&place.pointee.resultType)
        visitor.field(&place.pointee.isoLanguageCode)
    }
}

extension Twitter.Point: FloorStruct {
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor) {
        visitor.field(&place.pointee.type)
        visitor.field(&place.pointee.coordinates)
    }
}

extension Twitter.Place: FloorStruct {
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor) {
        visitor.field(&place.pointee.id)
        visitor.field(&place.pointee.name)
        visitor.field(&place.pointee.fullName)
        visitor.field(&place.pointee.country)
    }
}
