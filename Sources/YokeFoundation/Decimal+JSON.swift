import Foundation
import Yoke

extension Decimal: JSONConvertible {
    /// A number, from the literal's digits, never through a Double. More than 38 significant digits, or an exponent that
    /// `Decimal` does not hold, are refused.
    public static var jsonSchema: JSONSchema {
        JSONSchema(
            number: Decimal.self,
            read: { text in
                guard let value = DecimalLiteral(text)?.value ?? exactly(text) else {
                    throw MalformedText(expected: "a number that Decimal holds exactly")
                }
                return value
            },
            write: { value in
                guard value.isFinite else { throw MalformedText(expected: "a finite number") }
                return DecimalLiteral(value)?.text ?? value.description
            })
    }

    /// The literal's value, if no digit of it is lost.
    private static func exactly(_ literal: String) -> Decimal? {
        let (mantissa, exponentText) = split(literal)
        var digits = mantissa.filter(\.isNumber)
        let fraction = mantissa.firstIndex(of: ".").map { mantissa.distance(from: $0, to: mantissa.endIndex) - 1 } ?? 0
        // An exponent that does not fit an Int belongs to 0 or to nothing that Decimal holds.
        guard let exponent = Int(exponentText) else { return digits.allSatisfy { $0 == "0" } ? 0 : nil }
        var scale = exponent - fraction
        digits = String(digits.drop { $0 == "0" })
        while digits.count > 1, digits.last == "0" {
            digits.removeLast()
            scale += 1
        }
        if digits.isEmpty { return 0 }
        guard digits.count <= 38, scale >= -128, scale + digits.count <= 165 else { return nil }
        while scale > 127 {
            digits += "0"
            scale -= 1
        }
        guard digits.count <= 38, let value = Decimal(string: digits) else { return nil }
        let decimal = Decimal(sign: literal.first == "-" ? .minus : .plus, exponent: scale, significand: value)
        return decimal.isNaN ? nil : decimal
    }

    private static func split(_ literal: String) -> (mantissa: Substring, exponent: Substring) {
        guard let e = literal.firstIndex(where: { $0 == "e" || $0 == "E" }) else { return (literal[...], "0") }
        return (literal[..<e], literal[literal.index(after: e)...])
    }
}
