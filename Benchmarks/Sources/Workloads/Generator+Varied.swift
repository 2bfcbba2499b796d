import Yoke

extension Generator {
    /// A search result of about `bytes` bytes, in which no two tweets have the same structure. Strings and arrays have any length, from
    /// empty to long. Strings are in any language, and some have escapes. Every optional field is sometimes present, sometimes null, and
    /// sometimes missing.
    ///
    /// The corpora repeat a hundred tweets of a single search. A processor's branch predictor learns these tweets, so the times are better
    /// than for texts without repetition.
    static func varied(bytes: Int) -> [UInt8] {
        var random = SeededRandom(seed: 0x5641_5259)
        var statuses: [JSONValue] = [], size = 0
        while size < bytes {
            let tweet = vary(status(&random, mayRepeat: true), &random)
            // The size is estimated: in the final text, each line of the tweet is indented by four more spaces.
            size += Pretty.bytes(tweet, indent: 2).count
            statuses.append(tweet)
        }
        return Pretty.bytes(["statuses": .array(JSONArray(statuses)), "search_metadata": metadata(&random)], indent: 2)
    }

    private static func vary(_ tweet: JSONValue, _ random: inout SeededRandom) -> JSONValue {
        guard var status = tweet.object else { return tweet }
        status.updateValue(JSONValue(prose(0...280, &random)), forKey: "text")
        status.updateValue(JSONValue(random.letters(2...3)), forKey: "lang")
        status.updateValue(
            JSONValue("<a href=\"http://\(random.letters(4...60))\">\(random.letters(0...30))</a>"), forKey: "source")
        if random.isTrue(in: 30) {
            let id = random.digits(Int.random(in: 9...18, using: &random))
            status.updateValue(JSONValue(UInt64(id) ?? 0), forKey: "in_reply_to_status_id")
            status.updateValue(JSONValue(id), forKey: "in_reply_to_status_id_str")
        }
        if random.isTrue(in: 20) {
            let place = [Double.random(in: -90...90, using: &random), .random(in: -180...180, using: &random)]
            let point: JSONValue = ["type": "Point", "coordinates": .array(JSONArray(place.map { JSONValue($0) ?? 0 }))]
            for key in ["geo", "coordinates"] { status.updateValue(point, forKey: key) }
        }
        if random.isTrue(in: 20) { status.updateValue(place(&random), forKey: "place") }
        if random.isTrue(in: 10) { status.updateValue(numbers(0...5, &random), forKey: "contributors") }
        for key in ["geo", "coordinates", "place", "contributors", "in_reply_to_screen_name"]
        where status[key]?.isNull == true && random.isTrue(in: 40) {
            status.removeValue(forKey: key)
        }
        if let user = status["user"]?.object { status.updateValue(.object(vary(user: user, &random)), forKey: "user") }
        if let entities = status["entities"]?.object {
            status.updateValue(.object(vary(entities: entities, &random)), forKey: "entities")
        }
        if let inner = status["retweeted_status"] { status.updateValue(vary(inner, &random), forKey: "retweeted_status") }
        return .object(status)
    }

    private static func vary(user: JSONObject, _ random: inout SeededRandom) -> JSONObject {
        var user = user
        user.updateValue(JSONValue(prose(0...160, &random)), forKey: "description")
        user.updateValue(JSONValue(prose(1...30, &random)), forKey: "name")
        for key in ["followers_count", "friends_count", "listed_count", "favourites_count", "statuses_count"] {
            user.updateValue(JSONValue(Int(random.digits(Int.random(in: 1...8, using: &random))) ?? 0), forKey: key)
        }
        for key in ["protected", "verified", "following", "profile_background_tile", "default_profile"] {
            user.updateValue(JSONValue(random.isTrue(in: 50)), forKey: key)
        }
        for key in ["url", "utc_offset", "time_zone"] where random.isTrue(in: 25) { user.removeValue(forKey: key) }
        return user
    }

    private static func vary(entities: JSONObject, _ random: inout SeededRandom) -> JSONObject {
        var entities = entities
        let hashtags = (0..<few(&random)).map { _ -> JSONValue in
            ["text": JSONValue(prose(1...20, &random)), "indices": numbers(2...2, &random)]
        }
        entities.updateValue(.array(JSONArray(hashtags)), forKey: "hashtags")
        let links = (0..<few(&random)).map { _ in link(&random) }
        entities.updateValue(.array(JSONArray(links)), forKey: "urls")
        if random.isTrue(in: 25) { entities.append([media(&random)], forKey: "media") }
        return entities
    }

    private static func media(_ random: inout SeededRandom) -> JSONValue {
        let id = random.digits(18), picture = "pbs.twimg.com/media/\(random.letters(8...20)).jpg"
        let sizes = ["medium", "small", "thumb", "large"].map { name -> (key: String, value: JSONValue) in
            (name, ["w": JSONValue(few(&random) * 150), "h": JSONValue(few(&random) * 150), "resize": "fit"])
        }
        return [
            "id": JSONValue(UInt64(id) ?? 0), "id_str": JSONValue(id), "indices": numbers(2...2, &random),
            "media_url": JSONValue("http://" + picture), "media_url_https": JSONValue("https://" + picture),
            "url": JSONValue("http://t.co/\(random.letters(10...10))"), "display_url": JSONValue(random.letters(10...26)),
            "expanded_url": JSONValue("http://\(random.letters(10...70))"), "type": "photo",
            "sizes": .object(JSONObject(sizes)),
        ]
    }

    private static func place(_ random: inout SeededRandom) -> JSONValue {
        [
            "id": JSONValue(random.letters(16...16)), "name": JSONValue(prose(2...20, &random)),
            "full_name": JSONValue(prose(2...40, &random)), "country": JSONValue(prose(4...20, &random)),
        ]
    }

    /// Text in one language, sometimes with a character that must be escaped.
    private static func prose(_ count: ClosedRange<Int>, _ random: inout SeededRandom) -> String {
        var text = random.letters(count, japanese: [0, 0, 5, 80].randomElement(using: &random) ?? 0)
        if random.isTrue(in: 20) { text += ["\n", "\"", "\\", "\t", "\u{1F600}"].randomElement(using: &random) ?? "" }
        return text
    }

    private static func few(_ random: inout SeededRandom) -> Int {
        random.isTrue(in: 60) ? 0 : Int.random(in: 1...6, using: &random)
    }

    private static func numbers(_ count: ClosedRange<Int>, _ random: inout SeededRandom) -> JSONValue {
        let count = Int.random(in: count, using: &random)
        return .array(JSONArray((0..<count).map { _ in JSONValue(Int.random(in: 0...280, using: &random)) }))
    }
}
