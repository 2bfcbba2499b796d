import Testing
import Yoke

/// Merge patches of models with paths and aliases. The JSON of the model must change as RFC 7396 says.
@Suite struct PatchedPathTests {
    private struct Point: JSONConvertible, Equatable {
        var a: Int?
        var b: Int?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("a", \.a)
                $0.add("b", \.b)
            }
        }
    }

    private struct InArray: JSONConvertible, Equatable {
        var n: Int?
        var p: Point?
        var d: [String: Int]?
        var v: JSONValue?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("n", \.n, key: .path("l[0]"))
                $0.add("p", \.p, key: .path("l[1].x"))
                $0.add("d", \.d, key: .path("l[2]"))
                $0.add("v", \.v, key: .path("l[3]"))
            }
        }
    }

    private struct Aliases: JSONConvertible, Equatable {
        var x: Int?
        var y: Int?
        var z: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("x", \.x, key: JSONKeys(read: ["a", .path("c.d")], write: "a"))
                $0.add("y", \.y, key: .path("c.e"))
                $0.add("z", \.z, key: JSONKeys(read: ["Z", "z", .path("q[0].z")], write: "z"))
            }
        }
    }

    private struct Defaults: JSONConvertible, Equatable {
        var n: Int? = 7
        var m = JSONNullable<Int>.missing
        var v = JSONValue.null
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("n", \.n, key: .path("l[1]"), default: 7)
                $0.add("m", \.m, key: .path("m[0]"))
                $0.add("v", \.v, key: .path("v[0]"))
            }
        }
    }

    private struct Hooked: JSONConvertible, Equatable {
        var a: Int
        var b: Int?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("a", \.a)
                $0.add("b", \.b)
            }.beforeReading { $0["c"] = 1 }
        }
    }
    private struct HookedInArray: JSONConvertible, Equatable {
        var item: Hooked?
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("item", \.item, key: .path("l[0]")) } }
    }
    private struct Inner: JSONConvertible, Equatable {
        var x: Int?
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("x", \.x, key: .path("a.b")) } }
    }
    private struct InnerAliases: JSONConvertible, Equatable {
        var x: Int?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) { $0.add("x", \.x, key: JSONKeys(read: [.path("a.b"), "c"], write: .path("a.b"))) }
        }
    }
    private struct Flattening<Value: JSONConvertible & Equatable & Sendable>: JSONConvertible, Equatable {
        var inner: Value?
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.flatten("inner", \.inner) } }
    }

    /// Applies a patch to the model, with every engine. Expects the model that the patched JSON of the model gives.
    private func check<Model: JSONConvertible & Equatable>(_ type: Model.Type, _ old: String, _ patch: String) throws {
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            var model = try Model(json: old, options: options)
            var json = try JSONValue(json: model.jsonString())
            try json.merge(patch: JSONValue(json: patch))
            let expected = try? Model(json: json.jsonString(), options: options)
            let isPatched = (try? model.update(json: patch, policy: .mergePatch, options: options)) != nil
            #expect((isPatched ? model : nil) == expected, "\(patch)")
        }
    }

    @Test(arguments: [
        #"{"l":[5,{"x":{"a":9}},{"k":7},{"m":1}]}"#, #"{"l":[5,{"x":{"a":null}}]}"#, #"{"l":[null,{"x":null},{}]}"#, #"{"l":[]}"#,
        #"{"l":null}"#, #"{"l":{"0":1}}"#, #"{"l":[1,{"x":{}},{"k":1},{"w":null}]}"#, "{}",
    ])
    func anArrayOnAPathIsReplaced(_ patch: String) throws {
        try check(InArray.self, #"{"l":[1,{"x":{"a":1,"b":2}},{"k":1,"m":2},{"w":3}]}"#, patch)
        try check(InArray.self, "{}", patch)
    }

    @Test(arguments: [
        #"{"l":[0,null]}"#, #"{"l":[0]}"#, #"{"l":null}"#, #"{"m":[null]}"#, #"{"m":[]}"#, #"{"m":null}"#, #"{"v":[null]}"#,
        #"{"v":[null,1],"l":[null,null]}"#,
    ])
    func nullInANewArrayIsAValue(_ patch: String) throws {
        try check(Defaults.self, #"{"l":[0,1],"m":[5],"v":["s"]}"#, patch)
    }

    @Test(arguments: [
        #"{"c":null}"#, #"{"c":{"d":null}}"#, #"{"c":{"e":null}}"#, #"{"a":null}"#, #"{"Z":null}"#, #"{"q":null}"#, #"{"q":[]}"#,
        #"{"q":[{"y":1}]}"#, #"{"c":{"d":5},"c":{"d":null}}"#, #"{"Z":5,"Z":null}"#, #"{"c":[]}"#, #"{"c":{"d":null,"e":2},"a":8}"#,
        #"{"a":null,"c":{"d":4}}"#, #"{"c":{"d":4},"a":null}"#, #"{"a":null,"c":{"d":4},"c":{"d":null}}"#,
        #"{"c":{"d":4},"a":null,"c":{"d":null}}"#, #"{"a":null,"c":{"d":4},"a":5,"c":{}}"#, #"{"z":null,"Z":4,"Z":null}"#,
    ])
    func nullUnderAnotherKeyKeepsTheValue(_ patch: String) throws {
        try check(Aliases.self, #"{"a":7,"c":{"e":1},"z":3}"#, patch)
        try check(Aliases.self, #"{"z":3}"#, patch)
    }

    private struct Written: JSONConvertible, Equatable {
        var x: Int?
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("x", \.x, key: [.path("a.b"), "c"]) } }
    }

    @Test(arguments: [
        #"{"a":{"b":null},"c":4,"c":null}"#, #"{"a":null,"c":4,"c":null}"#, #"{"a":{"b":null},"c":4,"a":{},"c":null}"#,
        #"{"a":[],"c":4,"c":null}"#, #"{"a":null,"a":{}}"#, #"{"a":null,"a":{},"c":null}"#,
    ])
    func nullUnderAnotherKeyRestoresNothingThatIsRemoved(_ patch: String) throws {
        try check(Written.self, #"{"a":{"b":1}}"#, patch)
    }

    private struct Middle: JSONConvertible, Equatable {
        var x: JSONValue?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) { $0.add("x", \.x, key: JSONKeys(read: ["a", "b", "e"], write: "b")) }
        }
    }

    /// The key for writing is not the first key for reading.
    @Test(arguments: [
        #"{"a":6,"b":null,"a":null}"#, #"{"b":{"q":9},"e":null,"b":{}}"#, #"{"a":6,"b":{"q":[1]}}"#, #"{"a":6,"e":{"q":[1]},"a":null}"#,
        #"{"a":6,"b":null}"#, #"{"e":5,"b":null,"e":null}"#, #"{"e":5,"a":{"q":1},"b":[2]}"#,
    ])
    func theKeyForWritingIsInTheMiddle(_ patch: String) throws {
        try check(Middle.self, #"{"b":100}"#, patch)
    }

    @Test func hooksSeeTheNewElement() throws {
        try check(HookedInArray.self, #"{"l":[{"a":0,"b":2}]}"#, #"{"l":[{"a":1}]}"#)
    }

    @Test(arguments: [#"{"a":null}"#, #"{"a":{"b":null}}"#, #"{"c":null}"#, "{}", #"{"a":{"b":1}}"#])
    func aFlattenedOptionalWithNilAtAPath(_ patch: String) throws {
        for text in [#"{"a":{"b":null}}"#, #"{"a":{"b":2}}"#, "{}"] {
            try check(Flattening<Inner>.self, text, patch)
            try check(Flattening<InnerAliases>.self, text, patch)
        }
        let model = Flattening(inner: InnerAliases(x: nil))
        #expect(try read(Flattening<InnerAliases>.self, model.jsonString()) == model)
    }
}
