import Yoke

/// `citm_catalog.json`: the events of some concert halls. It has dictionaries and small integers. More than two thirds of its bytes are
/// white space.
public enum Citm {
    /// The entire document.
    public struct Catalog: Codable, Equatable, Sendable {
        public var areaNames: [String: String]
        public var audienceSubCategoryNames: [String: String]
        public var blockNames: [String: String]
        public var events: [String: Event]
        public var performances: [Performance]
        public var seatCategoryNames: [String: String]
        public var subTopicNames: [String: String]
        public var subjectNames: [String: String]
        public var topicNames: [String: String]
        public var topicSubTopics: [String: [Int]]
        public var venueNames: [String: String]
    }

    /// An event, such as a concert.
    public struct Event: Codable, Equatable, Sendable {
        public var description: String?
        public var id: Int
        public var logo: String?
        public var name: String
        public var subTopicIds: [Int]
        public var subjectCode: String?
        public var subtitle: String?
        public var topicIds: [Int]
    }

    /// A performance of an event.
    public struct Performance: Codable, Equatable, Sendable {
        public var eventId: Int
        public var id: Int
        public var logo: String?
        public var name: String?
        public var prices: [Price]
        public var seatCategories: [SeatCategory]
        public var seatMapImage: String?
        public var start: Int
        public var venueCode: String
    }

    /// The price of a seat.
    public struct Price: Codable, Equatable, Sendable {
        public var amount: Int
        public var audienceSubCategoryId: Int
        public var seatCategoryId: Int
    }

    /// A category of seats with the same price.
    public struct SeatCategory: Codable, Equatable, Sendable {
        public var areas: [Area]
        public var seatCategoryId: Int
    }

    /// The location of some seats.
    public struct Area: Codable, Equatable, Sendable {
        public var areaId: Int
        public var blockIds: [Int]
    }
}

// MARK: - Mappings, as @JSONModel would write them

extension Citm.Catalog: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) { fields in
            fields.add("areaNames", \.areaNames)
            fields.add("audienceSubCategoryNames", \.audienceSubCategoryNames)
            fields.add("blockNames", \.blockNames)
            fields.add("events", \.events)
            fields.add("performances", \.performances)
            fields.add("seatCategoryNames", \.seatCategoryNames)
            fields.add("subTopicNames", \.subTopicNames)
            fields.add("subjectNames", \.subjectNames)
            fields.add("topicNames", \.topicNames)
            fields.add("topicSubTopics", \.topicSubTopics)
            fields.add("venueNames", \.venueNames)
        }
    }
}

extension Citm.Event: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) { fields in
            fields.add("description", \.description)
            fields.add("id", \.id)
            fields.add("logo", \.logo)
            fields.add("name", \.name)
            fields.add("subTopicIds", \.subTopicIds)
            fields.add("subjectCode", \.subjectCode)
            fields.add("subtitle", \.subtitle)
            fields.add("topicIds", \.topicIds)
        }
    }
}

extension Citm.Performance: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) { fields in
            fields.add("eventId", \.eventId)
            fields.add("id", \.id)
            fields.add("logo", \.logo)
            fields.add("name", \.name)
            fields.add("prices", \.prices)
            fields.add("seatCategories", \.seatCategories)
            fields.add("seatMapImage", \.seatMapImage)
            fields.add("start", \.start)
            fields.add("venueCode", \.venueCode)
        }
    }
}

extension Citm.Price: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) { fields in
            fields.add("amount", \.amount)
            fields.add("audienceSubCategoryId", \.audienceSubCategoryId)
            fields.add("seatCategoryId", \.seatCategoryId)
        }
    }
}

extension Citm.SeatCategory: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) { fields in
            fields.add("areas", \.areas)
            fields.add("seatCategoryId", \.seatCategoryId)
        }
    }
}

extension Citm.Area: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) { fields in
            fields.add("areaId", \.areaId)
            fields.add("blockIds", \.blockIds)
        }
    }
}
