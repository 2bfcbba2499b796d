import Yoke
import YokeStandards

extension Feature {
    static var editing: [Feature] {
        [
            Feature(name: "write in a layout", size: 4000) { size in
                let values = (0..<size).map { ["ü\($0)", "\($0)"] }
                let options = JSONWriteOptions(indentsWithTabs: true, shortArrayLength: 40, escapesNonASCII: true)
                return { try expect(values.jsonBytes(options).count > size) }
            },
            Feature(name: "write lines to a closure", size: 500) { size in
                return {
                    var count = 0
                    var writer = JSONWriter { count += $0.count }
                    for number in 0..<size { try writer.write(["number": number]) }
                    try writer.finish()
                    try expect(count > size)
                }
            },
            Feature(name: "edit a text with comments", size: 300) { size in
                var options = JSONReadOptions.strict
                options.allowsComments = true
                let text = "{\n" + (0..<size).map { "  \"key\($0)\": [1, 2] // c\n" }.joined(separator: ", ") + "}"
                return {
                    var editor = try JSONEditor(text, options: options)
                    try editor.set(true, at: "$.key\(size - 1)[1]")
                    try editor.insert("x", forKey: "new", before: "$.key1")
                    try editor.remove(at: "$.key0")
                    try expect(editor.bytes.count > size)
                }
            },
            Feature(name: "edit a deep text on one line", size: 500) { size in
                var options = JSONReadOptions.strict
                options.limits.depth = .max
                let text = Text.nested(size, "[1, ", "2", "]")
                let path = "$" + String(repeating: "[1]", count: size)
                return {
                    var editor = try JSONEditor(text, options: options)
                    try editor.set(["a": [3]], at: path)
                    try expect(editor.bytes.count > size)
                }
            },
            Feature(name: "write a changed value back", size: 100) { size in
                let text = "{\n" + (0..<size).map { "  \"key\($0)\": [1, {\"a\": \($0)}, []]" }.joined(separator: ",\n") + "\n}"
                var value = try JSONValue(json: text)
                for number in 0..<size { try value.set(JSONValue(number + 1), at: "key\(number)[\(number % 3)]") }
                return {
                    var editor = try JSONEditor(text)
                    try editor.update(from: value)
                    try expect(editor.value() == value)
                }
            },
            Feature(name: "add members all over a long line", size: 500) { size in
                let value = JSONValue.array(JSONArray(Array(repeating: ["a": 1, "b": [2]], count: size)))
                let text = "[" + Array(repeating: #"{"a":1}"#, count: size).joined(separator: ",") + "]"
                return {
                    var editor = try JSONEditor(text)
                    try editor.update(from: value)
                    try expect(editor.value() == value)
                }
            },
            Feature(name: "diff of deep documents that differ at each level", size: 500) { size in
                var options = JSONReadOptions.strict
                options.limits.depth = .max
                let old = try JSONValue(json: Text.nested(size, "[1,", "2", "]"), options: options)
                let new = try JSONValue(json: Text.nested(size, "[3,", "4", "]"), options: options)
                return { try expect(JSONPatch(from: old, to: new).operations.count == 1) }
            },
        ]
    }
}
