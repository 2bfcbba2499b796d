import Testing
import Yoke

// The code blocks of Yoke.docc/Security.md, without changes. ArticleTests compares the article with this file.

private struct Order: JSONConvertible {
    var id: Int
    static var jsonMapping: JSONMapping { JSONMapping(Order.self) { $0.add("id", \.id) } }
}

@Suite struct SecurityExamples {
    @Test func untrustedTextsAreRefusedBeyondTightLimits() throws {
        let body = #"{"id": 1}"#
        let order = try Order(json: body, options: .untrusted)
        #expect(order.id == 1)
        let repeated = #expect(throws: JSONError.self) { try Order(json: #"{"id": 1, "id": 2}"#, options: .untrusted) }
        #expect(repeated?.kind == .duplicateKey)

        var options = JSONReadOptions.untrusted
        options.limits.totalBytes = 1 << 20
        let long = #expect(throws: JSONError.self) {
            try JSONValue(json: String(repeating: " ", count: 1 << 20) + "1", options: options)
        }
        #expect(long?.kind == .limitExceeded)
        options.showsSnippets = false
        let error = #expect(throws: JSONError.self) { try Order(json: #"{"id": "secret"}"#, options: options) }
        #expect(error.map { !"\($0)".contains("secret") } == true)
    }

    /// The limits in the article's table are the limits in the code.
    @Test func theLimitsAreThoseOfTheTable() {
        for (limits, depth, string, members, total) in [
            (JSONLimits.standard, 512, 256 << 20, Int(clamping: 1 << 31 as Int64), nil), (.untrusted, 64, 1 << 20, 100_000, 16 << 20 as Int?),
        ] {
            #expect(limits.depth == depth && limits.stringBytes == string && limits.numberDigits == 4096)
            #expect(limits.members == members && limits.totalBytes == total)
        }
    }
}
