import Testing
import Yoke

@Suite struct PropertyChoiceTests {
    private struct User: JSONConvertible, Equatable {
        var name = "u"
        var isPublic = true
        var email: String?
        var tags: [String] = []
        var city: String?
        var zip = 8010
        var work: Work?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name, default: "u")
                $0.add("isPublic", \.isPublic, literal: true)
                $0.add("email", \.email)
                $0.add("tags", \.tags, literal: [], rules: [.writtenIf { !$0.isEmpty }])
                $0.add("city", \.city, key: [.path("address.city")])
                $0.add("zip", \.zip, key: [.path("address.zip")], literal: 8010, rules: [.writtenIf { $0 > 0 }])
                $0.flatten("work", \.work)
                $0.writes("email", "city", "zip", "work") { $0.isPublic }
            }
        }
    }

    private struct Work: JSONConvertible, Equatable {
        var firm: String
        var room = 0
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("firm", \.firm)
                $0.add("room", \.room, literal: 0, rules: [.writtenIf { $0 > 0 }])
                $0.writes("firm") { $0.firm != "secret" }
            }
        }
    }

    private let open = User(email: "e", tags: ["a"], city: "Graz", work: Work(firm: "f", room: 3))

    @Test func byEachObject() throws {
        var closed = open
        closed.isPublic = false
        #expect(
            try written(open)
                == #"{"name":"u","isPublic":true,"email":"e","tags":["a"],"address":{"city":"Graz","zip":8010},"firm":"f","room":3}"#)
        #expect(
            try [open, closed].jsonString(JSONWriteOptions(excluding: ["work"]))
                == #"[{"name":"u","isPublic":true,"email":"e","tags":["a"],"address":{"city":"Graz","zip":8010}},{"name":"u","isPublic":false,"tags":["a"]}]"#
        )
        #expect(try closed.jsonString() == #"{"name":"u","isPublic":false,"tags":["a"]}"#)
        #expect(
            try read(User.self, #"{"isPublic":false,"email":"e","tags":["a"],"address":{"city":"Graz"},"room":3,"firm":"f"}"#) == closed)
    }

    @Test func leftOutWhateverIsSaidOfNil() throws {
        let all = JSONWriteOptions(nulls: .write)
        #expect(try User().jsonString(all) == #"{"name":"u","isPublic":true,"email":null,"address":{"city":null,"zip":8010}}"#)
        #expect(try User(zip: 0).jsonString() == #"{"name":"u","isPublic":true}"#)
        #expect(try User(isPublic: false).jsonString(all) == #"{"name":"u","isPublic":false}"#)
        #expect(try User(zip: 0, work: Work(firm: "secret")).jsonString() == #"{"name":"u","isPublic":true}"#)
    }

    @Test func chosenPropertiesAreWrittenInSortedOrder() throws {
        var user = open
        user.work = nil
        #expect(
            try user.jsonString(JSONWriteOptions(sortsKeys: true))
                == #"{"address":{"city":"Graz","zip":8010},"email":"e","isPublic":true,"name":"u","tags":["a"]}"#)
        #expect(try user.jsonString(.pretty).contains("\n  \"email\": \"e\",\n  \"tags\": [\n"))
    }

    private struct Sample: JSONConvertible {
        var low: Double
        var high: [Double] = []
        var deep = 0.0
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("low", \.low)
                $0.add("high", \.high, default: [], rules: [.writtenIf { !$0.isEmpty }])
                $0.add("deep", \.deep, key: [.path("a.b")], default: 0)
            }
        }
    }

    @Test(arguments: [
        (Sample(low: .nan), "$.low"), (Sample(low: 0, high: [1, .nan]), "$.high[1]"), (Sample(low: 0, deep: .infinity), "$.a.b"),
    ])
    private func placesOfErrors(_ sample: Sample, _ path: String) {
        for sorts in [false, true] {
            do throws(JSONError) {
                _ = try sample.jsonString(JSONWriteOptions(sortsKeys: sorts))
                Issue.record("written")
            } catch { #expect(error.path == path) }
        }
    }

    private struct Broken: JSONConvertible {
        var a = 1
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("a", \.a, literal: 1)
                $0.writes("b") { _ in true }
            }
        }
    }

    @Test func namesThatAreNone() {
        expect(.invalidMapping, "$", reading: Broken.self, "{}")
        expect(.invalidMapping, "$", reading: Element.self, "{}")
    }

    private struct Element: JSONConvertible {
        var a = 1
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) { $0.add("a", \.a, key: [.path("rows[0]")], literal: 1, rules: [.writtenIf { $0 > 0 }]) }
        }
    }
}
