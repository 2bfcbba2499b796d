import Foundation
import Testing
import YokeFoundation

/// Reads and writes models with Foundation's scalar types as properties.
@Suite struct ScalarTests {
    struct Item: Equatable, JSONConvertible {
        var id: UUID
        var page: URL?
        var price: Decimal
        var icon = Data()

        static var jsonMapping: JSONMapping {
            JSONMapping(Item.self) { fields in
                fields.add("id", \.id)
                fields.add("page", \.page)
                fields.add("price", \.price)
                fields.add("icon", \.icon, default: Data())
            }
        }
    }

    @Test func fieldsOfAModel() throws {
        let text = #"{"id":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","page":"https://example.org/a?b=c","price":19.90,"icon":"AQID"}"#
        let item = try Item(json: Data(text.utf8))
        #expect(item.id == UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        #expect(item.page?.absoluteString == "https://example.org/a?b=c")
        #expect(item.price == Decimal(string: "19.9"))
        #expect(item.icon == Data([1, 2, 3]))
        #expect(try Item(json: item.jsonData()) == item)
    }

    @Test(arguments: [
        ("0.1", "0.1"), ("1e2", "100"), ("-0", "0"), ("123456789012345678901234567890.12345678", "123456789012345678901234567890.12345678"),
        ("0.000000000000000000000000000000000001", "0.000000000000000000000000000000000001"), ("1.10", "1.1"), ("100000e-5", "1"),
        ("0e999999999999", "0"),
    ])
    func decimalsFromTheirDigits(literal: String, expected: String) throws {
        #expect(try Decimal(json: literal) == Decimal(string: expected))
    }

    /// `.lenient` reads a Decimal from a string that is a number and nothing else. `.yyModel` reads the number at the start of a string.
    @Test func decimalsFromStrings() throws {
        #expect(try [Decimal](json: #"["19.90","1e2"]"#, options: .lenient) == [Decimal(string: "19.9"), 100])
        for text in ["", "green", "12x", " 1", "１"] {
            let error = #expect(throws: JSONError.self) { try [Decimal](json: #"["\#(text)"]"#, options: .lenient) }
            #expect(error?.kind == .typeMismatch)
        }
        #expect(try [Decimal](json: #"["12x"," 1.5","x"]"#, options: .yyModel) == [12, 1.5, 0])
    }

    @Test(arguments: ["1e400", "0.1234567890123456789012345678901234567891", "1e-200", "1e99999999999999999999"])
    func decimalsThatWouldLoseDigits(literal: String) {
        #expect(throws: JSONError.self) { try Decimal(json: literal) }
    }

    @Test(arguments: [
        #"{"id":"E621","price":1}"#, #"{"id":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","price":"1"}"#,
        #"{"id":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","price":1,"icon":"***"}"#,
        #"{"id":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","price":1,"page":""}"#,
    ])
    func otherValuesAreRefused(text: String) {
        #expect(throws: JSONError.self) { try Item(json: text) }
    }

    /// Foundation would repair these invalid URLs, but the URL would then differ from the text. So Yoke refuses the texts.
    @Test(arguments: ["https://example.org/a b", "https://example.org/é", "https://example.org/<a>", "a b", "https://example.org/%zz", ""])
    func urlsAreNotRepaired(text: String) throws {
        let error = try #require(throws: JSONError.self) { try URL(json: text.jsonString()) }
        #expect(error.kind == .refused)
        #expect(error.message.contains("a URL"))
    }

    @Test(arguments: ["https://example.org/a%20b?c=%C3%A9#d", "mailto:a@b.c", "/relative/path", "https://[::1]:8080/"])
    func urlsComeBackAsTheyWere(text: String) throws {
        #expect(try URL(json: text.jsonString()).absoluteString == text)
    }

    @Test func nanHasNoText() {
        #expect(throws: JSONError.self) { try Decimal.nan.jsonString() }
    }

    @Test func errorsSayInLogsWhatTheyAre() throws {
        let error = #expect(throws: JSONError.self) { try Int(json: "[1") }
        let shown = try #require(error)
        #expect((shown as any Error).localizedDescription == shown.description)
    }
}
