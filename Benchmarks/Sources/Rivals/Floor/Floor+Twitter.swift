import CorpusModels

extension Twitter.SearchResult: Materialised {
    @inline(__always)
    static func visit(_ value: UnsafeMutablePointer<Self>, _ pass: inout some Pass) {
        pass.array(&value.pointee.statuses)
        Twitter.Metadata.visit(&value.pointee.searchMetadata, &pass)
    }
}

extension Twitter.Metadata: Materialised {
    @inline(__always)
    static func visit(_ value: UnsafeMutablePointer<Self>, _ pass: inout some Pass) {
        pass.string(&value.pointee.maxIDStr)
        pass.string(&value.pointee.nextResults)
        pass.string(&value.pointee.query)
        pass.string(&value.pointee.refreshURL)
        pass.string(&value.pointee.sinceIDStr)
    }
}

extension Twitter.Status: Materialised {
    @inline(never)
    static func visit(_ value: UnsafeMutablePointer<Self>, _ pass: inout some Pass) {
        Twitter.StatusMetadata.visit(&value.pointee.metadata, &pass)
        pass.string(&value.pointee.createdAt)
        pass.string(&value.pointee.idStr)
        pass.string(&value.pointee.text)
        pass.string(&value.pointee.source)
        pass.string(&value.pointee.inReplyToStatusIDStr)
        pass.string(&value.pointee.inReplyToUserIDStr)
        pass.string(&value.pointee.inReplyToScreenName)
        Twitter.User.visit(&value.pointee.user, &pass)
        pass.optional(&value.pointee.geo)
        pass.optional(&value.pointee.coordinates)
        pass.optional(&value.pointee.place)
        pass.optional(&value.pointee.contributors) { $1.numbers($0) }
        pass.box(&value.pointee.retweetedStatus)
        Twitter.Entities.visit(&value.pointee.entities, &pass)
        pass.string(&value.pointee.lang)
    }
}

extension Twitter.StatusMetadata: Materialised {
    @inline(__always)
    static func visit(_ value: UnsafeMutablePointer<Self>, _ pass: inout some Pass) {
        pass.string(&value.pointee.resultType)
        pass.string(&value.pointee.isoLanguageCode)
    }
}

extension Twitter.Point: Materialised {
    @inline(__always)
    static func visit(_ value: UnsafeMutablePointer<Self>, _ pass: inout some Pass) {
        pass.string(&value.pointee.type)
        pass.numbers(&value.pointee.coordinates)
    }
}

extension Twitter.Place: Materialised {
    @inline(__always)
    static func visit(_ value: UnsafeMutablePointer<Self>, _ pass: inout some Pass) {
        pass.string(&value.pointee.id)
        pass.string(&value.pointee.name)
        pass.string(&value.pointee.fullName)
        pass.string(&value.pointee.country)
    }
}

extension Twitter.User: Materialised {
    @inline(never)
    static func visit(_ value: UnsafeMutablePointer<Self>, _ pass: inout some Pass) {
        pass.string(&value.pointee.idStr)
        pass.string(&value.pointee.name)
        pass.string(&value.pointee.screenName)
        pass.string(&value.pointee.location)
        pass.string(&value.pointee.description)
        pass.string(&value.pointee.url)
        Twitter.UserEntities.visit(&value.pointee.entities, &pass)
        pass.string(&value.pointee.createdAt)
        pass.string(&value.pointee.timeZone)
        pass.string(&value.pointee.lang)
        pass.string(&value.pointee.profileBackgroundColor)
        pass.string(&value.pointee.profileBackgroundImageURL)
        pass.string(&value.pointee.profileBackgroundImageURLHttps)
        pass.string(&value.pointee.profileImageURL)
        pass.string(&value.pointee.profileImageURLHttps)
        pass.string(&value.pointee.profileBannerURL)
        pass.string(&value.pointee.profileLinkColor)
        pass.string(&value.pointee.profileSidebarBorderColor)
        pass.string(&value.pointee.profileSidebarFillColor)
        pass.string(&value.pointee.profileTextColor)
    }
}

extension Twitter.UserEntities: Materialised {
    @inline(__always)
    static func visit(_ value: UnsafeMutablePointer<Self>, _ pass: inout some Pass) {
        pass.optional(&value.pointee.url)
        Twitter.LinkList.visit(&value.pointee.description, &pass)
    }
}

extension Twitter.LinkList: Materialised {
    @inline(__always)
    static func visit(_ value: UnsafeMutablePointer<Self>, _ pass: inout some Pass) {
        pass.array(&value.pointee.urls)
    }
}

extension Twitter.Link: Materialised {
    @inline(__always)
    static func visit(_ value: UnsafeMutablePointer<Self>, _ pass: inout some Pass) {
        pass.string(&value.pointee.url)
        pass.string(&value.pointee.expandedURL)
        pass.string(&value.pointee.displayURL)
        pass.numbers(&value.pointee.indices)
    }
}

extension Twitter.Entities: Materialised {
    @inline(__always)
    static func visit(_ value: UnsafeMutablePointer<Self>, _ pass: inout some Pass) {
        pass.array(&value.pointee.hashtags)
        pass.array(&value.pointee.symbols)
        pass.array(&value.pointee.urls)
        pass.array(&value.pointee.userMentions)
        pass.optional(&value.pointee.media) { $1.array($0) }
    }
}

extension Twitter.Hashtag: Materialised {
    @inline(__always)
    static func visit(_ value: UnsafeMutablePointer<Self>, _ pass: inout some Pass) {
        pass.string(&value.pointee.text)
        pass.numbers(&value.pointee.indices)
    }
}

extension Twitter.Mention: Materialised {
    @inline(__always)
    static func visit(_ value: UnsafeMutablePointer<Self>, _ pass: inout some Pass) {
        pass.string(&value.pointee.screenName)
        pass.string(&value.pointee.name)
        pass.string(&value.pointee.idStr)
        pass.numbers(&value.pointee.indices)
    }
}

extension Twitter.Media: Materialised {
    @inline(__always)
    static func visit(_ value: UnsafeMutablePointer<Self>, _ pass: inout some Pass) {
        pass.string(&value.pointee.idStr)
        pass.numbers(&value.pointee.indices)
        pass.string(&value.pointee.mediaURL)
        pass.string(&value.pointee.mediaURLHttps)
        pass.string(&value.pointee.url)
        pass.string(&value.pointee.displayURL)
        pass.string(&value.pointee.expandedURL)
        pass.string(&value.pointee.type)
        Twitter.MediaSizes.visit(&value.pointee.sizes, &pass)
        pass.string(&value.pointee.sourceStatusIDStr)
    }
}

extension Twitter.MediaSizes: Materialised {
    @inline(__always)
    static func visit(_ value: UnsafeMutablePointer<Self>, _ pass: inout some Pass) {
        Twitter.MediaSize.visit(&value.pointee.medium, &pass)
        Twitter.MediaSize.visit(&value.pointee.small, &pass)
        Twitter.MediaSize.visit(&value.pointee.thumb, &pass)
        Twitter.MediaSize.visit(&value.pointee.large, &pass)
    }
}

extension Twitter.MediaSize: Materialised {
    @inline(__always)
    static func visit(_ value: UnsafeMutablePointer<Self>, _ pass: inout some Pass) {
        pass.string(&value.pointee.resize)
    }
}
