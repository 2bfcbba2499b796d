internal import CYoke

/// Puts another text into the memory of an existing String.
enum StringOverwrite {
    /// Replaces the String at the address by the String of the bytes. Reuses the old String's memory if it is on the heap, not
    /// shared, and the old String was at least as long.
    static func put(_ at: UnsafeMutableRawPointer, _ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
        let string = at.assumingMemoryBound(to: String.self)
        if isPossible, let start = bytes.baseAddress, hasRoom(at, bytes.count) {
            string.pointee.removeAll(keepingCapacity: true)
            // Swift always copies a Substring. An entire String might replace the empty one without a copy.
            string.pointee.append(contentsOf: Substring(borrow(start, bytes.count, isASCII)))
        } else {
            string.pointee = makeValidString(bytes, isASCII: isASCII)
        }
    }

    private typealias Words = (count: UInt64, object: UInt64)
    private static let countBits: UInt64 = 0xFFFF_FFFF_FFFF

    /// Returns a String that borrows the bytes without a reference count, as the String of a literal does. The String must not
    /// outlive the bytes.
    @inline(__always)
    private static func borrow(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ isASCII: Bool) -> String {
        let flags: UInt64 = 1 << 60 | (isASCII ? 3 << 62 : 0), isImmortal: UInt64 = 1 << 63
        let object = UInt64(UInt(bitPattern: bytes)) &- UInt64(YOKE_TAIL_OFFSET)
        return unsafeBitCast((count: UInt64(count) | flags, object: object | isImmortal) as Words, to: String.self)
    }

    /// Returns true if the String's bytes lie in an object of its own that is not shared, and the String has at least `count`
    /// bytes. (The capacity is larger, but the String does not tell by how much.) A String of up to 15 bytes does not have an
    /// object.
    @inline(__always)
    private static func hasRoom(_ at: UnsafeMutableRawPointer, _ count: Int) -> Bool {
        let words = at.assumingMemoryBound(to: Words.self).pointee
        let isOwnTail = words.object >> 60 == 0 && words.count >> 60 & 3 == 3
        guard isOwnTail, count > 15, words.count & countBits >= UInt64(count) else { return false }
        var object = words.object
        return withUnsafeMutablePointer(to: &object) { isHeldOnce($0) }
    }

    /// True if Strings lie in memory as this file assumes, as far as samples can tell.
    private static let isPossible: Bool = {
        guard SwiftLayout.isStringKnown else { return false }
        let address = "a literal of more than fifteen bytes"
        guard withUnsafeBytes(of: address, { $0.load(fromByteOffset: 8, as: UInt64.self) >> 63 == 1 }) else { return false }
        return ["sixteen letters.", "many more letters than that, ä and ö too"].allSatisfy { sample in
            var string = String(decoding: [UInt8](repeating: 0x79, count: 64), as: UTF8.self)
            let bytes = Array(sample.utf8), isASCII = bytes.allSatisfy { $0 < 0x80 }
            return bytes.withUnsafeBufferPointer { bytes in
                guard withUnsafeMutablePointer(to: &string, { hasRoom($0, bytes.count) }), let start = bytes.baseAddress else { return false }
                let lent = borrow(start, bytes.count, isASCII)
                guard lent == sample, Yoke.borrow(lent, { $0.baseAddress == start && $0.count == bytes.count }) else { return false }
                let copy = string
                return !withUnsafeMutablePointer(to: &string, { hasRoom($0, bytes.count) }) && copy == string
            }
        }
    }()
}
