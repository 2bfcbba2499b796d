import Foundation
import Yoke

/// Texts whose values (such as URLs and dates) cost more to make than plain strings and numbers. For comparison, each contest also reads a
/// nearly equal text as plain strings or numbers.
public enum SlowSpots {
    public static let count = 10_000

    public static let urls = strings { "https://example.org/users/\($0)/posts?page=\($0 % 7)" }
    public static let data = strings { Data("item number \($0), text".utf8).base64EncodedString() }
    public static let days = strings {
        "20\(10 + $0 % 15)-\(10 + $0 % 3)-\(10 + $0 % 19) \(10 + $0 % 14):\(10 + $0 % 50):\(10 + $0 % 49)"
    }
    public static let dayStyle = JSONDateStyle.format("yyyy-MM-dd HH:mm:ss")
    /// An array of decimal numbers with 38 digits each.
    public static let decimals = "[" + (0..<count).map(decimal).joined(separator: ",") + "]"
    public static let quotedDecimals = strings(decimal)
    public static let points = "[" + (0..<count).map { "[\(coordinate($0)),\(coordinate($0 + 1))]" }.joined(separator: ",") + "]"
    public static let coordinates = "[" + (0..<2 * count).map(coordinate).joined(separator: ",") + "]"
    public static let extras = "[" + (0..<1000).map(member).joined(separator: ",") + "]"

    private static func strings(_ text: (Int) -> String) -> String {
        "[" + (0..<count).map { "\"\(text($0))\"" }.joined(separator: ",") + "]"
    }

    private static func decimal(_ i: Int) -> String { "1234567890123456\(10_000 + i)7.8901234567\(100_000 + i)" }

    private static func coordinate(_ i: Int) -> String { "\(i % 180).\(100_000 + i * 7)" }

    private static func member(_ i: Int) -> String {
        "{" + (0..<14).map { "\"key\($0)\":" + ($0 % 2 == 0 ? "\(i * 31 + $0)" : "\"value \(i) of \($0)\"") }.joined(separator: ",") + "}"
    }

    /// A model whose JSON is an array: `[x,y]`.
    public struct Point: JSONConvertible, Equatable, Sendable {
        public var x, y: Double

        public static var jsonMapping: JSONMapping {
            JSONMapping(Self.self, layout: .array) {
                $0.add("x", \.x)
                $0.add("y", \.y)
            }
        }
    }

    /// A model without keys: all members of the object are collected in `rest`.
    public struct Open: JSONConvertible, Equatable, Sendable {
        public var rest: JSONObject

        public static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.extras("rest", \.rest) } }
    }

    /// A model for the same objects as `Open`, with a property for each member.
    public struct Closed: JSONConvertible, Equatable, Sendable {
        public var key0, key2, key4, key6, key8, key10, key12: Int
        public var key1, key3, key5, key7, key9, key11, key13: String

        public static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("key0", \.key0)
                $0.add("key1", \.key1)
                $0.add("key2", \.key2)
                $0.add("key3", \.key3)
                $0.add("key4", \.key4)
                $0.add("key5", \.key5)
                $0.add("key6", \.key6)
                $0.add("key7", \.key7)
                $0.add("key8", \.key8)
                $0.add("key9", \.key9)
                $0.add("key10", \.key10)
                $0.add("key11", \.key11)
                $0.add("key12", \.key12)
                $0.add("key13", \.key13)
            }
        }
    }
}
