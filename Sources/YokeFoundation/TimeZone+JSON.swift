import Foundation
import Yoke

extension TimeZone: JSONConvertible {
    /// A `TimeZone` is a JSON string that Foundation knows: an identifier, an abbreviation or a distance from GMT, such as `Europe/Vienna`,
    /// `CET` or `GMT+02:00`. Yoke writes the time zone's identifier.
    public static var jsonMapping: JSONMapping {
        JSONMapping(
            text: TimeZone.self,
            read: { text in
                // For some texts with U+0000, Foundation gives the time zone of the part before it.
                guard !text.utf8.contains(0), let zone = TimeZone(identifier: text) ?? TimeZone(abbreviation: text) else {
                    throw MalformedText(expected: "a time zone, such as Europe/Vienna or GMT+02:00")
                }
                return zone
            },
            write: { $0.identifier })
    }
}

extension Locale: JSONConvertible {
    /// A `Locale` is a JSON string with its identifier: `de_AT`. Foundation accepts any string as an identifier.
    public static var jsonMapping: JSONMapping {
        JSONMapping(text: Locale.self, read: { Locale(identifier: $0) }, write: { $0.identifier })
    }
}
