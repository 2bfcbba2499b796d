import Foundation
import TestSupport
import Testing
import YokeArchives
import YokeFoundation

/// Reads binary property lists that are built byte by byte. They contain values of every kind, valid and invalid.
@Suite struct BinaryPropertyListTests {
    /// Returns a property list with the given values, each as its bytes. A reference to a value has one byte, or two bytes if there are
    /// more than 255 values.
    static func list(_ values: [[UInt8]], root: Int = 0) -> Data {
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        for value in values {
            offsets.append(bytes.count)
            bytes += value
        }
        let table = bytes.count
        func integer(_ value: Int, _ size: Int) -> [UInt8] {
            (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        for offset in offsets { bytes += integer(offset, 4) }
        bytes +=
            [0, 0, 0, 0, 0, 0, 4, values.count > 255 ? 2 : 1] + integer(values.count, 8) + integer(root, 8) + integer(table, 8)
        return Data(bytes)
    }

    static func string(_ text: String) -> [UInt8] { sized(0x50, text.utf8.count) + text.utf8 }
    static func array(_ numbers: [Int]) -> [UInt8] { sized(0xA0, numbers.count) + numbers.map { UInt8($0) } }
    static func dictionary(_ keys: [Int], _ values: [Int]) -> [UInt8] {
        sized(0xD0, keys.count) + (keys + values).map { UInt8($0) }
    }
    static func reference(_ number: Int) -> [UInt8] { [0x80, UInt8(number)] }
    private static func sized(_ kind: UInt8, _ count: Int) -> [UInt8] {
        if count < 15 { return [kind | UInt8(count)] }
        return [kind | 15, 0x12] + (0..<4).reversed().map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
    }

    private func failure(_ values: [[UInt8]], _ options: JSONReadOptions = .strict) -> JSONError? {
        do throws(JSONError) { _ = try JSONValue(propertyList: Self.list(values), options: options) } catch { return error }
        return nil
    }

    private static let high16: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
    private static let zeros8 = [UInt8](repeating: 0, count: 8)

    @Test(
        arguments: [
            ([0x00], "null"), ([0x08], "false"), ([0x09], "true"), ([0x10, 0xFF], "255"), ([0x11, 0xFF, 0xFE], "65534"),
            ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], "4294967295"), ([0x13] + [UInt8](repeating: 0xFF, count: 8), "-1"),
            ([0x13, 0x80] + zeros8.dropLast(), "-9223372036854775808"),
            ([0x14] + zeros8 + [UInt8](repeating: 0xFF, count: 8), "18446744073709551615"),
            ([0x14] + high16 + zeros8, "18446744073709551616"), ([0x14] + [UInt8](repeating: 0xFF, count: 16), "-1"),
            ([0x14, 0x80] + zeros8.dropLast() + zeros8, "-170141183460469231731687303715884105728"),
            ([0x14, 0x7F] + [UInt8](repeating: 0xFF, count: 15), "170141183460469231731687303715884105727"),
            ([0x22, 0x3F, 0xC0, 0, 0], "1.5"), ([0x23, 0x3F, 0xF8] + zeros8.dropLast(2), "1.5"),
            ([0x33] + zeros8, #""2001-01-01T00:00:00Z""#), ([0x43, 0, 1, 2], #""AAEC""#), ([0x40], #""""#), ([0x50], #""""#),
            ([0x53, 0x61, 0x22, 0x0A], #""a\"\u000a""#), ([0x5F, 0x10, 2, 0x61, 0x5C], #""a\\""#),
            ([0x62, 0x00, 0xE9, 0x20, 0xAC], #""é€""#), ([0x62, 0xD8, 0x3D, 0xDE, 0x00], #""😀""#), ([0xA0], "[]"), ([0xD0], "{}"),
        ] as [([UInt8], String)])
    func everyKindOfValue(bytes: [UInt8], json: String) throws {
        #expect(try JSONValue(propertyList: Self.list([bytes])) == JSONValue(json: json))
        #expect(try [JSONValue](propertyList: Self.list([Self.array([1, 1]), bytes])) == [JSONValue](json: "[\(json),\(json)]"))
    }

    @Test func integersOf16BytesKeepTheirHighHalf() throws {
        let list = Self.list([[0x14] + Self.high16 + Self.zeros8])
        #expect(throws: JSONError.self) { try UInt64(propertyList: list) }
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { #expect(try Int128(propertyList: list) == 1 << 64) }
        #expect(try Decimal(propertyList: list) == Decimal(UInt64.max) + 1)
    }

    @Test func whatPropertyListsDoNotHaveIsRefused() {
        for (bytes, words) in [
            ([0xC1, 1], "holds a set"), ([0xC0], "holds a set"), ([0xB1, 1], "holds a set"),
            ([0x80, 1], "objects of an archive"),
            ([0x0F], "unknown kind (0xf)"), ([0x0C, 0x50], "unknown kind"), ([0x0D], "unknown kind"), ([0x0E], "unknown kind"),
            ([0x15], "unknown kind"), ([0x17], "unknown kind"), ([0x20], "unknown kind"), ([0x27], "unknown kind"),
            ([0x30], "unknown kind"),
            ([0x71, 0x61], "unknown kind"), ([0x90], "unknown kind"), ([0xE0], "unknown kind"), ([0xFF], "unknown kind"),
            ([0x51, 0xE9], "no ASCII"), ([0x61, 0xD8, 0x00], "half a surrogate pair"), ([0xD1, 1, 1], "a key is no string"),
            ([0x23, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0], "not finite"),
            ([0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0], "a date outside of the years"),
            ([0x5F, 0x51, 0x61], "a count is no integer"), ([0x5F, 0x14] + Self.zeros8 + Self.zeros8, "a count is no integer"),
            ([0x5F, 0x13] + [UInt8](repeating: 0xFF, count: 8), "cut off"),
            ([0xAF, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7), "cut off"),
            ([0xDF, 0x13, 0x40] + Self.zeros8.dropLast(), "cut off"), ([0xA1, 7], "not where it should be"),
            ([0xA1, 0], "contains itself"),
        ] as [([UInt8], String)] {
            for root in [bytes, [0xA1, 2]] {
                let error = failure([root, [0x08], bytes])
                // The bytes [0xA1, 0] are an array of one element: the value with the index 0, which is the root. This array is tested only
                // as the root, because only there it contains itself.
                guard root == bytes || bytes != [0xA1, 0] else { continue }
                #expect(
                    error?.kind == .typeMismatch && error?.message.contains(words) == true,
                    "\(bytes): \(error?.message ?? "nothing")")
            }
        }
        var replacing = JSONReadOptions.strict
        replacing.invalidUnicode = .replace
        #expect(try! String(propertyList: Self.list([[0x62, 0xD8, 0x00, 0x00, 0x61]]), options: replacing) == "\u{FFFD}a")
    }

    /// Damaged bytes never make the reader crash or run forever.
    @Test func damagedListsAreErrors() {
        let good = Self.list([
            Self.dictionary([1, 2, 3], [4, 5, 6]), Self.string("key"), Self.string("other"),
            Self.string("third key, which is longer"),
            Self.array([7, 8, 9, 10]), [0x14] + Self.high16 + Self.zeros8, [0x33] + Self.zeros8, [0x12, 1, 2, 3, 4],
            [0x43, 1, 2, 3],
            [0x62, 0, 0x61, 0, 0x62], Self.dictionary([1], [7]),
        ])
        #expect((try? JSONValue(propertyList: good)) != nil)
        func attempt(_ data: Data) {
            _ = try? JSONValue(propertyList: data)
            _ = try? JSONValue(keyedArchive: data)
        }
        for count in 0..<good.count { attempt(good.prefix(count)) }
        for i in good.indices {
            for byte in stride(from: 0 as UInt8, through: .max, by: 3) {
                var bad = good
                bad[i] = byte
                attempt(bad)
            }
        }
        var random = SeededGenerator(seed: 6)
        for _ in 0..<Sample.size(5000, full: 10_000) {
            var bad = good
            for _ in 0..<Int.random(in: 2...6, using: &random) {
                bad[Int.random(in: 8..<bad.count, using: &random)] = UInt8(truncatingIfNeeded: random.next())
            }
            attempt(bad)
        }
        for trailer in [
            [UInt8](repeating: 0xFF, count: 32), [UInt8](repeating: 0x7F, count: 32), [UInt8](repeating: 0, count: 32),
        ] {
            attempt(good.dropLast(32) + trailer)
        }
        attempt(Data("bplist15".utf8) + good.dropFirst(8))
    }

    @Test func sharedValuesHaveABudget() throws {
        // Each array contains the next array twice. So the JSON text would double at each of the 60 levels.
        let doubling = (0..<60).map { Self.array([$0 + 1, $0 + 1]) } + [[0x09]]
        #expect(failure(doubling)?.kind == .limitExceeded)
        #expect(
            failure(
                (0..<60).map { Self.dictionary([61, 62], [$0 + 1, $0 + 1]) } + [[0x09], Self.string("a"), Self.string("b")])?.kind
                == .limitExceeded)
        // A list in which one long string, data or key would be repeated 10,000 times in the JSON text is refused.
        let long = String(repeating: "long ", count: 5000)
        let hundred = Self.array([Int](repeating: 1, count: 100))
        for value in [
            Self.string(long), [0x4F, 0x12, 0, 0, 0x61, 0xA8] + [UInt8](repeating: 1, count: 25_000), Self.dictionary([3], [4]),
        ] {
            let arrays = [hundred, Self.array([Int](repeating: 2, count: 100)), value, Self.string(long), [0x09]]
            let error = failure(arrays)
            #expect(error?.kind == .limitExceeded && error?.message.contains("too long as JSON") == true)
        }
        // The bytes of a string count once: 4 MB of JSON are less than 4 MiB and 64 times the size of the list.
        let string = String(repeating: "x", count: 10_000)
        #expect(try [String](propertyList: Self.list([Self.array([Int](repeating: 1, count: 400)), Self.string(string)])).count == 400)
        #expect(failure([Self.array([Int](repeating: 1, count: 600)), Self.string(string)])?.kind == .limitExceeded)
        // Some repetition is allowed: here a short string stands 10,000 times in the JSON text.
        #expect(failure([hundred, hundred.map { $0 == 1 ? 2 : $0 }, Self.string("some text")]) == nil)
        #expect(failure([hundred, hundred.map { $0 == 1 ? 2 : $0 }, Self.string("some text")], .untrusted) == nil)
        var short = JSONReadOptions.strict
        short.limits.totalBytes = 1000
        let tooLong = failure([hundred, hundred.map { $0 == 1 ? 2 : $0 }, Self.string("some text")], short)
        #expect(tooLong?.kind == .limitExceeded && tooLong?.message.contains("too long as JSON") == true)
    }

    @Test func depthIsLimited() throws {
        func nested(_ levels: Int) -> [[UInt8]] { (0..<levels).map { [0xA1, UInt8($0 + 1)] } + [[0x09]] }
        #expect(failure(nested(200)) == nil)
        #expect(failure(nested(200), .untrusted)?.kind == .depthExceeded)
        let deep = (0..<600).map { [0xA1, UInt8(($0 + 1) >> 8), UInt8(truncatingIfNeeded: $0 + 1)] } + [[0x09]]
        #expect(failure(deep as [[UInt8]])?.kind == .depthExceeded)
        let xml = #"<?xml version="1.0" encoding="UTF-8"?><plist version="1.0">"#
        let arrays = [String(repeating: "<array>", count: 100_000), String(repeating: "</array>", count: 100_000)].joined()
        #expect(throws: JSONError.self) { try JSONValue(propertyList: Data("\(xml)\(arrays)</plist>".utf8)) }
    }

    /// A number that a property list cannot hold exactly is an error. It does not become another number.
    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func writtenNumbersReadBack(format: PropertyListSerialization.PropertyListFormat) throws {
        let integers = [Int64.min, -1, 0, 1, .max]
        #expect(try [Int64](propertyList: integers.propertyList(format: format)) == integers)
        #expect(try [UInt64](propertyList: [UInt64.max, 1 << 63].propertyList(format: format)) == [.max, 1 << 63])
        let doubles = [0.1, -1.5, 1e300, 5e-324, .greatestFiniteMagnitude, 1 / 3, 9_007_199_254_740_992]
        #expect(try [Double](propertyList: doubles.propertyList(format: format)) == doubles)
        #expect(
            try [Decimal](propertyList: [Decimal(string: "0.1")!, 12].propertyList(format: format)) == [
                Decimal(string: "0.1")!, 12,
            ])
        for json in [
            "[18446744073709551616]", "[-9223372036854775809]", "[0.12345678901234567890123]", "[9007199254740993.0]", "[1e400]",
            "[null]",
        ] {
            let error = #expect(throws: JSONError.self) { try JSONValue(json: json).propertyList(format: format) }
            #expect(error?.kind == .typeMismatch && error?.message.contains("property lists cannot hold") == true)
        }
    }
}

/// Reads keyed archives that would take long to read, or that no coder would write.
@Suite struct HostileArchiveTests {
    private typealias List = BinaryPropertyListTests

    /// Returns an archive of `objects`; its key `root` refers to the first object. The objects may refer to `values`. In the property list,
    /// `objects` begin at index 20, and `values` follow directly after the objects.
    private func archive(_ objects: [[UInt8]], _ values: [[UInt8]] = []) -> Data {
        let names = [
            "$archiver", "$top", "$objects", "NSKeyedArchiver", "root", "$class", "$classname", "NS.keys", "NS.objects",
            "NS.string", "a", "b",
        ]
        let first = 20
        return List.list(
            [List.dictionary([1, 2, 3], [4, 13, 14])] + names.map(List.string) + [
                List.dictionary([5], [15]), List.array((0..<objects.count).map { first + $0 }), List.reference(0), [0x09], [0x09],
                [0x09], [0x09],
            ] + objects + values)
    }

    private func failure(_ data: Data) -> JSONError? {
        do throws(JSONError) { _ = try JSONValue(keyedArchive: data) } catch { return error }
        return nil
    }

    @Test(arguments: [1, 2, 14, 40]) func dictionariesAsKeysOfDictionariesAreRefused(levels: Int) {
        // Each archived dictionary has two keys, and both are the next dictionary. The last two objects are a value, and the class of all
        // dictionaries.
        var objects: [[UInt8]] = [], values: [[UInt8]] = []
        let classNumber = levels + 1
        let firstValue = 20 + classNumber + 1
        for level in 0..<levels {
            let at = firstValue + 3 * level
            objects.append(List.dictionary([6, 8, 9], [at, at + 1, at + 1]))
            values += [List.reference(classNumber), List.array([at + 2, at + 2]), List.reference(level + 1)]
        }
        objects.append([0x09])
        let name = firstValue + values.count
        objects.append(List.dictionary([7], [name]))
        values.append(List.string("NSDictionary"))
        let error = failure(archive(objects, values))
        if levels == 1 { return #expect(error == nil) }
        let words = levels < 16 ? "a key of a dictionary is null, an array or an object" : "contains itself, or too many others"
        #expect(error?.kind == .invalidSnapshot && error?.message.contains(words) == true)
    }

    @Test func plainObjectsAndStringsHaveABudget() {
        // These dictionaries have no class. Each dictionary contains the next one twice.
        let levels = 60
        let plain = (0..<levels).map { List.dictionary([11, 12], [20 + levels + 1 + $0, 20 + levels + 1 + $0]) } + [[0x09]]
        #expect(failure(archive(plain, (0..<levels).map { List.reference($0 + 1) }))?.kind == .limitExceeded)
        // Each array refers to the next array twice, by plain references of the property list and not by UIDs of the keyed archive.
        #expect(failure(archive((0..<levels).map { List.array([21 + $0, 21 + $0]) } + [[0x09]]))?.kind == .limitExceeded)
        // The archive refers ten thousand times to the same long string.
        let long = List.string(String(repeating: "x", count: 25_000))
        let hundred = List.array([Int](repeating: 24, count: 100))
        let strings = [List.array([Int](repeating: 23, count: 100)), hundred, long, [0x80, 1], [0x80, 2]]
        #expect(failure(archive(strings))?.kind == .limitExceeded)
    }

    @Test func objectsThatAreNotWhatACoderMakes() {
        func object(_ className: String, _ key: Int, _ target: Int) -> Data {
            // The first argument has an object, its class and a value. The second argument has the values to which the object and its class
            // refer: a reference to the class, the class's name and the object's member.
            archive(
                [List.dictionary([6, key], [23, 25]), List.dictionary([7], [24]), [0x09]],
                [List.reference(1), List.string(className), List.reference(target)])
        }
        #expect(failure(object("NSString", 10, 0))?.kind == .invalidSnapshot)
        #expect(failure(object("NSArray", 9, 0))?.kind == .invalidSnapshot)
        #expect(failure(object("Own", 11, 0))?.kind == .invalidSnapshot)
        #expect(failure(object("Own", 11, 9))?.kind == .invalidSnapshot)
        #expect(failure(object("Own", 11, 2)) == nil)
        #expect(failure(archive([List.reference(0)]))?.kind == .invalidSnapshot)
        #expect(failure(archive([[0xC0]]))?.kind == .invalidSnapshot)
    }

    @Test(arguments: ["", " ", "\n", "// x", "/* c */", "{}", "a=b;", "hello", "bplis"])
    func otherTextsAreNoPropertyList(_ text: String) {
        do throws(JSONError) {
            _ = try JSONValue(propertyList: Data(text.utf8))
            Issue.record("\(text) was read")
        } catch { #expect(error.kind == .typeMismatch) }
    }

    @Test func propertyListsInUTF16AreRead() throws {
        let text = #"<?xml version="1.0" encoding="UTF-16"?><plist version="1.0"><array><string>é</string></array></plist>"#
        #expect(try JSONValue(propertyList: #require(text.data(using: .utf16))) == ["é"])
    }
}
