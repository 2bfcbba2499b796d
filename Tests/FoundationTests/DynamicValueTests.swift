import Foundation
import TestSupport
import Testing
import YokeFoundation

/// Makes dynamic values from Foundation's types, and reads and writes them in files.
@Suite struct DynamicValueTests {
    @Test func foundationValues() throws {
        let value: JSONValue = [
            "price": .number(try #require(JSONNumber(text: "12345678901234567890.12345678901"))), "when": "2026-01-02T03:04:05Z",
            "epoch": 5,
            "page": "https://swift.org", "id": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "bytes": "AQI=", "no": "x y",
        ]
        #expect(value["price"]?.decimal?.description == "12345678901234567890.12345678901")
        #expect(value["when"]?.date == Date(timeIntervalSince1970: 1_767_323_045))
        #expect(value["epoch"]?.date(.secondsSince1970) == Date(timeIntervalSince1970: 5))
        #expect(value["epoch"]?.date == nil && value["no"]?.date == nil && value["no"]?.decimal == nil)
        #expect(value["page"]?.url == URL(string: "https://swift.org"))
        #expect(value["epoch"]?.url == nil)
        #expect(value["id"]?.uuid != nil && value["no"]?.uuid == nil)
        #expect(value["bytes"]?.data == Data([1, 2]))
    }

    @Test func untypedValues() throws {
        let text = #"{"a":[1,18446744073709551615,0.1,true,null,"s"],"b":{"c":12345678901234567890.25,"d":1e999}}"#
        let value = try JSONValue(json: text)
        let any = try #require(try value.anyValue() as? [String: Any])
        let list = try #require(any["a"] as? [Any])
        #expect(list[0] as? Int == 1)
        #expect(list[1] as? UInt64 == .max)
        #expect(list[2] as? Decimal == Decimal(string: "0.1"))
        #expect(list[3] as? Bool == true && list[4] is NSNull && list[5] as? String == "s")
        let inner = try #require(any["b"] as? [String: Any])
        #expect((inner["d"] as? JSONNumber)?.text == "1e999")
        #expect(try JSONValue(any: any) == value)
        let number = try #require(JSONNumber(text: "1e999"))
        #expect(try JSONValue(any: number) == .number(number))
        let optionals: [String: Any] = ["a": Int??.some(nil) as Any, "b": Int???.some(.some(3)) as Any, "c": [Int??.some(nil), 1] as Any]
        #expect(try JSONValue(any: optionals) == ["a": nil, "b": 3, "c": [nil, 1]])
        let parts: [String: Any] = [
            "a": ["k": JSONValue.bool(true)] as JSONObject, "b": [[.number(number)] as JSONArray, nil as Int?] as [Any?],
        ]
        #expect(try JSONValue(any: parts).b?[0]?[0]?.number == number)
        #expect(try JSONValue(any: nil) == .null)
        #expect(try JSONValue(any: 5) == 5)
        #expect(try JSONValue(any: ["x": [1.5, "y"]] as [String: Any]) == ["x": [1.5, "y"]])
        let error = #expect(throws: JSONError.self) { try JSONValue(any: ["x": Date()]) }
        #expect(error?.kind == .typeMismatch)
        let inside = #expect(throws: JSONError.self) { try JSONValue(any: ["x": [number, ["y": Date()]]]) }
        #expect(inside?.path == "$.x[1].y")
        let nested = (0..<600).reduce([] as [Any]) { inner, _ in [inner] }
        let tooDeep = #expect(throws: JSONError.self) { try JSONValue(any: nested) }
        #expect(tooDeep?.kind == .depthExceeded)
        #expect(try JSONValue(any: nested, depth: 601).count == 1)
        let deep = (0..<100_000).reduce(JSONValue(1)) { inner, _ in [inner] }
        #expect(throws: JSONError.self) { _ = try deep.anyValue() }
    }

    @Test func aNegativeZeroKeepsItsSign() throws {
        let value = try JSONValue(json: "[-0,-0.0,-0e5,0,0.0]")
        let any = try #require(try value.anyValue() as? [Any])
        #expect(any.prefix(3).allSatisfy { ($0 as? Double)?.sign == .minus } && any[3] as? Int == 0 && any[4] as? Decimal == 0)
        #expect(try JSONValue(any: any).array?.map { $0.number?.double?.sign == .minus } == [true, true, true, false, false])
        let made = try JSONValue(any: [-0.0, Float(-0.0)] as [Any])
        #expect(made[0]?.number?.double?.sign == .minus && made[1]?.number?.double?.sign == .minus)
    }

    @Test func files() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("yoke-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let missing = #expect(throws: JSONError.self) { try JSONValue(jsonContentsOf: file) }
        #expect(missing?.kind == .io)
        try (["a": [1, 2]] as JSONValue).writeJSON(to: file)
        #expect(try [Int](jsonContentsOf: file, at: "$.a") == [1, 2])
        try [1].writeJSON(to: file, options: .pretty)
        #expect(try String(contentsOf: file, encoding: .utf8) == "[\n  1\n]")
        let error = #expect(throws: JSONError.self) { try [1].writeJSON(to: file.appendingPathComponent("below")) }
        #expect(error?.kind == .io)
    }

    @Test func aFileKeepsItsPermissionsAndItsLink() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("yoke-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("secret.json"), link = folder.appendingPathComponent("link.json")
        try Data("1".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        try 5.writeJSON(to: link)
        #expect(try Int(jsonContentsOf: file) == 5)
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
        let folderError = #expect(throws: JSONError.self) { try Int(jsonContentsOf: folder) }
        #expect(folderError?.kind == .io && folderError?.message.contains("directory") == true)
        let web = try #require(URL(string: "https://example.org/a.json"))
        #expect(throws: JSONError.self) { try Int(jsonContentsOf: web) }
        #expect(throws: JSONError.self) { try 5.writeJSON(to: web) }
    }

    @Test func aFileBeyondTheLimitIsNotReadWhole() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("yoke-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(FileManager.default.createFile(atPath: file.path, contents: Data("[1,2]".utf8)))
        var options = JSONReadOptions.strict
        options.limits.totalBytes = 5
        #expect(try [Int](jsonContentsOf: file, options: options) == [1, 2])
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 1 << 40)  // would not fit in memory
        try handle.close()
        // A negative limit allows no bytes.
        for limit in [5, 0, -1, .min] {
            options.limits.totalBytes = limit
            let error = #expect(throws: JSONError.self) { try [Int](jsonContentsOf: file, options: options) }
            #expect(error?.kind == .limitExceeded && error?.offset == max(0, limit))
        }
    }

    @Test func keysThatSwiftTakesForEqualAreAnError() throws {
        let value = try JSONValue(json: "{\"a\":{\"e\u{301}\":1,\"\u{e9}\":2}}")
        let error = #expect(throws: JSONError.self) { _ = try value.anyValue() }
        #expect(error?.kind == .typeMismatch)
        let repeated = try #require(try JSONValue(json: #"{"a":1,"a":2}"#).anyValue() as? [String: Int])
        #expect(repeated == ["a": 2])
    }

    @Test func numbersOfEveryTypeAreTaken() throws {
        let any: [String: Any] = ["c": CGFloat(0.1), "i": UInt8(7), "w": Int128.max, "f": Float(0.5)]
        #expect(
            try JSONValue(any: any) == ["c": 0.1, "i": 7, "w": .number(#require(JSONNumber(text: "\(Int128.max)"))), "f": 0.5])
        #expect(throws: JSONError.self) { try JSONValue(any: [CGFloat.nan]) }
        #if arch(x86_64) && os(Linux)
        let error = #expect(throws: JSONError.self) { try JSONValue(any: [Float80.greatestFiniteMagnitude]) }
        #expect(error?.message.contains("Float80") == true)
        #endif
    }
}
