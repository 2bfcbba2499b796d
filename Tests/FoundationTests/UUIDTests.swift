import Foundation
import Testing
import YokeFoundation

/// Yoke reads and writes UUIDs by its own code. The results equal those of Foundation's slower code.
@Suite struct UUIDTests {
    /// Tests each byte at each position of a UUID, with digits in upper case, lower case and both.
    @Test func everyByteAtEveryPlace() throws {
        for byte in UInt8.min...UInt8.max {
            for place in 0..<16 {
                var bytes = [UInt8](0x10..<0x20)
                bytes[place] = byte
                var text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
                for hyphen in [10, 8, 6, 4] { text.insert("-", at: hyphen) }
                let (upper, lower) = (text.joined(), text.joined().lowercased())
                let uuid = try UUID(json: "\"\(upper)\"")
                #expect(withUnsafeBytes(of: uuid.uuid) { [UInt8]($0) } == bytes)
                #expect(try UUID(json: "\"\(lower)\"") == uuid)
                #expect(try UUID(json: "\"\(upper.prefix(20) + lower.dropFirst(20))\"") == uuid)
                #expect(try uuid.jsonString() == "\"\(upper)\"")
            }
        }
    }

    /// Puts each character at each position of a UUID's text. Yoke accepts only hexadecimal digits and, between the groups, hyphens.
    /// Foundation accepts more, such as `0x` or a sign at the start of a group.
    @Test func everyCharacterAtEveryPlace() throws {
        let text = Array("E621e1f8-C36C-495A-93fc-0C247A3E6E5F".unicodeScalars)
        for scalar in (0...0xFF).map({ Unicode.Scalar($0 as UInt8) }) + ["０", "😀"] {
            for place in text.indices {
                var changed = String.UnicodeScalarView()
                changed.append(contentsOf: text[..<place] + [scalar] + text[(place + 1)...])
                let uuid = String(changed)
                let isValid = [8, 13, 18, 23].contains(place) ? scalar == "-" : scalar.isASCII && Character(scalar).isHexDigit
                let expected = isValid ? UUID(uuidString: uuid) : nil
                #expect((try? UUID(json: uuid.jsonString())) == expected, "\(uuid.debugDescription)")
            }
        }
    }

    @Test(arguments: [
        "", "E621E1F8-C36C-495A-93FC-0C247A3E6E5", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F0", "E621E1F8C36C495A93FC0C247A3E6E5F",
        "{E621E1F8-C36C-495A-93FC-0C247A3E6E5F}",
        " E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F ",
        "E621E1F8-C36C-495A-93FC0-C247A3E6E5F", " 621E1F8-C36C-495A-93FC-0C247A3E6E5F", "0x21E1F8-C36C-495A-93FC-0C247A3E6E5F",
        "-0000001-C36C-495A-93FC-0C247A3E6E5F", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F\u{0}x",
        "urn:uuid:E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "E621E1F8-C36C-495A-93FC-0C247A3E6EGF",
    ])
    func otherTextsAreRefused(text: String) throws {
        let error = try #require(throws: JSONError.self) { try UUID(json: text.jsonString()) }
        #expect(error.kind == .refused && error.message.contains("a UUID"))
    }
}
