import TestSupport
import Testing
import Yoke

/// Growing enums with payloads: the case is known when its tag is complete, and the payload then grows.
@Suite struct GrowingCaseTests {
    struct Text: JSONConvertible, Equatable {
        var text: String
        var notes: [String] = []
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("text", \.text)
                $0.add("notes", \.notes, literal: [])
            }
        }
    }

    struct Group: JSONConvertible, Equatable {
        var parts: [Part]
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("parts", \.parts) } }
    }

    indirect enum Part: JSONConvertible, Equatable {
        case text(Text), group(Group), end, unknown(JSONRawText)

        static func cases(_ cases: inout JSONCases<Part>) {
            cases.add("text", Text.self, make: { .text($0) }, match: { if case .text(let text) = copy $0 { text } else { nil } })
            cases.add("group", Group.self, make: { .group($0) }, match: { if case .group(let group) = copy $0 { group } else { nil } })
            cases.add("end", .end)
            cases.fallback(
                make: { .unknown($0) }, match: { if case .unknown(let text) = copy $0 { text } else { nil } })
        }
        static var jsonMapping: JSONMapping { JSONMapping(cases: Part.self, tag: "type") { cases(&$0) } }
    }

    /// The same cases with their payload beside the tag.
    struct Beside: JSONConvertible, Equatable {
        var part: Part
        static var jsonMapping: JSONMapping {
            JSONMapping(Beside.self, via: Stored.self, decode: { Beside(part: $0.part) }, encode: { Stored(part: $0.part) })
        }
        struct Stored: JSONConvertible {
            var part: Part
            static var jsonMapping: JSONMapping {
                JSONMapping(cases: Stored.self, tag: "type", content: "content") {
                    $0.add(
                        "text", Text.self, make: { Stored(part: .text($0)) },
                        match: { if case .text(let text) = (copy $0).part { text } else { nil } })
                    $0.add(
                        "group", Group.self, make: { Stored(part: .group($0)) },
                        match: { if case .group(let group) = (copy $0).part { group } else { nil } })
                    $0.fallback(
                        make: { Stored(part: .unknown($0)) },
                        match: { if case .unknown(let text) = (copy $0).part { text } else { nil } })
                }
            }
        }
    }

    struct Chat: JSONConvertible, Equatable {
        var parts: [Part] = []
        var last: Part?
        var first = Part.end
        var named: [String: Part] = [:]
        var beside: [Beside] = []
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("parts", \.parts, default: [])
                $0.add("last", \.last)
                $0.add("first", \.first, default: .end)
                $0.add("named", \.named, default: [:])
                $0.add("beside", \.beside, default: [])
            }
        }
    }

    struct Message: JSONConvertible, Equatable {
        var from: String
        var block: GrowingTests.Block
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("from", \.from)
                $0.flatten("block", \.block)
            }
        }
    }

    private static func raw(_ text: String) -> JSONRawText { try! JSONRawText(text) }

    /// Returns the values of the text: of a growing text, and of a cut text that is read once, with each engine and in chunks of each size.
    private func values<Model: JSONConvertible>(_ type: Model.Type, _ text: String) throws -> [Model?] {
        var values: [Model?] = []
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            (options.engine, options.keepsPartialStrings) = (engine, true)
            for size in 1...text.utf8.count {
                var growing = JSONGrowing<Model>(options: options)
                for chunk in Array(text.utf8).chunks(of: size) { try growing.feed(chunk) }
                values.append(growing.model)
            }
            options.allowsPartialValue = true
            values.append(try? Model(json: text, options: options))
        }
        return values
    }

    @Test(
        "a case is not known before its tag is complete",
        arguments: [
            ("[{", []), (#"[{"#, []), (#"[{"type"#, []), (#"[{"type":"#, []), (#"[{"type":"t"#, []), (#"[{"type":"text"#, []),
            (#"[{"type":"end""#, [.end]),
            (#"[{"type":"what""#, [.unknown(raw(#"{"type":"what"}"#))]), (#"[{"type":7,"#, [.unknown(raw(#"{"type":7}"#))]),
            (#"[{"type":"text","text":"he"#, [.text(Text(text: "he"))]),
            (#"[{"type":"text","text":"h\u00e"#, [.text(Text(text: "h"))]),
            (#"[{"type":"text","text":"h", "notes" : ["a" , "b"#, [.text(Text(text: "h", notes: ["a", "b"]))]),
            (#"[{"type":"text","text":"h","no"#, [.text(Text(text: "h"))]),
            (#"[{"text":"h","type":"text","notes":["#, [.text(Text(text: "h"))]),
            (#"[{"type":"group","parts":[{"type":"end"},{"ty"#, [.group(Group(parts: [.end]))]),
            (
                #"[{"type":"group","parts":[{"type":"text","text":"a"},{"type":"text","text":"b"#,
                [.group(Group(parts: [.text(Text(text: "a")), .text(Text(text: "b"))]))]
            ),
        ] as [(String, [Part])])
    func elements(text: String, parts: [Part]) throws {
        for value in try values([Part].self, text) { #expect(value == parts) }
        for value in try values(Chat.self, #"{"parts":"# + text) { #expect(value == Chat(parts: parts)) }
        for value in try values(Chat.self, #"{"last":"# + text.dropFirst()) { #expect(value == Chat(last: parts.last)) }
    }

    @Test("an open case has the value of a property that has not begun")
    func members() throws {
        for value in try values(Chat.self, #"{"first":{"ty"#) { #expect(value == Chat()) }
        for value in try values(Chat.self, #"{"named":{"a":{"type":"end"},"b":{"ty"#) { #expect(value == Chat(named: ["a": .end])) }
        for value in try values(Part.self, #"{"ty"#) { #expect(value == nil) }
        for value in try values([Part].self, #"[{"type":"end"},{"text":"a","#) { #expect(value == [.end]) }
        for value in try values([Part].self, "[{},") { #expect(value == [.unknown(Self.raw("{}"))]) }
        for value in try values(Message.self, #"{"from":"a","ty"#) { #expect(value == nil) }
        for value in try values(Message.self, #"{"type":"end","from":"a"#) { #expect(value == Message(from: "a", block: .end)) }
        for value in try values(Message.self, #"{"type":"text","from":"a","id":1,"name":"b"#) {
            #expect(value == Message(from: "a", block: .text(Item(id: 1, name: "b"))))
        }
    }

    @Test("the error of a text that was cut before it names the case says so", arguments: [#"{"ty"#, #"{"type":"te"#, #"{"text":"a","#])
    func cutBeforeTheTag(text: String) {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            (options.engine, options.allowsPartialValue) = (engine, true)
            let error = #expect(throws: JSONError.self) { try Part(json: text, options: options) }
            #expect(error?.kind == .unexpectedEnd && error?.message == "the text ends before it names the case of Part", "\(engine)")
        }
    }

    @Test("an open case changes nothing in an update, and nothing stays of an overwritten value")
    func existingValues() throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            (options.engine, options.allowsPartialValue, options.keepsPartialStrings) = (engine, true, true)
            var chat = Chat(last: .end, named: ["a": .end])
            try chat.update(json: #"{"first":{"type":"text","text":"b"},"named":{"a":{"type":"end"}},"last":{"ty"#, options: options)
            #expect(chat == Chat(last: .end, first: .text(Text(text: "b")), named: ["a": .end]))
            try chat.update(json: #"{"named":{"a":{"ty"#, policy: .mergePatch, options: options)
            #expect(chat.named == ["a": .end])
            for text in [
                #"{"parts":[{"type":"end"},{"ty"#, #"{"last":{"ty"#, #"{"named":{"b":{"ty"#, #"{"first":{"ty"#,
                #"{"first":{"type":"text","text":"c"#,
            ] {
                var chats = Array(repeating: Chat(parts: [.end, .end, .end], last: .end, named: ["a": .end]), count: 2)
                var reader = try JSONReader<[Chat]>(options: options)
                try reader.read(into: &chats, from: "[" + text)
                #expect(try chats == [Chat](json: "[" + text, options: options), "\(engine) \(text)")
            }
        }
    }

    @Test("a payload beside the tag grows too")
    func beside() throws {
        for (text, parts) in [
            (#"[{"ty"#, []), (#"[{"type":"text","content":{"text":"a"#, [.text(Text(text: "a"))]),
            (#"[{"type":"group","content":{"parts":[{"type":"text","text":"a"#, [.group(Group(parts: [.text(Text(text: "a"))]))]),
        ] as [(String, [Part])] {
            for value in try values([Beside].self, text) { #expect(value == parts.map { Beside(part: $0) }, "\(text)") }
        }
    }

    @Test("an element of a payload without its required parts is left out of a growing text")
    func incomplete() throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            for (text, parts) in [
                (#"[{"type":"group","parts":[{"type":"end"},{"type":"text""#, [.group(Group(parts: [.end]))]),
                (
                    #"[{"type":"group","parts":[{"type":"end"},{"type":"group","parts":[{"type":"text","#,
                    [.group(Group(parts: [.end, .group(Group(parts: []))]))]
                ),
                (#"[{"type":"group","parts":[{"type":"end"},{"type":"group","#, [.group(Group(parts: [.end]))]),
            ] as [(String, [Part])] {
                var growing = JSONGrowing<[Part]>(options: options)
                #expect(try growing.append(text) == parts, "\(text)")
            }
        }
    }

    @Test(
        "each cut of a text gives the same as a read of that part",
        arguments: [
            #"{"parts":[{"type":"text","text":"ä \ud83d\ude00","notes":["x","y"]},{"text":"late","type":"text"},{"type":"new","a":["b"]},{}],"#
                + #""last":{"type":"group","parts":[{"type":"end"},{"type":"group","parts":[{"text":"in","type":"text"}]}]},"#
                + #""named":{"a":{"type":"end"},"a":{"type":"text","text":"b"}},"first":{"type":"text","text":"c","text":"d"}}"#,
            #"{"beside":[{"type":"text","content":{"text":"a","notes":["b"]}},{"content":{"parts":[]},"type":"group"},{"type":"x"}]}"#,
        ])
    func cuts(text: String) throws {
        for options in [JSONReadOptions.strict, .salvage] { try GrowingTests().compare(Chat.self, text, options, sizes: [1, 2, 7, 1000]) }
    }

    private enum Choice: JSONConvertible, Equatable {
        case text(Text)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, untagged: true) {
                $0.add("text", Text.self, make: { .text($0) }, match: { if case .text(let text) = $0 { text } else { nil } })
            }
        }
    }

    /// The earlier value of a repeated key stays while the later value is incomplete.
    @Test(arguments: [#"{"text":"a","notes":["n"],"text":"b"#, #"{"text":"a","notes":["n"],"notes":"x"#, #"{"text":"a","text":tru"#])
    func anOpenRepetitionKeepsTheEarlierValue(_ cut: String) throws {
        var plain = JSONGrowing<Text>(), choice = JSONGrowing<Choice>(), list = JSONGrowing<[Choice]>()
        let expected = try #require(try plain.append(cut))
        #expect(try choice.append(cut) == .text(expected))
        #expect(try list.append("[" + cut) == [.text(expected)])
    }
}
