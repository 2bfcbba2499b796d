internal import CYoke

/// Tells if C may make Strings without a call to Swift, in the layout of `swift_layout.h`. The ABI of Apple's systems fixes this layout; on
/// Linux it is the same so far. Yoke relies on it only after C has made samples with the same words in memory as Swift's.
enum StringMaking {
    /// True if C may make Strings of up to 15 bytes.
    static let isSmallKnown: Bool = {
        guard SwiftLayout.isLittle64Bit, MemoryLayout<String>.size == Int(YOKE_STRING_SIZE) else { return false }
        let bytes: StaticString = "abcdefghijklmno\u{7F}", others: StaticString = "éèêëàâä."
        return (0...15).allSatisfy { areSameSmall(bytes.utf8Start, $0, isASCII: true) }
            && [2, 8, 14, 15].allSatisfy { areSameSmall(others.utf8Start, $0, isASCII: false) }
    }()

    /// The parts that C needs to make larger Strings. The `type` is nil if the layout is not known.
    nonisolated(unsafe) static let objects: yoke_string_objects = {
        guard SwiftLayout.isLittle64Bit, MemoryLayout<String>.size == Int(YOKE_STRING_SIZE) else { return yoke_string_objects() }
        let ascii = [UInt8](repeating: 0x79, count: 72), other = [0xC3, 0xA9] + ascii
        let type = withWords(of: ascii, isASCII: true) { _, object in object.flatMap { UnsafeRawPointer(bitPattern: UInt($0[0])) } }
        let objects = yoke_string_objects(
            type: type, allocate: swift_allocObject, is_held_once: swift_isUniquelyReferenced_nonNull_native, release: swift_release)
        // Texts that fill the object exactly, and texts that leave room; with and without the word after the bytes.
        let isKnown =
            type != nil && [16, 23, 24, 63, 64, 71, 72].allSatisfy { areSameLarge(ascii[..<$0], isASCII: true, objects) }
            && areSameLarge(other[...], isASCII: false, objects)
        return isKnown ? objects : yoke_string_objects()
    }()

    /// The initial state of a reader of a document's parts. It has no text yet.
    nonisolated(unsafe) static let reader = yoke_level_reader(
        next: nil, makes_small: isSmallKnown, objects: objects, string: (0, 0), item: yoke_item())

    /// Makes a String of valid UTF-8. At least 16 bytes from the first one on must be readable.
    @inline(__always)
    static func string(padded bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> String {
        var words: Words = (0, 0)
        if bytes.count <= 15 {
            guard isSmallKnown else { return makeValidString(bytes, isASCII: isASCII) }
            yoke_make_small_string(&words, bytes.baseAddress, bytes.count, isASCII)
        } else {
            var objects = objects
            guard objects.type != nil else { return makeValidString(bytes, isASCII: isASCII) }
            yoke_make_large_string(&objects, &words, bytes.baseAddress, bytes.count, isASCII)
        }
        // Moved out: a bit cast would retain the object once more.
        return withUnsafeMutablePointer(to: &words) { UnsafeMutableRawPointer($0).assumingMemoryBound(to: String.self).move() }
    }

    private typealias Words = (UInt64, UInt64)

    private static func areSameSmall(_ bytes: UnsafePointer<UInt8>, _ count: Int, isASCII: Bool) -> Bool {
        // Made at run time, so that Swift cannot make a literal.
        let string = makeValidString(UnsafeBufferPointer(start: bytes, count: count), isASCII: isASCII)
        var made: Words = (0, 0)
        yoke_make_small_string(&made, bytes, count, isASCII)
        return unsafeBitCast(string, to: Words.self) == made
    }

    private static func areSameLarge(_ text: ArraySlice<UInt8>, isASCII: Bool, _ objects: yoke_string_objects) -> Bool {
        withWords(of: text, isASCII: isASCII) { count, object in
            guard let object else { return false }
            let at = UnsafeMutableRawPointer.allocate(byteCount: Int(YOKE_STRING_SIZE), alignment: 8)
            defer { at.deallocate() }
            var objects = objects
            text.withUnsafeBufferPointer { yoke_make_large_string(&objects, at, $0.baseAddress, $0.count, isASCII) }
            let made = at.load(as: Words.self), mine = UnsafePointer<UInt64>(bitPattern: UInt(made.1)).unsafelyUnwrapped
            // Compares the class, the flags beside the room, and the count; Swift's object may have more room. If one of them differs, it
            // is not known how to free the object.
            let room: UInt64 = 0xFFFF_FFFF_FFFF
            guard made.0 == count, mine[0] == object[0], (mine[2] ^ object[2]) & ~room == 0, mine[3] == object[3] else { return false }
            return at.assumingMemoryBound(to: String.self).move().utf8.elementsEqual(text)
        }
    }

    /// True if C can replace the text in the object of a String that Swift made. C must refuse if the object has a second owner or
    /// too little room, or if Swift has used the word after the bytes.
    static let canRefill: Bool = {
        let objects = Self.objects
        guard objects.type != nil else { return false }
        let text = String(repeating: "ä", count: 200), shorter = "less text, and äöü"
        func refill(_ string: inout String, _ text: String) -> Bool {
            var objects = objects, text = text
            return withUnsafeMutablePointer(to: &string) { at in
                guard let object = yoke_string_object(&objects, at) else { return false }
                return text.withUTF8 {
                    yoke_refill_large_string(&objects, at, object, $0.baseAddress, $0.count, $0.allSatisfy { $0 < 0x80 })
                }
            }
        }
        func make(_ text: String) -> String { Array(text.utf8).withUnsafeBufferPointer { makeValidString($0, isASCII: false) } }
        var own = make(text), shared = make(text), used = make(text)
        let other = shared
        _ = used.utf16.index(used.startIndex, offsetBy: 199)  // Swift now keeps positions of the UTF-16 view
        let isRefilled = refill(&own, shorter) && own == shorter && refill(&own, text) && own == text
        return isRefilled && !refill(&shared, shorter) && shared == text && other == text && !refill(&used, shorter) && used == text
            && !refill(&own, text + text + text)
    }()

    /// Passes to `body` the words of the String that Swift makes of a text: the count word, and a pointer to the words of the String's
    /// object. The pointer is nil if the String has no object of its own.
    private static func withWords<Result>(
        of text: some Collection<UInt8>, isASCII: Bool, _ body: (UInt64, UnsafePointer<UInt64>?) -> Result
    ) -> Result {
        let string = Array(text).withUnsafeBufferPointer { makeValidString($0, isASCII: isASCII) }
        return withExtendedLifetime(string) {
            let words = unsafeBitCast(string, to: Words.self)
            return body(words.0, words.1 >> 60 == 0 ? UnsafePointer(bitPattern: UInt(words.1)) : nil)
        }
    }
}
