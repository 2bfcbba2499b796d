import TestSupport
import Testing
import Yoke

private struct User: JSONConvertible, Equatable {
    var id: Int
    var idx: Int
    var ident: Int?
    var näme: String?
    var next: Int?

    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("id", \.id)
            $0.add("idx", \.idx)
            $0.add("ident", \.ident)
            $0.add("n\u{E4}me", \.näme)
            $0.add("", \.next, key: "")
        }
    }
}

@Suite struct KeyTests {
    // MARK: - Missing

    @Test func allMissingKeysAreNamedAtOnce() {
        let error = failure([User].self, #"[{"id":1,"idx":1}, {"ident":3}]"#)
        #expect(error?.kind == .missingKeys && error?.path == "$[1]" && error?.keys == ["id", "idx"])
        #expect(error?.offset == 19)
        #expect(failure(User.self, #" {"idx":1,"x":{"id":2}}"#)?.keys == ["id"])
        #expect(failure(User.self, #" {"idx":1,"x":{"id":2}}"#)?.offset == 1)
    }

    @Test func aKeyThatTurnsIntoAnErrorIsNotMissing() {
        expect(.typeMismatch, "$.idx", reading: User.self, #"{"idx":null}"#)
    }

    // MARK: - Unknown

    @Test func unknownKeysAreSkipped() throws {
        let text = #"{"x":{"id":7,"idx":[{"id":8}]},"id":1,"xx":[[],{}],"idx":2,"y":"z","z":-1.5e3,"t":true,"n":null}"#
        #expect(try read(User.self, text) == User(id: 1, idx: 2))
    }

    @Test(arguments: [
        "[tru]", #""\x""#, "[01]", #"{"a":}"#, "[1,]", #"["\ud800"]"#, #"{"a" 1}"#, "nul", "[}", "1.", "\"a\tb\"",
    ])
    func unknownValuesAreChecked(value: String) {
        let inside = failure(User.self, #"{"id":1,"idx":2,"unknown":"# + value + "}")
        #expect(inside?.path.hasPrefix("$.unknown") == true)
        let alone = failure([User].self, #"[{"id":1,"idx":2,"unknown":["# + value + "]}]")
        #expect(alone?.path.hasPrefix("$[0].unknown[0]") == true)
        #expect(inside?.kind == alone?.kind)
    }

    @Test func badBytesInUnknownValuesAreErrors() throws {
        for bad in [[0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xFF], [0xE2, 0x82]] as [[UInt8]] {
            let text = Array(#"{"id":1,"idx":2,"u":[""#.utf8) + bad + Array(#""]}"#.utf8)
            #expect(throws: JSONError.self) { try User(json: text) }
            #expect(throws: JSONError.self) { try chunked(User.self, text) }
        }
    }

    // MARK: - Confusion

    @Test func onlyExactKeysBind() throws {
        let right = #""id":1,"idx":2"#
        for key in ["id", "idx", "ident", "näme", ""] {
            for wrong in neighbours(of: Array(key.utf8)) where !["id", "idx", "ident", "näme", ""].map({ Array($0.utf8) }).contains(wrong) {
                let text = Array("{".utf8) + (try String(decoding: wrong, as: UTF8.self).jsonBytes()) + Array((":[]," + right + "}").utf8)
                #expect(try User(json: text) == User(id: 1, idx: 2), "\(wrong)")
            }
        }
    }

    /// Returns all keys that differ from the key by one removed, added or changed byte. Leaves out keys that are not UTF-8.
    private func neighbours(of key: [UInt8]) -> [[UInt8]] {
        var keys: [[UInt8]] = []
        for i in 0...key.count {
            for byte in [0, 0x20, 0x2E, 0x41, 0x5F, 0x61, 0x64, 0x69, 0x78, 0x7F] as [UInt8] {
                keys.append(Array(key[..<i]) + [byte] + Array(key[i...]))
                if i < key.count { keys.append(Array(key[..<i]) + [byte] + Array(key[(i + 1)...])) }
            }
            if i < key.count { keys.append(Array(key[..<i]) + Array(key[(i + 1)...])) }
        }
        return keys.filter { validString($0) != nil }
    }

    @Test func otherNormalFormsAndLookAlikesAreOtherKeys() throws {
        let base = #""id":1,"idx":2"#
        #expect(try read(User.self, "{\"n\u{E4}me\":\"a\",\(base)}").näme == "a")
        #expect(try read(User.self, "{\"na\u{308}me\":\"a\",\(base)}").näme == nil)
        #expect(try read(User.self, "{\"\u{456}d\":5,\(base)}").id == 1)
        #expect(try read(User.self, "{\"ID\":5,\(base)}").id == 1)
    }

    @Test func escapedSpellingsAreTheSameKey() throws {
        #expect(try read(User.self, #"{"\u0069d":1,"i\u0064x":2,"n\u00E4me":"x","":3}"#) == User(id: 1, idx: 2, näme: "x", next: 3))
    }

    @Test func keysInAnyOrder() throws {
        let members = [#""id":1"#, #""idx":2"#, #""ident":3"#, #""":4"#]
        for a in members {
            for b in members where b != a {
                let rest = members.filter { $0 != a && $0 != b }
                let text = "{" + ([a, b] + rest.reversed()).joined(separator: ",") + "}"
                #expect(try read(User.self, text) == User(id: 1, idx: 2, ident: 3, next: 4))
            }
        }
    }

    @Test func keysThatNeedEscapesOrOddPaths() throws {
        struct Odd: JSONConvertible, Equatable {
            var quote: Int
            var slash: Int
            var zero: Int
            var dotted: Int
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("quote", \.quote, key: "a\"b\\(x)")
                    $0.add("slash", \.slash, key: "a/b")
                    $0.add("zero", \.zero, key: "\0\u{1B}")
                    $0.add("dotted", \.dotted, key: "a.b['c']")
                }
            }
        }
        let odd = Odd(quote: 1, slash: 2, zero: 3, dotted: 4)
        let text = #"{"a\"b\\(x)":1,"a/b":2,"\u0000\u001b":3,"a.b['c']":4}"#
        #expect(try odd.jsonString().lowercased() == text)
        #expect(try read(Odd.self, text) == odd)
        #expect(try odd.jsonString(JSONWriteOptions(escapesSlashes: true)).contains(#""a\/b":2"#))
        expect(.typeMismatch, #"$['a.b[\'c\']']"#, reading: Odd.self, #"{"a.b['c']":{}}"#)
        expect(.typeMismatch, #"$['\u0000\u001b']"#, reading: Odd.self, #"{"\u0000\u001b":{}}"#)
    }
}

@Suite struct JSONKeyStyleTests {
    private struct Names: JSONConvertible, Equatable {
        var userID = 1
        var URLPath = 2
        var line1 = 3
        var isHTTPSOnly = 4
        var _private = 5
        var x = 6
        var createdAtUTC2 = 7

        static func mapping(_ keys: JSONKeyStyle) -> JSONMapping {
            JSONMapping(Self.self, keys: keys) {
                $0.add("userID", \.userID)
                $0.add("URLPath", \.URLPath)
                $0.add("line1", \.line1)
                $0.add("isHTTPSOnly", \.isHTTPSOnly)
                $0.add("_private", \._private)
                $0.add("x", \.x, key: "X-Key")
                $0.add("createdAtUTC2", \.createdAtUTC2)
            }
        }
        static var jsonMapping: JSONMapping { mapping(.snakeCase) }
    }

    private struct Cased<Style: CaseStyle>: JSONConvertible {
        var names: Names
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self, keys: Style.style) {
                $0.add("userID", \.names.userID)
                $0.add("URLPath", \.names.URLPath)
                $0.add("line1", \.names.line1)
                $0.add("isHTTPSOnly", \.names.isHTTPSOnly)
                $0.add("_private", \.names._private)
                $0.add("x", \.names.x, key: "X-Key")
                $0.add("createdAtUTC2", \.names.createdAtUTC2)
            }
        }
    }
    private protocol CaseStyle { static var style: JSONKeyStyle { get } }
    private enum Written: CaseStyle { static var style: JSONKeyStyle { .asWritten } }
    private enum Camel: CaseStyle { static var style: JSONKeyStyle { .camelCase } }
    private enum Pascal: CaseStyle { static var style: JSONKeyStyle { .pascalCase } }
    private enum Snake: CaseStyle { static var style: JSONKeyStyle { .snakeCase } }
    private enum Upper: CaseStyle { static var style: JSONKeyStyle { .upperSnakeCase } }
    private enum Kebab: CaseStyle { static var style: JSONKeyStyle { .kebabCase } }
    private enum Dot: CaseStyle { static var style: JSONKeyStyle { .dotCase } }

    private func keys<Style: CaseStyle>(_ style: Style.Type) throws -> String {
        let text = try Cased<Style>(names: Names()).jsonString()
        let back = try Cased<Style>(json: text)
        #expect(back.names == Names())
        return text.filter { !"{}\"0123456789:".contains($0) || $0 == "1" || $0 == "2" }
    }

    @Test func eachStyleSpellsEveryNameItsWay() throws {
        #expect(try keys(Written.self) == "userID1,URLPath2,line1,isHTTPSOnly,_private,X-Key,createdAtUTC2")
        #expect(try keys(Camel.self) == "userId1,urlPath2,line1,isHttpsOnly,_private,X-Key,createdAtUtc2")
        #expect(try keys(Pascal.self) == "UserId1,UrlPath2,Line1,IsHttpsOnly,_Private,X-Key,CreatedAtUtc2")
        #expect(try keys(Snake.self) == "user_id1,url_path2,line1,is_https_only,_private,X-Key,created_at_utc2")
        #expect(try keys(Upper.self) == "USER_ID1,URL_PATH2,LINE1,IS_HTTPS_ONLY,_PRIVATE,X-Key,CREATED_AT_UTC2")
        #expect(try keys(Kebab.self) == "user-id1,url-path2,line1,is-https-only,_private,X-Key,created-at-utc2")
        #expect(try keys(Dot.self) == "user.id1,url.path2,line1,is.https.only,_private,X-Key,created.at.utc2")
    }

    @Test(arguments: [
        ("itemObject145", "item_object_145"), ("itemObject176Details", "item_object_176_details"), ("line1", "line_1"), ("x1y2", "x_1y_2"),
        ("utf8Text", "utf_8_text"), ("_3d", "_3d"), ("äpfel12Grün", "äpfel_12_grün"), ("noDigits", "no_digits"),
    ])
    func digitsAreSplit(_ name: String, _ key: String) {
        #expect(JSONKeyStyle.snakeCase(splitsDigits: true).key(for: name) == key)
        let kebab = String(key.prefix { $0 == "_" }) + key.drop { $0 == "_" }.map { $0 == "_" ? "-" : String($0) }.joined()
        #expect(JSONKeyStyle.kebabCase(splitsDigits: true).key(for: name) == kebab)
    }

    @Test func namesFromKeys() {
        #expect(JSONKeyStyle.camelCase.key(for: "item_object_145") == "itemObject145")
        #expect(JSONKeyStyle.camelCase.key(for: "created_at") == "createdAt")
        #expect(JSONKeyStyle.pascalCase.key(for: "created_at") == "CreatedAt")
        #expect(JSONKeyStyle.snakeCase.key(for: "createdAt") == "created_at")
        #expect(JSONKeyStyle.snakeCase(splitsDigits: false) == .snakeCase)
    }

    /// Key styles treat letters outside of ASCII in separate code.
    @Test func otherLettersThanASCII() {
        func key(_ style: JSONKeyStyle) -> String { style.key(for: "_höheURL_änderung") }
        #expect(key(.camelCase) == "_höheUrlÄnderung")
        #expect(key(.pascalCase) == "_HöheUrlÄnderung")
        #expect(key(.snakeCase) == "_höhe_url_änderung")
        #expect(key(.upperSnakeCase) == "_HÖHE_URL_ÄNDERUNG")
        #expect(key(.kebabCase) == "_höhe-url-änderung")
        #expect(key(.dotCase) == "_höhe.url.änderung")
    }

    private enum Digits: CaseStyle { static var style: JSONKeyStyle { .snakeCase(splitsDigits: true) } }
    private enum Own: CaseStyle {
        static var style: JSONKeyStyle { .custom("prefixed") { "p_" + JSONKeyStyle.kebabCase.key(for: $0) } }
    }

    @Test func functionsOfOnesOwn() throws {
        #expect(try keys(Own.self) == "p_user-id1,p_url-path2,p_line1,p_is-https-only,p__private,X-Key,p_created-at-utc2")
        #expect(try keys(Digits.self) == "user_id1,url_path2,line_1,is_https_only,_private,X-Key,created_at_utc_2")
        // A key style can be chosen for a single call. Two custom styles are equal if they have the same name.
        let shout = JSONKeyStyle.custom("shout") { $0.uppercased() }
        #expect(shout == JSONKeyStyle.custom("shout") { $0 })
        #expect(shout != JSONKeyStyle.custom("other") { $0.uppercased() })
        let text = try Names().jsonString(JSONWriteOptions(keyStyle: shout))
        #expect(text.hasPrefix(#"{"USERID":1,"URLPATH":2"#))
        var options = JSONReadOptions.strict
        options.keyStyle = shout
        #expect(try Names(json: text, options: options) == Names())
        #expect(throws: JSONError.self) { try Names(json: text) }
    }
}
