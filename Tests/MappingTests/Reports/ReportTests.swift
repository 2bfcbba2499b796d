import Testing
import Yoke

/// Tests reports about values that are read twice, and about values that are dropped.
@Suite struct ReportTests {
    private struct Address: JSONConvertible, Equatable {
        var city: String
        var zip: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("city", \.city)
                $0.add("zip", \.zip)
            }
        }
    }

    /// A class. A flattened instance is read from the raw text of the entire object around it.
    private final class Home: JSONConvertible {
        let street: String
        let number: Int
        init(_ storage: Storage) { (street, number) = (storage.street, storage.number) }
        struct Storage: JSONConvertible {
            var street: String
            var number: Int
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("street", \.street)
                    $0.add("number", \.number)
                }
            }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(Home.self, via: Storage.self, decode: { Home($0) }, encode: { Storage(street: $0.street, number: $0.number) })
        }
    }

    private struct Named: JSONConvertible, Equatable {
        var zip: Int
        var name: String
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("zip", \.zip)
                $0.add("name", \.name)
            }
        }
    }

    private enum Place: JSONConvertible, Equatable {
        case list([Int]), address(Address), named(Named)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, untagged: true) {
                $0.add("list", [Int].self, make: { .list($0) }, match: { if case .list(let list) = $0 { list } else { nil } })
                $0.add(
                    "address", Address.self, make: { .address($0) }, match: { if case .address(let address) = $0 { address } else { nil } })
                $0.add("named", Named.self, make: { .named($0) }, match: { if case .named(let named) = $0 { named } else { nil } })
            }
        }
    }

    private struct Tagged: JSONConvertible, Equatable {
        var place: Place
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "type") {
                $0.add("address", Address.self, make: { Self(place: .address($0)) }, match: { _ in nil })
            }
        }
    }

    private struct Beside: JSONConvertible, Equatable {
        var place: Place
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "type", content: "data") {
                $0.add("address", Address.self, make: { Self(place: .address($0)) }, match: { _ in nil })
            }
        }
    }

    private struct User: JSONConvertible {
        var id: Int
        var home: Home
        var tagged: Tagged
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.flatten("home", \.home)
                $0.flatten("tagged", \.tagged)
            }
        }
    }

    private struct Fan: JSONConvertible, Equatable {
        var a: Int
        var b: Int
        var c: Double
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("a", \.a, key: "x")
                $0.add("b", \.b, key: "x")
                $0.add("c", \.c, key: "x")
            }
        }
    }

    /// Returns the report for a text, one string for each entry. Expects the same report with both engines.
    private func report<Value: JSONReadable>(
        _ type: Value.Type, _ text: String, _ options: JSONReadOptions = .salvage, _ location: SourceLocation = #_sourceLocation
    ) throws -> [String] {
        let reports = try engines.map { engine in
            var report = JSONReport()
            var options = options
            options.engine = engine
            _ = try Value(json: text, options: options, report: &report)
            return report
        }
        #expect(reports.allSatisfy { $0 == reports[0] }, sourceLocation: location)
        for entry in reports[0].entries {
            #expect(entry.bytes.upperBound <= text.utf8.count && entry.column == entry.bytes.lowerBound + 1, sourceLocation: location)
        }
        return reports[0].entries.map { "\($0.path) \($0.kind)" }
    }

    @Test func whatSharesAnObjectIsNotUnknownToTheOthers() throws {
        let text = #"{"id":"1","street":"s","number":"5","type":"address","city":"c","zip":7,"q":1}"#
        #expect(try report(User.self, text) == ["$.id coerced", "$.number coerced", "$.q unknownKey"])
        #expect(
            try report([Tagged].self, #"[{"type":"address","city":"c","zip":"7","q":1}]"#) == ["$[0].zip coerced", "$[0].q unknownKey"])
        #expect(
            try report([Beside].self, #"[{"data":{"city":"c","zip":7,"type":1},"type":"address","q":1}]"#)
                == ["$[0].data.type unknownKey", "$[0].q unknownKey"])
    }

    @Test func onlyTheTrialThatFitsIsTold() throws {
        let text = #"[["1",{}],{"zip":"1","city":{}},{"zip":"2","city":"c","q":0}]"#
        #expect(
            try report([Place].self, text, .salvage).filter { !$0.hasPrefix("$[1]") }
                == ["$[0][0] coerced", "$[0][1] dropped", "$[2].zip coerced", "$[2].q unknownKey"])
        #expect(try report([Place].self, #"[["1"],{"zip":"2","name":"n"}]"#, .lenient) == ["$[0][0] coerced", "$[1].zip coerced"])
    }

    private struct Twice: JSONConvertible {
        var first: [Place]
        var second: [Place]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("first", \.first, key: "x")
                $0.add("second", \.second, key: "x")
            }
        }
    }

    @Test func nothingIsToldTwice() throws {
        var report = JSONReport()
        _ = try [Fan](json: #"[{"x":"5"},{"x":"6"}]"#, options: .lenient, report: &report)
        #expect(report.entries.map(\.expected) == ["an integer (Int)", "a number (Double)", "an integer (Int)", "a number (Double)"])
        #expect(try self.report(Twice.self, #"{"x":[{"zip":"2","city":"c"},["3"]]}"#) == ["$.x[0].zip coerced", "$.x[1][0] coerced"])
    }

    @Test func whatIsLeftOutSaysWhy() throws {
        var report = JSONReport()
        let text = #"[{"id":1,"street":"s","number":[1],"type":"address","city":"c","zip":7},{"id":{}},{}]"#
        _ = try [User](json: text, options: .salvage, report: &report)
        #expect(
            report.entries.map(\.description) == [
                "$[0].number (line 1, column 32): expected an integer (Int), found an array; $[0] was dropped",
                "$[1].id (line 1, column 79): expected an integer (Int), found an object; $[1] was dropped",
                "$[2] (line 1, column 83): the keys \"street\", \"number\" are missing; $[2] was dropped",
            ])
        #expect(report.entries.map(\.bytes) == [31..<32, 78..<79, 82..<84])
        var keys = JSONReport()
        _ = try [String: Int](json: #"{"a[1]":"1","a[2]":"2","o'[3]":"3","b":"4"}"#, options: .lenient, report: &keys)
        #expect(Set(keys.counts.keys.map(\.path)) == ["$['a[1]']", "$['a[2]']", #"$['o\'[3]']"#, "$.b"])
        // Some letters and accents form one Character with a bracket or a quote beside them.
        var letters = JSONReport()
        _ = try [String: [Int]](json: #"{"\u0d4e":["1","2"],"\u0301 [3]":["1"]}"#, options: .lenient, report: &letters)
        #expect(Set(letters.counts.keys.map(\.path)) == ["$.\u{D4E}[*]", "$['\u{301} [3]'][*]"])
        #expect(report.counts[.init(kind: .dropped, path: "$[*].number")] == 1)
        #expect(report.entries.map(\.leftOut) == ["$[0]", "$[1]", "$[2]"])

        #expect("\(report)" == report.entries.map(\.description).joined(separator: "\n"))
        report = JSONReport()
        #expect(report.description == "nothing to report")
        _ = try [Int](json: "[" + String(repeating: "{},", count: 101) + "{}]", options: .salvage, report: &report)
        #expect(report.description.split(separator: "\n").count == 101 && report.description.hasSuffix("\nand 2 more: see `counts`"))

        report = JSONReport()
        _ = try LenientTests.All(json: #"{"small":256,"flag":"maybe"}"#, options: .salvage, report: &report)
        #expect(
            report.entries.map(\.description) == [
                "$.small (line 1, column 10): 256 does not fit UInt8 (0...255); $.small was left out",
                "$.flag (line 1, column 21): expected true or false, found a string; $.flag was left out",
            ])
    }

    private struct Rated: JSONConvertible {
        var rank: Int
        var level: Int
        var best: [Int]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("rank", \.rank, rules: [.onInvalid(-1)])
                $0.add("level", \.level, default: 7)
                $0.add("best", \.best, key: [.path("a.best")], rules: [.onInvalid([0])])
            }
        }
    }

    @Test func aDefaultForInvalidValuesIsNamed() throws {
        for engine in engines {
            var report = JSONReport()
            var options = JSONReadOptions.salvage
            options.engine = engine
            let rows = try [Rated](
                json: #"[{"rank":{},"level":[],"a":{"best":[1,{}]}},{"rank":1,"a":{"best":{}}}]"#, options: options, report: &report)
            #expect(rows.map(\.rank) == [-1, 1] && rows[0].level == 7 && rows.map(\.best) == [[1], [0]])
            #expect(
                report.entries.map(\.description) == [
                    "$[0].rank (line 1, column 10): expected an integer (Int), found an object; $[0].rank has the default for invalid values",
                    "$[0].level (line 1, column 21): expected an integer (Int), found an array; $[0].level was left out",
                    "$[0].a.best[1] (line 1, column 39): expected an integer (Int), found an object; $[0].a.best[1] was dropped",
                    "$[1].a.best (line 1, column 67): expected an array, found an object; $[1].a.best has the default for invalid values",
                ])
        }
    }

    // MARK: - What is and what is not reported

    @Test func repeatedKeysOfDictionariesAreTold() throws {
        let text = #"{"a":1,"b":{},"a":2,"\u0061":3,"c":{"a":1},"a":"x"}"#
        #expect(try report([String: JSONValue].self, text, .strict) == ["$.a duplicateKey", "$.a duplicateKey", "$.a duplicateKey"])
        #expect(
            try report([[String: [Int: Int]]].self, #"[{"a":{"1":1},"b":{"1":1,"2":2,"1":3}},{"a":{}}]"#, .strict) == [
                "$[0].b['1'] duplicateKey"
            ])
        var options = JSONReadOptions.strict
        options.duplicateKeys = .first
        #expect(try report([String: Int].self, #"{"a":1,"a":2}"#, options) == ["$.a duplicateKey"])
        // A key counts as present, even if its value was dropped. So the second `a` is a duplicate.
        #expect(try report([String: Int].self, #"{"a":[],"a":2}"#) == ["$.a dropped", "$.a duplicateKey"])
        // Swift treats both spellings of é as equal. The duplicate is reported at the dictionary, because the two keys differ as text.
        var report = JSONReport()
        #expect(try [[String: Int]](json: "[{\"e\u{301}\":1,\"\u{e9}\":2}]", report: &report) == [["\u{e9}": 2]])
        #expect(report.entries.map { "\($0.path) \($0.kind) \($0.column)" } == ["$[0] duplicateKey 2"])
        // A dynamic value keeps both members with the key `a`, so nothing is lost and nothing is reported.
        #expect(try self.report(JSONValue.self, #"{"a":1,"a":2}"#) == [])
    }

    @Test func repeatedKeysOnAPathAreTold() throws {
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            var report = JSONReport()
            #expect(try Int(json: #"{"a":{"b":1,"c":5},"x":0,"x":0,"a":{"b":2}}"#, at: "$.a.b", options: options, report: &report) == 2)
            #expect(report.entries.map { "\($0.path) \($0.kind) \($0.bytes)" } == ["$.a duplicateKey 31..<34"])
        }
    }

    private struct Blank: JSONConvertible {
        var n: Int?
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("n", \.n) } }
    }

    private struct Badge: JSONConvertible {
        var id: Int?
        var level = 1
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id, key: ["id", "ID"])
                $0.add("level", \.level, key: .path("rank.level"), literal: 1)
            }
        }
    }

    /// A repeated key is reported, whether the earlier value is stored, left out, null, or in a key that does not count.
    @Test func aRepeatedKeyIsToldWithoutItsEarlierValue() throws {
        #expect(try report(Blank.self, #"{"n":{},"n":1}"#) == ["$.n defaultForInvalid", "$.n duplicateKey"])
        #expect(try report(Blank.self, #"{"n":null,"n":1}"#, .strict) == ["$.n duplicateKey"])
        #expect(
            try report(Badge.self, #"{"rank":{"level":null,"level":2},"rank":[],"rank":{}}"#) == [
                "$.rank.level defaultForNull", "$.rank.level duplicateKey", "$.rank duplicateKey", "$.rank defaultForInvalid",
                "$.rank duplicateKey",
            ])
        #expect(
            try report(Badge.self, #"{"ID":1,"id":2,"ID":3,"x":1,"x":2}"#, .strict).filter { $0.hasSuffix("duplicateKey") } == [
                "$.ID duplicateKey"
            ])
        #expect(try report(Fan.self, #"{"x":1,"x":2}"#) == ["$.x duplicateKey"])
    }

    private struct Settings: JSONConvertible {
        var sizes: [String: Int]
        var home: Address?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("sizes", \.sizes)
                $0.add("home", \.home, default: nil)
            }
        }
    }

    @Test func anEmptyArrayForAnObjectIsTold() throws {
        #expect(try report([Settings].self, #"[{"sizes":[ ]},{"sizes":{}}]"#) == ["$[0].sizes coerced"])
        var report = JSONReport()
        _ = try [Blank](json: "[[],[ ],{}]", options: .salvage, report: &report)
        #expect(
            report.entries.map(\.description) == [
                "$[0] (line 1, column 2): converted an array to an object (Blank)",
                "$[1] (line 1, column 5): converted an array to an object (Blank)",
            ])
        // Salvage mode reads `[]` as `{}`, which lacks the required keys.
        report = JSONReport()
        let settings = try Settings(json: #"{"sizes":[],"home":[]}"#, options: .salvage, report: &report)
        #expect(settings.home == nil)
        #expect(
            report.entries.map { "\($0.path) \($0.kind) \($0.bytes)" } == ["$.sizes coerced 9..<11", "$.home defaultForInvalid 19..<21"])
    }

    private struct Partly: JSONConvertible {
        var id: Int
        var name = ""
        var city = ""
        var note = ""
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.add("name", \.name, key: [.path("who.name")], default: "")
                $0.add("city", \.city, key: [.path("at.city")], default: "")
                $0.add("note", \.note, key: JSONKeys(read: ["note"], write: "remark"), default: "", rules: [.views("full")])
            }
        }
    }

    private struct Open: JSONConvertible {
        var id: Int
        var rest: JSONObject = [:]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.extras("rest", \.rest)
            }
        }
    }

    @Test func whatTheCallLeavesOutIsNotUnknown() throws {
        let text = #"{"id":1,"who":{"name":"n","q":1},"at":{"city":"c"},"note":"x","remark":"y","z":0}"#
        var options = JSONReadOptions.strict
        #expect(try report(Partly.self, text, options) == ["$.who.q unknownKey", "$.z unknownKey"])
        options.only = ["id", "name"]
        #expect(try report(Partly.self, text, options) == ["$.who.q unknownKey", "$.z unknownKey"])
        options.only = nil
        options.excluding = ["name"]
        #expect(try report(Partly.self, text, options) == ["$.z unknownKey"])
        options.excluding = []
        options.view = "short"
        #expect(try report(Partly.self, text, options) == ["$.who.q unknownKey", "$.z unknownKey"])
    }

    @Test func whatExtrasKeepIsNotUnknown() throws {
        let text = #"{"id":1,"x":2,"x":3,"y":{"z":1}}"#
        #expect(try report(Open.self, text) == [])
        var options = JSONReadOptions.strict
        options.excluding = ["rest"]
        #expect(try report(Open.self, text, options) == [])
    }

    @Test func entriesAreInTheOrderOfTheText() throws {
        var report = JSONReport()
        let rows = #"{"zip":"1","q":0},{"city":"c","zip":"2"}"#
        let text = "[" + Array(repeating: rows, count: 60).joined(separator: ",") + "]"
        #expect(try [Address](json: text, options: .salvage, report: &report).count == 60)
        // A missing key is noticed at the end of its object, but reported at the object's start.
        #expect(
            report.entries.prefix(4).map { "\($0.path) \($0.kind)" } == [
                "$[0] dropped", "$[0].zip coerced", "$[0].q unknownKey", "$[1].zip coerced",
            ])
        let starts = report.entries.map(\.bytes.lowerBound)
        #expect(starts == starts.sorted() && starts.count == 100 && report.total == 240 && report.entries.last?.path == "$[49].zip")
        // If a report is used again, the entries of the earlier text stay first.
        let first = report.entries
        _ = try [Int](json: #"["1"]"#, options: .lenient, report: &report)
        #expect(report.entries == first && report.total == 241)
        report = JSONReport()
        _ = try [Int](json: #"[5,"1"]"#, options: .lenient, report: &report)
        _ = try [Int](json: #"["1"]"#, options: .lenient, report: &report)
        #expect(report.entries.map(\.path) == ["$[1]", "$[0]"])
    }
}
