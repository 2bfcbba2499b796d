internal import CYoke

/// Another text into the memory of a String that is there.
enum StringOverwrite {
    /// Puts the String of the bytes in the place of the one at the address; in its memory, if that is on the heap, nobody else holds it, and it
    /// was no shorter.
    static func put(_ at: UnsafeMutableRawPointer, _ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
        let string = at.assumingMemoryBound(to: String.self)
        if isPossible, let start = bytes.baseAddress, hasRoom(at, bytes.count) {
            string.pointee.removeAll(keepingCapacity: true)
            // A part of a String is always copied; a whole one might take the place of an empty one.
            string.pointee.append(contentsOf: Substring(borrow(start, bytes.count, isASCII)))
        } else {
            string.pointee = makeValidString(bytes, isASCII: isASCII)
        }
    }

    private typealias Words = (count: UInt64, object: UInt64)
    private static let countBits: UInt64 = 0xFFFF_FFFF_FFFF

    /// A String over bytes that are somebody else's, as that of a literal is: nothing counts who holds it. It must not outlive them.
    @inline(__always)
    private static func borrow(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ isASCII: Bool) -> String {
        let flags: UInt64 = 1 << 60 | (isASCII ? 3 << 62 : 0), isImmortal: UInt64 = 1 << 63
        let object = UInt64(UInt(bitPattern: bytes)) &- UInt64(YOKE_TAIL_OFFSET)
        return unsafeBitCast((count: UInt64(count) | flags, object: object | isImmortal) as Words, to: String.self)
    }

    /// Whether the String's bytes lie behind an object of its own, which nobody else holds, and are so many. (Its capacity is more; how much,
    /// it does not tell.) Up to 15 bytes a String has no object.
    @inline(__always)
    private static func hasRoom(_ at: UnsafeMutableRawPointer, _ count: Int) -> Bool {
        let words = at.assumingMemoryBound(to: Words.self).pointee
        let isOwnTail = words.object >> 60 == 0 && words.count >> 60 & 3 == 3
        guard isOwnTail, count > 15, words.count & countBits >= UInt64(count) else { return false }
        var object = words.object
        return withUnsafeMutablePointer(to: &object) { isHeldOnce($0) }
    }

    /// Strings lie in memory as is said here, as far as samples can tell.
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
