import Foundation
import Testing
import YokeFoundation

private let json5 = JSONReadOptions.json5

/// Decodes a JSON5 text with JSONDecoder and with YokeDecoder, and returns both results.
private func outcomes<T: Decodable & Equatable>(_ type: T.Type, _ text: String) -> (foundation: Outcome<T>, yoke: Outcome<T>) {
    let foundation = JSONDecoder(), yoke = YokeDecoder()
    foundation.allowsJSON5 = true
    yoke.allowsJSON5 = true
    let data = Data(text.utf8)
    return (Outcome { try foundation.decode(type, from: data) }, Outcome { try yoke.decode(type, from: data) })
}

private struct Box: Codable, Equatable {
    var a: Int?
    var b: String?
    var c: [Double]?
    var d: [String: Box]?
}

@Suite struct JSON5DifferentialTests {
    @Test(arguments: [
        "{}", "{a:1}", "{a:1,}", "{'b':'x'}", "{a:0x1F,b:'y',c:[1.,.5,+2,-0x10,],}", "{c:[1,2,3,],d:{x:{a:1},'y z':{b:\"q\"},},}",
        "// c\n{/* d */a:+7}",
        "{b:'\\u00e9'}", "{b:'it\\'s'}", "{b:\"it's\"}", "{b:'say \"x\"'}", "{$a:1,_b:2,a:3}", "{a:0xffff}", "{c:[1e3,1.5e-2,+1e+2]}",
        "{a:-1}",
        "{c:[Infinity,-Infinity]}", "{a:01}", "{a:0x}", "{a:.}", "{a:+}", "{a:}", "{,}", "{a:1,,}", "{c:[,]}", "{c:[1,,2]}", "{a 1}",
        "{a:1 b:2}", "{b:'a\nb'}", "{b:'}", "{b:'a'", "[", "", "/*", "{a:1}x",
        "{b:undefined}", "{1a:2}", "{a-b:1}", "{a:'x'}", "{b:5}", "{c:{}}", "{a:1.5}", "{a:1.0}", "{a:0xFFFFFFFFFFFFFFFFFF}",
        "{b:null,a:null}", "{'':{},a:1}",
    ])
    func sameAsFoundation(text: String) {
        let (foundation, yoke) = outcomes(Box.self, text)
        if case .failure(let text) = foundation, text.hasPrefix("dataCorrupted"), case .failure(let own) = yoke,
            own.hasPrefix("dataCorrupted")
        {
            return
        }
        #expect(foundation == yoke, "\(text)")
    }

    @Test(arguments: ["[NaN]", "[Infinity]", "[-Infinity]", "[+NaN]", "[1, Infinity]"])
    func numbersThatOnlyJSON5Has(text: String) {
        func same<T: Decodable & Equatable>(_ type: T.Type) {
            let (foundation, yoke) = outcomes(type, text)
            if case .failure(let text) = foundation, text.hasPrefix("dataCorrupted"), case .failure(let own) = yoke {
                #expect(own.hasPrefix("dataCorrupted"), "\(own)")
            } else {
                #expect("\(foundation)" == "\(yoke)")
            }
        }
        same([Decimal].self)
        same([Double].self)
        same([Float?].self)
        same([Int].self)
        same([UInt8?].self)
        same([Bool].self)
        same([String].self)
    }

    @Test(arguments: ["a:1", "a:1 // c", "// c {\n{a:1}", "/*{*/a:1,", "{a:1} // }", "// c", "a:1}", "\u{FEFF}a:1", "{a:1", "'a':1,b:'}'"])
    func theOuterBracesMayBeMissing(text: String) {
        let foundation = JSONDecoder(), yoke = YokeDecoder()
        (foundation.allowsJSON5, foundation.assumesTopLevelDictionary) = (true, true)
        (yoke.allowsJSON5, yoke.assumesTopLevelDictionary) = (true, true)
        let expected = Outcome { try foundation.decode(Box.self, from: Data(text.utf8)) }
        #expect(Outcome { try yoke.decode(Box.self, from: text) } == expected, "\(text)")
    }

    @Test func deliberateDifferences() throws {
        func differs(_ text: String, _ expected: Box) {
            let (foundation, yoke) = outcomes(Box.self, text)
            #expect(foundation != yoke, "\(text): \(foundation)")
            #expect(yoke == .value(expected), "\(text): \(yoke)")
        }
        differs("{b:'\\x41\\v\\0'}", Box(b: "A\u{B}\0"))
        differs("{b:'a\\\nb'}", Box(b: "ab"))
        differs("{\u{A0}a\u{A0}:1}", Box(a: 1))
        differs("{c:[0xFFFFFFFFFFFFFFFF]}", Box(c: [18446744073709551615]))
    }

    @Test func nonFiniteNumbers() throws {
        let decoder = YokeDecoder()
        decoder.allowsJSON5 = true
        #expect(try decoder.decode([Double].self, from: Data("[NaN,+Infinity,-Infinity,1]".utf8)).description == "[nan, inf, -inf, 1.0]")
        #expect(try decoder.decode([Float].self, from: Data("[-Infinity,NaN]".utf8)).description == "[-inf, nan]")
        #expect(try decoder.decode(JSONValue.self, from: Data("[NaN]".utf8))[0]?.double?.isNaN == true)
        for text in ["[NaN]", "[-Infinity]", "[Infinity]"] {
            #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: Data(text.utf8)) }
            #expect(throws: DecodingError.self) { try decoder.decode([String].self, from: Data(text.utf8)) }
            #expect(throws: DecodingError.self) { try decoder.decode([JSONNumber].self, from: Data(text.utf8)) }
            #expect(throws: DecodingError.self) { try decoder.decode([Bool].self, from: Data(text.utf8)) }
        }
        decoder.allowsJSON5 = false
        #expect(throws: DecodingError.self) { try decoder.decode([Double].self, from: Data("[NaN]".utf8)) }
        decoder.readOptions = json5
        #expect(try decoder.decode([Double].self, from: Data("[.5,]".utf8)) == [0.5])
    }
}
