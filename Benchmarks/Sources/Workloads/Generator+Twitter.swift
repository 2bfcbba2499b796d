import Yoke

extension Generator {
    /// Generates a text like the corpus twitter: 100 tweets, mostly in Japanese, about half of them retweets, indented by two spaces.
    static func twitter(_ random: inout SeededRandom) -> [UInt8] {
        let statuses = (0..<100).map { _ in status(&random, mayRepeat: true) }
        return Pretty.bytes(["statuses": .array(JSONArray(statuses)), "search_metadata": metadata(&random)], indent: 2)
    }

    static func metadata(_ random: inout SeededRandom) -> JSONValue {
        let id = random.digits(18)
        return [
            "completed_in": 0.087, "max_id": number(id), "max_id_str": JSONValue(id),
            "next_results": JSONValue("?max_id=\(id)&q=%E4%B8%80&count=100&include_entities=1"), "query": "%E4%B8%80",
            "refresh_url": JSONValue("?since_id=\(id)&q=%E4%B8%80&include_entities=1"), "count": 100, "since_id": 0,
            "since_id_str": "0",
        ]
    }

    static func status(_ random: inout SeededRandom, mayRepeat: Bool) -> JSONValue {
        let id = random.digits(18)
        var status: JSONObject = [
            "metadata": ["result_type": "recent", "iso_language_code": "ja"],
            "created_at": "Sun Aug 31 00:29:15 +0000 2014", "id": number(id), "id_str": JSONValue(id),
            "text": JSONValue(random.letters(20...60, japanese: 75) + "\n" + random.letters(10...60, japanese: 75)),
            "source": "<a href=\"http://twitter.com/download/iphone\" rel=\"nofollow\">Twitter for iPhone</a>",
            "truncated": false, "in_reply_to_status_id": nil, "in_reply_to_status_id_str": nil,
        ]
        let reply = random.isTrue(in: 20) ? random.digits(9) : nil
        status.append(reply.map(number) ?? nil, forKey: "in_reply_to_user_id")
        status.append(reply.map { JSONValue($0) } ?? nil, forKey: "in_reply_to_user_id_str")
        status.append(reply == nil ? nil : JSONValue(random.letters(5...14)), forKey: "in_reply_to_screen_name")
        status.append(user(&random), forKey: "user")
        for key in ["geo", "coordinates", "place", "contributors"] { status.append(nil, forKey: key) }
        if mayRepeat, random.isTrue(in: 55) {
            status.append(Generator.status(&random, mayRepeat: false), forKey: "retweeted_status")
        }
        status.append(JSONValue(Int.random(in: 0...900, using: &random)), forKey: "retweet_count")
        status.append(JSONValue(Int.random(in: 0...50, using: &random)), forKey: "favorite_count")
        status.append(entities(&random), forKey: "entities")
        status.append(false, forKey: "favorited")
        status.append(false, forKey: "retweeted")
        if random.isTrue(in: 25) { status.append(false, forKey: "possibly_sensitive") }
        status.append("ja", forKey: "lang")
        return .object(status)
    }

    private static func user(_ random: inout SeededRandom) -> JSONValue {
        let id = random.digits(10)
        let links: JSONValue = random.isTrue(in: 25) ? [link(&random)] : []
        let picture = "pbs.twimg.com/profile_images/\(random.digits(18))/\(random.letters(8...8))_normal.jpeg"
        var user: JSONObject = [
            "id": number(id), "id_str": JSONValue(id), "name": JSONValue(random.letters(3...12, japanese: 60)),
            "screen_name": JSONValue(random.letters(5...14)), "location": JSONValue(random.letters(0...12, japanese: 60)),
            "description": JSONValue(random.letters(10...90, japanese: 80)),
            "url": random.isTrue(in: 25) ? JSONValue("http://t.co/\(random.letters(10...10))") : nil,
            "entities": ["description": ["urls": links]], "protected": false,
            "followers_count": count(&random), "friends_count": count(&random), "listed_count": count(&random),
            "created_at": "Sat Feb 16 13:40:25 +0000 2013", "favourites_count": count(&random),
            "utc_offset": random.isTrue(in: 40) ? 32400 : nil, "time_zone": random.isTrue(in: 40) ? "Tokyo" : nil,
        ]
        user.append(contentsOf: [
            (key: "geo_enabled", value: JSONValue(random.isTrue(in: 30))), (key: "verified", value: false),
            (key: "statuses_count", value: count(&random)), (key: "lang", value: "ja"),
            (key: "contributors_enabled", value: false), (key: "is_translator", value: false),
            (key: "is_translation_enabled", value: false), (key: "profile_background_color", value: "C0DEED"),
            (key: "profile_background_image_url", value: "http://abs.twimg.com/images/themes/theme1/bg.png"),
            (key: "profile_background_image_url_https", value: "https://abs.twimg.com/images/themes/theme1/bg.png"),
            (key: "profile_background_tile", value: false),
            (key: "profile_image_url", value: JSONValue("http://" + picture)),
            (key: "profile_image_url_https", value: JSONValue("https://" + picture)),
        ])
        if random.isTrue(in: 80) {
            user.append(
                JSONValue("https://pbs.twimg.com/profile_banners/\(id)/\(random.digits(10))"), forKey: "profile_banner_url")
        }
        user.append(contentsOf: [
            (key: "profile_link_color", value: "0084B4"), (key: "profile_sidebar_border_color", value: "C0DEED"),
            (key: "profile_sidebar_fill_color", value: "DDEEF6"), (key: "profile_text_color", value: "333333"),
            (key: "profile_use_background_image", value: true),
            (key: "default_profile", value: JSONValue(random.isTrue(in: 60))), (key: "default_profile_image", value: false),
            (key: "following", value: false), (key: "follow_request_sent", value: false), (key: "notifications", value: false),
        ])
        return .object(user)
    }

    private static func entities(_ random: inout SeededRandom) -> JSONValue {
        let mention = random.digits(10)
        let mentions: JSONValue = [
            "screen_name": JSONValue(random.letters(5...14)), "name": JSONValue(random.letters(3...12, japanese: 60)),
            "id": number(mention), "id_str": JSONValue(mention), "indices": [3, 16],
        ]
        let hashtag: JSONValue = ["text": JSONValue(random.letters(3...10, japanese: 70)), "indices": [20, 29]]
        return [
            "hashtags": random.isTrue(in: 15) ? [hashtag] : [], "symbols": [],
            "urls": random.isTrue(in: 25) ? [link(&random)] : [], "user_mentions": random.isTrue(in: 60) ? [mentions] : [],
        ]
    }

    static func link(_ random: inout SeededRandom) -> JSONValue {
        let place = random.letters(8...30)
        return [
            "url": JSONValue("http://t.co/\(random.letters(10...10))"), "expanded_url": JSONValue("http://\(place).jp/"),
            "display_url": JSONValue(place + ".jp"), "indices": [0, 22],
        ]
    }

    private static func count(_ random: inout SeededRandom) -> JSONValue { JSONValue(Int.random(in: 0...9000, using: &random)) }

    private static func number(_ digits: String) -> JSONValue { JSONValue(UInt64(digits) ?? 0) }
}
