import Yoke

/// A pointer to a coding key. The caller owns the key while the key's value is decoded or encoded. An `any CodingKey` in place of the
/// pointer would copy the key into an existential box for each value.
struct KeyReference {
    private let pointer: UnsafeRawPointer
    private let type: any CodingKey.Type

    init<Key: CodingKey>(pointer: UnsafePointer<Key>) {
        self.pointer = UnsafeRawPointer(pointer)
        type = Key.self
    }

    @inline(__always)
    init?<Key: CodingKey>(_ pointer: UnsafePointer<Key>?) {
        guard let pointer else { return nil }
        self.init(pointer: pointer)
    }

    /// Copies the borrowed key into an existential box.
    var key: any CodingKey {
        func load<Key: CodingKey>(_ type: Key.Type) -> any CodingKey { pointer.assumingMemoryBound(to: Key.self).pointee }
        return _openExistential(type, do: load)
    }
}

/// The key of an element of an array.
struct IndexKey: CodingKey {
    private let index: Int

    init(_ index: Int) { self.index = index }

    init?(intValue: Int) { index = intValue }
    init?(stringValue: String) { nil }

    var stringValue: String { "Index \(index)" }
    var intValue: Int? { index }
}

/// A key that is only a name: the key of `superDecoder()`, or the key of a dictionary's member.
struct NameKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String) {
        stringValue = name
        intValue = nil
    }

    /// Makes the key of a dictionary's member, as the standard library does: with an `intValue` if the name is an integer.
    init(member name: String) {
        stringValue = name
        intValue = Int(name)
    }

    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }

    static let `super` = NameKey("super")
}

extension JSONError {
    /// The path as coding keys.
    var codingPath: [any CodingKey] {
        guard let path = try? ElementPath(path) else { return [] }
        return path.steps.map { step in
            switch step {
            case .key(let name): NameKey(name)
            case .index(let index): IndexKey(Int(clamping: index))
            case .all: NameKey("*")
            }
        }
    }
}
