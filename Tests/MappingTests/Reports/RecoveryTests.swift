import Testing
import Yoke

@Suite struct LenientTests {
    struct All: JSONConvertible, Equatable {
        var int: Int?
        var small: UInt8?
        var double: Double?
        var text: String?
        var flag: Bool?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("int", \.int)
                $0.add("small", \.small)
                $0.add("double", \.double)
                $0.add("text", \.text)
                $0.add("flag", \.flag)
            }
        }
    }

    @Test(
        arguments: [
            (#"{"int":"12"}"#, All(int: 12)), (#"{"int":"-1.2e1"}"#, All(int: -12)), (#"{"small":"255"}"#, All(small: 255)),
            (#"{"double":"1e400"}"#, nil), (#"{"double":"0.1"}"#, All(double: 0.1)), (#"{"int":"12 "}"#, nil), (#"{"int":"0x1"}"#, nil),
            (#"{"int":"1.5"}"#, nil), (#"{"small":"256"}"#, nil), (#"{"int":""}"#, nil), (#"{"int":true}"#, nil),
            (#"{"text":99.90}"#, All(text: "99.90")), (#"{"text":-1E5}"#, All(text: "-1E5")), (#"{"text":true}"#, nil),
            (#"{"flag":"Yes"}"#, All(flag: true)), (#"{"flag":"FALSE"}"#, All(flag: false)), (#"{"flag":1}"#, All(flag: true)),
            (#"{"flag":"0"}"#, All(flag: false)), (#"{"flag":0.0}"#, All(flag: false)), (#"{"flag":2}"#, nil), (#"{"flag":"y"}"#, nil),
            (#"{"int":1.5}"#, nil), (#"{"int":[]}"#, nil),
        ] as [(String, All?)])
    func valuesOfOtherKindsAreConverted(_ text: String, _ value: All?) throws {
        if let value {
            #expect(try read(All.self, text, .lenient) == value)
        } else {
            failure(All.self, text, .lenient)
            // Salvage mode gives nil to a property that can be nil.
            #expect(try read(All.self, text, .salvage) == All())
        }
    }

    @Test(arguments: ["12", "-7", "255", "18446744073709551615", "-128", "128", "65536"])
    func everyWidth(_ digits: String) throws {
        func check<Value: JSONConvertible & FixedWidthInteger>(_ type: Value.Type) throws {
            if let value = Value(digits) {
                #expect(try read([Value].self, "[\"\(digits)\"]", .lenient) == [value])
            } else {
                expect(.numberOutOfRange, "$[0]", reading: [Value].self, "[\"\(digits)\"]", .lenient)
            }
        }
        try check(Int8.self)
        try check(UInt8.self)
        try check(Int16.self)
        try check(UInt16.self)
        try check(Int32.self)
        try check(UInt32.self)
        try check(Int64.self)
        try check(UInt64.self)
    }
}

@Suite struct SalvageTests {
    private struct Row: JSONConvertible, Equatable {
        var id: Int
        var tags: [String] = []
        var counts: [String: Int] = [:]
        var next: [Row]?
        var level = 3
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.add("tags", \.tags, literal: [])
                $0.add("counts", \.counts, literal: [:])
                $0.add("next", \.next)
                $0.add("level", \.level, literal: 3)
            }
        }
    }

    @Test func whatDoesNotFitIsLeftOut() throws {
        let text = #"""
            [{"id": 1, "tags": ["a", null, {"x": [1, {}]}, "a long string that is on the heap", [[]]], "level": {"a": {"b": []}}},
             {"tags": ["lost, and with it a long string on the heap"], "id": {}},
             {"id": 2, "counts": {"one": 1, "none": null, "two": [2], "three": "3"}, "next": [{"id": 4}, {"id": []}, 5, {"tags": []}]},
             {"id": 5, "tags": "none", "next": {"id": 6}, "counts": [1]}, null, 7]
            """#
        let rows = try read([Row].self, text, .salvage)
        #expect(
            rows == [
                Row(id: 1, tags: ["a", "a long string that is on the heap"]),
                Row(id: 2, counts: ["one": 1, "three": 3], next: [Row(id: 4)]), Row(id: 5),
            ])
    }

    @Test func whatHasNothingElseIsAnError() {
        expect(.typeMismatch, "$.id", reading: Row.self, #"{"id":[]}"#, .salvage)
        expect(.missingKeys, "$", reading: Row.self, #"{"tags":3}"#, .salvage)
        expect(.unexpectedCharacter, "$.tags[1]", reading: Row.self, #"{"id":1,"tags":[1,x]}"#, .salvage)
        expect(.unexpectedEnd, "$.tags[0][1]", reading: Row.self, #"{"id":1,"tags":[[1,"#, .salvage)
    }

    @Test func emptyOnes() throws {
        #expect(try read(LenientTests.All.self, "[]", .salvage) == .init())
        #expect(
            try read([LenientTests.All].self, #"[[],{"int":""}, [1], {"flag":"no"}]"#, .salvage) == [.init(), .init(), .init(flag: false)])
        expect(.typeMismatch, "$", reading: LenientTests.All.self, "[1]", .salvage)
        expect(.typeMismatch, "$", reading: LenientTests.All.self, "[]", .lenient)
    }

    @Test func aReportTellsOfAllOfIt() throws {
        var report = JSONReport()
        let text = #"[{"id":"1","tags":[5,{}],"x":0,"level":null},{"id":2,"id":3,"level":[]}]"#
        let rows = try [Row](json: text, options: .salvage, report: &report)
        #expect(rows == [Row(id: 1, tags: ["5"]), Row(id: 3)])
        #expect(report.entries.map(\.path) == ["$[0].id", "$[0].tags[0]", "$[0].tags[1]", "$[0].x", "$[0].level", "$[1].id", "$[1].level"])
        #expect(
            report.entries.map(\.kind)
                == [.coerced, .coerced, .dropped, .unknownKey, .defaultForNull, .duplicateKey, .defaultForInvalid])
        #expect(report.entries[0].bytes == 7..<10)
        #expect(report.entries[0].column == 8)
        #expect(report.counts[.init(kind: .coerced, path: "$[*].tags[*]")] == 1)
        #expect(report.total == 7)
        #expect(String(describing: report.entries[0]) == "$[0].id (line 1, column 8): converted a string to an integer (Int)")
    }

    @Test func aReportIsTheSameForBothEngines() throws {
        let text = #"{"id":"1","tags":[5,{"a":[null]},"\u00e9"],"x":{"y":[0]},"level":null,"counts":{"a":[],"b":"2"}}"#
        let reports = try engines.map { engine in
            var report = JSONReport()
            var options = JSONReadOptions.salvage
            options.engine = engine
            _ = try Row(json: text, options: options, report: &report)
            return report
        }
        #expect(reports.allSatisfy { $0 == reports[0] })
        #expect(reports[0].total == 7)
    }

    @Test func aReportListsTheFirstHundred() throws {
        var report = JSONReport()
        #expect(try [Int](json: "[" + String(repeating: "{},", count: 149) + "{}]", options: .salvage, report: &report).isEmpty)
        #expect(report.entries.count == 100)
        #expect(report.counts[.init(kind: .dropped, path: "$[*]")] == 150)
        // The reader drops each tag, and then the element around the tags. The element begins first. A report is sorted by position, so
        // this element becomes the first entry, and the hundredth entry is removed.
        report = JSONReport()
        let tags = String(repeating: "1,", count: 120) + "1"
        #expect(try [Row](json: "[{\"tags\":[\(tags)]}]", options: .salvage, report: &report).isEmpty)
        #expect(report.entries.count == 100 && report.entries.first?.kind == .dropped)
    }
}

@Suite struct FieldRuleTests {
    private enum Lang: String, JSONConvertible, CaseIterable {
        case english = "en", german = "de", unknown = "?"
        static var jsonMapping: JSONMapping { JSONMapping(rawValues: Self.self) { $0 = Lang.allCases } }
    }

    private struct Page: JSONConvertible, Equatable {
        var lang = Lang.english
        var names: [String]?
        var width = 10
        var title: String?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("lang", \.lang, default: .english, rules: [.onInvalid(.unknown), .onNull(.german)])
                $0.add("names", \.names, rules: [.lossy])
                $0.add("width", \.width, literal: 10, rules: [.lenient, .invalidIsMissing])
                $0.add("title", \.title, rules: [.writesNull])
            }
        }
    }

    @Test(arguments: [
        ("{}", Page()), (#"{"lang":"de"}"#, Page(lang: .german)), (#"{"lang":"xx"}"#, Page(lang: .unknown)),
        (#"{"lang":null}"#, Page(lang: .german)), (#"{"lang":[{"a":1}]}"#, Page(lang: .unknown)),
        (#"{"lang":"xx","lang":"en"}"#, Page()), (#"{"lang":"en","lang":7}"#, Page(lang: .unknown)),
        (#"{"names":["a",1,null,"b"]}"#, Page(names: ["a", "b"])), (#"{"width":"20"}"#, Page(width: 20)),
        (#"{"width":{"a":[]}}"#, Page()),
    ])
    private func eachApart(_ text: String, _ page: Page) throws {
        #expect(try read(Page.self, text) == page)
    }

    @Test func othersStayStrict() throws {
        expect(.typeMismatch, "$.names", reading: Page.self, #"{"names":5}"#)
        expect(.typeMismatch, "$.title", reading: Page.self, #"{"title":5}"#)
        #expect(try written(Page()) == #"{"lang":"en","width":10,"title":null}"#)
    }

    private struct Marked: JSONConvertible, Equatable {
        var lang: Lang
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("lang", \.lang, rules: [.onInvalid(.unknown)]) } }
    }

    @Test func nullIsInvalidWhereNothingElseIsSaid() throws {
        #expect(try read(Marked.self, #"{"lang":null}"#) == Marked(lang: .unknown))
        expect(.missingKeys, "$", reading: Marked.self, "{}")
    }

    private struct Bounded: JSONConvertible {
        var age: Int
        var size: Int?
        var name: String
        var tags: [Int]?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("age", \.age, rules: [.range(0...150)])
                $0.add("size", \.size, rules: [.range(1...)])
                $0.add("name", \.name, rules: [.count(1...)])
                $0.add("tags", \.tags, rules: [.count(..<2)])
            }
        }
    }

    @Test func boundsAreInclusive() throws {
        #expect((try? Bounded(json: #"{"age":150,"name":"n"}"#)) != nil)
        #expect((try? Bounded(json: #"{"age":0,"name":"n","size":1,"tags":[1]}"#)) != nil)
        expect(.refused, "$.age", reading: Bounded.self, #"{"age":151,"name":"n"}"#)
        expect(.refused, "$.size", reading: Bounded.self, #"{"age":1,"name":"n","size":0}"#)
        expect(.refused, "$.name", reading: Bounded.self, #"{"age":1,"name":""}"#)
        expect(.refused, "$.tags", reading: Bounded.self, #"{"age":1,"name":"n","tags":[1,2]}"#)
    }

    private struct Checked: JSONConvertible, Equatable {
        var low: Int
        var high: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("low", \.low, rules: [.check { if $0 < 0 { throw Bad(why: "below zero") } }])
                $0.add("high", \.high, rules: [.check { $0 = min($0, 100) }])
                $0.afterReading { if $0.low > $0.high { throw Bad(why: "low is above high") } }
            }
        }
        struct Bad: Error, CustomStringConvertible {
            let why: String
            var description: String { why }
        }
    }

    @Test func checksMayChangeOrRefuseAValue() throws {
        #expect(try read([Checked].self, #"[{"low":1,"high":200}]"#) == [Checked(low: 1, high: 100)])
        expect(.refused, "$[1].low", reading: [Checked].self, #"[{"low":1,"high":2},{"low":-1,"high":2}]"#)
        expect(.refused, "$[0]", reading: [Checked].self, #"[{"low":5,"high":2}]"#)
        // The checks of the properties run first, and may change the values. The hook gets the changed values.
        expect(.refused, "$[0]", reading: [Checked].self, #"[{"low":150,"high":200}]"#)
        #expect(failure(Checked.self, #"{"low":5,"high":2}"#)?.message == "Checked refused the value: low is above high")
        #expect(try read([Checked].self, #"[{"low":5,"high":2},{"low":1,"high":2}]"#, .salvage) == [Checked(low: 1, high: 2)])
    }
}

@Suite struct ConditionTests {
    private struct Signed: JSONConvertible, Equatable {
        var age: Int
        var name: String
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("age", \.age, rules: [.ensure({ $0 >= 18 }, message: "has to be 18 or more")])
                $0.add(
                    "name", \.name,
                    rules: [
                        .check {
                            $0 = $0.lowercased(); return $0 != "root"
                        }
                    ])
            }
        }
    }

    @Test func refuseWhatTheyDoNotHoldOf() throws {
        #expect(try read(Signed.self, #"{"age":18,"name":"MIA"}"#) == Signed(age: 18, name: "mia"))
        let young = failure(Signed.self, #"{"age":17,"name":"mia"}"#)
        #expect(young?.kind == .refused && young?.path == "$.age")
        #expect(young.flatMap(\.underlying).map { "\($0)" } == "has to be 18 or more")
        let root = failure(Signed.self, #"{"age":18,"name":"Root"}"#)
        #expect(root?.path == "$.name")
        #expect(root.flatMap(\.underlying).map { "\($0)" } == "root is not valid")
    }
}

@Suite struct AllErrorsTests {
    private struct Item: JSONConvertible, Equatable {
        var id: Int
        var name: String
        var tags: [Int] = []
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.add("name", \.name)
                $0.add("tags", \.tags, literal: [])
            }
        }
    }

    @Test func everyErrorOfADocument() {
        var options = JSONReadOptions.strict
        options.collectsErrors = true
        let text = #"[{"id":"x","name":5,"tags":[1,"a",2,{}]},{"id":1},{"id":1,"name":"ok"},7,{"name":"n","id":1.5}]"#
        let error = failure([Item].self, text, options)
        let all = error?.all ?? []
        #expect(all.map(\.path) == ["$[0].id", "$[0].name", "$[0].tags[1]", "$[0].tags[3]", "$[1]", "$[3]", "$[4].id"])
        #expect(all[4].keys == ["name"])
        // Errors of the outermost value are collected, too. The error for its missing keys has the position of the object's start.
        #expect(failures(Item.self, #"{"id":"x"}"#) == ["$ 1:1", "$.id 1:7"])
        #expect(failure([Item].self, #"{"id":[1]}"#, options)?.path == "$")
        #expect(failure([Item].self, #"[{"id":"x"},]"#, options)?.kind == .unexpectedCharacter)
        #expect((try? [Item](json: #"[{"id":1,"name":"ok"}]"#, options: options)) == [Item(id: 1, name: "ok")])
    }

    private struct Place: JSONConvertible {
        var city: String
        var zip: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("city", \.city, key: [.path("address.city")])
                $0.add("zip", \.zip, key: [.path("address.zip")])
            }
        }
    }

    @Test func whatAnErrorTakesAlongIsNotMissingToo() {
        var options = JSONReadOptions.strict
        options.collectsErrors = true
        let error = failure([Place].self, #"[{"address":5},{"address":{"city":1}}]"#, options)
        let all = error?.all ?? []
        #expect(all.map(\.path) == ["$[0].address", "$[1]", "$[1].address.city"])
        #expect(all[1].keys == ["address.zip"])
    }

    private enum Shape: JSONConvertible, Equatable {
        case number(Int), list([Int]), item(Item)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, untagged: true) {
                $0.add("number", Int.self, make: { .number($0) }, match: { if case .number(let value) = $0 { value } else { nil } })
                $0.add("list", [Int].self, make: { .list($0) }, match: { if case .list(let value) = $0 { value } else { nil } })
                $0.add("item", Item.self, make: { .item($0) }, match: { if case .item(let value) = $0 { value } else { nil } })
            }
        }
    }

    private struct Rules: JSONConvertible, Equatable {
        var level = 1
        var names: [String] = []
        var shape: Shape?
        var kind = "none"
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("level", \.level, literal: 1, rules: [.onInvalid(9)])
                $0.add("names", \.names, literal: [], rules: [.lossy])
                $0.add("shape", \.shape, rules: [.invalidIsMissing])
                $0.add("kind", \.kind, default: "none")
            }
        }
    }

    @Test func whatARuleRecoversIsNoError() throws {
        var options = JSONReadOptions.strict
        options.collectsErrors = true
        let text = #"{"level":"x","names":["a",1,{},"b"],"shape":{"id":"x","name":5}}"#
        #expect(try read(Rules.self, text, options) == Rules(level: 9, names: ["a", "b"]))
        let error = failure(Rules.self, #"{"level":"x","kind":1,"names":[[]],"shape":{"id":{}}}"#, options)
        #expect(error?.all.map(\.path) == ["$.kind"])
        options.mode = .salvage
        #expect(try read([Item].self, #"[{"id":"1","name":2,"tags":7},{"id":{},"name":"lost"},5]"#, options) == [Item(id: 1, name: "2")])
        expect(.typeMismatch, "$.id", reading: Item.self, #"{"id":[],"name":""}"#, options)
    }

    @Test func trialsLeaveNoErrorsBehind() throws {
        var options = JSONReadOptions.strict
        options.collectsErrors = true
        #expect(
            try read([Shape].self, #"[1,[2],{"id":3,"name":"n"}]"#, options) == [.number(1), .list([2]), .item(Item(id: 3, name: "n"))])
        // No case fits, so the errors of the last case are thrown.
        let error = failure([Shape].self, #"[{"id":"é","name":4,"\#(String(repeating: "é", count: 50))":1},[5,"x"]]"#, options)
        #expect((error?.all ?? []).map(\.path) == ["$[0].id", "$[0].name", "$[1]"])
    }
}
