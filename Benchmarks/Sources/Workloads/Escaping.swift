/// Writes a document in ASCII. All other characters become `\u` and hexadecimal digits, as in the corpus twitterescaped.
enum Escaping {
    static func ascii(_ text: [UInt8]) -> [UInt8] {
        var escaped: [UInt8] = []
        for unit in String(decoding: text, as: UTF8.self).utf16 {
            if unit < 0x80 {
                escaped.append(UInt8(unit))
            } else {
                let digits = String(unit, radix: 16)
                escaped += Array("\\u".utf8) + Array(repeating: UInt8(ascii: "0"), count: 4 - digits.count) + Array(digits.utf8)
            }
        }
        return escaped
    }
}
