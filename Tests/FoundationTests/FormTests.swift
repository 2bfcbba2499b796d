import Foundation
import TestSupport
import Testing
import YokeFoundation

/// Tests types whose values have more than one form in JSON.
@Suite struct FormTests {
    private struct Shape: JSONConvertible, Equatable {
        var frame: CGRect
        var center: CGPoint
        var bounds: CGRect
        var anchor: CGPoint?
        var sizes: [CGSize]

        static var jsonMapping: JSONMapping {
            JSONMapping(Shape.self) { fields in
                fields.add("frame", \.frame)
                fields.add("center", \.center)
                fields.add("bounds", \.bounds, by: .object)
                fields.add("anchor", \.anchor, by: .object.optional)
                fields.add("sizes", \.sizes, by: .object.array)
            }
        }
    }

    #if Macros
    @JSONModel
    fileprivate struct Window {
        @JSONCoded(.object) var frame: CGRect
        @JSONCoded(.object) var center: CGPoint?
        @JSONCoded(.object) var sizes: [CGSize]
    }

    @Test func theAttributeHasOneNameForAllShapes() throws {
        let text =
            #"{"frame":{"x":0.0,"y":1.0,"width":2.0,"height":3.0},"center":{"x":1.0,"y":2.0},"sizes":[{"width":1.0,"height":2.0}]}"#
        #expect(try Window(json: text).jsonString() == text)
    }
    #endif

    @Test func geometryIsReadAsArraysOrObjects() throws {
        let text =
            #"{"frame":[[1.0,2.0],[3.5,4.0]],"center":[0.0,-1.0],"bounds":{"x":0.0,"y":1.0,"width":2.0,"height":3.0},"#
            + #""anchor":{"x":1.0,"y":2.0},"sizes":[{"width":1.0,"height":2.0}]}"#
        for engine in JSONEngine.each {
            var options = JSONReadOptions()
            options.engine = engine
            let shape = try Shape(json: text, options: options)
            #expect(shape.frame == CGRect(x: 1, y: 2, width: 3.5, height: 4) && shape.center == CGPoint(x: 0, y: -1))
            #expect(shape.bounds == CGRect(x: 0, y: 1, width: 2, height: 3) && shape.anchor == CGPoint(x: 1, y: 2))
            #expect(shape.sizes == [CGSize(width: 1, height: 2)])
            #expect(try shape.jsonString() == text)
        }
        #expect(try [CGFloat](json: "[1, 2.5]") == [1, 2.5])
        // A CGRect has the same JSON form with Foundation's Codable.
        let rect = CGRect(x: 1.5, y: 2.5, width: 3.5, height: 4.5)
        #expect(try CGRect(json: JSONEncoder().encode(rect)) == rect)
        #expect(try JSONDecoder().decode(CGRect.self, from: rect.jsonData()) == rect)
        let error = #expect(throws: JSONError.self) { try CGPoint(json: "[1]") }
        #expect(error?.keys == ["y"])
    }

    @Test(arguments: ["Europe/Vienna", "GMT", "CET", "GMT+02:00", "GMT+0200", "GMT-8"])
    func timeZones(text: String) throws {
        let zone = try TimeZone(json: text.jsonString())
        #expect(zone == TimeZone(identifier: text) ?? TimeZone(abbreviation: text))
        #expect(try TimeZone(json: zone.jsonString()).secondsFromGMT() == zone.secondsFromGMT())
    }

    /// Foundation knows a time zone that it has already made also by its identifier with U+0000 at the end.
    @Test(arguments: ["Europe/Vienna", "EST", "UTC", "CET"]) func aTimeZoneHasNoNull(text: String) throws {
        _ = try TimeZone(json: text.jsonString())
        for other in ["\(text)\u{0}", "\(text)\u{0}x", "\u{0}\(text)"] {
            let error = try #require(throws: JSONError.self) { try TimeZone(json: other.jsonString()) }
            #expect(error.kind == .refused)
        }
    }

    @Test func otherTexts() throws {
        let error = #expect(throws: JSONError.self) { try TimeZone(json: #""Mars/Olympus""#) }
        #expect(error?.kind == .refused)
        #expect(try Locale(json: #""de_AT""#).identifier == "de_AT")
    }

    @Test func urlsThatCanBeRepaired() {
        for (text, isRepaired) in [("http://a.org/a b", true), ("http://a.org/ü", true), ("", false), ("http://[::1", false)] {
            for engine in JSONEngine.each {
                var options = JSONReadOptions.strict
                options.engine = engine
                let error = #expect(throws: JSONError.self) { try [URL](json: "[\"\(text)\"]", options: options) }
                #expect(error?.kind == .refused && error?.message == "expected a URL, found \"\(text)\"", "\(text)")
                #expect(error?.path == "$[0]" && error?.hint?.contains("@JSONCoded(.repaired)") == (isRepaired ? true : nil), "\(text)")
            }
        }
    }

    private struct Page: JSONConvertible, Equatable {
        var url: URL
        var more: [URL] = []
        static var jsonMapping: JSONMapping {
            JSONMapping(Page.self) { fields in
                fields.add("url", \.url, by: .repaired)
                fields.add("more", \.more, by: JSONURLCoder.repaired.array, default: [])
            }
        }
    }

    @Test(arguments: [
        ("http://example.org/a b", "http://example.org/a%20b"), ("http://example.org/?q=中文", "http://example.org/?q=%E4%B8%AD%E6%96%87"),
        ("  http://a.org/x\n", "http://a.org/x"), ("http://a.org/100%", "http://a.org/100%25"),
        ("http://a.org/%zz%2", "http://a.org/%25zz%252"),
        ("http://a.org/%E4%b8?a=b&c[]=;,+#f#g", "http://a.org/%E4%b8?a=b&c%5B%5D=;,+#f%23g"),
        ("http://[::1]:80/<x>\"^`{|}\\", "http://[::1]:80/%3Cx%3E%22%5E%60%7B%7C%7D%5C"), ("a/b:c d", "a/b:c%20d"),
        // `//` that does not begin an authority.
        ("page?next=//[x]", "page?next=//%5Bx%5D"), ("?u=//[::1]/", "?u=//%5B::1%5D/"), ("#//[x]", "#//%5Bx%5D"),
        ("a//[b]", "a//%5Bb%5D"), ("urn:a//[b]", "urn:a//%5Bb%5D"), ("mailto:a?b=//[", "mailto:a?b=//%5B"),
        ("a?b://[c]", "a?b://%5Bc%5D"),
        // Brackets in an authority that do not enclose the host.
        ("http://u[ser@host/", "http://u%5Bser@host/"), ("http://a]b/", "http://a%5Db/"), ("//u]@[::1]:80/[x]", "//u%5D@[::1]:80/%5Bx%5D"),
    ])
    func repairedURLs(text: String, expected: String) throws {
        let page = try Page(json: #"{"url":\#(text.jsonString()),"more":[\#(text.jsonString())]}"#)
        #expect(page.url.absoluteString == expected)
        #expect(page.more == [page.url])
        #expect(try Page(json: page.jsonString()) == page)
    }

    @Test(arguments: ["", " ", "http://a:port/"]) func whatIsNoURLAfterAll(text: String) throws {
        let error = #expect(throws: JSONError.self) { try Page(json: #"{"url":\#(text.jsonString())}"#) }
        #expect(error?.kind == .refused && error?.path == "$.url")
    }

    private struct Token: JSONConvertible {
        var bytes: Data
        static var jsonMapping: JSONMapping { JSONMapping(Token.self) { $0.add("bytes", \.bytes, by: .base64URL) } }
    }

    @Test func base64ForURLs() throws {
        let data = Data([0xFB, 0xFF, 0xFE, 0x01])
        #expect(try Token(json: #"{"bytes":"-__-AQ"}"#).bytes == data)
        #expect(try Token(json: #"{"bytes":"-__-AQ=="}"#).bytes == data)
        #expect(try Token(bytes: data).jsonString() == #"{"bytes":"-__-AQ"}"#)
        for bad in [
            "+//+AQ", "-__-A", "-__-AQ=", "a b", "====", "AA=A", "A===", "AB", "AB==", "AAB", "AAAA====", "AA==AA==", "AA\\n",
        ] {
            #expect(throws: JSONError.self, "\(bad)") { try Token(json: #"{"bytes":"\#(bad)"}"#) }
        }
    }

    /// Base64 is read strictly, as in RFC 4648: padding stands only at the end, all characters are in the alphabet, and unused bits of the
    /// last character are 0.
    @Test func base64IsStrict() throws {
        for count in 0...40 {
            let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 77 &+ count) })
            #expect(try Data(json: data.jsonString()) == data)
            #expect(try Token(json: Token(bytes: data).jsonString()).bytes == data)
        }
        for good in ["", "AA==", "AAA=", "AAAA", "/+8=", "+/A="] {
            #expect(try Data(json: "\"\(good)\"").base64EncodedString() == good)
        }
        for bad in [
            "====", "=", "==", "===", "AA=A", "A===", "A=", "AA", "AAA", "AA=", "AAAAA===", "AAAA====", "AA==AA==", "AA==AAAA",
            "=AAA", "AB==", "AAB=",
            "A-_A", "AA AA", " AAAA", "AAAA ", "AA\\nAA==", "AAAA\\r\\n", "AA\\u0000A", "AAé=", "AA=é", "A\\u0041=",
        ] {
            let error = #expect(throws: JSONError.self, "\(bad)") { try Data(json: "\"\(bad)\"") }
            #expect(error?.kind == .refused)
        }
    }
}
