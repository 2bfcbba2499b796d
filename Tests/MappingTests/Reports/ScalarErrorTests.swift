import Testing
import Yoke

/// An error of a scalar names the value, the range of the type, and an option that would accept the value.
@Suite struct ScalarErrorTests {
    private struct Numbers: JSONReadable {
        var small: Int8?
        var byte: UInt8?
        var float: Float?
        var flag: Bool?
        var text: String?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("small", \.small)
                $0.add("byte", \.byte)
                $0.add("float", \.float)
                $0.add("flag", \.flag)
                $0.add("text", \.text)
            }
        }
    }

    @Test func aNumberOutOfRangeIsNamedWithTheRange() {
        func message(_ text: String, _ options: JSONReadOptions = .strict) -> String? { failure(Numbers.self, text, options)?.message }
        #expect(message(#"{"small":300}"#) == "300 does not fit Int8 (-128...127)")
        #expect(message(#"{"byte":-1}"#) == "-1 does not fit UInt8 (0...255)")
        #expect(message(#"{"small":"300"}"#, .lenient) == #""300" does not fit Int8 (-128...127)"#)
        #expect(message(#"{"small":1.25}"#) == "1.25 has a fraction, expected an integer (Int8)")
        #expect(message(#"{"float":1e39}"#) == "1e39 is too large for Float")
        let digits = String(repeating: "7", count: 70)
        #expect(message(#"{"small":\#(digits)}"#) == "\(digits.prefix(64))… does not fit Int8 (-128...127)")
        #expect(failure([Int8].self, "[1,200]")?.message == "200 does not fit Int8 (-128...127)")
        #expect(failure([String: Int16].self, #"{"a":40000}"#)?.message == "40000 does not fit Int16 (-32768...32767)")
        var hidden = JSONReadOptions.strict
        hidden.showsSnippets = false
        #expect(message(#"{"small":300}"#, hidden) == "the number does not fit Int8 (-128...127)")
        #expect(message(#"{"small":1.5}"#, hidden) == "the number has a fraction, expected an integer (Int8)")
    }

    /// As a Double, each of these numbers would be rounded to 0 or 1.
    @Test(arguments: ["1e-400", "1.00000000000000000000001", "0.99999999999999999999999999"])
    func onlyZeroAndOneBecomeABool(_ number: String) throws {
        for text in [number, "\"\(number)\""] {
            for engine in JSONEngine.each {
                var options = JSONReadOptions.lenient
                options.engine = engine
                #expect(failure(Bool.self, text, options)?.kind == .typeMismatch)
            }
        }
        #expect(try [Bool](json: #"[0,1,"0","1",1.0,-0,10e-1]"#, options: .lenient) == [false, true, false, true, true, false, true])
    }

    @Test func whatTheLenientModeWouldReadIsHintedAt() {
        func hint(_ text: String, _ options: JSONReadOptions = .strict) -> String? { failure(Numbers.self, text, options)?.hint }
        func reads(_ what: String) -> String { "options: .lenient, or the rule .lenient of the property, reads it as \(what)" }
        for (text, what) in [
            (#"{"small":"1"}"#, "a number"), (#"{"byte":"1e2"}"#, "a number"), (#"{"float":"-1.5"}"#, "a number"),
            (#"{"flag":"YES"}"#, "a Bool"),
            (#"{"flag":1}"#, "a Bool"), (#"{"text":1.50}"#, "a string"),
        ] {
            #expect(hint(text) == reads(what), "\(text)")
            #expect((try? Numbers(json: text, options: .lenient)) != nil, "\(text)")
        }
        for text in [
            #"{"small":"x"}"#, #"{"small":""}"#, #"{"small":" 1"}"#, #"{"small":"1.5"}"#, #"{"small":true}"#, #"{"flag":2}"#,
            #"{"flag":"maybe"}"#, #"{"text":true}"#,
        ] {
            #expect(hint(text) == nil, "\(text)")
            #expect((try? Numbers(json: text, options: .lenient)) == nil, "\(text)")
        }
        var hidden = JSONReadOptions.strict
        hidden.showsSnippets = false
        #expect(hint(#"{"small":"1"}"#, hidden) == nil)
    }

    // MARK: - Several errors

    @Test func collectedErrorsAreAllPrinted() throws {
        var options = JSONReadOptions.strict
        options.collectsErrors = true
        let error = try #require(throws: JSONError.self) { try [Int](json: #"[1,"a",2,null,3.5]"#, options: options) }
        #expect(error.all.map(\.path) == ["$[1]", "$[3]", "$[4]"])
        #expect(error.path == "$[1]" && error.all.allSatisfy { $0.all.count == 1 })
        #expect(error.description == error.all.map(\.description).joined(separator: "\n"))
        #expect(error.description.contains("$[4]: 3.5 has a fraction"))
        let many = try #require(throws: JSONError.self) {
            try [Int](json: "[" + String(repeating: "null,", count: 24) + "null]", options: options)
        }
        #expect(many.all.count == 25)
        #expect(many.description.hasPrefix("$[0]: ") && many.description.contains("$[19]: ") && !many.description.contains("$[20]: "))
        #expect(many.description.hasSuffix("\nand 5 more errors: see `all`"))
        let one = try #require(throws: JSONError.self) { try [Int](json: "[null]") }
        #expect(one.all == [one])
    }

    @Test func aTextThatBeginsLikeHTMLSaysSo() {
        for text in ["<!DOCTYPE html><html>", "\n  <?xml version=\"1.0\"?>", "<"] {
            #expect(
                failure(JSONValue.self, text)?.hint == "the text looks like HTML or XML, not JSON: an error page of a server begins so",
                "\(text)")
        }
        #expect(failure(JSONValue.self, "[<]")?.hint == nil)
    }

    @Test func pathsThatAreNotSupportedDoNotSpeakOfStreams() {
        for path in ["$..a", "$[-1]", "$[?@.a]", "$[1:2]"] {
            let error = #expect(throws: JSONError.self) { try Int(json: "{}", at: path) }
            #expect(error?.kind == .invalidPath && error?.message.contains("stream") == false, "\(path)")
        }
    }
}
