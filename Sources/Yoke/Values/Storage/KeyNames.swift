internal import CYoke

/// A table of the long keys that were read last, as Strings. So several objects of a document that have the same long key share one String.
///
/// A thread that makes elements takes the table out of this object, and puts the table back afterwards. A second thread that needs a table
/// meanwhile uses a new table.
final class KeyNames: @unchecked Sendable {
    /// The table holds keys of these lengths in bytes. The String of a shorter key needs no heap object, and a longer key would take too
    /// much memory.
    static let lengths = 16...64

    private let storedTable = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)

    init() { storedTable.initialize(to: nil) }

    deinit {
        if let table = yoke_exchange(storedTable, nil) { Unmanaged<Table>.fromOpaque(table).release() }
        storedTable.deallocate()
    }

    /// Returns the table. The caller owns it, and must pass it to `give`. (The reference is not counted, because keys are read in a loop.)
    func take() -> Unmanaged<Table> {
        guard let table = yoke_exchange(storedTable, nil) else { return .passRetained(Table()) }
        return .fromOpaque(table)
    }

    func give(_ table: Unmanaged<Table>) {
        guard let other = yoke_exchange(storedTable, table.toOpaque()) else { return }
        Unmanaged<Table>.fromOpaque(other).release()
    }

    final class Table {
        @exclusivity(unchecked) private var recent: [String] = []

        /// Returns the String for a key in UTF-8, whose length must be in `lengths`.
        func string(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> String {
            let count = bytes.count
            if recent.isEmpty { recent = Array(repeating: "", count: 64) }
            let slot = (count &* 31 ^ Int(bytes[count - 1]) &* 7 ^ Int(bytes[count / 2]) ^ Int(bytes[0]) &* 3) & 63
            let known = recent[slot]
            if sameBytes(known, bytes) { return known }
            let string = StringMaking.string(padded: bytes, isASCII: isASCII)
            recent[slot] = string
            return string
        }
    }
}
