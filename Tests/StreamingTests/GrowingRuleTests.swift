import TestSupport
import Testing
import Yoke

/// Rules, checks and hooks of growing values apply while parts of the value are still open.
extension GrowingTests {
    /// A model whose rules recover from an error in an open element.
    struct Rules: JSONConvertible {
        var steps: [Step]?
        var plan: [Step]
        var grid: [[Step]]
        var byDay: [String: [Step]]
        var tags: Tags
        var tag: Tags?

        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("steps", \.steps, rules: [.invalidIsMissing])
                $0.add("plan", \.plan, default: [], rules: [.onInvalid([Step(title: "none", tags: [])])])
                $0.add("grid", \.grid, default: [], rules: [.lossy])
                $0.add("byDay", \.byDay, default: [:], rules: [.lossy])
                $0.add("tags", \.tags, default: Tags(names: ["default"]), rules: [.onInvalid(Tags(names: ["none"]))])
                $0.add("tag", \.tag)
            }
        }
    }

    /// A list of strings that refuses to be empty.
    struct Tags: JSONConvertible {
        struct Empty: Error {}
        var names: [String]

        static var jsonMapping: JSONMapping {
            JSONMapping(
                Tags.self, via: [String].self, decode: { if $0.isEmpty { throw Empty() } else { Tags(names: $0) } }, encode: { $0.names })
        }
    }

    /// A model whose raw text is kept for its hook and for a flattened value. The text may end while arrays of the model are open.
    struct Captured: JSONConvertible {
        var tags: [String]
        var scores: [String: Int]
        var block: Block
        var members = 0

        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("tags", \.tags, default: [])
                $0.add("scores", \.scores, default: [:])
                $0.flatten("block", \.block)
                $0.add("members", \.members, default: 0)
                $0.afterReading { model, object in model.members = object.count }
            }
        }
    }

    /// A model with a check of the whole object.
    struct Pair: JSONConvertible {
        var a: Int
        var b: Int
        struct Bad: Error {}

        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("a", \.a)
                $0.add("b", \.b)
                $0.afterReading { if $0.b < 0 { throw Bad() } }
            }
        }
    }

    @Test(
        "rules recover from errors in open elements",
        arguments: [
            #"{"steps":[{"minutes":1,"title":"a"},{"minutes":2,"title":"b"}],"plan":[{"tags":["x"],"title":"c"}]}"#,
            #"{"grid":[[{"title":"a"},{"minutes":1,"title":"b"}],[{"minutes":2,"title":"c"}]],"byDay":{"mo":[{"minutes":3,"title":"d"}],"tu":[]}}"#,
            #"{"tags":["a","b"],"tag":["c"],"steps":[{"title":1}],"plan":[{"title":"a"},{"title":2}],"grid":[[{}],[{"title":"x"}]]}"#,
        ])
    func recovering(text: String) throws {
        try compare(Rules.self, text, .strict, sizes: [1, 2, 5, 17, 1000])
        try compare([Rules].self, "[" + text + "," + text + "]", .salvage, sizes: [1, 7])
    }

    @Test("objects that keep their raw text are complete texts for it")
    func captured() throws {
        for text in [
            #"{"type":"text","id":4,"name":"n","tags":["x","y"],"scores":{"a":1,"b":2},"members":9}"#,
            #"{"type":"end","tags":["x",""],"scores":{},"more":[{"a":[1]}]}"#,
        ] {
            try compare(Captured.self, text, .strict, sizes: [1, 2, 9, 1000])
            try compare([[Captured]].self, "[[" + text + "],[" + text + "]]", .strict, sizes: [1, 13])
        }
    }

    /// A model with models as properties, one of them optional. Swift stores nil as a bit pattern of the inner model's first property.
    struct Holder: JSONConvertible {
        struct Inner: JSONConvertible {
            var name: String
            var tags: [String]
            var count: Int
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("name", \.name)
                    $0.add("tags", \.tags)
                    $0.add("count", \.count)
                }
            }
        }
        var first: Inner?
        var second = Inner(name: "none", tags: ["none"], count: -1)
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("first", \.first)
                $0.add("second", \.second, default: Inner(name: "none", tags: ["none"], count: -1))
            }
        }
    }

    @Test("an inner model without its required parts is as in a new instance")
    func incompleteInnerModels() throws {
        let inner = #"{"name":"a name of more than fifteen bytes","tags":["a","b"],"count":7}"#
        for options in [JSONReadOptions.strict, .salvage] {
            try compare(Holder.self, #"{"first":\#(inner),"second":\#(inner)}"#, options, sizes: [1, 5, 1000])
        }
    }

    @Test("errors that are collected do not disturb checks")
    func collectingWithChecks() throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            options.collectsErrors = true
            for size in [1, 10, 1000] {
                var growing = JSONGrowing<[Pair]>(options: options)
                let text = Array(#"[{"a":"x","b":1},{"a":"y","b":1},{"a":1,"b":-5,"#.utf8)
                for chunk in text.chunks(of: size) { #expect(try growing.append(chunk)?.isEmpty ?? true) }
            }
        }
    }

    @Test("NaN of an open value is no text")
    func literals() throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            options.nonFiniteNumbers = .literal
            var growing = JSONGrowing<JSONValue>(options: options)
            let numbers = Array(repeating: "123456", count: 20).joined(separator: ",")
            let value = try #require(try growing.append(#"{"extra":[NaN,"# + numbers + ","))
            #expect(throws: JSONError.self) { _ = try value.jsonString() }
            #expect(try value.jsonString(JSONWriteOptions(nonFiniteNumbers: .null)).hasPrefix(#"{"extra":[null,123456,"#))
        }
    }

    @Test("a string without its comma does not show")
    func misplaced() throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            for (text, shown) in [(#"["a""b"#, ["a"]), (#"["a" "b"#, ["a"]), (#"["a","b"#, ["a", "b"]), (#"["b"#, ["b"])] {
                var growing = JSONGrowing<[String]>(options: options)
                #expect(try growing.append(text) == shown, "\(engine) \(text)")
            }
        }
    }

    @Test("a text that is only a number counts when white space ends it")
    func onlyANumber() throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            var growing = JSONGrowing<Int>(options: options)
            #expect(try growing.append(" 1") == nil)
            #expect(try growing.append("2") == nil)
            #expect(try growing.append(" ") == 12)
            #expect(try growing.finish() == 12)
        }
    }

    @Test("garbage after the value does not matter")
    func garbage() throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            options.allowsTrailingGarbage = true
            var growing = JSONGrowing<String>(options: options)
            #expect(try growing.append(#""x" "ab\q"#) == "x")
            #expect(try growing.append("more") == "x")
        }
    }

    @Test(
        "an error of the text says what to do next",
        arguments: [
            (
                #"{"steps":[{"title":"a"#, "$.steps[0].title",
                "the text may have been cut; to keep its start, ask for `model` before `finish`"
            ),
            ("{}\n```", "$", "JSONReadOptions.allowsTrailingGarbage ignores the text after the value"),
            ("{}\nI hope this helps", "$", "JSONReadOptions.allowsTrailingGarbage ignores the text after the value"),
            ("{} 7 ", "$", "JSONReadOptions.allowsTrailingGarbage ignores the text after the value"),
            ("```json\n{}", "$", "the JSON may stand between lines of three backticks: pass on only the text between them"),
            ("Here is it: {}", "$", "the text begins with words: pass it on from its first { or ["),
            ("the answer", "$", "the text begins with words: pass it on from its first { or ["),
        ])
    func hints(text: String, path: String, hint: String) {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            for size in [1, 2, 100] {
                let error = #expect(throws: JSONError.self) {
                    var growing = JSONGrowing<Recipe>(options: options)
                    for chunk in Array(text.utf8).chunks(of: size) { _ = try growing.append(chunk) }
                    _ = try growing.finish()
                }
                #expect(error?.path == path && error?.hint == hint, "\(engine) \(size) \(error.debugDescription)")
            }
        }
    }
}
