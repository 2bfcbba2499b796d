import Testing
import TestSupport
import YokeStandards

/// Makes random texts with comments and unusual white space.
private struct RandomText {
    var random: SeededGenerator
    var text = ""
    /// Keys of objects. Some have escapes or look like syntax.
    static let keys = ["a", "b", "c", "d\\n", "\\u00e9", "f//", "g,", "h}"]

    mutating func space() {
        switch Int.random(in: 0..<9, using: &random) {
        case 0: text += " "
        case 1: text += "\n  "
        case 2: text += "\r\n\t"
        case 3: text += " // c }],\"\n"
        case 4: text += "/* c ] \" */"
        case 5: text += "\n /* a\n b */ "
        default: break
        }
    }

    mutating func value(_ depth: Int) {
        switch Int.random(in: 0..<(depth > 3 ? 5 : 9), using: &random) {
        case 0: text += "null"
        case 1: text += random.oneIn(2) ? "true" : "false"
        case 2: text += random.pick(["1", "-0.50", "1e2", "12345678901234567890"])
        case 3, 4: text += random.pick(["\"\"", "\"x\\\"y\"", "\"//\"", "\"/*,]}\"", "\"ü\\\\\""])
        case 5, 6: container("{", "}", depth)
        default: container("[", "]", depth)
        }
    }

    mutating func container(_ open: String, _ close: String, _ depth: Int) {
        text += open
        var keys = Self.keys.shuffled(using: &random)
        let count = random.oneIn(5) ? 0 : Int.random(in: 1...4, using: &random)
        for i in 0..<count {
            if i > 0 { text += "," }
            space()
            if open == "{" {
                text += "\"\(keys.removeLast())\""
                space()
                text += ":"
                space()
            }
            value(depth + 1)
            space()
        }
        if count > 0, random.oneIn(3) { text += "," }
        space()
        text += close
    }
}

/// Returns true if `whole` contains the bytes of `part` in the same order, with any bytes between them.
private func isSubsequence(_ part: [UInt8], _ whole: [UInt8]) -> Bool {
    var i = 0
    for byte in whole where i < part.count && part[i] == byte { i += 1 }
    return i == part.count
}

@Suite struct EditorPropertyTests {
    static func randomText(_ seed: UInt64) -> String {
        var text = RandomText(random: SeededGenerator(seed: seed))
        text.space()
        let isObject = text.random.oneIn(2)
        text.container(isObject ? "{" : "[", isObject ? "}" : "]", 0)
        text.space()
        return text.text
    }

    /// Returns the pointers to all values except the root.
    static func pointers(in value: JSONValue) -> [JSONPointer] {
        var found: [JSONPointer] = []
        var open: [(JSONPointer, JSONValue)] = [(JSONPointer(), value)]
        while let (pointer, value) = open.popLast() {
            if !pointer.tokens.isEmpty { found.append(pointer) }
            for (i, element) in (value.array ?? []).enumerated() { open.append((pointer.appending(i), element)) }
            for member in value.object ?? [:] { open.append((pointer.appending(member.key), member.value)) }
        }
        return found
    }

    @Test(arguments: JSONEngine.each) func editsOfTheTextAreEditsOfTheValue(_ engine: JSONEngine) throws {
        let options = JSONReadOptions.forEditing(engine)
        for seed in 0..<UInt64(Sample.size(800, full: 100_000)) {
            let original = Self.randomText(seed)
            var random = SeededGenerator(seed: seed ^ 0xABCD)
            var editor = try JSONEditor(original, options: options)
            for _ in 0..<4 {
                let before = editor.bytes
                var value = try JSONValue(json: before, options: options)
                let pointers = Self.pointers(in: value)
                guard !pointers.isEmpty else { break }
                let pointer = random.pick(pointers)
                let new: JSONValue = random.pick([7, "new", ["k": [1, "two"]], [], [["n": JSONValue.null]]])
                let comment = Comment("seed \(seed), \(pointer): \(String(decoding: before, as: UTF8.self).debugDescription)")
                switch Int.random(in: 0..<5, using: &random) {
                case 0:
                    value[pointer] = new
                    try editor.set(new, at: pointer)
                case 1:
                    value[pointer] = nil
                    try editor.remove(at: pointer)
                    #expect(editor.bytes.count < before.count && isSubsequence(editor.bytes.filter { !$0.isSpace }, before), comment)
                case 2:
                    let parent = try #require(pointer.parent)
                    if value[parent]?.array != nil {
                        let index = try #require(Int(pointer.tokens.last ?? ""))
                        value[parent]?.array?.insert(new, at: index)
                        try editor.insert(new, at: pointer)
                    } else {
                        let token = pointer.tokens.last ?? ""
                        let isBefore = random.oneIn(2)
                        value[parent.appending("new key")] = new
                        if value[parent]?.object?.count == (try editor.value(at: parent)?.object?.count) { continue }
                        if isBefore {
                            try editor.insert(new, forKey: "new key", before: parent.appending(token))
                        } else {
                            try editor.insert(new, forKey: "new key", after: parent.appending(token))
                        }
                    }
                    #expect(isSubsequence(before.filter { !$0.isSpace }, editor.bytes), comment)
                case 3:
                    let container = random.oneIn(4) ? JSONPointer() : pointer
                    switch value[container] {
                    case .array?:
                        value[container.appending("-")] = new
                        try editor.append(new, to: container)
                    case .object?:
                        value[container.appending("other key")] = new
                        try editor.set(new, at: container.appending("other key"))
                    default: continue
                    }
                default:
                    let parent = try #require(pointer.parent)
                    guard var object = value[parent]?.object, let old = pointer.tokens.last, !object.contains(key: "renamed") else {
                        continue
                    }
                    let member = object[old] ?? .null
                    object[old] = nil
                    object["renamed"] = member
                    value[parent] = .object(object)
                    try editor.rename(at: pointer, to: "renamed")
                }
                #expect(try JSONValue(json: editor.bytes, options: options) == value, comment)
            }
        }
    }

    @Test func aChangedValueIsWrittenBackByItsDifferences() throws {
        let options = JSONReadOptions.forEditing()
        for seed in 0..<UInt64(Sample.size(800, full: 100_000)) {
            let original = Self.randomText(seed)
            var random = SeededGenerator(seed: seed ^ 0x1234)
            var editor = try JSONEditor(original, options: options)
            var value = try JSONValue(json: original, options: options)
            try editor.update(from: value)
            #expect(editor.text == original, "seed \(seed)")
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let pointers = Self.pointers(in: value)
                guard !pointers.isEmpty else { break }
                let pointer = random.pick(pointers)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: value[pointer] = nil
                case 1: value[pointer.appending("-")] = "appended"
                case 2: value[(pointer.parent ?? pointer).appending("more")] = [1, ["x": 2]]
                default: value[pointer] = random.pick([7, "new", ["k": [1, "two"]], []])
                }
            }
            try editor.update(from: value)
            #expect(try JSONValue(json: editor.bytes, options: options) == value, "seed \(seed): \(original.debugDescription)")
        }
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
