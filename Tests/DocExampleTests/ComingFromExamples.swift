import Foundation
import Testing
import YokeFoundation

// The examples of docs/coming-from.md, copied without changes.

// MARK: MJExtension

struct Student: Equatable {
    var name: String?
    var desc: String?
    var nickname: String?
    var courses: [String] = []
    var isSelected = false
}

extension Student: JSONConvertible {
    static var jsonMapping: JSONMapping {
        JSONMapping(Student.self) { fields in
            fields.add("name", \.name)
            fields.add("desc", \.desc, key: "desciption")
            fields.add("nickname", \.nickname, key: ["nickname", .path("names.info[1].nick")])
            fields.add("courses", \.courses, literal: [])
            fields.ignore(\.isSelected, initial: false)
        }
    }
}

// MARK: YYModel

struct Album: Equatable {
    var id: UInt64
    var tracks: Int?
    var created: Date?
    var artists: [String: Artist] = [:]
}

struct Artist: Equatable { var name = "" }

extension Album: JSONConvertible {
    static var jsonMapping: JSONMapping {
        JSONMapping(Album.self) { fields in
            fields.add("id", \.id, key: ["id", "ID", "album_id"])
            fields.add("tracks", \.tracks, key: "t")
            fields.add("created", \.created)
            fields.add("artists", \.artists, literal: [:])
            fields.afterReading { album in
                if album.id == 0 { throw AlbumError.noIdentifier }
            }
        }
    }
}

enum AlbumError: Error { case noIdentifier }

extension Artist: JSONConvertible {
    static var jsonMapping: JSONMapping {
        JSONMapping(Artist.self) { $0.add("name", \.name, literal: "") }
    }
}

// MARK: Mantle

struct Issue: Equatable {
    enum State: String { case open, closed }
    var title: String
    var state = State.open
    var updatedAt: Date
    var reporter: String?
}

extension Issue: JSONConvertible {
    static var jsonMapping: JSONMapping {
        JSONMapping(Issue.self, keys: .snakeCase) { fields in
            fields.add("title", \.title)
            fields.add("state", \.state, default: .open, rules: [.onInvalid(.open)])
            fields.add("updatedAt", \.updatedAt, by: .format("yyyy-MM-dd'T'HH:mm:ss'Z'"))
            fields.add("reporter", \.reporter, key: [.path("user.login")])
        }
    }
}

extension Issue.State: JSONConvertible {
    static var jsonMapping: JSONMapping { JSONMapping(rawValues: Issue.State.self) { $0 += [.open, .closed] } }
}

// MARK: JSONModel

struct Order: Equatable {
    var orderID: Int
    var total: Decimal
    var note: String?
    var buyer: String
}

extension Order: JSONConvertible {
    static var jsonMapping: JSONMapping {
        JSONMapping(Order.self, keys: .snakeCase) { fields in
            fields.add("orderID", \.orderID)
            fields.add("total", \.total, key: "grand_total", rules: [.check { if $0 < 0 { throw OrderError.negative } }])
            fields.add("note", \.note)
            fields.add("buyer", \.buyer, key: [.path("details.buyer.name")])
        }
    }
}

enum OrderError: Error { case negative }

// MARK: JDCJsonExtension

struct Pupil: Equatable {
    var name = ""
    var age: Int32 = 0
}

extension Pupil: JSONConvertible {
    static var jsonMapping: JSONMapping {
        JSONMapping(Pupil.self) { fields in
            fields.add("name", \.name, key: JSONKeys(read: [.path("user.name")], write: "full_name"), literal: "")
            fields.add("age", \.age, literal: 0)
        }
    }
}

@Suite("The examples of docs/coming-from.md") struct ComingFromExamples {
    @Test func mjExtension() throws {
        let text = #"{"name": 7, "desciption": "d", "names": {"info": [0, {"nick": "n"}]}, "courses": ["a", null]}"#
        let student = try Student(json: text, options: .mjExtension)
        #expect(student == Student(name: "7", desc: "d", nickname: "n", courses: ["a"]))
        #expect(try student.jsonString() == #"{"name":"7","desciption":"d","nickname":"n","courses":["a"]}"#)
    }

    @Test func yyModel() throws {
        let text = #"{"ID": "12", "t": "12首", "created": "2014-01-20 12:24:48", "artists": {"a": {"name": "A"}, "b": null}}"#
        var options = JSONReadOptions.yyModel
        options.dateStyle = .auto
        let album = try Album(json: text, options: options)
        #expect(album == Album(
            id: 12, tracks: 12, created: Date(timeIntervalSince1970: 1_390_220_688), artists: ["a": Artist(name: "A")]))
        #expect((try? Album(json: #"{"id": 0}"#, options: options)) == nil)
    }

    @Test func mantle() throws {
        let text = #"{"title": "t", "state": "stale", "updated_at": "2014-01-20T12:24:48Z", "user": {"login": "mia"}}"#
        let issue = try Issue(json: text, options: .mantle)
        var other = issue
        other.reporter = nil
        let body = try other.jsonString(JSONWriteOptions(nulls: .write))
        #expect(issue == Issue(title: "t", updatedAt: Date(timeIntervalSince1970: 1_390_220_688), reporter: "mia"))
        #expect(body == #"{"title":"t","state":"open","updated_at":"2014-01-20T12:24:48Z","user":{"login":null}}"#)
    }

    @Test func jsonModel() throws {
        let text = #"{"order_id": "104", "grand_total": "19.90", "note": null, "details": {"buyer": {"name": "bo"}}}"#
        var order = try Order(json: text, options: .jsonModel)
        let changes = try order.update(
            json: #"{"note": "n", "grand_total": null}"#, policy: JSONUpdatePolicy(nulls: .keep, models: .replace), options: .jsonModel)
        #expect(order == Order(orderID: 104, total: Decimal(string: "19.9")!, note: "n", buyer: "bo"))
        #expect(changes.names == ["note"])
        let error = #expect(throws: JSONError.self) { try Order(json: "{}", options: .jsonModel) }
        #expect(error?.keys == ["order_id", "grand_total", "details.buyer.name"])
    }

    @Test func jdcJsonExtension() throws {
        let pupil = try Pupil(json: #"{"user": {"name": "a"}, "age": "12"}"#, options: .jdcJsonExtension)
        #expect(pupil == Pupil(name: "a", age: 12))
        #expect(try pupil.jsonString(.pretty) == "{\n  \"full_name\": \"a\",\n  \"age\": 12\n}")
    }
}
