internal import CYoke

/// Says whether C may make Strings without a call to Swift, in the layout of `swift_layout.h`. The ABI of Apple's systems fixes this
/// layout; Linux has the same layout so far. To be sure, C makes sample Strings, and Yoke compares their memory with the memory of Strings
/// that Swift made.
package enum StringMaking {
    /// True if C may make Strings of up to 15 bytes.
    static let isSmallKnown: Bool = {
        guard SwiftLayout.isLittle64Bit, MemoryLayout<String>.size == Int(YOKE_STRING_SIZE) else { return false }
        let bytes: StaticString = "abcdefghijklmno\u{7F}", others: StaticString = "éèêëàâä."
        let isKnown =
            (0...15).allSatisfy { areSameSmall(bytes.utf8Start, $0, isASCII: true) }
            && [2, 8, 14, 15].allSatisfy { areSameSmall(others.utf8Start, $0, isASCII: false) }
        if isKnown { yoke_stored_allow() }
        return isKnown
    }()

    /// The class of a String's heap object, and the Swift functions that C needs to make Strings of 16 bytes or more. `type` is nil if the
    /// samples show another layout; then C makes no such Strings.
    nonisolated(unsafe) static let objects: yoke_string_objects = {
        guard SwiftLayout.isLittle64Bit, MemoryLayout<String>.size == Int(YOKE_STRING_SIZE) else { return yoke_string_objects() }
        let ascii = [UInt8](repeating: 0x79, count: 72), other = [0xC3, 0xA9] + ascii
        let type = withWords(of: ascii, isASCII: true) { _, object in object.flatMap { UnsafeRawPointer(bitPattern: UInt($0[0])) } }
        let objects = yoke_string_objects(
            type: type, allocate: swift_allocObject, is_held_once: swift_isUniquelyReferenced_nonNull_native, release: swift_release)
        // With these lengths, Swift makes all kinds of heap objects: with and without unused memory, with and without an extra word for
        // UTF-16 positions after the bytes.
        let isKnown =
            type != nil && [16, 23, 24, 63, 64, 71, 72].allSatisfy { areSameLarge(ascii[..<$0], isASCII: true, objects) }
            && areSameLarge(other[...], isASCII: false, objects)
        return isKnown ? objects : yoke_string_objects()
    }()

    /// The initial state of the C code that reads the elements or members of a container one by one. The caller must set `next` to the
    /// container's first key or value.
    nonisolated(unsafe) static let reader = yoke_element_reader(
        next: nil, makes_small: isSmallKnown, objects: objects, string: (0, 0), item: yoke_item())

    /// Copies `reader` to the memory of a `yoke_element_reader` at `address`. For modules that cannot name the type of a C struct of Yoke.
    package static func initialize(reader address: UnsafeMutableRawPointer) {
        address.initializeMemory(as: yoke_element_reader.self, to: reader)
    }

    /// Makes a String from valid UTF-8. C loads 16 bytes at a time, so at least 16 bytes from the first byte on must be readable, even if
    /// the text is shorter.
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
        // `move` takes over the reference to the heap object that C has made. A bit cast would retain this object once more.
        return withUnsafeMutablePointer(to: &words) { UnsafeMutableRawPointer($0).assumingMemoryBound(to: String.self).move() }
    }

    private typealias Words = (UInt64, UInt64)

    private static func areSameSmall(_ bytes: UnsafePointer<UInt8>, _ count: Int, isASCII: Bool) -> Bool {
        // The String is made from bytes at run time, so that the compiler cannot replace it with a literal.
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
            // The objects of C and of Swift must have the same class, the same count, and the same flags in the word of the capacity. The
            // capacity may differ, because Swift may allocate more memory. If anything else differs, C's object is not released, because
            // its layout may be wrong.
            let room: UInt64 = 0xFFFF_FFFF_FFFF
            guard made.0 == count, mine[0] == object[0], (mine[2] ^ object[2]) & ~room == 0, mine[3] == object[3] else { return false }
            return at.assumingMemoryBound(to: String.self).move().utf8.elementsEqual(text)
        }
    }

    /// True if C can write a new text into an object that Swift made for a String. The test also checks that C refuses an object with a
    /// second owner or with too little room. C must also refuse if Swift has stored UTF-16 positions after the bytes.
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
        _ = used.utf16.index(used.startIndex, offsetBy: 199)  // Swift now keeps positions of the UTF-16 view after the bytes
        let isRefilled = refill(&own, shorter) && own == shorter && refill(&own, text) && own == text
        return isRefilled && !refill(&shared, shorter) && shared == text && other == text && !refill(&used, shorter) && used == text
            && !refill(&own, text + text + text)
    }()

    /// Makes a String from `text` with Swift's own code. Passes to `body` the String's first word, which holds the count, and a pointer to
    /// the String's heap object. The pointer is nil if the String has no heap object.
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
