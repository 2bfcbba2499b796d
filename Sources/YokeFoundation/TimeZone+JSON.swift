import Foundation
import Yoke

extension TimeZone: JSONConvertible {
    /// A string that `TimeZone` knows: an identifier (`Europe/Vienna`), an abbreviation (`CET`) or a distance from GMT (`GMT+02:00`);
    /// written as its identifier.
    public static var jsonMapping: JSONMapping {
        JSONMapping(
            text: TimeZone.self,
            read: { text in
                guard let zone = TimeZone(identifier: text) ?? TimeZone(abbreviation: text) else {
                    throw MalformedText(expected: "a time zone, such as Europe/Vienna or GMT+02:00")
                }
                return zone
            },
            write: { $0.identifier })
    }
}

extension Locale: JSONConvertible {
    /// A string, the locale's identifier: `de_AT`. Foundation takes any string for one.
    public static var jsonMapping: JSONMapping {
        JSONMapping(text: Locale.self, read: { Locale(identifier: $0) }, write: { $0.identifier })
    }
}
