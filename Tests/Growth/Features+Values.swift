import Yoke

extension Feature {
    static var values: [Feature] {
        [
            Feature(name: "JSONValue: every element", size: 200) { size in
                let text = Text.array(size) { #"{"id":\#($0),"name":"a","list":[1,2]}"# }
                return {
                    let value = try JSONValue(json: text)
                    var sum = 0
                    for element in value.array! { sum += element["id"]!.int! + element["list"]!.array!.count }
                    try expect(sum > size)
                }
            },
            Feature(name: "JSONValue: every key", size: 1_000) { size in
                let text = Text.object(size) { #""key\#($0)":\#($0)"# }
                let keys = (0..<size).map { "key\(Text.first + $0)" }
                return {
                    let value = try JSONValue(json: text)
                    try expect(keys.allSatisfy { value[$0]?.int != nil })
                }
            },
            Feature(name: "JSONValue: every position", size: 1_000) { size in
                let text = Text.array(size) { "\($0)" }
                return {
                    let value = try JSONValue(json: text)
                    try expect((0..<size).allSatisfy { value[$0]?.int == Text.first + $0 })
                }
            },
            Feature(name: "JSONValue: equal and hashed", size: 200) { size in
                let one = try JSONValue(json: Text.object(size) { #""key\#($0)":[\#($0)]"# })
                let last = 2 * Text.first + size - 1
                let other = try JSONValue(json: Text.object(size) { #""key\#(last - $0)":[\#(last - $0)]"# })
                return { try expect(one == other && one.hashValue == other.hashValue) }
            },
            Feature(name: "JSONObject: set, change and remove every key", size: 500) { size in
                let keys = (0..<size).map { "key\($0)" }
                return {
                    var object = JSONObject()
                    for key in keys { object[key] = 1 }
                    for key in keys { object[key] = 2 }
                    object.removeAll { $0.value == 2 }
                    try expect(object.isEmpty)
                }
            },
            Feature(name: "JSONArray: append, and change every element", size: 1_000) { size in
                return {
                    var value = JSONValue.array([])
                    for number in 0..<size { value.array?.append(JSONValue(number)) }
                    for number in 0..<size { value[number] = 0 }
                    try expect(value.array?.count == size)
                }
            },
            Feature(name: "merge patch: members set", size: 200) { size in
                let patch = try JSONValue(json: Text.object(size) { #""key\#($0)":{"a":\#($0)}"# })
                var value = try JSONValue(json: Text.object(size) { #""key\#($0)":1"# })
                return { value.merge(patch: patch) }
            },
            Feature(name: "merge patch: members removed", size: 1_000) { size in
                let patch = try JSONValue(json: Text.object(size) { #""key\#($0)":null"# })
                var value = try JSONValue(json: Text.object(size) { #""key\#($0)":1"# })
                return {
                    value.merge(patch: patch)
                    try expect(value == [:])
                }
            },
            Feature(name: "JSONValue: deep", size: 6_000) { size in
                let text = Text.nested(size, #"{"a":["#, "", "]}")
                return {
                    let value = try JSONValue(json: text, options: deep)
                    try expect(value == value && value.description.utf8.count == text.utf8.count)
                }
            },
            Feature(name: "JSONNumber: equal and hashed", size: 5_000) { size in
                let one = JSONNumber(text: "1" + String(repeating: "0", count: size))!
                let other = JSONNumber(text: "1" + String(repeating: "0", count: size) + "e0")!
                return { try expect(one != other || one.hashValue == other.hashValue) }
            },
            Feature(name: "formatter", size: 500) { size in
                let text = Array(Text.array(size) { #"{"id":\#($0)}"# }.utf8)
                return {
                    var formatter = try JSONFormatter()
                    try text.withUnsafeBytes { try formatter.feed($0) { _ in } }
                    try formatter.finish { _ in }
                }
            },
            Feature(name: "validator, one byte at a time", size: 200) { size in
                let text = Array(Text.array(size) { "\($0)" }.utf8)
                return {
                    var validator = try JSONValidator()
                    for index in text.indices { try text[index...index].withUnsafeBytes { try validator.feed($0) } }
                    try validator.finish()
                }
            },
        ]
    }
}
