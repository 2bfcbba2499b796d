import Yoke
import YokeArchives

extension Feature {
    static var writing: [Feature] {
        [
            Feature(name: "write models", size: 500) { size in
                let items = (0..<size).map { Item(id: $0, name: "a\"b") }
                return { try expect(items.jsonBytes().count > size) }
            },
            Feature(name: "write with sorted keys", size: 500) { size in
                let values = [String: Int](uniqueKeysWithValues: (0..<size).map { ("key\($0)", $0) })
                return { try expect(values.jsonBytes(JSONWriteOptions(sortsKeys: true)).count > size) }
            },
            Feature(name: "write a value that was built", size: 500) { size in
                var object = JSONObject()
                for number in Text.first..<Text.first + size { object["key\(number)"] = [JSONValue(number), "a\nb"] }
                return { try expect(object.jsonBytes().count > size) }
            },
            Feature(name: "write tagged cases and kept members", size: 300) { size in
                let shapes = (0..<size).map { Shape.item(Item(id: $0)) }
                let open = try Open(json: Text.object(size) { #""key\#($0)":1"# })
                return { try expect(shapes.jsonBytes().count + open.jsonBytes().count > size) }
            },
            Feature(name: "write values in hooks", size: 1_000) { size in
                let values = (0..<size).map { #"{"id":\#($0)}"# }.joined(separator: ",")
                let model = try Hooked(json: Text.nested(5, #"{"children":["#, values, "]}"))
                return { try expect(model.jsonBytes().count > size) }
            },
            Feature(name: "snapshot of models", size: 300) { size in
                let items = (0..<size).map { Item(id: $0, name: "name \(Text.first + $0)") }
                return { try expect([Item](snapshot: items.snapshot()) == items) }
            },
            Feature(name: "snapshot of a long string", size: 20_000) { size in
                let text = String(repeating: "x", count: size)
                return { try expect(String(snapshot: text.snapshot()) == text) }
            },
        ]
    }
}
