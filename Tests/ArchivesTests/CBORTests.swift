import CYoke
import CYokeArchives
import TestSupport
import Testing

/// Reads CBOR into a JSON text of at most `most` bytes. Returns the text, the status, and the offset of an error.
private func read(_ bytes: [UInt8], depth: Int = 512, most: Int = .max) -> (text: String, status: yoke_cbor_status, at: Int) {
    var out = yoke_buffer_make(yoke_libc())
    defer { yoke_buffer_free(&out) }
    var at = 0
    let status = yoke_cbor_read(bytes, bytes.count, depth, most, &out, &at)
    return (String(decoding: UnsafeBufferPointer(start: out.bytes, count: out.count), as: UTF8.self), status, at)
}

/// Returns the CBOR bytes of a JSON text, without the header; nil if the text is not JSON.
private func write(_ text: String) -> [UInt8]? {
    var out = yoke_buffer_make(yoke_libc())
    defer { yoke_buffer_free(&out) }
    let text = Array(text.utf8)
    guard yoke_cbor_write(text, text.count, &out) == YOKE_CBOR_OK else { return nil }
    let bytes = Array(UnsafeBufferPointer(start: out.bytes, count: out.count))
    #expect(bytes.starts(with: header))
    return Array(bytes.dropFirst(header.count))
}

private let header: [UInt8] = [0xD9, 0xD9, 0xF7, 0xD9, 0x01, 0x00]

private func hex(_ text: String) -> [UInt8] {
    let digits = text.filter { $0 != " " }.map { UInt8(String($0), radix: 16)! }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

private func hex(_ bytes: [UInt8]) -> String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined() }

@Suite struct CBORTests {
    /// The examples of RFC 8949 appendix A that JSON can express: CBOR bytes as hexadecimal digits, and the JSON text.
    @Test(arguments: [
        ("00", "0"), ("01", "1"), ("0a", "10"), ("17", "23"), ("1818", "24"), ("1819", "25"), ("1864", "100"), ("1903e8", "1000"),
        ("1a000f4240", "1000000"), ("1b000000e8d4a51000", "1000000000000"), ("1bffffffffffffffff", "18446744073709551615"),
        ("c249010000000000000000", "18446744073709551616"), ("3bffffffffffffffff", "-18446744073709551616"),
        ("c349010000000000000000", "-18446744073709551617"), ("20", "-1"), ("29", "-10"), ("3863", "-100"), ("3903e7", "-1000"),
        ("f90000", "0.0"), ("f98000", "-0.0"), ("f93c00", "1.0"), ("fb3ff199999999999a", "1.1"), ("f93e00", "1.5"), ("f97bff", "65504.0"),
        ("fa47c35000", "100000.0"), ("fa7f7fffff", "3.4028234663852886e38"), ("fb7e37e43c8800759c", "1e300"),
        ("f90001", "5.960464477539063e-8"), ("f90400", "0.00006103515625"), ("f9c400", "-4.0"), ("fbc010666666666666", "-4.1"),
        ("f97c00", "Infinity"), ("f97e00", "NaN"), ("f9fc00", "-Infinity"), ("fa7f800000", "Infinity"), ("fa7fc00000", "NaN"),
        ("faff800000", "-Infinity"), ("fb7ff0000000000000", "Infinity"), ("fb7ff8000000000000", "NaN"), ("fbfff0000000000000", "-Infinity"),
        ("f4", "false"), ("f5", "true"), ("f6", "null"), ("f7", "null"),
        ("c074323031332d30332d32315432303a30343a30305a", #""2013-03-21T20:04:00Z""#), ("c11a514b67b0", "1363896240"),
        ("c1fb41d452d9ec200000", "1363896240.5"), ("d82076687474703a2f2f7777772e6578616d706c652e636f6d", #""http://www.example.com""#),
        ("60", #""""#), ("6161", #""a""#), ("6449455446", #""IETF""#), ("62225c", #""\"\\""#), ("62c3bc", #""ü""#), ("63e6b0b4", #""水""#),
        ("64f0908591", #""𐅑""#), ("80", "[]"), ("83010203", "[1,2,3]"), ("8301820203820405", "[1,[2,3],[4,5]]"),
        (
            "98190102030405060708090a0b0c0d0e0f101112131415161718181819",
            "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25]"
        ),
        ("a0", "{}"), ("a26161016162820203", #"{"a":1,"b":[2,3]}"#), ("826161a161626163", #"["a",{"b":"c"}]"#),
        ("a56161614161626142616361436164614461656145", #"{"a":"A","b":"B","c":"C","d":"D","e":"E"}"#),
        ("7f657374726561646d696e67ff", #""streaming""#), ("9fff", "[]"), ("9f018202039f0405ffff", "[1,[2,3],[4,5]]"),
        ("9f01820203820405ff", "[1,[2,3],[4,5]]"), ("83018202039f0405ff", "[1,[2,3],[4,5]]"), ("83019f0203ff820405", "[1,[2,3],[4,5]]"),
        ("bf61610161629f0203ffff", #"{"a":1,"b":[2,3]}"#), ("826161bf61626163ff", #"["a",{"b":"c"}]"#),
        ("bf6346756ef563416d7421ff", #"{"Fun":true,"Amt":-2}"#), ("c48221196ab3", "273.15"), ("c4822003", "0.3"),
    ])
    func appendixA(bytes: String, text: String) {
        let (read, status, _) = read(hex(bytes))
        #expect(status == YOKE_CBOR_OK && read == text, "\(bytes): \(read)")
    }

    @Test(
        arguments: [
            ("1c", YOKE_CBOR_MALFORMED, 0), ("ff", YOKE_CBOR_MALFORMED, 0), ("8101ff", YOKE_CBOR_TRAILING, 2),
            ("0000", YOKE_CBOR_TRAILING, 1),
            ("bf6161ff", YOKE_CBOR_MALFORMED, 3), ("9f01", YOKE_CBOR_CUT, 2), ("1f", YOKE_CBOR_MALFORMED, 0),
            ("7f00ff", YOKE_CBOR_MALFORMED, 0),
            ("7f7f6161ffff", YOKE_CBOR_MALFORMED, 0), ("f801", YOKE_CBOR_MALFORMED, 0), ("f0", YOKE_CBOR_NOT_JSON, 0),
            ("f8ff", YOKE_CBOR_NOT_JSON, 0),
            ("4161", YOKE_CBOR_NOT_JSON, 0), ("81a10102", YOKE_CBOR_NOT_JSON, 2), ("a1f600", YOKE_CBOR_NOT_JSON, 1),
            ("a1c2410100", YOKE_CBOR_NOT_JSON, 1),
            ("c35021", YOKE_CBOR_CUT, 3), ("c4811a", YOKE_CBOR_NOT_JSON, 0),
            ("c482f500", YOKE_CBOR_NOT_JSON, 0), ("d81900", YOKE_CBOR_REFERENCE, 0), ("d90100d81900", YOKE_CBOR_REFERENCE, 3),
            ("d9010082636162636161", YOKE_CBOR_OK, 0), ("d90100824361626300", YOKE_CBOR_NOT_JSON, 4),
            ("d9010082c24361626301", YOKE_CBOR_OK, 0),
            ("d9010082c243616263d81900", YOKE_CBOR_REFERENCE, 9), ("81d9010060", YOKE_CBOR_NOT_JSON, 1),
            ("d90100d9010060", YOKE_CBOR_NOT_JSON, 3),
            ("9bffffffffffffffff", YOKE_CBOR_CUT, 9), ("bbffffffffffffffff616100", YOKE_CBOR_CUT, 12),
            ("7bffffffffffffffff6161", YOKE_CBOR_CUT, 11),
            ("5bffffffffffffffff", YOKE_CBOR_NOT_JSON, 0), ("", YOKE_CBOR_CUT, 0), ("d9", YOKE_CBOR_CUT, 1), ("fb00", YOKE_CBOR_CUT, 2),
            ("c35100ffffffffffffffffffffffffffffffff", YOKE_CBOR_NOT_JSON, 0),
            ("c2510100000000000000000000000000000000", YOKE_CBOR_NOT_JSON, 0),
        ] as [(String, yoke_cbor_status, Int)])
    func damagedBytesAreRefused(bytes: String, status: yoke_cbor_status, at: Int) {
        let result = read(hex(bytes))
        #expect(result.status == status, "\(bytes): \(result)")
        if status != YOKE_CBOR_OK { #expect(result.at == at || status == YOKE_CBOR_CUT, "\(bytes): \(result)") }
    }

    @Test(arguments: [
        ("0", "00"), ("-1", "20"), ("-18446744073709551616", "3BFFFFFFFFFFFFFFFF"), ("18446744073709551616", "C249010000000000000000"),
        ("-18446744073709551617", "C349010000000000000000"),
        ("340282366920938463463374607431768211455", "C250FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"),
        ("0.0", "F90000"), ("-0.0", "F98000"), ("1.5", "F93E00"), ("65504.0", "F97BFF"), ("5.960464477539063e-8", "F90001"),
        ("0.00006097555160522461", "F903FF"), ("100000.0", "C4820501"), ("0.1", "C4822001"), ("-4.1", "C482203828"),
        ("273.15", "C48221196AB3"), ("1e300", "C48219012C01"), ("5e-324", "C48239014305"), ("3.4028234663852886e38", "FA7F7FFFFF"),
        ("3.141592653589793", "FB400921FB54442D18"), ("1.50", "D9010644312E3530"), ("NaN", "F97E00"), ("Infinity", "F97C00"),
        ("-Infinity", "F9FC00"), ("true", "F5"), ("[null,false]", "82F6F4"), (#""\u0001\n\"""#, "63010A22"), ("[]", "80"), ("{}", "A0"),
        (#"["abc","abc","ab","ab"]"#, "8463616263D81900626162626162"),
        (#"[{"abc":1},{"abc":"abc"}]"#, "82A16361626301A1D81900D81900"),
        ("[1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3]", "970102030405060708090001020304050607080900010203"),
        ("[1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,4]", "9F010203040506070809000102030405060708090001020304FF"),
    ])
    func eachValueHasItsShortestForm(text: String, bytes: String) throws {
        let written = try #require(write(text))
        #expect(hex(written) == bytes, "\(text): \(hex(written))")
        #expect(read(header + written).text == text)
    }

    /// A value that CBOR cannot express exactly is stored as its JSON text. The container around the value stays CBOR where possible.
    @Test(arguments: [
        "-0", "1.50", "1E5", "1e5", "0.10", "1e400", "1e-400", "-340282366920938463463374607431768211457",
        "123456789012345678901234567890.5",
        #""\u0041""#, #""\/""#, #""\u000a""#, #""\u001F""#, #""\ud83d\ude00""#, #"{"\u0041":1}"#, "[1, 2]", "[ ]",
        #"[[1],[2 ],{"a":[3]},[[]]]"#,
        #"{"a":{"b": [1,"]}\""]},"c":["abc","abc",{"d" :1}]}"#, "[[[\n]]]",
        String(repeating: "[", count: 300) + String(repeating: "]", count: 300),
    ])
    func valuesWithoutAFormAreKeptAsText(text: String) throws {
        let written = try #require(write(text))
        #expect(read(header + written).text == text, "\(hex(written))")
    }

    @Test(arguments: [
        "", "[", "[1", "[1,", "[1,]", "{", #"{"a"}"#, #"{"a":}"#, "{1:2}", "1 ", " 1", "01", "1.2.3", "nul", #""abc"#, #""\"#, "]", "[1}",
        "[] []", "-", "N",
    ])
    func noJSON(text: String) { #expect(write(text) == nil) }

    @Test func limitsHoldAtBothSides() {
        let nested = [UInt8](repeating: 0x81, count: 100) + [0]
        #expect(read(nested, depth: 100).status == YOKE_CBOR_OK)
        #expect(read(nested, depth: 99).status == YOKE_CBOR_DEEP)
        #expect(read(nested, most: 201).status == YOKE_CBOR_OK)
        #expect(read(nested, most: 200).status == YOKE_CBOR_TOO_LONG)
        // A CBOR reference of three bytes may stand for a string of 64 bytes. The reader refuses references to longer strings, and to
        // strings whose JSON text is longer.
        for (string, status) in [
            (String(repeating: "a", count: 64), YOKE_CBOR_OK), (String(repeating: "a", count: 65), YOKE_CBOR_REFERENCE),
            (String(repeating: "\u{1}", count: 11), YOKE_CBOR_REFERENCE),
        ] {
            let bytes = header + [0x82, 0x78, UInt8(string.utf8.count)] + Array(string.utf8) + [0xD8, 0x19, 0]
            #expect(read(bytes).status == status)
        }
    }

    /// The text has more different strings than CBOR references of one or two bytes can number.
    @Test func manyStrings() throws {
        var random = SeededGenerator(seed: 1)
        let strings = (0..<70_000).map { _ in "\"" + String(Int.random(in: 0..<40_000, using: &random)) + "x\"" }
        let text = "[" + strings.joined(separator: ",") + "]"
        let written = try #require(write(text))
        #expect(read(header + written).text == text)
        #expect(written.count < text.utf8.count * 3 / 4)
    }

    /// Reads bytes that are cut anywhere or damaged. The reader does not crash, always ends, and writes at most 64 bytes of text for each
    /// byte of input.
    @Test func anyBytes() throws {
        let text = #"""
            {"id":7,"name":"Ada Lovelace","tags":["x","name","math","name"],"ratio":0.25,"price":-19.99,"pi":3.141592653589793,"big":123456789012345678901234,
            "none":null,"flags":[true,false],"kept":{"a": 1},"odd":"\u0041","deep":[[[{"name":"Ada Lovelace"}]]],"count":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,
            16,17,18,19,20,21,22,23,24,25]}
            """#.replacing("\n", with: "")
        let bytes = header + (try #require(write(text)))
        for count in 0..<bytes.count { #expect(read(Array(bytes[..<count])).status == YOKE_CBOR_CUT, "cut at \(count)") }
        var random = SeededGenerator(seed: 11)
        let heads: [UInt8] = [
            0x5B, 0x7B, 0x9B, 0xBB, 0x9F, 0xBF, 0x7F, 0xFF, 0xC2, 0xC3, 0xC4, 0xD8, 0xD9, 0x19, 0x1B, 0xF9, 0xFB, 0x80, 0xA0,
        ]
        for _ in 0..<20_000 {
            var mutant = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let at = Int.random(in: 0..<mutant.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: mutant[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 1: mutant[at] = random.pick(heads)
                case 2: mutant.insert(random.pick(heads), at: at)
                case 3: mutant.remove(at: at)
                default: mutant[at] = UInt8.random(in: 0...255, using: &random)
                }
            }
            let result = read(mutant)
            #expect(result.at <= mutant.count && result.text.utf8.count <= 64 * mutant.count, "\(hex(mutant))")
        }
    }

    /// Reads and writes with an allocator that grants 0, 1, 2 ... 39 requests and refuses all later ones. Neither reading nor writing
    /// crashes.
    @Test func withoutMemory() {
        let text = Array(#"{"a":[1, 2],"abc":"x\ny","abd":{"abc":["abc","abe","abf"]}}"#.utf8)
        for granted in 0..<40 {
            var left = granted
            withUnsafeMutablePointer(to: &left) { left in
                var memory = yoke_allocator(context: left) { left, pointer, old, new in
                    left!.assumingMemoryBound(to: Int.self).pointee -= new > 0 ? 1 : 0
                    let isThere = new == 0 || left!.assumingMemoryBound(to: Int.self).pointee >= 0
                    return isThere ? yoke_allocator_libc.resize(nil, pointer, old, new) : nil
                }
                withUnsafePointer(to: &memory) { memory in
                    var bytes = yoke_buffer_make(memory), back = yoke_buffer_make(memory)
                    var at = 0
                    let written = yoke_cbor_write(text, text.count, &bytes)
                    #expect(written == YOKE_CBOR_OK || written == YOKE_CBOR_MEMORY)
                    if written == YOKE_CBOR_OK {
                        let status = yoke_cbor_read(bytes.bytes, bytes.count, 9, .max, &back, &at)
                        #expect(status == YOKE_CBOR_OK || status == YOKE_CBOR_MEMORY)
                    }
                    #expect(granted < 39 || back.count == text.count)
                    yoke_buffer_free(&bytes)
                    yoke_buffer_free(&back)
                }
            }
        }
    }

    /// A damaged text is either refused as not JSON, or its CBOR is read back as the same text.
    @Test func anyText() {
        let text = Array(#"{"a":[1,-2.5,"x\n\"y",{"abc":null,"abd":true}],"abc":"abc","b":[1, 2],"n":1e5}"#.utf8)
        var random = SeededGenerator(seed: 12)
        for _ in 0..<5_000 {
            var mutant = text
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let at = Int.random(in: 0..<mutant.count, using: &random)
                if random.oneIn(3) { mutant.remove(at: at) } else { mutant[at] = random.pick(Array(#"{}[]",:\ 019.eE-nutfI"#.utf8)) }
            }
            let string = String(decoding: mutant, as: UTF8.self)
            guard let written = write(string) else { continue }
            let back = read(header + written)
            #expect(back.status == YOKE_CBOR_OK && back.text == string, "\(string)")
        }
    }
}
