import Foundation
import Testing
import YokeFoundation

// The examples of docs/mapping.md, section "Archives", copied without changes.

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

@Suite struct ArchiveGuideTests {
    @Test func propertyListsAndKeyedArchives() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).plist")
        defer { try? FileManager.default.removeItem(at: file) }
        let since = Date(timeIntervalSince1970: 1_390_220_688)
        let list: [[String: Any]] = [["key": "a", "since": since]]
        try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0).write(to: file)
        let settings = try [Setting](propertyList: Data(contentsOf: file))
        #expect(settings == [Setting(key: "a", since: since)])
        try settings.propertyList(format: .binary).write(to: file)
        #expect(try [Setting](propertyList: Data(contentsOf: file)) == settings)

        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.encode("Ada" as NSString, forKey: "_name")
        archiver.encode(since as NSDate, forKey: "born")
        archiver.finishEncoding()
        let data = archiver.encodedData
        #expect(try JSONValue(keyedArchive: data)["_name"] == "Ada")
        let author = try Author(keyedArchive: data, options: .salvage)
        #expect(author == Author(name: "Ada", born: since))
        try author.snapshotData().write(to: file)
        #expect(try Author(snapshot: Data(contentsOf: file)) == author)
    }
}
