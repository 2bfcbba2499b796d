import Yoke

extension Generator {
    /// Generates a text like the corpus citm: 184 events and 243 performances, indented by four spaces.
    static func citm(_ random: inout SeededRandom) -> [UInt8] {
        var events = JSONObject()
        for id in 0..<184 { events.append(event(138_586_341 + id, &random), forKey: String(138_586_341 + id)) }
        let performances = (0..<243).map { performance(339_887_544 + $0, &random) }
        let catalog: JSONValue = [
            "areaNames": names(17, from: 205_705_993, &random),
            "audienceSubCategoryNames": ["337100890": "Abonné"],
            "blockNames": [:],
            "events": .object(events),
            "performances": .array(JSONArray(performances)),
            "seatCategoryNames": names(64, from: 338_937_235, &random),
            "subTopicNames": names(19, from: 337_184_262, &random),
            "subjectNames": [:],
            "topicNames": names(4, from: 107_888_604, &random),
            "topicSubTopics": [
                "107888604": numbers(2, from: 337_184_262), "324846098": numbers(1, from: 337_184_265),
                "324846099": numbers(5, from: 337_184_266), "324846100": numbers(11, from: 337_184_271),
            ],
            "venueNames": ["PLEYEL_PLEYEL": "Salle Pleyel"],
        ]
        return Pretty.bytes(catalog, indent: 4)
    }

    private static func event(_ id: Int, _ random: inout SeededRandom) -> JSONValue {
        [
            "description": nil, "id": JSONValue(id),
            "logo": random.isTrue(in: 60) ? JSONValue("/images/\(random.letters(24...24))") : nil,
            "name": JSONValue(random.letters(8...60)),
            "subTopicIds": numbers(Int.random(in: 2...5, using: &random), from: 337_184_262),
            "subjectCode": nil, "subtitle": nil, "topicIds": numbers(Int.random(in: 2...3, using: &random), from: 324_846_098),
        ]
    }

    private static func performance(_ id: Int, _ random: inout SeededRandom) -> JSONValue {
        let categories = Int.random(in: 1...6, using: &random)
        let prices = (0..<categories).map { category -> JSONValue in
            [
                "amount": JSONValue(Int.random(in: 40...360, using: &random) * 250), "audienceSubCategoryId": 337_100_890,
                "seatCategoryId": JSONValue(338_937_295 + category),
            ]
        }
        let seats = (0..<categories).map { category -> JSONValue in
            let areas = (0..<Int.random(in: 2...16, using: &random)).map { area -> JSONValue in
                ["areaId": JSONValue(205_705_993 + area), "blockIds": []]
            }
            return ["areas": .array(JSONArray(areas)), "seatCategoryId": JSONValue(338_937_295 + category)]
        }
        return [
            "eventId": JSONValue(138_586_341 + Int.random(in: 0..<184, using: &random)), "id": JSONValue(id),
            "logo": random.isTrue(in: 50) ? JSONValue("/images/\(random.letters(24...24))") : nil, "name": nil,
            "prices": .array(JSONArray(prices)), "seatCategories": .array(JSONArray(seats)), "seatMapImage": nil,
            "start": JSONValue(1_372_701_600_000 + Int.random(in: 0...31_536, using: &random) * 1_000_000),
            "venueCode": "PLEYEL_PLEYEL",
        ]
    }

    private static func names(_ count: Int, from first: Int, _ random: inout SeededRandom) -> JSONValue {
        var names = JSONObject()
        for id in 0..<count { names.append(JSONValue(random.letters(10...28)), forKey: String(first + id)) }
        return .object(names)
    }

    private static func numbers(_ count: Int, from first: Int) -> JSONValue {
        .array(JSONArray((0..<count).map { JSONValue(first + $0) }))
    }
}

/// Writes JSON with white space.
enum Pretty {
    static func bytes(_ value: JSONValue, indent: Int) -> [UInt8] {
        guard let bytes = try? value.jsonBytes(JSONWriteOptions(indent: indent)) else {
            preconditionFailure("deep or not finite")
        }
        return bytes
    }
}
