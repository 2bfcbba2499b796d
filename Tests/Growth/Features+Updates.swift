import Yoke

extension Feature {
    static var updates: [Feature] {
        [
            Feature(name: "update: members that are kept", size: 500) { size in
                var model = try Open(json: Text.object(size) { #""key\#($0)":1"# })
                let patch = Text.object(size) { #""key\#($0)":2"# }
                return { try model.update(json: patch) }
            },
            Feature(name: "merge patch: kept members set", size: 150) { size in
                var model = try Open(json: Text.object(size) { #""key\#($0)":1"# })
                let patch = Text.object(size) { #""key\#($0)":{"a":2}"# }
                return { try model.update(json: patch, policy: .mergePatch) }
            },
            Feature(name: "merge patch: kept members removed", size: 500) { size in
                var model = try Open(json: Text.object(size) { #""key\#($0)":1"# })
                let patch = Text.object(size) { #""key\#($0)":null"# }
                return {
                    try model.update(json: patch, policy: .mergePatch)
                    try expect(model.rest.isEmpty)
                }
            },
            Feature(name: "merge patch: entries of a dictionary", size: 500) { size in
                var counted = try Counted(json: #"{"counts":"# + Text.object(size) { #""key\#($0)":1"# } + "}")
                let patch = #"{"counts":"# + Text.object(size) { #""key\#($0)":\#($0 % 2 == 0 ? "null" : "2")"# } + "}"
                return {
                    try counted.update(json: patch, policy: .mergePatch)
                    try expect(counted.counts.count == size / 2)
                }
            },
            Feature(name: "update: an array", size: 500) { size in
                var model = Node.Storage(items: [])
                let patch = #"{"items":"# + Text.array(size) { #"{"id":\#($0)}"# } + "}"
                return { try model.update(json: patch) }
            },
            Feature(name: "reading over an array", size: 500) { size in
                let text = Array(Text.array(size) { #"{"id":\#($0),"name":"abc"}"# }.utf8)
                var items = try [Item](json: text)
                return {
                    var reader = try JSONReader<[Item]>()
                    try reader.read(into: &items, from: text)
                }
            },
            Feature(name: "copy, compare and hash", size: 300) { size in
                let items = (0..<size).map { Item(id: $0, name: "a") }
                return { try expect(items.jsonCopy().hasSameJSON(as: items)) }
            },
        ]
    }
}
