import Foundation
import Testing
import YokeArchives
import YokeFoundation

// The code blocks of Yoke.docc/SnapshotsAndArchives.md, without changes. ArticleTests compares the article with this file.

private struct Member: JSONConvertible, Equatable {
    var name: String
    var token: String?

    static var jsonMapping: JSONMapping {
        JSONMapping(Member.self) { fields in
            fields.add("name", \.name)
            fields.add("token", \.token, rules: [.views("session")])
        }
    }
}

extension Member: JSONVersioned {
    static var jsonVersion: Int { 2 }
    static func migrate(_ member: inout JSONObject, from version: Int) throws {
        if version < 2 { member["name"] = member.removeValue(forKey: "full_name") }
    }
}

private struct Setting: JSONConvertible, Equatable {
    var key: String
    var since: Date

    static var jsonMapping: JSONMapping {
        JSONMapping(Setting.self) { fields in
            fields.add("key", \.key)
            fields.add("since", \.since)
        }
    }
}

private struct Author: JSONConvertible, Equatable {
    var name: String
    var born: Date?

    static var jsonMapping: JSONMapping {
        JSONMapping(Author.self) { fields in
            fields.add("name", \.name, key: ["name", "_name"])
            fields.add("born", \.born)
        }
    }
}

private struct Order: JSONConvertible {
    var id: Int
    static var jsonMapping: JSONMapping { JSONMapping(Order.self) { $0.add("id", \.id) } }
}

@Suite struct SnapshotsAndArchivesExamples {
    @Test func aSnapshotIsReadAgainAndLeavesOutWhatTheViewHides() throws {
        let member = Member(name: "Ada", token: "x")
        let bytes = try member.snapshot(JSONWriteOptions(view: "archive"))    // [UInt8]; snapshotData() gives Data
        let same = try Member(snapshot: bytes)
        #expect(same == Member(name: "Ada"))
        let old: JSONValue = ["full_name": "Bo"]
        #expect(try Member(snapshot: old.snapshot()) == Member(name: "Bo"))
    }

    @Test func propertyListsAndKeyedArchives() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).plist")
        defer { try? FileManager.default.removeItem(at: file) }
        let since = Date(timeIntervalSince1970: 1_390_220_688)
        let list: [[String: Any]] = [["key": "a", "since": since]]
        try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0).write(to: file)
        let settings = try [Setting](propertyList: Data(contentsOf: file))
        try settings.propertyList(format: .binary).write(to: file)
        #expect(settings == [Setting(key: "a", since: since)])
        #expect(try [Setting](propertyList: Data(contentsOf: file)) == settings)

        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.encode("Ada" as NSString, forKey: "_name")
        archiver.encode(since as NSDate, forKey: "born")
        archiver.encode(#"{"id": "4"}"# as NSString, forKey: "json")
        archiver.finishEncoding()
        let data = archiver.encodedData
        #expect(try JSONValue(keyedArchive: data)["_name"] == "Ada")
        print(try JSONValue(keyedArchive: data))                            // what is in it
        let author = try Author(keyedArchive: data, options: .salvage)
        try author.snapshotData().write(to: file)                           // from now on
        #expect(author == Author(name: "Ada", born: since))
        #expect(try Author(snapshot: Data(contentsOf: file)) == author)
        let text = try JSONValue(keyedArchive: data)["json"]?.string ?? ""
        let order = try Order(json: text, options: .jsonModel)
        #expect(order.id == 4)
    }
}
