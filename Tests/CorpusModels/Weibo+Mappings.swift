import Yoke

extension Weibo.Timeline: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("statuses", \.statuses)
            fields.add("sinceID", \.sinceID)
            fields.add("maxID", \.maxID)
            fields.add("totalNumber", \.totalNumber)
            fields.add("hasUnread", \.hasUnread)
        }
    }
}

extension Weibo.Status: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("id", \.id)
            fields.add("idStr", \.idStr, key: "idstr")
            fields.add("createdAt", \.createdAt)
            fields.add("text", \.text)
            fields.add("source", \.source)
            fields.add("favorited", \.favorited)
            fields.add("truncated", \.truncated)
            fields.add("user", \.user)
            fields.add("picIDs", \.picIDs, key: "pic_ids")
            fields.add("picInfos", \.picInfos)
            fields.add("urlStruct", \.urlStruct)
            fields.add("topicStruct", \.topicStruct)
            fields.add("retweetedStatus", \.retweetedStatus)
            fields.add("repostsCount", \.repostsCount)
            fields.add("commentsCount", \.commentsCount)
            fields.add("attitudesCount", \.attitudesCount)
            fields.add("geo", \.geo)
        }
    }
}

extension Weibo.User: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("id", \.id)
            fields.add("screenName", \.screenName)
            fields.add("profileImageURL", \.profileImageURL)
            fields.add("location", \.location)
            fields.add("description", \.description)
            fields.add("gender", \.gender)
            fields.add("followersCount", \.followersCount)
            fields.add("friendsCount", \.friendsCount)
            fields.add("statusesCount", \.statusesCount)
            fields.add("verified", \.verified)
            fields.add("verifiedType", \.verifiedType)
            fields.add("following", \.following)
            fields.add("onlineStatus", \.onlineStatus)
            fields.add("createdAt", \.createdAt)
        }
    }
}

extension Weibo.Picture: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("picID", \.picID)
            fields.add("thumbnail", \.thumbnail)
            fields.add("bmiddle", \.bmiddle)
            fields.add("original", \.original)
            fields.add("keepSize", \.keepSize)
        }
    }
}

extension Weibo.Size: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) { fields in
            fields.add("url", \.url)
            fields.add("width", \.width)
            fields.add("height", \.height)
            fields.add("type", \.type)
        }
    }
}

extension Weibo.Link: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("shortURL", \.shortURL)
            fields.add("oriURL", \.oriURL)
            fields.add("urlTitle", \.urlTitle)
            fields.add("urlType", \.urlType)
            fields.add("result", \.result)
        }
    }
}

extension Weibo.Topic: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("topicTitle", \.topicTitle)
            fields.add("topicURL", \.topicURL)
        }
    }
}

extension Weibo.Place: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) { fields in
            fields.add("type", \.type)
            fields.add("coordinates", \.coordinates)
        }
    }
}
