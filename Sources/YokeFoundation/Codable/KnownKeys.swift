internal import CYokeCodable

/// The keys that one `CodingKey` type has used so far, each with a number. C holds the table: see `keys.h`.
final class KnownKeys {
    typealias Table = UnsafeMutablePointer<yoke_known_keys>

    let table = Table.allocate(capacity: 1)
    /// True for the keys of dynamic JSON. They belong to the data, so no key strategy converts them.
    let areData: Bool
    /// The Strings of the keys. The table finds a key by the two words of memory of its String. This list keeps the Strings alive, so that
    /// no other String can have the same two words.
    private var names: [String] = []

    /// - Parameters:
    ///   - colon: the text between a key and its value.
    ///   - hasSlashes: false if the encoder escapes slashes in keys. Then a key with a slash gets no number.
    init(colon: StaticString, hasSlashes: Bool, areData: Bool) {
        self.areData = areData
        yoke_known_init(table, colon.utf8Start, colon.utf8CodeUnitCount, hasSlashes)
    }

    deinit {
        yoke_known_free(table)
        table.deallocate()
    }

    /// Returns the number of a key. A new key gets a number, unless the key is long or needs escapes, or the table is full. Returns
    /// `YOKE_NO_KEY` for a key without a number. `likely` is a guess of the number.
    ///
    /// Invariant: two living Strings with the same two words of memory are equal. On 32-bit systems a String does not have two 64-bit
    /// words, so the table finds the key by its bytes.
    @inline(__always)
    func number(of name: String, likely: UInt32) -> UInt32 {
        guard MemoryLayout<String>.size == 16 else { return addKey(name) }
        let words = unsafeBitCast(name, to: (UInt64, UInt64).self)
        let number = yoke_known_string(table, likely, words.0, words.1)
        return number == UInt32(YOKE_NO_KEY) ? addKey(name) : number
    }

    @inline(never)
    private func addKey(_ name: String) -> UInt32 {
        var copy = name
        let number = copy.withUTF8 { yoke_known_number(table, $0.baseAddress, $0.count, UInt32(YOKE_KNOWN_KEYS)) }
        guard number != UInt32(YOKE_NO_KEY), MemoryLayout<String>.size == 16 else { return number }
        let key = yoke_known_at(table, number).unsafelyUnwrapped
        if key.pointee.words.1 == 0 {
            names.append(name)
            key.pointee.words = unsafeBitCast(name, to: (UInt64, UInt64).self)
        }
        return number
    }
}

/// The known keys of each `CodingKey` type that a decoder or encoder has used so far.
struct KnownKeyTables {
    private var tables: [ObjectIdentifier: KnownKeys] = [:]

    mutating func keys(of type: any CodingKey.Type, colon: StaticString, hasSlashes: Bool) -> KnownKeys {
        if let known = tables[ObjectIdentifier(type)] { return known }
        let made = KnownKeys(colon: colon, hasSlashes: hasSlashes, areData: type == MemberKey.self)
        tables[ObjectIdentifier(type)] = made
        return made
    }
}
