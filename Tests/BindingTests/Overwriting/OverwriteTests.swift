import CTestSupport
import CorpusModels
import TestSupport
import Testing
import Yoke

/// Reading in place gives the same value as reading anew, wherever the text is cut, and does not change copies.
@Suite struct OverwriteTests {
    private let frames = [Overwrite.Frame.text, Overwrite.Frame.little, Overwrite.Frame.much]

    @Test func plainModels() throws {
        for (i, old) in frames.enumerated() {
            // Try every cut, except when both texts are the same.
            for (j, new) in frames.enumerated() { try expectSame(Overwrite.Frame.self, old, new, cuts: i != j) }
        }
    }

    @Test func whatIsMadeAnewAmongIt() throws {
        for old in [Overwrite.Mixed.text, Overwrite.Mixed.other] {
            for new in [Overwrite.Mixed.text, Overwrite.Mixed.other] { try expectSame(Overwrite.Mixed.self, old, new) }
        }
    }

    @Test func arraysOfModels() throws {
        let (a, b) = (#"{"street":"a street that stands on the heap","zip":1}"#, #"{"zip":2,"street":"b","tags":["c","d"]}"#)
        let texts = ["[]", "[\(a)]", "[\(b)]", "[\(a),\(b)]", "[\(b),\(a),\(b),\(a),\(b)]"]
        for old in texts {
            for new in texts { try expectSame([Overwrite.Place].self, old, new) }
        }
        for old in ["null", a] {
            for new in ["null", b] { try expectSame(Overwrite.Place?.self, old, new) }
        }
        try expectSame([String: Overwrite.Place].self, #"{"k":\#(a)}"#, #"{"l":\#(b),"k":\#(b)}"#)
        try expectSame(String.self, #""a text that stands on the heap""#, #""b""#)
        try expectSame([[Double]].self, "[[1,2],[3],[]]", "[[1],[2,3],[4,5],[6]]")
        try expectSame([[Int?]].self, "[[1,null],[3]]", "[[null],[2,3,null]]")
    }

    /// If the type of a property cannot be nil, null counts as a missing key.
    @Test func nullsAndDefaults() throws {
        let old = #"{"street":"a","tags":["b"],"zip":1}"#
        for new in [
            #"{"street":"c","tags":null,"zip":null}"#, #"{"tags":["d"],"street":"e","tags":null}"#,
            #"{"tags":null,"street":"e","tags":["f"]}"#,
        ] {
            for policy in [.last, .first] as [JSONReadOptions.DuplicateKeys] {
                try expectSame(Overwrite.Place.self, old, new, .duplicates(policy))
            }
        }
        try expectSame(
            Overwrite.Frame.self, Overwrite.Frame.text,
            #"{"stamp":null,"isOn":null,"id":1,"labels":null,"home":{"street":"s"},"name":"n","score":1}"#)
    }

    @Test func nullablesAreOverwritten() throws {
        let texts = [
            "{}", #"{"a":null,"b":null,"c":null}"#,
            #"{"a":"a text that stands on the heap","b":[{"street":"x"}],"c":"another one, on the heap"}"#,
            #"{"a":"y","b":[],"c":"z"}"#,
        ]
        for old in texts {
            for new in texts { try expectSame(Overwrite.Nullables.self, old, new) }
        }
    }

    /// A duplicate key replaces the entire value or is ignored, as the policy says.
    @Test func repeatedKeys() throws {
        let twice = #"{"street":"a","tags":["b","c"],"zip":3,"tags":["d"],"zip":null,"street":"a street that stands on the heap"}"#
        for policy in [.last, .first, .reject] as [JSONReadOptions.DuplicateKeys] {
            for old in [#"{"street":"x"}"#, #"{"street":"y","zip":1,"tags":["z","z","z"]}"#] {
                try expectSame(Overwrite.Place.self, old, twice, .duplicates(policy))
                try expectSame([Overwrite.Place].self, "[\(old)]", "[\(twice),\(twice)]", .duplicates(policy))
            }
        }
    }

    @Test func overwritingFailsAsANewReadDoes() throws {
        let old = Overwrite.Frame.text
        for bad in [
            #"{"id":2,"score":3,"name":"n"}"#, #"{"id":"2"}"#, #"{"home":{"zip":1}}"#, #"{"places":[{"street":"s"},{"zip":2}]}"#,
            #"{"color":"blue"}"#,
            #"{"labels":["a",1]}"#, #"{"nick":1}"#, #"{"name":null}"#, #"{"home":null}"#, #"{"samples":[1,"2"]}"#, #"{"small":256}"#, "[]",
            "null", "",
            #"{"grid":[[[1],[2]],[3]]}"#, #"{"words":[["a"],["b",{}]]}"#, #"{"labels":["\ud800"]}"#,
            #"{"maybe":[{"street":"x"},{"street":0}]}"#,
        ] {
            try expectSame(Overwrite.Frame.self, old, bad)
        }
        for bad in [#"{"low":3,"high":1}"#, #"{"low":3,"high":101}"#, #"{"high":3}"#, #"{"low":1,"high":2,"names":["a"]}"#] {
            try expectSame(Overwrite.Checked.self, #"{"low":1,"high":2,"names":["b","c"]}"#, bad)
        }
    }

    @Test func partialValuesAreOverwritten() throws {
        var options = JSONReadOptions.strict
        options.allowsPartialValue = true
        let text = Overwrite.Frame.much
        for end in stride(from: 1, to: text.utf8.count, by: 2) {
            try expectSame(Overwrite.Frame.self, Overwrite.Frame.text, String(text.prefix(end)), options, cuts: false)
        }
        options = .strict
        options.allowsSeveralValues = true
        try expectSame([String].self, #"["a","b"]"#, #"["a text that stands on the heap"] ["c","d"] ["e"]"#, options)
        for options in [.lenient, .salvage] as [JSONReadOptions] {
            try expectSame(Overwrite.Place.self, #"{"street":"s","zip":1}"#, #"{"street":1,"zip":"2","tags":["a","b"]}"#, options)
            try expectSame(Overwrite.Place.self, #"{"street":"s","tags":["c"]}"#, #"{"street":"x","zip":[],"tags":["a",[],"b"]}"#, options)
        }
        options = .strict
        options.usesPropertyNames = true
        try expectSame(Overwrite.Place.self, #"{"street":"s","zip":1}"#, #"{"street":"t"}"#, options)
    }

    /// A property whose key is not in the text gets the value that it has in a new instance, and not its old value.
    @Test func nothingStays() throws {
        var reader = try JSONReader<Overwrite.Frame>()
        var value = try reader.read(Overwrite.Frame.text)
        value.hidden = "changed"
        try reader.read(into: &value, from: #"{"id":9,"score":1,"name":"n","home":{"street":"s"}}"#)
        #expect(value == Overwrite.Frame(id: 9, score: 1, name: "n", home: Overwrite.Place(street: "s")))
    }

    /// After an error, each property and each element has either its old value or its new value.
    @Test func afterAnError() throws {
        var reader = try JSONReader<[Overwrite.Place]>()
        var value = try reader.read(#"[{"street":"a","zip":1},{"street":"b","tags":["x","y"]}]"#)
        let copy = value
        #expect(throws: JSONError.self) { try reader.read(into: &value, from: #"[{"street":"c"},{"street":"d","tags":["z",0]}]"#) }
        #expect(copy.map(\.street) == ["a", "b"])
        // `copy` shares the memory of `value`, so the reader makes a new array. The error comes before the reader stores this array in
        // `value`.
        #expect(value == copy)
        value = try reader.read(#"[{"street":"a","zip":1},{"street":"b","tags":["x","y"]}]"#)
        #expect(throws: JSONError.self) { try reader.read(into: &value, from: #"[{"street":"c"},{"street":"d","tags":["z",0]}]"#) }
        #expect(value == [Overwrite.Place(street: "c"), Overwrite.Place(street: "d", tags: ["z", "y"])])
    }

    /// Strings of all lengths, ASCII or not, overwrite each other. The value has the new bytes, and copies made before do not change.
    @Test func stringsOfAnyLengthOverwriteEachOther() throws {
        var reader = try JSONReader<[String]>()
        let texts = [0, 1, 15, 16, 17, 40, 64, 200].flatMap { n in
            [
                String(repeating: "x", count: n), String(repeating: "y", count: n), String(repeating: "ä", count: n),
                String(repeating: "日", count: n),
            ]
        }
        for old in texts {
            for new in texts {
                var value = try reader.read("[\"\(old)\",\"\(old)\"]")
                let copy = value[0]
                try reader.read(into: &value, from: "[\"\(new)\",\"\(new)\"]")
                #expect(value == [new, new] && value[1].hashValue == new.hashValue && value[1].utf8.elementsEqual(new.utf8))
                value[1].append("!")
                #expect(value[1] == new + "!" && value[0] == new && copy == old)
            }
        }
    }

    /// Swift stores positions of the UTF-16 view in the heap object of a long String. These positions must not survive when the String gets
    /// a new text.
    @Test func positionsOfAnOldTextAreNotUsed() throws {
        var reader = try JSONReader<[String]>()
        let old = String(repeating: "ä", count: 300), new = String(repeating: "日", count: 150) + "x"
        var value = try reader.read("[\"\(old)\"]")
        for text in [new, old, new] {
            let last = value[0].utf16.count - 1
            #expect(value[0].utf16[value[0].utf16.index(value[0].startIndex, offsetBy: last)] == Array(value[0].utf16)[last])
            try reader.read(into: &value, from: "[\"\(text)\"]")
            #expect(value == [text] && value[0].utf16.count == Array(text.utf16).count)
        }
    }

    @Test func nilAndInstancesReplaceEachOther() throws {
        let (a, b) = (#"{"name":"an instance that stands on the heap"}"#, #"{"name":"b"}"#)
        for old in ["[]", "[null]", "[\(a)]", "[\(a),null,\(b)]"] {
            for new in ["[null]", "[\(b)]", "[null,\(a),\(b),null]", "[\(a),{}]", "[\(b),1]"] {
                try expectSame([Overwrite.Instance?].self, old, new)
                try expectSame(
                    [[Overwrite.Place?]].self, "[\(old)]".replacing("name", with: "street"), "[\(new)]".replacing("name", with: "street"))
            }
        }
    }

    @Test func aPathIsAllowed() throws {
        var reader = try JSONReader<Overwrite.Place>(at: "$.a[1]")
        var value = Overwrite.Place(street: "old")
        try reader.read(into: &value, from: #"{"a":[0,{"street":"new"}]}"#)
        #expect(value == Overwrite.Place(street: "new"))
        try reader.read(into: &value, fromChunks: [Array(#"{"a":[0,{"str"#.utf8), Array(#"eet":"newer"}]}"#.utf8)])
        #expect(value == Overwrite.Place(street: "newer"))
    }
}

/// Reading a text into the value of an earlier text of the same shape allocates nothing.
@Suite(.enabled(if: yoke_test_counts_allocations(), "allocations are not counted here"))
struct OverwriteAllocationTests {
    /// Uses the native engine only, because yajl allocates memory for each text.
    private static var native: JSONReadOptions {
        var options = JSONReadOptions.strict
        options.engine = .native
        return options
    }

    private func allocations<Value: JSONReadable & Equatable>(_ type: Value.Type, _ old: String, _ new: String) throws -> Int {
        var reader = try JSONReader<Value>(options: Self.native)
        let (old, new) = (Array(old.utf8), Array(new.utf8))
        var value = try reader.read(old)
        for text in [new, old] { try reader.read(into: &value, from: text) }
        let before = yoke_test_allocations()
        try reader.read(into: &value, from: new)
        let count = Int(yoke_test_allocations() - before)
        #expect(try value == Value(json: new))
        return count
    }

    /// A String that already has the new bytes is kept. So reading allocates nothing here, although another variable shares the String.
    @Test func equalOnes() throws {
        var reader = try JSONReader<[String]>(options: Self.native)
        let text = Array(#"["a text that stands on the heap"]"#.utf8)
        var value = try reader.read(text)
        let others = value[0]
        var first = try reader.read(text)  // the reader's own buffers are allocated here
        try reader.read(into: &first, from: text)
        let before = yoke_test_allocations()
        try reader.read(into: &value, from: text)
        #expect(yoke_test_allocations() == before && value == [others])
    }

    @Test func overwritingSameSizedValuesAllocatesNothing() throws {
        #expect(try allocations(Overwrite.Frame.self, Overwrite.Frame.text, Overwrite.Frame.text) == 0)
        let other = Overwrite.Frame.text.replacing("the heap", with: "a heap!").replacing("2.5", with: "7.5").replacing(
            "8010", with: "8020"
        ).replacing("[1,null,3]", with: "[null,2,4]")
        #expect(try allocations(Overwrite.Frame.self, Overwrite.Frame.text, other) == 0)
        #expect(
            try allocations(
                [Overwrite.Place].self, #"[{"street":"a street that stands on the heap"},{"street":"b"}]"#, #"[{"street":"c"}]"#) == 0)
        #expect(try allocations([[[Double]]].self, "[[[1,2],[3,4]],[[5,6]]]", "[[[7,8],[9,10]],[[11]]]") == 0)
        #expect(try allocations([Int].self, "[1,2,3]", "[4,5]") == 0)
        #expect(try allocations([String].self, #"["b"]"#, #"["a text that stands on the heap"]"#) == 0)
        #expect(try allocations(String?.self, #""a text that stands on the heap""#, "null") == 0)
    }

    @Test(.enabled(if: SharedData.isUsable)) func overwritingCorporaAllocatesAlmostNothing() throws {
        let twitter = String(decoding: try SharedData.bytes("corpora/twitter.json"), as: UTF8.self)
        let canada = String(decoding: try SharedData.bytes("corpora/canada.json"), as: UTF8.self)
        // A tweet inside another tweet is a class instance. Yoke makes class instances anew, so this reading allocates memory.
        #expect(try allocations(Twitter.SearchResult.self, twitter, twitter) < 1_200)
        #expect(try allocations(GeoJSON.FeatureCollection.self, canada, canada) == 0)
    }
}
