import Yoke

/// A type, and a text in which `§` stands for the position of the value.
struct Row: Sendable, CustomStringConvertible {
    let description: String
    private let frame: [[UInt8]]
    private let check: @Sendable ([UInt8], Mode, [Int]) -> String?

    init<Value: JSONConvertible>(_ type: Value.Type, _ frame: String = "§") {
        description = "\(type) in \(frame)"
        self.frame = frame.split(separator: "§", omittingEmptySubsequences: false).map { Array($0.utf8) }
        check = { contradiction(type, $0, $1, cuts: $2) }
    }

    /// Puts the value in place of `§`, and reads the text as the row's type. Describes the first wrong result; nil if all results are
    /// right.
    func problem(with value: [UInt8], _ mode: Mode) -> String? {
        let text = Array(frame.joined(separator: value))
        let start = frame[0].count, end = start + value.count
        // Some short texts are cut after every byte. This takes long, so other texts are cut only at both ends of the value and in its
        // middle.
        let cuts = text.count < 64 && text.count % 32 == 0 ? Array(text.indices) : [start, (start + end) / 2, end]
        guard let problem = check(text, mode, cuts) else { return nil }
        let shown = text.map { $0 >= 0x20 && $0 < 0x7F ? String(Unicode.Scalar($0)) : "<\(String($0, radix: 16))>" }.joined()
        return "\(self), \(mode), \(text.count) bytes: \(shown.prefix(400))\n  \(problem)"
    }
}

/// A subject: all rows of one type. Each subject is one case of the parameterized test.
struct Subject: Sendable, CustomStringConvertible {
    let description: String
    let rows: [Row]

    init(_ description: String, _ rows: [Row]) {
        self.description = description
        self.rows = rows
    }

    /// Makes rows for the type alone, and for each text in `frames`, where `§` stands for a value of the type.
    init<Value: JSONConvertible>(_ type: Value.Type, _ frames: String...) {
        self.init("\(type)", (["§"] + frames).map { Row(type, $0) })
    }

    /// Makes rows for every position of a value in a model.
    static func everywhere<Value: JSONConvertible>(_ type: Value.Type) -> Subject {
        Subject(
            "\(type)",
            [
                Row(type), Row(Value?.self), Row([Value].self, "[§,§]"), Row([String: Value].self, #"{"k":§}"#),
                Row(Member<Value>.self, #"{"v":§,"tail":1}"#), Row([Member<Value>].self, #"[{"v":§,"tail":1},{"v":§}]"#),
                Row(Loose<Value>.self, #"{"optional":§}"#), Row(Loose<Value>.self, #"{"list":[§,§]}"#),
                Row(Loose<Value>.self, #"{"map":{"k":§}}"#), Row(Loose<Value>.self, #"{"nullable":§}"#),
                Row(Loose<Value>.self, #"{"optional":§,"optional":§}"#), Row(Loose<Value>.self, #"{"list":§,"map":§}"#),
                Row(Aliased<Value>.self, #"{"w":§,"p":{"v":§}}"#), Row(Pathed<Value>.self, #"{"a":{"b":[0,{"c":§}]}}"#),
                Row(Flattened<Value>.self, #"{"v":§,"other":§}"#), Row(Flattened<Value>.self, #"{"v":§,"optional":§,"nullable":§}"#),
                Row(Elements<Value>.self, "[1,§,§]"), Row(Instance<Value>.self, #"{"v":§,"tail":1}"#),
                Row(Hooked<Value>.self, #"{"w":§}"#), Row(Ruled<Value>.self, #"{"lenient":§,"missing":§,"lossy":[§,§]}"#),
                Row(External<Value>.self, #"{"value":§}"#), Row(External<Value>.self),
                Row(Internal<Value>.self, #"{"type":"member","v":§}"#), Row(Internal<Value>.self, #"{"v":§,"type":"member"}"#),
                Row(Internal<Value>.self, #"{"type":"other","v":§}"#),
                Row(Adjacent<Value>.self, #"{"type":"value","content":§}"#), Row(Adjacent<Value>.self, #"{"content":§,"type":"value"}"#),
                Row(Untagged<Value>.self), Row(Chosen<Value>.self, #"{"v":§}"#),
            ])
    }

    /// Makes rows for every position of a property with a coder.
    static func coded<Source: CoderSource>(_ source: Source.Type) -> Subject {
        Subject(
            "\(source)",
            [
                Row(CodedMember<Source>.self, #"{"v":§}"#), Row(CodedForms<Source>.self, #"{"optional":§}"#),
                Row(CodedForms<Source>.self, #"{"list":[§,§]}"#), Row(CodedForms<Source>.self, #"{"map":{"k":§}}"#),
                // JSONNullable reads each null as its own `.null`, and does not ask the coder. So it cannot read back a value that the
                // coder writes as null.
            ] + (Source.self == Null.self ? [] : [Row(CodedForms<Source>.self, #"{"nullable":§}"#)]))
    }

    /// Makes rows for dictionaries with hostile values as keys.
    static func keyed<Key: JSONObjectKey>(_ type: Key.Type) -> Subject {
        Subject(
            "[\(type): Int]",
            [
                Row([Key: Int].self), Row([Key: Int].self, "{§:1}"), Row([Key: Int].self, #"{"1":1,§:2,"red":§}"#),
                Row(Member<[Key: [Int]]>.self, #"{"v":{§:[1],"2":[§]}}"#),
            ])
    }
}
