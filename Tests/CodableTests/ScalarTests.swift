import Foundation
import Testing
import YokeFoundation

@Suite struct ScalarTests {
    static let numbers = [
        "0", "-0", "1", "-1", "127", "128", "255", "256", "-128", "-129", "65535", "65536", "2147483647", "2147483648", "4294967295",
        "4294967296", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
        "18446744073709551616", "1.0", "1.5", "-1.0", "1e2", "1E+2", "120e-1", "1e400", "-1e400", "1e-400", "0e400", "0.0", "-0.0", "0.1",
        "1.0000000000000001", "9007199254740993", "9007199254740993.0", "9007199254740993.5", "1e18", "1e19", "3.4028235e38", "3.5e38",
        "1e-46",
        "123456789012345678", "1234567890123456789", "0.30000000000000004", "5e-324", "1e22", "1e23",
        "340282366920938463463374607431768211455",
        "1e40", "12345678901234567890123456789012345678901234567890", "1e127", "1e128", "1e200", "-0e5", "100000000000000000000000e-5",
        "12345678901234567890.1", "12345678901234567890.0", "1234567890123456789.1", "1234567890123456789.12", "-9223372036854775807.5",
        "18446744073709551615.0", "1844674407370955161500e-2", "1844674407370955161512e-2", "12345678901234567800.5e-2",
        "99999999999999999.9",
        "100000000000000000.00000000000000000000000001", "-12345678901234567.5",
    ]

    @Test(arguments: numbers)
    func aNumberIsDecodedAsFoundationDoes(_ text: String) {
        expectSame(Int.self, text)
        expectSame(Int8.self, text)
        expectSame(UInt8.self, text)
        expectSame(Int16.self, text)
        expectSame(UInt16.self, text)
        expectSame(Int32.self, text)
        expectSame(UInt32.self, text)
        expectSame(Int64.self, text)
        expectSame(UInt64.self, text)
        expectSame(UInt.self, text)
        expectSame(Double.self, text)
        expectSame(Float.self, text)
        expectSame(Decimal.self, text)
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            expectSame(Int128.self, text)
            expectSame(UInt128.self, text)
        }
        expectSame([Int].self, "[\(text), 2]")
        expectSame([Double].self, "[2, \(text)]")
        expectSame([String: Int].self, #"{"a": 1, "b": \#(text)}"#)
        expectSame([Float?].self, "[null, \(text)]")
        expectSame(String.self, text)
        expectSame(Bool.self, text)
    }

    static let texts = [
        "null", "true", "false", #""""#, #""a""#, #""é\n\u0041\ud83d\ude00\/""#, #""0123456789abcdef""#, "[]", "{}", "[1]", #"{"a":1}"#,
        "", " ", "nul", "tru", #"""#, #""\x""#, "[1,]", #"{"a":1,}"#, "[1 2]", "{", "[", "1 2", "01", "+1", "1.", ".5", "-", "[,1]", "NaN",
        "Infinity",
        "\u{FEFF}1", "'a'", "// c\n1", "{a:1}", #"{"a" 1}"#, "1e", "1e+", "\t1\n",
    ]

    @Test(arguments: texts)
    func aTextOfAnotherKindGivesTheSameError(_ text: String) {
        expectSame(Int.self, text)
        expectSame(Double.self, text)
        expectSame(Float.self, text)
        expectSame(String.self, text)
        expectSame(Bool.self, text)
        expectSame(Date.self, text)
        expectSame(Data.self, text)
        expectSame(URL.self, text)
        expectSame(Decimal.self, text)
        expectSame([Int].self, text)
        expectSame([String].self, text)
        expectSame([[Double]].self, text)
        expectSame([String: Int].self, text)
        expectSame([String: [Int]].self, text)
        expectSame(Int?.self, text)
        expectSame(Date?.self, text)
        expectSame([Bool?].self, text)
        expectSame(Set<Int>.self, text)
        expectSame([Int: Int].self, text)
    }
}
