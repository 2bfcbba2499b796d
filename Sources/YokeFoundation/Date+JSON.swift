import Foundation
import Yoke

extension Date: JSONConvertible {
    /// An RFC 3339 string with a zone, as in `2013-01-10T07:58:30.25+01:00`; written in UTC, with as many digits of the
    /// second as the value needs. No formatter: the same on every system and in every locale.
    public static var jsonSchema: JSONSchema {
        JSONSchema(
            text: Date.self,
            read: { text in
                guard let seconds = JSONDateStyle.rfc3339.secondsSinceReferenceDate(text: text) else {
                    throw MalformedText(expected: "an RFC 3339 date such as 2013-01-10T07:58:30Z")
                }
                return Date(timeIntervalSinceReferenceDate: seconds)
            },
            write: { date in
                guard let text = JSONDateStyle.rfc3339.text(secondsSinceReferenceDate: date.timeIntervalSinceReferenceDate)
                else {
                    throw MalformedText(expected: "a date in the years 0 to 9999")
                }
                return text
            })
    }
}
