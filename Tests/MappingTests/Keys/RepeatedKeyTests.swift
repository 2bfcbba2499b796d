import TestSupport
import Testing
import Yoke

/// Tests repeated keys of values that are kept as raw text: tags of cases, and extras.
@Suite struct RepeatedKeyTests {
    private struct Admin: JSONConvertible, Equatable {
        var x = 0
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("x", \.x, default: 0) } }
    }

    private enum Role: JSONConvertible, Equatable {
        case admin(Admin), reader(Admin)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Role.self, tag: "g") {
                $0.add("admin", Admin.self, make: { .admin($0) }, match: { if case .admin(let x) = $0 { x } else { nil } })
                $0.add("reader", Admin.self, make: { .reader($0) }, match: { if case .reader(let x) = $0 { x } else { nil } })
            }
        }
    }

    @Test(arguments: JSONEngine.each)
    func thePolicyForRepeatedKeysHoldsForTags(engine: JSONEngine) throws {
        var options = JSONReadOptions.strict
        options.engine = engine
        let text = #"{"g":"admin","x":1,"g":"reader"}"#
        #expect(try Role(json: text, options: options) == .reader(Admin(x: 1)))
        options.duplicateKeys = .first
        #expect(try Role(json: text, options: options) == .admin(Admin(x: 1)))
        #expect(try Role(json: #"{"g":"admin","g":"none","\u0067":7}"#, options: options) == .admin(Admin()))
        options.duplicateKeys = .reject
        let error = #expect(throws: JSONError.self) { try Role(json: text, options: options) }
        #expect(error?.kind == .duplicateKey && error?.path == "$.g")
    }

    private enum Chosen: JSONReadable, Equatable {
        case a(Hooked), b(Hooked)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Chosen.self, choose: { $0["g"]?.string }) {
                $0.add("a", Hooked.self, make: { .a($0) }, match: { if case .a(let x) = $0 { x } else { nil } })
                $0.add("b", Hooked.self, make: { .b($0) }, match: { if case .b(let x) = $0 { x } else { nil } })
            }
        }
    }

    private struct Hooked: JSONReadable, Equatable {
        var g: String, seen = ""
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("g", \.g)
                $0.add("seen", \.seen, default: "")
                $0.afterReading { hooked, source in hooked.seen += source["g"]?.string ?? "" }
            }.beforeReading { $0["seen"] = $0["g"] }
        }
    }

    @Test(arguments: JSONEngine.each)
    func theFirstOfRepeatedKeysHoldsForCodeOfTheUser(engine: JSONEngine) throws {
        var options = JSONReadOptions.strict
        options.engine = engine
        let text = #"{"g":"a","\u0067":"b","seen":"x","seen":"y"}"#
        #expect(try Chosen(json: text, options: options) == .b(Hooked(g: "b", seen: "bb")))
        options.duplicateKeys = .first
        #expect(try Chosen(json: text, options: options) == .a(Hooked(g: "a", seen: "aa")))
    }

    private struct Rest: JSONConvertible, Equatable {
        var rest: JSONObject = [:]
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.extras("rest", \.rest) } }
    }

    @Test(arguments: JSONEngine.each)
    func thePolicyForRepeatedKeysHoldsForExtras(engine: JSONEngine) throws {
        for mode in [JSONReadMode.strict, .salvage, .mjExtension, .jsonModel, .yyModel] {
            var options = JSONReadOptions(mode: mode)
            options.engine = engine
            options.limits.numberDigits = 10_000
            let long = String(repeating: "7", count: 5000)
            let text = #"{"a":null,"b":"é\n\u0041","c":-1.50e2,"d":[1,{"e":"f"}],"g":true,"h":false,"":"plain","i":\#(long),"a":"again"}"#
            let rest = try Rest(json: text, options: options).rest
            #expect(try rest == JSONObject(json: text, options: options), "\(mode)")
            #expect(rest.map(\.key) == ["a", "b", "c", "d", "g", "h", "", "i", "a"] && rest[2].value.description == "-1.50e2")
        }
    }

    @Test(arguments: JSONEngine.each)
    func extrasOfWhichNoneMayComeAgain(engine: JSONEngine) throws {
        var options = JSONReadOptions.untrusted
        options.engine = engine
        for value in ["null", "1", "[]", #""x""#] {
            #expect(try Rest(json: #"{"":\#(value),"a":\#(value)}"#, options: options).rest.count == 2)
            #expect(try Rest(json: #"{"a":\#(value),"":\#(value)}"#, options: options).rest.count == 2)
            for text in [#"{"":\#(value),"":1}"#, #"{"a":\#(value),"":\#(value),"a":1}"#] {
                #expect(throws: JSONError.self) { try Rest(json: text, options: options) }
            }
        }
    }

    @Test func aPatchOfExtras() throws {
        var rest = try Rest(json: #"{"a":{"b":1,"c":2},"d":4,"e":[5]}"#)
        #expect(
            try rest.update(json: #"{"a":{"b":null,"x":{"y":null}},"d":null,"f":{"g":null,"h":1},"e":6,"q":null}"#, policy: .mergePatch)
                .names == ["rest"])
        #expect(try rest.rest == JSONObject(json: #"{"a":{"c":2,"x":{}},"e":6,"f":{"h":1}}"#))
    }

    // MARK: - The first member of a key counts, whatever its value

    private struct Counts: JSONConvertible, Equatable {
        var plain = 1
        var optional: Int?
        var named = 2
        var below = 3
        var first = 4
        var second: Int? = 5
        var marked = 6
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("plain", \.plain, literal: 1)
                $0.add("optional", \.optional)
                $0.add("named", \.named, key: ["a", "b"], literal: 2)
                $0.add("below", \.below, key: [.path("o.p")], literal: 3)
                $0.add("first", \.first, key: "fan", literal: 4)
                $0.add("second", \.second, key: "fan", default: 5)
                $0.add("marked", \.marked, literal: 6, rules: [.onNull(60), .onInvalid(61)])
            }
        }
    }

    private static let first: JSONReadOptions = {
        var options = JSONReadOptions.salvage
        options.duplicateKeys = .first
        return options
    }()

    @Test(arguments: [
        (#"{"plain":null,"plain":7}"#, Counts()),
        (#"{"plain":[],"plain":7,"optional":{},"optional":8}"#, Counts()),
        (#"{"plain":null,"optional":1,"plain":7,"\u0070lain":9,"optional":2}"#, Counts(optional: 1)),
        (#"{"plain":7,"plain":[1,{"x":2}]}"#, Counts(plain: 7)),
        (#"{"a":null,"a":7}"#, Counts()),
        (#"{"a":null,"b":8,"a":7}"#, Counts(named: 8)),
        (#"{"b":8,"a":null,"a":7}"#, Counts(named: 8)),
        (#"{"b":[],"b":8}"#, Counts()),
        (#"{"b":8,"a":7,"a":9,"b":10}"#, Counts(named: 7)),
        (#"{"o":null,"o":{"p":7}}"#, Counts()),
        (#"{"o":{"p":null},"o":{"p":7}}"#, Counts()),
        (#"{"o":{"p":null,"p":7}}"#, Counts()),
        (#"{"o":{"p":[],"p":7}}"#, Counts()),
        (#"{"fan":null,"fan":7}"#, Counts(second: nil)),
        (#"{"fan":[],"fan":7}"#, Counts()),
        (#"{"marked":null,"marked":7}"#, Counts(marked: 60)),
        (#"{"marked":[],"marked":7}"#, Counts(marked: 61)),
    ])
    private func theFirstCountsEvenIfRecovered(text: String, value: Counts) throws {
        #expect(try read(Counts.self, text, Self.first) == value)
        #expect(try read([Counts].self, "[{},\(text),\(text)]", Self.first) == [Counts(), value, value])
    }

    @Test(arguments: engines)
    func theFirstCountsInAnUpdate(engine: JSONEngine) throws {
        var options = Self.first
        options.engine = engine
        let old = Counts(plain: 21, optional: 22, named: 23, below: 24, first: 25, second: 26, marked: 27)
        func updated(_ text: String, _ policy: JSONUpdatePolicy = .standard) throws -> Counts {
            var value = old
            try value.update(json: text, policy: policy, options: options)
            return value
        }
        let keep = JSONUpdatePolicy(nulls: .keep)
        #expect(try updated(#"{"plain":null,"plain":7}"#).plain == 1)
        #expect(try updated(#"{"plain":null,"plain":7}"#, keep).plain == 21)
        #expect(try updated(#"{"plain":null,"plain":7}"#, .mergePatch).plain == 1)
        #expect(try updated(#"{"plain":[],"plain":7}"#).plain == 21)
        #expect(try updated(#"{"a":null,"a":7}"#, keep).named == 23)
        #expect(try updated(#"{"a":null,"b":8,"a":7}"#).named == 8)
        #expect(try updated(#"{"o":{"p":null},"o":{"p":7}}"#, keep).below == 24)
        #expect(try updated(#"{"o":null,"o":{"p":7}}"#, keep).below == 24)
        #expect(
            try updated(#"{"plain":7,"plain":8,"optional":null,"optional":9}"#)
                == {
                    var value = old
                    (value.plain, value.optional) = (7, nil)
                    return value
                }())
    }

    @Test(arguments: engines)
    func theFirstCountsWhereAValueIsReadOverAnother(engine: JSONEngine) throws {
        var options = Self.first
        options.engine = engine
        var reader = try JSONReader<[Counts]>(options: options)
        for text in [#"[{"plain":null,"plain":7},{"optional":1,"optional":2}]"#, #"[{"plain":[],"plain":7,"a":1,"a":2}]"#] {
            var value = try [Counts](json: #"[{"plain":30,"optional":31},{"plain":32}]"#)
            try reader.read(into: &value, from: text)
            #expect(try value == [Counts](json: text, options: options))
        }
    }

    /// A property at a path, and one that may be invalid.
    private struct Located: JSONConvertible, Equatable {
        var id: Int
        var count: Int?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id, key: .path("data.id"))
                $0.add("count", \.count)
            }
        }
    }

    private struct LocatedList: JSONConvertible, Equatable {
        var all: [Located] = []
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) { $0.add("all", \.all, literal: [], rules: [.lossy]) }
        }
    }

    /// The key set of an object that is left out must hold the keys before the invalid value, but a property at a path has no such key.
    @Test(arguments: engines)
    func leftOutObjectsWithPathsMustNotRepeatKeys(engine: JSONEngine) throws {
        var options = JSONReadOptions.untrusted
        options.engine = engine
        let good = #"{"data":{"id":2}}"#
        for bad in [#"{"data":{"id":1},"count":"x"}"#, #"{"data":{"id":1},"count":"x","more":[1]}"#, #"{"count":"x","data":{"id":1}}"#] {
            let text = #"{"all":[\#(good),\#(bad),\#(good)]}"#
            #expect(try LocatedList(json: text, options: options) == LocatedList(all: [Located(id: 2), Located(id: 2)]))
        }
        for bad in [
            #"{"data":{"id":1},"count":"x","data":1}"#, #"{"data":{"id":1},"count":"x","count":1}"#,
            #"{"data":{"id":1},"count":"x","a":1,"a":2}"#, #"{"count":"x","data":{"id":1},"data":2}"#,
        ] {
            do {
                _ = try LocatedList(json: #"{"all":[\#(good),\#(bad)]}"#, options: options)
                Issue.record("a repeated key was accepted: \(bad)")
            } catch { #expect(error.kind == .duplicateKey, "\(bad)") }
        }
    }

    private struct Mapped: JSONConvertible {
        var map: [String: Int]
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("map", \.map) } }
    }

    /// The first entry of a key counts. Later entries are only checked as text, so they need not fit the type.
    @Test func theFirstEntryOfADictionaryCounts() throws {
        var options = JSONReadOptions.strict
        options.duplicateKeys = .first
        let text = #"{"a":1,"b":2,"a":"x","\u0062":[{"c":null}],"a":3}"#
        #expect(try read([String: Int].self, text, options) == ["a": 1, "b": 2])
        #expect(try read([String: [String: Int]].self, "{\"m\":\(text)}", options) == ["m": ["a": 1, "b": 2]])
        expect(.unexpectedCharacter, "$.a[0]", reading: [String: Int].self, #"{"a":1,"a":[tru]}"#, options)
        // The first entry of the key is invalid and is dropped. Later entries with this key do not count, so the key has no value.
        #expect(try read([String: Int].self, #"{"a":"x","a":1,"b":2}"#, Self.first) == ["b": 2])
        var value = Mapped(map: ["a": 1])
        try value.update(json: #"{"map":{"b":2,"b":"x","a":null,"a":4}}"#, policy: .mergePatch, options: options)
        #expect(value.map == ["b": 2])
    }

    @Test(arguments: engines)
    func laterMembersAreReported(engine: JSONEngine) throws {
        var options = Self.first
        options.engine = engine
        var report = JSONReport()
        _ = try Counts(json: #"{"plain":null,"plain":7,"a":[],"a":8}"#, options: options, report: &report)
        #expect(report.entries.filter { $0.kind == .duplicateKey }.map(\.path) == ["$.plain", "$.a"])
        // An unknown key that repeats is reported each time, and extras keep all members with this key.
        report = JSONReport()
        _ = try Counts(json: #"{"x":1,"plain":[],"x":2}"#, options: options, report: &report)
        #expect(report.entries.map(\.kind) == [.unknownKey, .defaultForInvalid, .unknownKey])
        #expect(try Rest(json: #"{"x":1,"y":2,"x":3}"#, options: options).rest.map(\.key) == ["x", "y", "x"])
    }
}
