/// The key of an element of an array.
struct IndexKey: CodingKey {
    private let index: Int

    init(_ index: Int) { self.index = index }

    init?(intValue: Int) { index = intValue }
    init?(stringValue: String) { nil }

    var stringValue: String { "Index \(index)" }
    var intValue: Int? { index }
}

/// A key that is only a name: of `superDecoder()`, and of a dictionary's member.
struct NameKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String) {
        stringValue = name
        intValue = nil
    }

    /// The key of a dictionary's member, as the standard library makes it.
    init(member name: String) {
        stringValue = name
        intValue = Int(name)
    }

    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }

    static let `super` = NameKey("super")
}
