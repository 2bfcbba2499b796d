internal import CYoke

/// The last keys seen, so that like objects of a document hold each long key once.
///
/// Whoever makes elements takes the table for that time; a thread that comes meanwhile begins with an empty one.
final class KeyNames: @unchecked Sendable {
    private let place = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)

    init() { place.initialize(to: nil) }

    deinit {
        if let table = yoke_exchange(place, nil) { Unmanaged<Table>.fromOpaque(table).release() }
        place.deallocate()
    }

    func take() -> Table {
        guard let table = yoke_exchange(place, nil) else { return Table() }
        return Unmanaged.fromOpaque(table).takeRetainedValue()
    }

    func give(_ table: Table) {
        guard let other = yoke_exchange(place, Unmanaged.passRetained(table).toOpaque()) else { return }
        Unmanaged<Table>.fromOpaque(other).release()
    }

    final class Table {
        private var recent: [String] = []

        /// A key of UTF-8.
        func string(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> String {
            let count = bytes.count
            // Short ones are held in place, and long ones would be kept by all who share the table.
            if count <= 15 || count > 64 { return makeValidString(bytes, isASCII: isASCII) }
            if recent.isEmpty { recent = Array(repeating: "", count: 64) }
            let slot = (count &* 31 ^ Int(bytes[count - 1]) &* 7 ^ Int(bytes[count / 2]) ^ Int(bytes[0]) &* 3) & 63
            if sameBytes(recent[slot], bytes) { return recent[slot] }
            let string = makeValidString(bytes, isASCII: isASCII)
            recent[slot] = string
            return string
        }
    }
}
