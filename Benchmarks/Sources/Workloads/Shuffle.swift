import Yoke

/// Writes a document with the members of every object in another order, the same order each time. A parser cannot guess the next key.
enum Shuffle {
    static func members(of text: [UInt8]) throws -> [UInt8] {
        var random = SeededRandom(seed: 0x5348_5546)
        return Pretty.bytes(shuffled(try JSONValue(json: text), &random), indent: 2)
    }

    private static func shuffled(_ value: JSONValue, _ random: inout SeededRandom) -> JSONValue {
        if let object = value.object {
            var members = object.map { (key: $0.key, value: shuffled($0.value, &random)) }
            members.shuffle(using: &random)
            return .object(JSONObject(members))
        }
        return value.array.map { array in .array(JSONArray(array.map { shuffled($0, &random) })) } ?? value
    }
}
