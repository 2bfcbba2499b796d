/// Texts that replace a value: numbers, strings, dates, containers, and texts that are almost valid.
enum HostileValues {
    static let all: [[UInt8]] = {
        let literals = integers + numbers
        let texts =
            literals + literals.filter { $0.count < 60 }.map { "\"\($0)\"" } + words + strings.map { "\"\($0)\"" }
            + (dates + base64 + urls + uuids + zones).map { "\"\($0)\"" } + containers + tokens
        var seen: Set<[UInt8]> = []
        return (texts.map { Array($0.utf8) } + badBytes).filter { seen.insert($0).inserted }
    }()

    /// The largest and smallest number of each integer width, and the next number beyond each.
    private static let integers: [String] = {
        var texts: [String] = []
        func add<Value: FixedWidthInteger>(_ type: Value.Type) {
            let most = "\(Value.max)", least = "\(Value.min)"
            // No limit of an integer type ends with the digit 9. So raising the last digit gives the next number.
            func next(_ text: String) -> String { text.dropLast() + "\(text.last!.wholeNumberValue! + 1)" }
            texts += [most, next(most), "\(most).0", "\(most)e0"]
            if Value.isSigned { texts += [least, next(least)] }
        }
        add(Int8.self)
        add(Int16.self)
        add(Int32.self)
        add(Int64.self)
        add(UInt8.self)
        add(UInt16.self)
        add(UInt32.self)
        add(UInt64.self)
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            add(Int128.self)
            add(UInt128.self)
        }
        return texts
    }()

    private static func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
    private static func nines(_ count: Int) -> String { String(repeating: "9", count: count) }

    private static let numbers: [String] = [
        "0", "1", "2", "-1", "7", "0.5", "1.5", "-0", "-0.0", "0.0", "0e0", "-0e-5", "0e999999999999999999999", "1.0", "1e2", "1E+2",
        "100e-2",
        "1.50e1", "15e-1", "0.1", "0.30000000000000004", "1e-1", "4.35", "1e22", "1e23", "9007199254740993", "1e308",
        "1.7976931348623157e308",
        "1.7976931348623159e308", "1e309", "1e400", "-1e400", "5e-324", "2e-324", "1e-400", "-1e-400", "3.4028235e38", "3.4028236e38",
        "1e-45", "7e-46", "1e18", "1e19", "1e20", "1e38", "1e39", "170141183460469231731687303715884105728e0",
        // Decimals: 38 and 39 digits, and the limits of the exponent.
        nines(38), "1" + zeros(38), nines(39), "0." + nines(38), "0." + nines(39), "1.3333333333333333333333333333333333333333",
        "1e127", "1e128", "1e129", "1e165", "1e166", "34028236692093846346e127", "1e-127", "1e-128", "1e-129", "1.5e-128",
        nines(38) + "e127",
        "1e9223372036854775807", "10e9223372036854775807", "0.1e-9223372036854775808", "0.01e-9223372036854775807",
        "1.5e9223372036854775807",
        "1e9223372036854775808", "1e-9223372036854775808", "1e2147483647", "1e-2147483649", "1e4294967296", "1e18446744073709551616",
        // Long numbers.
        "1" + zeros(4000) + "e-4000", "1" + zeros(4000) + "e-3990", "0." + zeros(4000) + "1e4001", "1" + zeros(4095), "1" + zeros(4096),
        "0." + zeros(300) + "1e301", nines(400), "0." + nines(400), "1" + zeros(99_999), "1e" + zeros(300) + "1", "1e-" + zeros(4090) + "1",
        "2.2250738585072011e-308", "2.47032822920623272e-324", "9007199254740992.99999999999999999999999999999999999999",
        "100000000000000000000000000000000000001e-38", "1.00000000000000000000000000000000000000000000000000",
        // Dates as numbers.
        "1357804710", "1357804710.25", "978307200", "978307200.1", "-62135596800", "-62167219200", "-62167219201", "253402300799",
        "253402300799.9999999999", "253402300800", "99999999999", "100000000000", "99999999999999", "1e14", "99999999999999999", "1e17",
        "1357804710250", "1357804710250000000", "-1e11", "1.5e-9",
        // Texts that are almost numbers.
        "00", "01", "-01", "1.", ".5", "-", "--1", "+1", "-.5", "1e", "1e+", "1e+-1", "1e1.5", "0x10", "1_000", "1,5", "1.2.3", "- 1",
        "1 2",
        "NaN", "Infinity", "-Infinity", "inf", "1f", "1d", "1L", "٣", "1\u{0}", "1e5e5", "0.e1", "1\u{A0}",
    ]

    private static let words = [
        "null", "true", "false", "nul", "nulll", "tru", "truee", "True", "FALSE", "undefined", "nil", "None", "n", "t", "",
    ]

    private static let strings: [String] = [
        "", " ", "a", "A", "true", "TRUE", "yes", "No", "on", "Y", "null", "NULL", "(null)", "<null>", "nil", "40个", "hehe", " 12", "12 ",
        "\\t7\\n",
        "1,234.5", "100,9", "100٫9", "1.5e", "0x1F", "١٢", "é", "e\u{301}", "\\u00e9", "\\u0041", "𝄞", "\\ud834\\udd1e", "\\u0000",
        "a\\u0000b",
        "\\\\", "\\\"", "\\/", "\\b\\f\\n\\r\\t", "\u{7F}", "\u{2028}\u{2029}", "\u{FEFF}a", "\u{FFFF}", "\u{10FFFF}", "\\uffff", "\\uFDD0",
        "a\u{200D}b", "\u{202E}abc", "👩‍👩‍👧", "e" + String(repeating: "\u{301}", count: 300),
        // Invalid escapes.
        "\\x41", "\\u", "\\u12", "\\u12g4", "\\ud834", "\\udd1e", "\\ud834\\ud834", "\\ud834x", "\\udd1e\\ud834", "\\ud834\\n", "\\U0041",
        "\\0", "\\",
        "\t", "\n", "\0", "\u{1F}", "a\rb",
        // Strings with lengths around the limit of a small String (15 bytes) and the size of a vector (16 to 64 bytes); long strings.
        "123456789012345", "1234567890123456", "a long string of thirty-two bytes", String(repeating: "x", count: 63),
        String(repeating: "y", count: 64), String(repeating: "\\n", count: 33), String(repeating: "é", count: 65),
        String(repeating: "long ", count: 2000), String(repeating: "\\u00e9\\\"", count: 1000), String(repeating: "z", count: 100_000),
        // Names of the models' cases and members.
        "red", "Red", "green ", "dark-green", "r\\u0065d", "leaf", "none", "list", "next", "value", "member", "other", "type", "content",
        "v", "w", "other\\u0000",
    ]

    private static let dates: [String] = [
        "2013-01-10T07:58:30Z", "2013-01-10t07:58:30z", "2013-01-10 07:58:30Z", "2013-01-10T07:58:30.25+01:00", "2013-01-10T07:58:30+0100",
        "2013-01-10T07:58:30-00:00", "2013-01-10T07:58:30+23:59", "2013-01-10T07:58:30+24:00", "2013-01-10T07:58:30+00:60",
        "2013-01-10T07:58:60Z", "2016-12-31T23:59:60Z", "2013-01-10T07:58:61Z", "2013-01-10T24:00:00Z", "2013-01-10T23:59:59.999999999Z",
        "2013-01-10T07:58:30.1234567890123Z", "2013-01-10T07:58:30.0000000001Z", "2001-01-01T00:00:00.0000000001Z", "2013-01-10T07:58:30.Z",
        "2013-01-10T07:58:30", "2013-01-10T07:58Z", "2013-01-10", "2013-1-10", "2013-13-01T00:00:00Z", "2013-00-01T00:00:00Z",
        "2013-02-29T00:00:00Z",
        "2012-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2000-02-29T12:00:00Z", "2013-04-31T00:00:00Z", "0000-01-01T00:00:00Z",
        "0000-01-01T00:00:00+00:01", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59.9999999999Z",
        "9999-12-31T23:59:60Z", "9999-12-31T23:59:59-01:00", "10000-01-01T00:00:00Z", "-0001-01-01T00:00:00Z", "1582-10-10T00:00:00Z",
        "2000-12-31T23:59:59.999999999Z", "1970-01-01T00:00:00.1Z", "2013-01-10T07:58:30,25Z", "2013-W02-4", "20130110T075830Z",
        "Sun, 06 Nov 1994 08:49:37 GMT", "06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 +0100", "Mon, 06 Nov 94 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 31 Dec 9999 23:59:60 GMT", "Fri Sep 04 00:12:21 +0800 2015", "Sun Nov  6 08:49:37 1994",
        "2014-01-20T12:24:48.000+08:00", "10/01/13 7:58 AM", "31/12/68 12:00 PM", "1/1/69 12:00 am", "31/02/13 1:00 AM", "7:58:30.2",
        "23:59:59.9",
        "24:00:00.0", "Thursday, 10 January 2013 07:58:30.123456789 o'clock +01:00",
        "Friday, 31 December 9999 23:59:59.999999999 o'clock Z", "2013 1",
    ]

    private static let base64 = [
        "YQ==", "YQ=", "YQ", "YR==", "YWI=", "YWJj", "YWJj\\n", " YWJj", "YW Jj", "YWJjZA====", "====", "==", "=", "AA=A", "A===", "A",
        "AAAAA", "+/8=",
        "-_8=", "-_8", "+_8=", "YW\\u0000=", "YWJj=", "YQ==YQ==",
    ]

    private static let urls = [
        "http://a.org", "http://a.org/a b", " http://a.org ", "http://[::1]/", "http://[::1", "http://a.org:80:80/",
        "http://a.org:99999999999", "%",
        "%zz", "a%20b", "http://ä.at/ö?ü#ß", "http://a.org/?a#b#c", "//", "//a", ":", "mailto:x@y", "file:///etc/passwd", "a/../b", "?",
        "#",
        "http://user:pass@a.org", "http://xn--/", "data:,a", "http://a.org/中文", "http:///", "http://a.org/[x]", "http://a.org/%5Bx%5d",
    ]

    private static let uuids = [
        "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "e621e1f8-c36c-495a-93fc-0c247a3e6e5f", "00000000-0000-0000-0000-000000000000",
        "{E621E1F8-C36C-495A-93FC-0C247A3E6E5F}", "E621E1F8C36C495A93FC0C247A3E6E5F", "E621E1F8-C36C-495A-93FC-0C247A3E6E5",
        "E621E1F8-C36C-495A-93FC-0C247A3E6E5F0", "G621E1F8-C36C-495A-93FC-0C247A3E6E5F", "0x21E1F8-C36C-495A-93FC-0C247A3E6E5F",
        "E621E1F8-C36C-495A-93FC-0C247A3E6E5 ", "+621E1F8-C36C-495A-93FC-0C247A3E6E5F", "E621E1F8-C36C-495A-93FC_0C247A3E6E5F",
    ]

    private static let zones = [
        "Europe/Vienna", "CET", "GMT", "UTC", "GMT+02:00", "GMT+0200", "GMT-1", "GMT+24", "GMT+99:99", "+02:00", "../../etc/passwd",
        "Europe/", "de_AT",
        "de_AT@currency=EUR", "zz_ZZ_ZZ_ZZ",
    ]

    private static func nested(_ open: String, _ inner: String, _ close: String, _ count: Int) -> String {
        String(repeating: open, count: count) + inner + String(repeating: close, count: count)
    }

    private static let containers: [String] = [
        "[]", "{}", "[ ]", "{ }", "[[]]", "[{}]", "[null]", "[1]", "[1,2]", "[-0,1e400]", #"["a"]"#, #"[1,"x",null,true]"#, "[[0,1],[2,3]]",
        "[[0,1],[2]]",
        "[[[1]]]", #"[[1,"x"],[2]]"#, "[1,null,3]", #"[1,"a","b","c"]"#, "[false]", #"["1","2"]"#, "[1,]", "[,1]", "[1", "[1,", "]", "[1}",
        "[[1]",
        #"{"a":1}"#, #"{"":0}"#, #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, #"{"a":"x","a":2}"#, #"{"a":null}"#, #"{"a":{"a":{"a":1}}}"#,
        #"{"v":1}"#, #"{"v":1,"v":null}"#, #"{"v":null,"tail":"x"}"#, #"{"w":1,"v":2}"#, #"{"v":1,"tail":2,"rest":3}"#,
        #"{"optional":1,"list":[1],"map":{"k":1}}"#,
        #"{"x":1,"y":2}"#, #"{"x":1}"#, #"{"width":1,"height":-2}"#, #"{"x":0,"y":0,"width":1e309,"height":2}"#,
        #"{"x":0,"y":-0.0,"width":3,"height":2.5}"#,
        #"{"1":1}"#, #"{"01":1}"#, #"{"1":1,"1":2}"#, #"{"-1":1}"#, #"{"-0":1}"#, #"{"128":1,"x":2}"#,
        #"{"340282366920938463463374607431768211455":1}"#,
        #"{"red":1,"Red":2}"#, #"{"é":1,"e\#u{301}":2}"#, #"{"\u0000":1}"#, #"{"red":1,"r\u0065d":2}"#,
        #"{"leaf":{"v":1}}"#, #"{"leaf":{"v":1},"none":{}}"#, #"{"leaf":null}"#, #"{"none":null}"#, #"{"none":{}}"#,
        #"{"list":["none","leaf"]}"#,
        #"{"type":"leaf","v":1}"#, #"{"v":1,"type":"leaf"}"#, #"{"type":"leaf","content":{"v":1}}"#, #"{"content":{"v":1},"type":"leaf"}"#,
        #"{"type":null,"v":1}"#, #"{"type":1}"#, #"{"type":["leaf"]}"#, #"{"type":"nope","x":[1]}"#, #"{"type":"none"}"#,
        #"{"type":"leaf","type":"none","v":1}"#,
        #"{"type":"next","next":{"type":"next","next":{"type":"none"}}}"#, #"{"left":1,"right":{"left":"red"}}"#,
        #"{"left":1,"right":"blue"}"#,
        #"{"id":1,"children":[{"id":2},{}]}"#, #"{"id":null,"a":1}"#, #"{"id":1,"x":1,"x":2}"#, "{", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#,
        #"{a:1}"#, "{'a':1}",
        #"{"a":1"#, #"{1:2}"#, #"{"a":1}}"#,
        nested("[", "1", "]", 63), nested("[", "1", "]", 64), nested("[", "", "]", 130), nested("[", "1", "]", 508),
        nested("[", "1", "]", 512),
        nested("[", "1", "]", 513), String(repeating: "[", count: 5000), nested(#"{"v":"#, "1", "}", 60), nested(#"{"v":"#, "1", "}", 300),
        nested(#"{"left":"#, "1", "}", 40), nested(#"{"left":"#, #""blue""#, "}", 12),
        nested(#"{"type":"next","next":"#, #"{"type":"none"}"#, "}", 130),
        nested(#"{"next":"#, #"{"type":"none"}"#, #","type":"next"}"#, 20), nested(#"{"list":["#, #""none""#, "]}", 100),
        nested(#"{"id":1,"children":["#, "", "]}", 100),
        "[" + (0..<200).map { "\($0)" }.joined(separator: ",") + "]",
        "[" + [String](repeating: "1.5", count: 300).joined(separator: " , ") + "]",
        "{" + (0..<200).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}", "[" + String(repeating: "null,", count: 300) + "1]",
    ]

    private static let tokens = [
        " 1 ", "\n\t\r 1", "1 //c", "/**/1", "1/*c*/", "/", "#", "'a'", "\"", "\"abc", "\"a\\", "a", "1 1", "1,", "1,\"v\":2", "1}", "}",
        ":", ",", "1:1", "\u{FEFF}1",
        "\u{B}1", "1\u{C}", "\u{1E}1", "$", "{}{}", "\"a\"\"b\"", "[1][2]", "null null", "\0", "1\n",
    ]

    private static let badBytes: [[UInt8]] =
        [
            [0x80], [0xC0, 0x80], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80],
            [0xED, 0xA0, 0x81, 0xED, 0xB0, 0x81],
            [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9D, 0x84], [0xF4, 0x90, 0x80, 0x80], [0xFE], [0xFF, 0xFE], [0x61, 0xFF, 0x62], [0x5C, 0x80],
        ].map { [0x22] + $0 + [0x22] } + [[0x31, 0xFF], [0xFF], [0x22, 0xC3], [0xEF, 0xBB, 0x31], [0x5B, 0x31, 0xC3, 0x5D]]
}
