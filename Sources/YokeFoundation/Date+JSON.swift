import Foundation
import Yoke

extension Date: JSONConvertible {
    /// A `Date` is a JSON string by RFC 3339, with a zone, such as `2013-01-10T07:58:30.25+01:00`.
    ///
    /// Yoke writes dates in UTC, with as many digits after the second's decimal point as the value needs, but at most nine. Yoke uses no
    /// formatter, so the text is the same on every system and in every locale.
    public static var jsonMapping: JSONMapping {
        JSONMapping(
            date: Date.self, decode: { Date(timeIntervalSinceReferenceDate: $0) }, encode: { $0.timeIntervalSinceReferenceDate })
    }
}

/// Reads and writes the dates of a property in a form that the property declares: `@JSONCoded(.secondsSince1970) var created: Date`.
public struct JSONDateCoder: JSONCoder {
    /// The form of the dates.
    public let style: JSONDateStyle

    /// Makes a coder for dates in the form `style`.
    public init(_ style: JSONDateStyle) { self.style = style }

    /// Not used: the mapping reads and writes dates by itself.
    public func decode(_ date: Date) -> Date { date }
    /// Not used: the mapping reads and writes dates by itself.
    public func encode(_ date: Date) -> Date { date }

    public var jsonMapping: JSONMapping {
        JSONMapping(
            date: Date.self, style: style, decode: { Date(timeIntervalSinceReferenceDate: $0) },
            encode: { $0.timeIntervalSinceReferenceDate })
    }
}

extension JSONCoder where Self == JSONDateCoder {
    /// RFC 3339 text; see `JSONDateStyle.rfc3339`.
    public static var rfc3339: JSONDateCoder { JSONDateCoder(.rfc3339) }
    /// RFC 3339 text with a fixed number of digits after the second's decimal point; see `JSONDateStyle.rfc3339(fractionDigits:)`.
    public static func rfc3339(fractionDigits: Int) -> JSONDateCoder { JSONDateCoder(.rfc3339(fractionDigits: fractionDigits)) }
    /// Another name of `rfc3339(fractionDigits:)`.
    public static func iso8601(fractionDigits: Int) -> JSONDateCoder { rfc3339(fractionDigits: fractionDigits) }
    /// RFC 3339 text: another name of `rfc3339`.
    public static var iso8601: JSONDateCoder { JSONDateCoder(.rfc3339) }
    /// RFC 1123 text; see `JSONDateStyle.rfc1123`.
    public static var rfc1123: JSONDateCoder { JSONDateCoder(.rfc1123) }
    /// A number of seconds since 1970.
    public static var secondsSince1970: JSONDateCoder { JSONDateCoder(.secondsSince1970) }
    /// A number of milliseconds since 1970.
    public static var millisecondsSince1970: JSONDateCoder { JSONDateCoder(.millisecondsSince1970) }
    /// Any form of date that Yoke can recognise; see `JSONDateStyle.auto`.
    public static var auto: JSONDateCoder { JSONDateCoder(.auto) }
    /// Text by a pattern; see `JSONDateStyle.format(_:)`.
    public static func format(_ pattern: String) -> JSONDateCoder { JSONDateCoder(.format(pattern)) }
}
