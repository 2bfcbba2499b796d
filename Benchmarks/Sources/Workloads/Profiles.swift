import Yoke

/// Objects that tasks of a server read and write at the same time.
public enum Profiles {
    public struct Profile: Sendable, JSONConvertible {
        public var id: Int
        public var name: String
        public var ok: Bool
        public var tags: [String]

        public static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) { fields in
                fields.add("id", \.id)
                fields.add("name", \.name)
                fields.add("ok", \.ok)
                fields.add("tags", \.tags)
            }
        }
    }

    /// A thousand different objects, each of about `bytes` bytes.
    public static func texts(bytes: Int) throws -> [[UInt8]] {
        var random = SeededRandom(seed: 0x5052_4f46)
        return try (0..<1000).map { id in
            var profile = Profile(id: id, name: random.letters(5...20, japanese: 5), ok: random.isTrue(in: 50), tags: [])
            var text = try profile.jsonBytes()
            while text.count < bytes {
                profile.tags.append(random.letters(5...25, japanese: 5))
                text = try profile.jsonBytes()
            }
            return text
        }
    }
}
