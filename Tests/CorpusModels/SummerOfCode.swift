import Yoke

/// `gsoc-2018.json`: 1,264 projects of a Summer of Code. It has long strings with escapes.
public enum SummerOfCode {
    /// A project and its author. The document is a dictionary of projects.
    public struct Project: Codable, Equatable, Sendable {
        public var context: String
        public var type: String
        public var name: String
        public var description: String
        public var sponsor: Sponsor
        public var author: Author

        enum CodingKeys: String, CodingKey {
            case name, description, sponsor, author
            case context = "@context"
            case type = "@type"
        }
    }

    /// The organisation that pays for a project.
    public struct Sponsor: Codable, Equatable, Sendable {
        public var type: String
        public var name: String
        public var disambiguatingDescription: String
        public var description: String
        public var url: String
        public var logo: String

        enum CodingKeys: String, CodingKey {
            case name, disambiguatingDescription, description, url, logo
            case type = "@type"
        }
    }

    /// The student who works on a project.
    public struct Author: Codable, Equatable, Sendable {
        public var type: String
        public var name: String

        enum CodingKeys: String, CodingKey {
            case name
            case type = "@type"
        }
    }
}

// MARK: - Mappings, as @JSONModel would write them

extension SummerOfCode.Project: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) { fields in
            fields.add("context", \.context, key: "@context")
            fields.add("type", \.type, key: "@type")
            fields.add("name", \.name)
            fields.add("description", \.description)
            fields.add("sponsor", \.sponsor)
            fields.add("author", \.author)
        }
    }
}

extension SummerOfCode.Sponsor: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) { fields in
            fields.add("type", \.type, key: "@type")
            fields.add("name", \.name)
            fields.add("disambiguatingDescription", \.disambiguatingDescription)
            fields.add("description", \.description)
            fields.add("url", \.url)
            fields.add("logo", \.logo)
        }
    }
}

extension SummerOfCode.Author: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) { fields in
            fields.add("type", \.type, key: "@type")
            fields.add("name", \.name)
        }
    }
}
