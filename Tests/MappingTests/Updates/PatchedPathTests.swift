import Testing
import Yoke

/// Merge patches of models with paths and aliases. The result must be that of RFC 7396 for the JSON of the model.
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
        #"{"c":null}"#, #"{"c":{"d":null}}"#, #"{"c":{"e":null}}"#, #"{"a":null}"#, #"{"Z":null}"#, #"{"q":null}"#, #"{"q":[]}"#,
        #"{"q":[{"y":1}]}"#, #"{"c":[]}"#, #"{"c":{"d":null,"e":2},"a":8}"#, #"{"a":null,"c":{"d":4}}"#, #"{"c":{"d":4},"a":null}"#,
    ])
    func nullUnderAnotherKeyKeepsTheValue(_ patch: String) throws {
        try check(Aliases.self, #"{"a":7,"c":{"e":1},"z":3}"#, patch)
        try check(Aliases.self, #"{"z":3}"#, patch)
    }
}
