import Foundation
import Yoke

extension Decimal: JSONConvertible {
    /// A `Decimal` is a JSON number. Yoke makes it from the digits in the text, never rounds it, and never converts it to a `Double`.
    ///
    /// `Decimal` holds every integer below 2^128 (all integers of 38 digits, and some of 39) times a power of ten from 10^-128 to 10^127.
    /// Yoke refuses any other number in every mode. (`Decimal(string:)` would cut digits off.) Yoke writes every finite `Decimal` with
    /// all its digits, and reads this text back as an equal value.
    public static var jsonMapping: JSONMapping {
        JSONMapping(
            utf8: Decimal.self, isNumber: true,
            store: { to, text in
                guard let value = DecimalLiteral(text)?.value else {
                    throw MalformedText(expected: "a number that Decimal holds exactly")
                }
                to.initializeMemory(as: Decimal.self, to: value)
            },
            write: { value in
                guard value.isFinite else { throw MalformedText(expected: "a finite number") }
                return DecimalLiteral(value)?.text ?? value.description
            })
    }
}
