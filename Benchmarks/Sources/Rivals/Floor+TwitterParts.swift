import CorpusModels

extension Twitter.User: FloorStruct {
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor) {
        visitor.field(&place.pointee.id)
        visitor.field(&place.pointee.idStr)
        visitor.field(&place.pointee.name)
        visitor.field(&place.pointee.screenName)
        visitor.field(&place.pointee.location)
        visitor.field(&place.pointee.description)
        visitor.field(&place.pointee.url)
        visitor.field(&place.pointee.entities)
        visitor.field(&place.pointee.protected)
        visitor.field(&place.pointee.followersCount)
        visitor.field(&place.pointee.friendsCount)
        visitor.field(&place.pointee.listedCount)
        visitor.field(&place.pointee.createdAt)
        visitor.field(&place.pointee.favouritesCount)
        visitor.field(&place.pointee.utcOffset)
        visitor.field(&place.pointee.timeZone)
        visitor.field(&place.pointee.geoEnabled)
        visitor.field(&place.pointee.verified)
        visitor.field(&place.pointee.statusesCount)
        visitor.field(&place.pointee.lang)
        visitor.field(&place.pointee.contributorsEnabled)
        visitor.field(&place.pointee.isTranslator)
        visitor.field(&place.pointee.isTranslationEnabled)
        visitor.field(&place.pointee.profileBackgroundColor)
        visitor.field(&place.pointee.profileBackgroundImageURL)
        visitor.field(&place.pointee.profileBackgroundImageURLHttps)
        visitor.field(&place.pointee.profileBackgroundTile)
        visitor.field(&place.pointee.profileImageURL)
        visitor.field(&place.pointee.profileImageURLHttps)
        visitor.field(&place.pointee.profileBannerURL)
        visitor.field(&place.pointee.profileLinkColor)
        visitor.field(&place.pointee.profileSidebarBorderColor)
        visitor.field(&place.pointee.profileSidebarFillColor)
        visitor.field(&place.pointee.profileTextColor)
        visitor.field(&place.pointee.profileUseBackgroundImage)
        visitor.field(&place.pointee.defaultProfile)
        visitor.field(&place.pointee.defaultProfileImage)
        visitor.field(&place.pointee.following)
        visitor.field(&place.pointee.followRequestSent)
        visitor.field(&place.pointee.notifications)
    }
}

extension Twitter.UserEntities: FloorStruct {
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor) {
        visitor.field(&place.pointee.url)
        visitor.field(&place.pointee.description)
    }
}

extension Twitter.LinkList: FloorStruct {
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor) {
        visitor.field(&place.pointee.urls)
    }
}

extension Twitter.Link: FloorStruct {
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor) {
        visitor.field(&place.pointee.url)
        visitor.field(&place.pointee.expandedURL)
        visitor.field(&place.pointee.displayURL)
        visitor.field(&place.pointee.indices)
    }
}

extension Twitter.Entities: FloorStruct {
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor) {
        visitor.field(&place.pointee.hashtags)
        visitor.field(&place.pointee.symbols)
        visitor.field(&place.pointee.urls)
        visitor.field(&place.pointee.userMentions)
        visitor.field(&place.pointee.media)
    }
}

extension Twitter.Hashtag: FloorStruct {
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor) {
        visitor.field(&place.pointee.text)
        visitor.field(&place.pointee.indices)
    }
}

extension Twitter.Mention: FloorStruct {
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor) {
        visitor.field(&place.pointee.screenName)
        visitor.field(&place.pointee.name)
        visitor.field(&place.pointee.id)
        visitor.field(&place.pointee.idStr)
        visitor.field(&place.pointee.indices)
    }
}

extension Twitter.Media: FloorStruct {
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor) {
        visitor.field(&place.pointee.id)
        visitor.field(&place.pointee.idStr)
        visitor.field(&place.pointee.indices)
        visitor.field(&place.pointee.mediaURL)
        visitor.field(&place.pointee.mediaURLHttps)
        visitor.field(&place.pointee.url)
        visitor.field(&place.pointee.displayURL)
        visitor.field(&place.pointee.expandedURL)
        visitor.field(&place.pointee.type)
        visitor.field(&place.pointee.sizes)
        visitor.field(&place.pointee.sourceStatusID)
        visitor.field(&place.pointee.sourceStatusIDStr)
    }
}

extension Twitter.MediaSizes: FloorStruct {
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor) {
        visitor.field(&place.pointee.medium)
        visitor.field(&place.pointee.small)
        visitor.field(&place.pointee.thumb)
        visitor.field(&place.pointee.large)
    }
}

extension Twitter.MediaSize: FloorStruct {
    static func visit(_ place: UnsafeMutablePointer<Self>, _ visitor: inout some FloorVisitor) {
        visitor.field(&place.pointee.w)
        visitor.field(&place.pointee.h)
        visitor.field(&place.pointee.resize)
    }
}
