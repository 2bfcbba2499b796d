import Foundation
import Testing
import YokeArchives
import YokeFoundation

/// Reads files that an older program wrote with `NSKeyedArchiver`, as the article SnapshotsAndArchives explains.
@Suite struct ArchiveTests {
    private struct Author: JSONConvertible, Equatable {
        var id: UUID?
        var name: String
        var age = 0
        var ratio = 0.0
        var isMember = false
        var nickname: String?
        var born: Date?
        var photo: Data?
        var home: URL?
        var tags: Set<String> = []
        var counts: [String: Int] = [:]
        var shapes: [Shape] = []
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.add("name", \.name, key: ["name", "_name"])
                $0.add("age", \.age, literal: 0)
                $0.add("ratio", \.ratio, literal: 0)
                $0.add("isMember", \.isMember, literal: false)
                $0.add("nickname", \.nickname)
                $0.add("born", \.born)
                $0.add("photo", \.photo)
                $0.add("home", \.home)
                $0.add("tags", \.tags, default: [])
                $0.add("counts", \.counts, literal: [:])
                $0.add("shapes", \.shapes, literal: [])
            }
        }
    }

    private enum Shape: JSONConvertible, Equatable {
        case circle(Circle), point
        struct Circle: JSONConvertible, Equatable {
            var radius: Double
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("radius", \.radius) } }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Shape.self, tag: "$class") {
                $0.add(
                    "XYZCircle", Circle.self, make: { .circle($0) },
                    match: { if case .circle(let circle) = copy $0 { circle } else { nil } })
                $0.add("XYZPoint", .point)
            }
        }
    }

    private static func uid(_ number: Int) -> String { "<dict><key>CF$UID</key><integer>\(number)</integer></dict>" }
    private static func uids(_ numbers: [Int]) -> String { "<array>" + numbers.map(uid).joined() + "</array>" }
    private static func dict(_ members: [(String, String)]) -> String {
        "<dict>" + members.map { "<key>\($0)</key>\($1)" }.joined() + "</dict>"
    }
    private static func kind(_ name: String) -> String {
        dict([("$classname", "<string>\(name)</string>"), ("$classes", "<array><string>\(name)</string><string>NSObject</string></array>")])
    }

    /// Returns an archive of the given objects. In the archive, the object `$null` comes first. It has the number 0 and stands for nil.
    private static func archive(top: [(String, String)] = [("root", uid(1))], _ objects: [String]) -> Data {
        let body = dict([
            ("$version", "<integer>100000</integer>"), ("$archiver", "<string>NSKeyedArchiver</string>"), ("$top", dict(top)),
            ("$objects", "<array><string>$null</string>" + objects.joined() + "</array>"),
        ])
        return Data(
            #"<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd"><plist version="1.0">"#
                .utf8) + Data(body.utf8) + Data("</plist>".utf8)
    }

    private static var author: Data { archive(authorObjects) }
    private static let authorObjects = [
        dict([
            ("$class", uid(2)), ("_name", uid(3)), ("age", "<integer>36</integer>"), ("ratio", "<real>0.5</real>"), ("isMember", "<true/>"),
            ("nickname", uid(0)), ("born", uid(4)), ("photo", uid(6)), ("home", uid(7)), ("tags", uid(10)), ("counts", uid(13)),
            ("shapes", uid(18)), ("id", uid(24)),
        ]),
        kind("XYZAuthor"), "<string>Ada</string>",
        dict([("$class", uid(5)), ("NS.time", "<real>-5851800000.5</real>")]), kind("NSDate"), "<data>AAEC</data>",
        dict([("$class", uid(8)), ("NS.base", uid(0)), ("NS.relative", uid(9))]), kind("NSURL"), "<string>https://a.b/c</string>",
        dict([("$class", uid(11)), ("NS.objects", uids([3, 12]))]), kind("NSMutableSet"), "<string>math</string>",
        dict([("$class", uid(14)), ("NS.keys", uids([3, 12])), ("NS.objects", uids([15, 16]))]), kind("NSDictionary"),
        "<integer>1</integer>",
        "<integer>2</integer>", "<string>unused</string>",
        dict([("$class", uid(19)), ("NS.objects", uids([20, 22, 20]))]), kind("NSArray"),
        dict([("$class", uid(21)), ("radius", "<real>1.5</real>")]), kind("XYZCircle"), dict([("$class", uid(23))]), kind("XYZPoint"),
        dict([("$class", uid(25)), ("NS.uuidbytes", "<data>5iHh+MNsSVqT/Awkej5uXw==</data>")]), kind("NSUUID"),
    ]

    private static let expected = Author(
        id: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"), name: "Ada", age: 36, ratio: 0.5, isMember: true,
        born: Date(timeIntervalSinceReferenceDate: -5_851_800_000.5), photo: Data([0, 1, 2]), home: URL(string: "https://a.b/c"),
        tags: ["Ada", "math"], counts: ["Ada": 1, "math": 2],
        shapes: [.circle(Shape.Circle(radius: 1.5)), .point, .circle(Shape.Circle(radius: 1.5))])

    @Test func keyedArchivesAreReadAsModels() throws {
        #expect(try Author(keyedArchive: Self.author) == Self.expected)
        // Read the author's archive in the binary form, too, which NSKeyedArchiver writes by default.
        let list = try PropertyListSerialization.propertyList(from: Self.author, format: nil)
        let binary = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        #expect(try Author(keyedArchive: binary) == Self.expected)
        #expect(try JSONValue(keyedArchive: binary)["shapes"]?[0] == ["$class": "XYZCircle", "radius": 1.5])
        // A value that was read from an archive can be written as a snapshot and read back.
        #expect(try Author(snapshot: Author(keyedArchive: binary).snapshotData()) == Self.expected)
    }

    /// Reads an archive that Foundation has written.
    @Test func ofFoundation() throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.encode("Ada" as NSString, forKey: "name")
        archiver.encode(36, forKey: "age")
        archiver.encode(NSDate(timeIntervalSinceReferenceDate: 5), forKey: "born")
        archiver.encode(NSSet(array: ["x", "y"]), forKey: "tags")
        archiver.encode(["n": 7] as NSDictionary, forKey: "counts")
        archiver.encode(NSUUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"), forKey: "id")
        archiver.encode(NSURL(string: "https://a.b/c"), forKey: "home")
        archiver.encode(NSNull(), forKey: "nickname")
        archiver.encode(Data([1, 2]) as NSData, forKey: "photo")
        archiver.finishEncoding()
        let author = try Author(keyedArchive: archiver.encodedData)
        #expect(
            author
                == Author(
                    id: Self.expected.id, name: "Ada", age: 36, born: Date(timeIntervalSinceReferenceDate: 5), photo: Data([1, 2]),
                    home: Self.expected.home, tags: ["x", "y"], counts: ["n": 7]))
    }

    /// Reads archives of two Objective-C libraries. Mantle adds a version to an archived object. JSONModel archives an object as its JSON
    /// text.
    @Test func ofOtherMappers() throws {
        let order = Self.archive([
            Self.dict([("$class", Self.uid(2)), ("json", Self.uid(3))]), Self.kind("Order"), #"<string>{"name":"x","age":"7"}</string>"#,
        ])
        let text = try #require(try JSONValue(keyedArchive: order)["json"]?.string)
        #expect(try Author(json: text, options: .jsonModel) == Author(name: "x", age: 7))
        let issue = Self.archive([Self.dict([("$class", Self.uid(2)), ("MTLModelVersion", "<integer>1</integer>")]), Self.kind("Issue")])
        #expect(try JSONValue(keyedArchive: issue) == ["$class": "Issue", "MTLModelVersion": 1])
    }

    @Test func damagedArchivesAreRefused() {
        func kind(_ data: Data) -> JSONError.Kind? {
            do throws(JSONError) { _ = try JSONValue(keyedArchive: data) } catch { return error.kind }
            return nil
        }
        #expect(kind(Data("{}".utf8)) == .invalidSnapshot)
        #expect(kind(Data()) == .invalidSnapshot)
        #expect(kind(Self.archive(top: [("root", Self.uid(9))], [])) == .invalidSnapshot)
        #expect(kind(Self.archive(top: [("root", "<dict><key>CF$UID</key><integer>-1</integer></dict>")], [])) != nil)
        // The reader refuses archives in which objects contain themselves, values are repeated too often, or values are nested too deeply.
        let array = Self.kind("NSArray")
        func list(_ numbers: [Int]) -> String { Self.dict([("$class", Self.uid(2)), ("NS.objects", Self.uids(numbers))]) }
        #expect(kind(Self.archive([list([3]), array, list([1])])) == .invalidSnapshot)
        #expect(kind(Self.archive([list([3, 3]), array] + (3..<60).map { list([$0 + 1, $0 + 1]) } + ["<true/>"])) == .limitExceeded)
        #expect(kind(Self.archive([list([303, 603]), array, "<true/>"] + (4..<604).map { list([$0 - 1]) })) == .depthExceeded)
        #expect(kind(Self.archive([list([3]), array] + (3..<600).map { list([$0 + 1]) } + ["<true/>"])) == .depthExceeded)
        #expect(kind(Self.archive([list([3, 0]), array, "<true/>"])) == nil)
    }
}

@Suite struct PropertyListTests {
    private struct Entry: JSONConvertible, Equatable {
        var title: String
        var day: Date?
        var stamp: Date?
        var icon: Data?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self, dates: .secondsSince1970) {
                $0.add("title", \.title)
                $0.add("day", \.day)
                $0.add("stamp", \.stamp, by: JSONDateCoder.rfc3339.optional)
                $0.add("icon", \.icon)
            }
        }
    }

    private static let entries = [
        Entry(title: "a", day: Date(timeIntervalSince1970: 1_390_220_688), stamp: Date(timeIntervalSince1970: 0), icon: Data([0, 255])),
        Entry(title: "é"),
    ]

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func anyRoot(format: PropertyListSerialization.PropertyListFormat) throws {
        #expect(try [Entry](propertyList: Self.entries.propertyList(format: format)) == Self.entries)
        #expect(try [String: Int](propertyList: ["k": 1].propertyList(format: format)) == ["k": 1])
        #expect(throws: JSONError.self) { try [Int?.none].propertyList(format: format) }
        let same = #expect(throws: JSONError.self) { try JSONValue(json: "{\"e\u{301}\":1,\"\u{e9}\":2}").propertyList(format: format) }
        #expect(same?.kind == .typeMismatch)
        // An error of writing has no position in a text.
        let literal = JSONWriteOptions(nonFiniteNumbers: .literal)
        let number = #expect(throws: JSONError.self) { try [Double.nan].propertyList(format: format, options: literal) }
        #expect(number?.kind == .typeMismatch && number?.offset == nil)
        #expect(
            try [Entry](propertyList: Self.entries.propertyList(format: format, options: JSONWriteOptions(only: ["title"])))
                == [Entry(title: "a"), Entry(title: "é")])
        // A property list in a file reads back as the same value.
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).plist")
        defer { try? FileManager.default.removeItem(at: file) }
        try Self.entries.propertyList(format: format).write(to: file)
        #expect(try [Entry](propertyList: Data(contentsOf: file)) == Self.entries)
    }

    /// Dates and data of a property list are accepted for every date style, because they are not JSON text.
    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func datesAndData(format: PropertyListSerialization.PropertyListFormat) throws {
        let objects: [[String: Any]] = [
            [
                "title": "a", "day": Date(timeIntervalSince1970: 1_390_220_688), "stamp": Date(timeIntervalSince1970: 0),
                "icon": Data([0, 255]),
            ],
            ["title": "é"],
        ]
        let list = try PropertyListSerialization.data(fromPropertyList: objects, format: format, options: 0)
        #expect(try [Entry](propertyList: list) == Self.entries)
        let value = try JSONValue(propertyList: list)
        #expect(value[0]?["day"] == "2014-01-20T12:24:48Z" && value[0]?["icon"] == "AP8=")
    }

    /// One date in a list is enough: then all dates without a form of their own are read in any form. A list without dates is read in the
    /// forms of the model.
    @Test func aListWithADateIsReadWithDatesInAnyForm() throws {
        func list(_ other: Any) throws -> Data {
            try PropertyListSerialization.data(
                fromPropertyList: ["title": "a", "day": "2020-01-02", "other": other], format: .binary, options: 0)
        }
        #expect(try Entry(propertyList: list(Date())).day == Date(timeIntervalSince1970: 1_577_923_200))
        #expect(throws: JSONError.self) { try Entry(propertyList: list("x")) }
    }

    private static func nested(_ levels: Int, _ open: String, _ middle: String, _ close: String) -> String {
        String(repeating: open, count: levels) + middle + String(repeating: close, count: levels)
    }

    /// Foundation converts lists level by level on the call stack. So Yoke limits the levels for Foundation.
    @Test func theDepthOfListsIsLimited() throws {
        for (open, middle, close) in [("<array>", "", "</array>"), ("<dict><key>a</key>", "<true/>", "</dict>")] {
            func read(_ levels: Int, _ options: JSONReadOptions = .strict) throws -> JSONValue {
                let text = #"<plist version="1.0">"# + Self.nested(levels, open, middle, close) + "</plist>"
                return try JSONValue(propertyList: Data(text.utf8), options: options)
            }
            #expect(throws: Never.self) { try read(256) }
            let deep = #expect(throws: JSONError.self) { try read(257) }
            #expect(deep?.kind == .depthExceeded && deep?.message.contains("256") == true)
            let limit = JSONLimits.untrusted.depth
            #expect(throws: Never.self) { try read(limit, .untrusted) }
            let untrusted = #expect(throws: JSONError.self) { try read(limit + 1, .untrusted) }
            #expect(untrusted?.kind == .depthExceeded)
        }
        var deepRead = JSONReadOptions.strict, deepWrite = JSONWriteOptions.compact
        (deepRead.limits.depth, deepWrite.depth) = (100_000, 100_000)
        for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
            let value = try JSONValue(json: Self.nested(256, "[", "", "]"))
            #expect(try JSONValue(propertyList: value.propertyList(format: format)) == value)
            for levels in [257, 20_000] {
                let value = try JSONValue(json: Self.nested(levels, "[", "", "]"), options: deepRead)
                let error = #expect(throws: JSONError.self) { try value.propertyList(format: format, options: deepWrite) }
                #expect(error?.kind == .depthExceeded && error?.path == "$" + String(repeating: "[0]", count: 256))
            }
        }
    }

    @Test func onlyXMLAndBinaryListsAreWritten() {
        let error = #expect(throws: JSONError.self) { try ["a": 1].propertyList(format: .openStep) }
        #expect(error?.kind == .invalidOptions)
    }

    @Test func errorsOfWritingNameThePath() throws {
        for (json, path) in [
            (#"{"a":[{"b":1},{"b":[true,null]}]}"#, "$.a[1].b[1]"), (#"{"a b":1e400}"#, "$['a b']"), ("null", "$"),
            ("{\"x\":{\"e\u{301}\":1,\"\u{e9}\":2}}", "$.x"),
        ] {
            let error = #expect(throws: JSONError.self) { try JSONValue(json: json).propertyList() }
            #expect(error?.kind == .typeMismatch && error?.path == path)
        }
    }

    @Test func whatJSONDoesNotHave() throws {
        let list = try PropertyListSerialization.data(fromPropertyList: [Double.nan], format: .binary, options: 0)
        #expect(throws: JSONError.self) { try [Double](propertyList: list) }
        #expect(throws: JSONError.self) { try [Double](propertyList: Data("nonsense \u{1}".utf8)) }
    }
}

/// Keyed archives whose objects of Foundation lack a part, or have a part of another kind.
@Suite struct DamagedArchiveTests {
    private static func uid(_ number: Int) -> String { "<dict><key>CF$UID</key><integer>\(number)</integer></dict>" }

    /// Returns an archive with one object of a class of Foundation. The archive's objects 3 and 4 are the strings "a" and "b".
    private static func archive(_ name: String, _ parts: String) -> Data {
        let objects =
            "<string>$null</string><dict><key>$class</key>\(uid(2))\(parts)</dict>"
            + "<dict><key>$classname</key><string>\(name)</string></dict><string>a</string><string>b</string>"
        return Data(
            """
            <plist version="1.0"><dict><key>$archiver</key><string>NSKeyedArchiver</string>
            <key>$top</key><dict><key>root</key>\(uid(1))</dict><key>$objects</key><array>\(objects)</array></dict></plist>
            """.utf8)
    }

    @Test(arguments: [
        ("NSDictionary", "<key>NS.keys</key><array>\(uid(3))\(uid(4))</array><key>NS.objects</key><array>\(uid(3))</array>"),
        ("NSDictionary", "<key>NS.keys</key><array>\(uid(3))</array>"),
        ("NSDictionary", "<key>NS.keys</key><array>\(uid(0))</array><key>NS.objects</key><array>\(uid(3))</array>"),
        ("NSArray", "<key>NS.objects</key><string>a</string>"), ("NSDate", ""), ("NSDate", "<key>NS.time</key><string>1</string>"),
        ("NSDictionary", "<key>NS.key.0</key>\(uid(3))"), ("NSDictionary", "<key>NS.key.0</key>\(uid(3))<key>NS.object.1</key>\(uid(4))"),
        ("NSString", ""), ("NSString", "<key>NS.bytes</key><string>a</string>"), ("NSString", "<key>NS.bytes</key><data>/w==</data>"),
        ("NSData", ""),
    ])
    func aDamagedObjectIsAnError(_ name: String, _ parts: String) {
        do throws(JSONError) {
            let value = try JSONValue(keyedArchive: Self.archive(name, parts))
            Issue.record("\(value)")
        } catch { #expect(error.kind == .invalidSnapshot) }
    }

    @Test func wholeObjectsAreRead() throws {
        let pairs = "<key>NS.keys</key><array>\(Self.uid(3))</array><key>NS.objects</key><array>\(Self.uid(4))</array>"
        #expect(try JSONValue(keyedArchive: Self.archive("NSDictionary", pairs)) == ["a": "b"])
        #expect(try JSONValue(keyedArchive: Self.archive("NSDate", "<key>NS.time</key><real>0</real>")) == "2001-01-01T00:00:00Z")
        // Foundation's other form of some objects: a key for each element, or bytes.
        let numbered = "<key>NS.key.0</key>\(Self.uid(3))<key>NS.object.0</key>\(Self.uid(4))"
        #expect(try JSONValue(keyedArchive: Self.archive("NSDictionary", numbered)) == ["a": "b"])
        #expect(try JSONValue(keyedArchive: Self.archive("NSDictionary", "")) == [:])
        #expect(try JSONValue(keyedArchive: Self.archive("NSString", "<key>NS.bytes</key><data>QWRh</data>")) == "Ada")
        #expect(try JSONValue(keyedArchive: Self.archive("NSMutableData", "<key>NS.bytes</key><data>AAEC</data>")) == "AAEC")
    }
}
