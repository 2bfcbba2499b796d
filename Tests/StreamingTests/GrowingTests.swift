import TestSupport
import Testing
import Yoke

/// After each chunk, `JSONGrowing` must give the same value as reading the text so far with `allowsPartialValue`.
@Suite struct GrowingTests {
    enum Mood: String, JSONConvertible {
        case calm, calmer
        static var jsonMapping: JSONMapping { JSONMapping(rawValues: Mood.self) { $0 += [.calm, .calmer] } }
    }

    struct Step: JSONConvertible, Equatable {
        var title: String
        var minutes: Int?
        var tags: [String]
        var mood: Mood?

        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("title", \.title)
                $0.add("minutes", \.minutes)
                $0.add("tags", \.tags, default: [])
                $0.add("mood", \.mood)
            }
        }
    }

    enum Block: JSONConvertible, Equatable {
        case text(Item)
        case end
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "type") {
                $0.add("text", Item.self, make: { .text($0) }, match: { if case .text(let item) = copy $0 { item } else { nil } })
                $0.add("end", .end)
            }
        }
    }

    final class Author: JSONConvertible {
        struct Storage: JSONConvertible {
            var name: String
            var age: Int?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("name", \.name)
                    $0.add("age", \.age)
                }
            }
        }
        let storage: Storage
        init(_ storage: Storage) { self.storage = storage }
        static var jsonMapping: JSONMapping {
            JSONMapping(Author.self, via: Storage.self, decode: { Author($0) }, encode: { $0.storage })
        }
    }

    struct Recipe: JSONConvertible {
        var title: String?
        var steps: [Step]
        var grid: [[Double]]
        var flags: Set<Int>
        var names: [String: String]
        var byName: [String: Step]
        var extra: JSONValue?
        var rows: JSONArray?
        var blocks: [Block]
        var author: Author?
        var deep: String?
        var index: [Int]?
        var either: String?
        var part: Step?
        var raw: JSONRawText?
        var others: JSONObject

        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("title", \.title)
                $0.add("steps", \.steps, literal: [])
                $0.add("grid", \.grid, literal: [])
                $0.add("flags", \.flags, default: [])
                $0.add("names", \.names, literal: [:])
                $0.add("byName", \.byName, default: [:])
                $0.add("extra", \.extra)
                $0.add("rows", \.rows)
                $0.add("blocks", \.blocks, default: [])
                $0.add("author", \.author)
                $0.add("deep", \.deep, key: [.path("x.y[1]")])
                $0.add("index", \.index, key: [.path("x.z")])
                $0.add("either", \.either, key: ["first", "second"])
                $0.add("part", \.part)
                $0.add("raw", \.raw)
                $0.extras("others", \.others)
            }
        }
    }

    static let texts = [
        #"{"title":"Soup ä𝄞 \u00e9\ud83d\ude00\n\\ end","steps":[{"title":"cut","minutes":12,"tags":["a","bc"],"mood":"calm"},"#
            + #"{"tags":[],"title":"cook a \"lot\"","mood":"calmer"},{"title":"eat"}],"part":{"minutes":4,"title":"wash","tags":["x"]}}"#,
        #"{"grid":[[1.5,2],[],[3,4,5.25]],"flags":[1,2,3],"names":{"a":"b","ü":"longer than fifteen bytes","a":"c"},"#
            + #""byName":{"one":{"title":"1"},"two":{"title":"2","tags":["t"]},"one":{"title":"3","minutes":5}}}"#,
        #"{"extra":{"a":[1,{"b":"c\u0041d"},null],"e":"text"},"rows":[[1],"two",{"three":3}],"unknown":{"u":[1,"v"]},"more":"m","raw":[1,"r"]}"#,
        #"{"blocks":[{"type":"text","id":4,"name":"hello"},{"id":5,"name":"late","type":"text"},{"type":"end"}],"author":{"name":"Ada","age":36},"#
            + #""x":{"y":["no","yes"],"z":[1,2]},"second":"s","first":"f","title":"t","title":"again"}"#,
    ]

    /// Reads the start of a text with `allowsPartialValue`, and returns the value's JSON; nil if reading fails.
    func partial<Model: JSONConvertible>(_ type: Model.Type, _ text: ArraySlice<UInt8>, _ options: JSONReadOptions) -> String? {
        var options = options
        (options.allowsPartialValue, options.keepsPartialStrings) = (true, true)
        return try? Model(json: text, options: options).jsonString(.sorted)
    }

    /// Expects that growing texts give the same models as `partial`, after each chunk.
    ///
    /// - Parameter lag: how many of the last bytes of a chunk may have no effect yet, because the next bytes decide their meaning.
    func compare<Model: JSONConvertible>(
        _ type: Model.Type, _ text: String, _ options: JSONReadOptions, sizes: [Int], lag: Int = 0
    ) throws {
        let bytes = Array(text.utf8)
        for engine in JSONEngine.each {
            var options = options
            options.engine = engine
            let expected = (0...bytes.count).map { partial(type, bytes[..<$0], options) }
            for size in sizes {
                var growing = JSONGrowing<Model>(options: options)
                for start in stride(from: 0, to: bytes.count, by: size) {
                    let end = min(bytes.count, start + size)
                    let model = try growing.append(bytes[start..<end])?.jsonString(.sorted)
                    if let last = expected[end], !expected[max(0, end - lag)..<end].contains(where: { $0 == nil || $0 == model }) {
                        #expect(model == last, "\(engine) size \(size): \(String(decoding: bytes[..<end], as: UTF8.self))")
                    }
                    #expect(try growing.model?.jsonString(.sorted) == model, "asked again")
                }
                #expect(try growing.finish().jsonString(.sorted) == Model(json: text, options: options).jsonString(.sorted))
            }
        }
    }

    @Test("each cut of a text gives the same as a read of that part", arguments: texts)
    func cuts(text: String) throws {
        let sizes = [1, 2, 3, 7, 64, 1000]
        try compare(Recipe.self, text, .strict, sizes: sizes)
        try compare(JSONValue.self, text, .strict, sizes: sizes)
        try compare([Recipe].self, "[" + text + ",{}, " + text + "]", .strict, sizes: [1, 5])
        try compare([String: Recipe].self, #"{"k":"# + text + #","k":{"title":"new"}}"#, .strict, sizes: [1, 5])
        try compare(Recipe.self, text, .salvage, sizes: [1, 3])
        var changed = JSONReadOptions.strict
        (changed.allowsComments, changed.allowsTrailingCommas, changed.invalidUnicode) = (true, true, .replace)
        try compare(Recipe.self, text, changed, sizes: [1, 3], lag: 12)
        var collecting = JSONReadOptions.strict
        collecting.collectsErrors = true
        try compare(Recipe.self, text, collecting, sizes: [1])
        if !text.contains(#""title":"t","#), !text.contains(#""a":"c""#) { try compare(Recipe.self, text, .untrusted, sizes: [1]) }
    }

    @Test("where the later value of a repeated key is left out, the earlier one comes back")
    func repeatedKeys() throws {
        let text = #"{"byName":{"one":{"title":"1"},"one":{"title":"3","title":{}},"two":{"title":"4"}}}"#
        try compare(Recipe.self, text, .salvage, sizes: [1, 3])
    }

    @Test("elements and properties without their required parts are left out")
    func required() throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            var list = JSONGrowing<[Step]>(options: options)
            #expect(try list.append("") == nil)
            #expect(try list.append(" [") == [])
            #expect(try list.append(#"{"minutes":1,"#) == [])
            #expect(try list.append(#""title":"#) == [])
            #expect(try list.append(#""a"#) == [Step(title: "a", minutes: 1, tags: [])])
            #expect(try list.append(#"b","tags":["x","y"#) == [Step(title: "ab", minutes: 1, tags: ["x", "y"])])
            #expect(
                try list.append(#"z"],"mood":"calm"#) == [Step(title: "ab", minutes: 1, tags: ["x", "yz"])], "an enum must be complete")
            #expect(try list.append(#"er"},{"#) == [Step(title: "ab", minutes: 1, tags: ["x", "yz"], mood: .calmer)])
            var item = JSONGrowing<Step>(options: options)
            #expect(try item.append(#"{"minutes":3,"tags":["#) == nil)
            #expect(try item.append(#""a"],"title":""#) == Step(title: "", minutes: 3, tags: ["a"]))
            #expect(throws: JSONError.self) { _ = try item.append("\"]") }
            #expect(item.model == nil)
            #expect(throws: JSONError.self) { _ = try item.append("\"") }
            var number = JSONGrowing<Int>(options: options)
            #expect(try number.append("12") == nil)
            #expect(try number.append("3") == nil)
            #expect(try number.finish() == 123)
            var text = JSONGrowing<String>(options: options)
            #expect(try text.append("\"ab\\") == "ab")
            #expect(try text.append("u0041\\ud83d") == "abA")
            #expect(try text.append("\\ude00\"") == "abA😀")
            #expect(try text.append(" ") == "abA😀")
            var cut = JSONGrowing<Step>(options: options)
            #expect(throws: JSONError.self) { _ = try cut.finish() }
        }
    }

    @Test("values that the caller holds stay as they are")
    func held() throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            let bytes = Array(Self.texts[0].utf8)
            var growing = JSONGrowing<Recipe>(options: options)
            var held: [(Recipe, String)] = []
            for byte in bytes {
                guard let model = try growing.append([byte]) else { continue }
                held.append((model, try model.jsonString(.sorted)))
            }
            for (model, text) in held { #expect(try model.jsonString(.sorted) == text) }
        }
    }

    @Test("Strings are chunks, too")
    func strings() throws {
        var growing = JSONGrowing<[Int]>(), reader = try JSONReader<[Int]>(), validator = try JSONValidator()
        for chunk in ["[1,", "2", "", "]"] {
            try growing.feed(chunk)
            try reader.feed(chunk)
            try validator.feed(chunk)
        }
        try validator.finish()
        #expect(try growing.finish() == [1, 2] && reader.finish() == [1, 2])
    }

    @Test("errors are those of a read, and a text may be left at any byte")
    func errors() throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            for text in Self.texts {
                // To save time, each engine is tested at two of three positions. Each position is tested with at least one engine.
                for end in 0..<text.utf8.count where end % 3 != (engine == .native ? 0 : 1) {
                    let bytes = Array(text.utf8.prefix(end)) + [UInt8(ascii: "!")] + Array(text.utf8.dropFirst(end))
                    let expected = Result { () throws(JSONError) -> Recipe in
                        var reader = try JSONReader<Recipe>(options: options)
                        for chunk in bytes.chunks(of: 3) { try reader.feed(chunk) }
                        return try reader.finish()
                    }
                    let found = Result { () throws(JSONError) -> Recipe in
                        var growing = JSONGrowing<Recipe>(options: options)
                        for chunk in bytes.chunks(of: 3) { _ = try growing.append(chunk) }
                        return try growing.finish()
                    }
                    #expect(found.failure == expected.failure, "\(engine) \(end)")
                    var left = JSONGrowing<Recipe>(options: options)
                    for chunk in text.utf8.prefix(end).map({ [$0] }) { _ = try left.append(chunk) }
                }
            }
        }
    }

    @Test("a sequence of chunks gives models")
    func sequence() async throws {
        let chunks = AsyncStream { continuation in
            for byte in Self.texts[0].utf8 { continuation.yield([byte]) }
            continuation.finish()
        }
        var last: Recipe?
        var titles: Set<String> = []
        for try await recipe in JSONGrowing<Recipe>.models(of: chunks) {
            last = recipe
            titles.insert(recipe.title ?? "")
        }
        #expect(try last?.jsonString(.sorted) == Recipe(json: Self.texts[0]).jsonString(.sorted))
        #expect(titles.isSuperset(of: ["", "S", "Soup ä", "Soup ä𝄞 é😀\n\\ end"]))
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { return error }
        return nil
    }
}

extension JSONWriteOptions {
    fileprivate static let sorted = JSONWriteOptions(sortsKeys: true)
}
