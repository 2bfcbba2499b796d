import Yoke

/// A record of the demo's file: a country of ISO 3166-1 with its parts from ISO 3166-2.
///
/// The mapping is written by hand. So the demo builds without the `Macros` trait, and need not build swift-syntax. With the macro,
/// `@JSONModel(keys: .snakeCase)` on each struct would replace the two `JSONConvertible` extensions. The structs are `Decodable` because
/// Foundation reads the same file into the same types for comparison.
struct Country: Decodable {
    var id = 0
    var alpha2: String
    var alpha3: String
    var numeric: String
    var flag: String
    var name: String
    var officialName: String?
    var commonName: String?
    var subdivisions: [Subdivision] = []
}

/// A part of a country: a province, a canton, a parish.
struct Subdivision: Decodable {
    var code: String
    var name: String
    var type: String
    var parent: String?
}

extension Country: JSONConvertible {
    static var jsonMapping: JSONMapping {
        JSONMapping(Country.self, keys: .snakeCase) { fields in
            fields.add("id", \.id, default: 0)
            fields.add("alpha2", \.alpha2, key: "alpha_2")
            fields.add("alpha3", \.alpha3, key: "alpha_3")
            fields.add("numeric", \.numeric)
            fields.add("flag", \.flag)
            fields.add("name", \.name)
            fields.add("officialName", \.officialName)
            fields.add("commonName", \.commonName)
            fields.add("subdivisions", \.subdivisions, default: [])
        }
    }
}

extension Subdivision: JSONConvertible {
    static var jsonMapping: JSONMapping {
        JSONMapping(Subdivision.self) { fields in
            fields.add("code", \.code)
            fields.add("name", \.name)
            fields.add("type", \.type)
            fields.add("parent", \.parent)
        }
    }
}

extension Country {
    private enum CodingKeys: String, CodingKey {
        case id, numeric, flag, name, subdivisions
        case alpha2 = "alpha_2"
        case alpha3 = "alpha_3"
        case officialName = "official_name"
        case commonName = "common_name"
    }
}
