import Yoke

extension Feature {
    /// Makes the feature "read one value of the type from a text", once for each engine.
    static func read<Value: JSONReadable>(
        _ name: String, _ type: Value.Type, size: Int, options: JSONReadOptions = .strict,
        _ text: @escaping (Int) -> String, check: @escaping (Value, Int) throws -> Void = { _, _ in }
    ) -> [Feature] {
        engines.map { engine in
            Feature(name: "\(name), \(engine)", size: size) { size in
                let bytes = Array(text(size).utf8)
                var options = options
                options.engine = engine
                return { [options] in try check(Value(json: bytes, options: options), size) }
            }
        }
    }

    /// Makes the feature "read one value in chunks of `bytes` bytes", once for each engine.
    static func chunks<Value: JSONReadable>(
        _ name: String, _ type: Value.Type, of bytes: Int, size: Int, options: JSONReadOptions = .strict, _ text: @escaping (Int) -> String
    ) -> [Feature] {
        engines.map { engine in
            Feature(name: "\(name), chunks of \(bytes), \(engine)", size: size) { size in
                let text = Array(text(size).utf8)
                let chunks = stride(from: 0, to: text.count, by: bytes).map { Array(text[$0..<min($0 + bytes, text.count)]) }
                var options = options
                options.engine = engine
                return { [options] in
                    var reader = try JSONReader<Value>(options: options)
                    for chunk in chunks { try reader.feed(chunk) }
                    _ = try reader.finish()
                }
            }
        }
    }

    #if (Yajl && os(Linux)) || (YajlOnApple && os(macOS))
    static let engines: [JSONEngine] = [.native, .yajl]
    #else
    static let engines: [JSONEngine] = [.native]
    #endif

    static let longNumbers: JSONReadOptions = {
        var options = JSONReadOptions.strict
        options.limits.numberDigits = 1 << 30
        return options
    }()

    static let deep: JSONReadOptions = {
        var options = JSONReadOptions.strict
        options.limits.depth = 1 << 20
        return options
    }()

    static let deepJSON5: JSONReadOptions = {
        var options = deep
        options.allowsJSON5 = true
        return options
    }()

    static let refusesRepeats: JSONReadOptions = {
        var options = JSONReadOptions.strict
        options.duplicateKeys = .reject
        return options
    }()

    static let firstRepeats: JSONReadOptions = {
        var options = JSONReadOptions.strict
        options.duplicateKeys = .first
        return options
    }()

    static var reading: [Feature] {
        // Only Yoke's own engine is measured. For yajl, Yoke looks at all open containers after every 64 KB, so the work grows faster than
        // the text.
        let deepTexts = read("depth of JSON5", JSONValue.self, size: 50_000, options: deepJSON5) { size in
            Text.nested(size, "[", "", "]")
        }.prefix(1)
        return [
            read("models", [Item].self, size: 700) { size in Text.array(size) { #"{"id":\#($0),"name":"a"}"# } },
            read("numbers", [Double].self, size: 2_000) { size in Text.array(size) { "\($0).25" } },
            read("members that nobody wants", Item.self, size: 2_000) { size in Text.object(size) { #""k\#($0)":[1,{"a":"b"}]"# } },
            read("depth that nobody wants", Item.self, size: 5_000, options: deep) { size in
                #"{"other":\#(Text.nested(size, "[", "", "]"))}"#
            },
            read("a long string", String.self, size: 100_000) { size in Text.string(size) },
            read("a string of escapes", String.self, size: 7_000) { size in "\"" + String(repeating: #"\n"#, count: size) + "\"" },
            read("a string of pairs of escapes", String.self, size: 1_000) { size in
                "\"" + String(repeating: #"\ud83d\ude00"#, count: size) + "\""
            },
            chunks("a string of escapes", String.self, of: 1, size: 500) { size in "\"" + String(repeating: #"\n"#, count: size) + "\"" },
            chunks("a string of escapes", String.self, of: 1_000, size: 20_000) { size in
                "\"" + String(repeating: #"\n"#, count: size) + "\""
            },
            chunks("a long string", String.self, of: 1, size: 500) { size in Text.string(size) },
            chunks("a long key", [String: Int].self, of: 1, size: 500) { size in "{" + Text.string(size) + ":1}" },
            chunks("a long number", Double.self, of: 1, size: 500, options: longNumbers) { size in
                String(repeating: "7", count: size) + "e-\(size)"
            },
            chunks("a long number", JSONNumber.self, of: 100, size: 5_000, options: longNumbers) { size in
                String(repeating: "7", count: size)
            },
            chunks("white space", [Int].self, of: 1, size: 500) { size in "[" + String(repeating: " ", count: size) + "1]" },
            chunks("models", [Item].self, of: 7, size: 50) { size in Text.array(size) { #"{"id":\#($0),"name":"a"}"# } },
            read("a number of many digits, Double", Double.self, size: 5_000, options: longNumbers) { size in
                String(repeating: "7", count: size) + "e-\(size)"
            },
            read("zeros before digits, Double", Double.self, size: 5_000, options: longNumbers) { size in
                "0." + String(repeating: "0", count: size) + "1e\(size)"
            },
            read("a number of many digits, JSONNumber", JSONNumber.self, size: 5_000, options: longNumbers) { size in
                String(repeating: "7", count: size)
            },
            read("zeros, Int", Int.self, size: 5_000, options: longNumbers) { size in
                "1" + String(repeating: "0", count: size) + "e-\(size)"
            },
            read("dictionaries", [String: Int].self, size: 1_000) { size in Text.object(size) { #""key\#($0)":\#($0)"# } },
            read("dictionaries by integers", [Int: Int].self, size: 1_000) { size in Text.object(size) { #""\#($0)":\#($0)"# } },
            read("one key again and again", [String: Int].self, size: 8_000) { size in Text.object(size) { #""a":\#($0)"# } },
            read("the first of repeated keys", [String: Int].self, size: 2_000, options: firstRepeats) { size in
                Text.object(size) { #""a":\#($0)"# }
            },
            read("keys that must differ", Item.self, size: 1_000, options: refusesRepeats) { size in
                Text.object(size) { #""key\#($0)":\#($0)"# }
            },
            read("sets", Set<Int>.self, size: 1_000) { size in Text.array(size) { "\($0)" } },
            read("models that are arrays", [Point].self, size: 1_000) { size in Text.array(size) { "[\($0),1]" } },
            read("hooks beside each other", [Hooked].self, size: 80) { size in Text.array(size) { #"{"id":\#($0)}"# } },
            read("hooks in each other, a long text", Hooked.self, size: 20_000) { size in
                Text.nested(5, #"{"children":["#, #"{"text":\#(Text.string(size))}"#, "]}")
            },
            read("a long value before hooks", Hooked.self, size: 70_000) { size in
                #"{"children":[{"text":\#(Text.string(size))},{"id":1},{"id":2}]}"#
            },
            read("tags beside each other", [Shape].self, size: 300) { size in Text.array(size) { #"{"type":"item","id":\#($0)}"# } },
            read("tags at the end", [Shape].self, size: 300) { size in Text.array(size) { #"{"id":\#($0),"name":"b","type":"item"}"# } },
            read("tags in each other, a long text", Shape.self, size: 12_000) { size in
                Text.nested(5, #"{"shapes":["#, #"{"name":\#(Text.string(size)),"type":"item"}"#, #"],"type":"group"}"#)
            },
            read("many in one that is tagged", Shape.self, size: 300) { size in
                #"{"type":"group","shapes":"# + Text.array(size) { #"{"type":"item","id":\#($0)}"# } + "}"
            },
            read("untagged cases", [Guess].self, size: 200) { size in Text.array(size) { _ in #"{"value":[1,2]}"# } },
            read("untagged cases, a long text", Guess.self, size: 10_000) { size in
                Text.nested(6, #"{"value":"#, #"{"value":\#(Text.string(size))}"#, "}")
            },
            // After the first window of a text, the engine keeps unknown members one by one, at a higher cost for each member. Even the
            // smallest text here has several windows, so that all sizes have nearly the same cost for each member.
            read("members that are kept", Open.self, size: 2400) { size in Text.object(size) { #""key\#($0)":[\#($0)]"# } },
            read("objects whose members are kept", [Open].self, size: 200) { size in Text.array(size) { #"{"id":\#($0),"a":1,"b":"c"}"# } },
            read("a value as its text", Kept.self, size: 1_000) { size in #"{"text":"# + Text.array(size) { "\($0)" } + "}" },
            read(
                "lazy values", [Kept].self, size: 200, { size in Text.array(size) { #"{"later":[{"id":\#($0)}]}"# } },
                check: { values, _ in for value in values { _ = try value.later?.value() } }),
            read("several names and paths", [Pathed].self, size: 200) { size in
                Text.array(size) { #"{"meta":{"id":\#($0)},"list":[{"x":1},{"x":2}]}"# }
            },
            read("elements after a path", Pathed.self, size: 2_000) { size in #"{"list":"# + Text.array(size) { #"{"x":\#($0)}"# } + "}" },
            read("a flattened class", Flat.self, size: 500) { size in #"{"id":1,"items":"# + Text.array(size) { #"{"id":\#($0)}"# } + "}" },
            read("flattened classes", [Flat].self, size: 200) { size in Text.array(size) { #"{"id":\#($0),"items":[]}"# } },
            engines.map { engine in
                Feature(name: "an error at the end, \(engine)", size: 1_000) { size in
                    let text = "[" + String(repeating: "1,\n", count: size) + "x]"
                    var options = JSONReadOptions.strict
                    options.engine = engine
                    return { [options] in
                        do throws(JSONError) { _ = try [Int](json: text, options: options) } catch {
                            return try expect(error.line == size + 1)
                        }
                        try expect(false)
                    }
                }
            },
            [
                Feature(name: "UTF-16", size: 5_000) { size in
                    let text = Array(Text.string(size).utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
                    return { try expect(String(json: text).utf8.count == size) }
                },
                Feature(name: "a value at a path", size: 1_000) { size in
                    let text = #"{"a":"# + Text.array(size) { "\($0)" } + #","b":{"c":7}}"#
                    return { try expect(Int(json: text, at: "$.b.c") == 7) }
                },
            ],
        ].flatMap { $0 } + deepTexts
    }
}
