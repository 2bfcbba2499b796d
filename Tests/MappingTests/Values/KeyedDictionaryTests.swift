import Testing
import Yoke

@Suite struct KeyedDictionaryTests {
    private enum Size: String, JSONObjectKey { case small, large }

    private struct Stock: JSONConvertible, Equatable {
        var counts: [Int: Int]
        var prices: [Size: [Int]]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("counts", \.counts, rules: [.lossy])
                $0.add("prices", \.prices, rules: [.lossy])
            }
        }
    }

    @Test func invalidEntriesAreDropped() throws {
        let text = #"{"counts":{"1":1,"2":"x","three":3},"prices":{"small":[1],"medium":[2],"large":5}}"#
        #expect(try read(Stock.self, text) == Stock(counts: [1: 1], prices: [.small: [1]]))
        // The rules that drop invalid entries belong to the property. Outside of the property, a dictionary of the same type refuses
        // invalid entries.
        expect(.typeMismatch, "$.prices.small[0]", reading: [String: [Size: [Int]]].self, #"{"prices":{"small":["x"]}}"#)
        expect(.refused, "$.x", reading: [Int: Int].self, #"{"1":1,"x":2}"#)
        #expect(try read([Int: Int].self, #"{"1":1,"x":2,"3":"y"}"#, .salvage) == [1: 1])
    }

    @Test func integersOfAnyWidth() throws {
        func check<Key: JSONObjectKey & FixedWidthInteger>(_ type: Key.Type) throws {
            let text = #"{"\#(Key.max)":1}"#
            #expect(try read([Key: Int].self, text) == [.max: 1])
            #expect(try written([Key.min: 2]) == #"{"\#(Key.min)":2}"#)
            expect(.refused, "$['\(Key.max)0']", reading: [Key: Int].self, #"{"\#(Key.max)0":1}"#)
        }
        try check(Int8.self)
        try check(Int16.self)
        try check(Int32.self)
        try check(Int64.self)
        try check(UInt8.self)
        try check(UInt16.self)
        try check(UInt32.self)
        try check(UInt64.self)
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        try check(Int128.self)
        try check(UInt128.self)
    }

    private enum Shade: String, JSONObjectKey, CaseIterable { case light, dark }
    private struct Code: JSONObjectKey {
        var letter: Character
        init?(jsonKey: String) { if jsonKey.count == 1, let letter = jsonKey.first { self.letter = letter } else { return nil } }
        var jsonKey: String { String(letter) }
    }

    @Test func aKeyThatIsNoneIsNamedItself() {
        let text = #"{"k":[2,{"x":"3"}],"3":"a","":5,"01":{},"4":4}"#
        #expect(failures([Int: Int].self, text) == ["$.k 1:2", "$['3'] 1:24", "$[''] 1:28", "$['01'] 1:33"])
        #expect(
            failures([[UInt: [Shade: Int]]].self, #"[{"-1":0,"7":{"lihgt":1,"dark":"é"},"+1":3}]"#)
                == ["$[0]['-1'] 1:3", "$[0]['7'].lihgt 1:15", "$[0]['7'].dark 1:32", "$[0]['+1'] 1:37"])
        let error = failure([Int: Int].self, #"{"1":1, "1 ":2}"#)
        #expect(error?.message == #"the key "1 " is not an integer (Int)"# && error?.expected == "an integer (Int)")
        let large = failure([Int8: Int].self, #"{"128":1}"#)
        #expect(large?.message == #"the key "128" does not fit Int8 (-128...127)"# && large?.kind == .refused && large?.hint == nil)
        #expect(failure([UInt8: Int].self, #"{"-1":1}"#)?.message == #"the key "-1" does not fit UInt8 (0...255)"#)
        for text in ["-0", "0128", "1e2", "128.0"] {
            #expect(failure([Int8: Int].self, "{\"\(text)\":1}")?.message == "the key \"\(text)\" is not an integer (Int8)")
        }
        let shade = failure([Shade: Int].self, #"{"lihgt":2}"#)
        #expect(shade?.message == #"the key "lihgt" is not a case of Shade"# && shade?.hint == #"did you mean "light"?"#)
        #expect(failure([Shade: Int].self, #"{"x":2}"#)?.hint == #"the cases are "light", "dark""#)
        #expect(failure([Code: Int].self, #"{"é":1,"no":2}"#)?.message == #"the key "no" is not a value of Code"#)
        var hidden = JSONReadOptions.strict
        hidden.showsSnippets = false
        #expect(failure([Shade: Int].self, #"{"lihgt":2}"#, hidden)?.description.contains("lihgt") == false)
    }

    /// A key without upper and lower case.
    private struct Header: JSONObjectKey {
        var name: String
        init(jsonKey: String) { name = jsonKey.lowercased() }
        var jsonKey: String { name }
    }

    /// As `Header`, but each value keeps its spelling.
    private struct Spelled: JSONObjectKey {
        var jsonKey: String
        static func == (a: Spelled, b: Spelled) -> Bool { a.jsonKey.lowercased() == b.jsonKey.lowercased() }
        func hash(into hasher: inout Hasher) { hasher.combine(jsonKey.lowercased()) }
    }

    @Test func keysWithEqualValuesAreRepeatedKeys() throws {
        func check<Key: JSONObjectKey>(_ type: Key.Type) throws {
            let text = #"{"Accept":1,"other":9,"accept":2,"ACCEPT":3}"#, key = Key(jsonKey: "accept")!, other = Key(jsonKey: "other")!
            for engine in engines {
                var options = JSONReadOptions.strict
                options.engine = engine
                #expect(try [Key: Int](json: text, options: options) == [key: 3, other: 9])
                options.duplicateKeys = .first
                #expect(try [Key: Int](json: text, options: options) == [key: 1, other: 9])
                options.duplicateKeys = .reject
                #expect(failure([Key: Int].self, text, options)?.kind == .duplicateKey)
                #expect(try [Key: Int](json: #"{"Accept":1,"b":2}"#, options: options).count == 2)
            }
        }
        try check(Header.self)
        try check(Spelled.self)
    }

    private struct Request<Key: JSONObjectKey, Value: JSONConvertible & Equatable>: JSONConvertible, Equatable {
        var headers: [Key: Value]
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("headers", \.headers) } }
    }

    @Test func updatesChangeTheEntryWithAnEqualKey() throws {
        let accept = Header(jsonKey: "accept"), new = Header(jsonKey: "new")
        let request = Request(headers: [accept: 1])
        #expect(try updated(request, #"{"headers":{"ACCEPT":5,"New":6}}"#, .mergePatch).value.headers == [accept: 5, new: 6])
        #expect(try updated(request, #"{"headers":{"ACCEPT":null}}"#, .mergePatch).value.headers == [:])
        let spelled = Request(headers: [Spelled(jsonKey: "accept"): 1])
        #expect(throws: JSONError.self) { try updated(spelled, #"{"headers":{"ACCEPT":5}}"#, .mergePatch) }
    }

    @Test func updatesFindRepeatedKeysByTheirValues() throws {
        let accept = Header(jsonKey: "accept"), text = #"{"Accept":{"a":1},"ACCEPT":{"b":2}}"#
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            func updated(_ text: String, _ duplicates: JSONReadOptions.DuplicateKeys) throws -> JSONValue? {
                var request = Request(headers: [accept: ["c": 3] as JSONValue])
                options.duplicateKeys = duplicates
                try request.update(json: #"{"headers":\#(text)}"#, policy: .mergePatch, options: options)
                return request.headers[accept]
            }
            #expect(try updated(text, .last) == ["c": 3, "b": 2])
            #expect(try updated(text, .first) == ["c": 3, "a": 1])
            let error = #expect(throws: JSONError.self) { try updated(text, .reject) }
            #expect(error?.kind == .duplicateKey && error?.path.description == "$.headers.ACCEPT")
            // A merge patch may repeat few keys, because each of them changes the old value again.
            let spellings = (0..<70).map { n in
                "\"" + "accept".enumerated().map { n >> $0.offset & 1 == 1 ? $0.element.uppercased() : String($0.element) }.joined()
                    + "\":{}"
            }
            let many = "{" + (spellings + spellings).joined(separator: ",") + "}"
            #expect((#expect(throws: JSONError.self) { try updated(many, .last) })?.kind == .limitExceeded)
        }
    }

    @Test func reportsSayWhyAKeyWasDropped() throws {
        let text = #"{"counts":{"a":[1,{}],"2":"x","3":3},"prices":{"medium":[2],"small":[]}}"#
        for engine in engines {
            var report = JSONReport(), options = JSONReadOptions.strict
            options.engine = engine
            #expect(try Stock(json: text, options: options, report: &report) == Stock(counts: [3: 3], prices: [.small: []]))
            #expect(
                report.entries.map(\.description) == [
                    #"$.counts.a (line 1, column 12): the key "a" is not an integer (Int); $.counts.a was dropped"#,
                    "$.counts['2'] (line 1, column 27): expected an integer (Int), found a string; $.counts['2'] was dropped",
                    #"$.prices.medium (line 1, column 48): the key "medium" is not a value of Size; $.prices.medium was dropped"#,
                ])
            #expect(report.entries.map(\.bytes) == [11..<14, 26..<29, 47..<55])
        }
    }

    @Test func textCutInAValueThatIsDropped() {
        for (text, path) in [
            (#"{"counts":{"a":[1,{"b":"#, "$.counts.a[1].b"), (#"{"counts":{"1":[1,2"#, "$.counts['1'][1]"),
            (#"{"counts":{"1":{"x":[]"#, "$.counts['1'].x"),
            (#"{"counts":{"1":[],"2":"x","#, "$.counts"), (#"{"counts":{"a":1,"2"#, "$.counts"),
            (#"{"prices":{"small":[1,"x"],"large":{"#, "$.prices.large"),
        ] {
            expect(.unexpectedEnd, path, reading: Stock.self, text)
        }
        expect(.unexpectedEnd, "$.key[2]", reading: [String: Int].self, #"{"key":[1,2,"#, .salvage)
        expect(.unexpectedEnd, "$[0].level.x[1]", reading: [Dropped].self, #"[{"q":1,"level":{"x":[1,2"#, .salvage)
        expect(.unexpectedEnd, "$[0].level", reading: [Dropped].self, #"[{"q":1,"level":{"#, .salvage)
    }

    /// If a text ends after a member, the error has the path of this member, even if its value was dropped.
    @Test func textCutBehindAMember() {
        for text in [#"[{"q":1,"level":null,"#, #"[{"q":1,"level":null,"na"#, #"[{"q":1,"level" : null"#] {
            expect(.unexpectedEnd, "$[0].level", reading: [Dropped].self, text)
            expect(.unexpectedEnd, "$[0].level", reading: [Dropped].self, text.replacing("null", with: "[]"), .salvage)
        }
    }

    private struct Dropped: JSONReadable {
        var level = 1
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("level", \.level, literal: 1) } }
    }

    @Test func keysOfPatches() throws {
        let stock = Stock(counts: [1: 1], prices: [.small: [1]])
        #expect(
            try updated(stock, #"{"counts":{"a":[5],"2":"x","1":null,"3":3},"prices":{"big":null,"large":[2]}}"#, .mergePatch).value
                == Stock(counts: [3: 3], prices: [.small: [1], .large: [2]]))
    }

    /// A model with JSONLazy and JSONNullable, inside each other and around dictionaries.
    private struct Nested: JSONConvertible {
        var lazy: JSONLazy<JSONNullable<[Int: Int]>>?
        var nullable: JSONNullable<[Int: [Int]]>?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("lazy", \.lazy, rules: [.lossy])
                $0.add("nullable", \.nullable, rules: [.lossy])
            }
        }
    }

    @Test func nestedEntriesAreDropped() throws {
        let nested = try Nested(json: #"{"lazy":{"1":1,"x":2,"3":"y"},"nullable":{"1":[1],"2":["x"],"y":[3]}}"#)
        #expect(try nested.lazy?.value() == .value([1: 1]))
        #expect(nested.nullable == .value([1: [1]]))
    }
}
