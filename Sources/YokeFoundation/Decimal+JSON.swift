import Foundation
import Yoke

extension Decimal: JSONConvertible {
    /// A number, from the literal's digits, never through a Double and never rounded.
    ///
    /// `Decimal` holds every integer below 2^128 (all of 38 digits, and some of 39) times a power of ten from -128 to 127. Any other
    /// number is refused in every mode, where `Decimal(string:)` cuts its digits off. Every finite `Decimal` is written with all of its
    /// digits and reads back as equal.
    public static var jsonMapping: JSONMapping {
        JSONMapping(
            number: Decimal.self,
            read: { text in
                guard let value = DecimalLiteral(text)?.value else {
                    throw MalformedText(expected: "a number that Decimal holds exactly")
                }
                return value
            },
            write: { value in
                guard value.isFinite else { throw MalformedText(expected: "a finite number") }
                return DecimalLiteral(value)?.text ?? value.description
            })
    }
}
