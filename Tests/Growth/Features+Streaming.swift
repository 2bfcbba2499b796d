import Yoke

extension Feature {
    static let tolerant: JSONReadOptions = {
        var options = JSONReadOptions.strict
        options.collectsErrors = true
        return options
    }()

    /// Makes the feature "take all results of a stream, whose text comes in chunks of 1,000 bytes", once for each engine.
    static func stream<Element: JSONReadable>(
        _ name: String, _ type: Element.Type, at path: String? = nil, _ format: JSONStreamFormat, size: Int,
        options: JSONReadOptions = .strict,
        _ text: @escaping (Int) -> String
    ) -> [Feature] {
        engines.map { engine in
            Feature(name: "\(name), \(engine)", size: size) { size in
                let text = Array(text(size).utf8)
                let chunks = stride(from: 0, to: text.count, by: 1_000).map { text[$0..<min($0 + 1_000, text.count)] }
                var options = options
                options.engine = engine
                return { [options] in
                    let stream = try JSONStream<Element>(chunks: chunks, at: path, format: format, options: options)
                    let count = stream.results.reduce(0) { count, _ in count + 1 }
                    try expect(count == size, "\(count) results of \(size)")
                }
            }
        }
    }

    /// Makes the feature "read a text of one long token in chunks of four bytes", once for each engine.
    static func token(_ name: String, size: Int, _ text: @escaping (Int) -> String) -> [Feature] {
        engines.map { engine in
            Feature(name: "\(name) in chunks, \(engine)", size: size) { size in
                let text = Array(text(size).utf8)
                let chunks = stride(from: 0, to: text.count, by: 4).map { text[$0..<min($0 + 4, text.count)] }
                var options = JSONReadOptions.strict
                options.limits.numberDigits = .max
                options.engine = engine
                return { [options] in
                    var reader = try JSONReader<JSONValue>(options: options)
                    for chunk in chunks { try reader.feed(chunk) }
                    _ = try reader.finish()
                }
            }
        }
    }

    static var streaming: [Feature] {
        [
            token("a long string", size: 4_000) { size in "\"" + String(repeating: "a", count: size) + "\"" },
            token("a long string of escapes", size: 2_000) { size in "\"" + String(repeating: #"\n"#, count: size) + "\"" },
            token("a long number", size: 4_000) { size in String(repeating: "1", count: size) },
            token("a long fraction", size: 4_000) { size in "0." + String(repeating: "1", count: size) },
            stream("lines", Item.self, .lines, size: 200) { size in String(repeating: "{\"id\":123456}\n", count: size) },
            stream("bad lines", Item.self, .lines, size: 80) { size in String(repeating: "{\"id\":nul}\n", count: size) },
            stream("lines of other values", Item.self, .lines, size: 60, options: tolerant) { size in
                String(repeating: "{\"id\":\"x\",\"name\":1}\n", count: size)
            },
            stream("values", Item.self, .values, size: 200) { size in String(repeating: "{\"id\":1} ", count: size) },
            stream("elements", Item.self, at: "$.a[*]", .document, size: 200) { size in
                #"{"a":"# + Text.array(size) { #"{"id":\#($0)}"# } + "}"
            },
            stream("bad elements", Item.self, at: "$[*]", .document, size: 60, options: tolerant) { size in
                Text.array(size) { _ in #"{"id":"x"}"# }
            },
            stream("elements with hooks", Hooked.self, .lines, size: 100) { size in String(repeating: "{\"id\":123456}\n", count: size) },
            stream("elements with tags", Shape.self, at: "$[*]", .document, size: 100) { size in
                Text.array(size) { #"{"id":\#($0),"type":"item"}"# }
            },
            stream("lines of JSON5", JSONValue.self, .lines, size: 200, options: .json5) { size in
                String(repeating: "{id:0x1F,'a':[+.5,NaN,],}//c\n", count: size)
            },
            stream("elements of JSON5", Item.self, at: "$[*]", .document, size: 200, options: .json5) { size in
                "[" + String(repeating: "{id:0x1F,},", count: size) + "]"
            },
            stream("a sequence", Item.self, .sequence, size: 200) { size in String(repeating: "\u{1E}{\"id\":123456}\n", count: size) },
            stream("bad texts of a sequence", Item.self, .sequence, size: 80) { size in String(repeating: "\u{1E}{\"id\":\n", count: size)
            },
            stream("values between commas", Item.self, .commaSeparated, size: 200) { size in String(repeating: "{\"id\":1},", count: size)
            },
            stream("elements, an update each", JSONValue.self, .lines, size: 200) { size in
                String(repeating: "{\"id\":[1,2]}\n", count: size)
            },
        ].flatMap { $0 }
    }
}

/// Makes the feature "read a text in chunks of 20 bytes, and ask for the model after each chunk", once for each engine.
extension Feature {
    static func growing<Model: JSONReadable>(_ name: String, _ type: Model.Type, size: Int, _ text: @escaping (Int) -> String) -> [Feature]
    {
        engines.map { engine in
            Feature(name: "growing \(name), \(engine)", size: size) { size in
                let text = Array(text(size).utf8)
                let chunks = stride(from: 0, to: text.count, by: 20).map { text[$0..<min($0 + 20, text.count)] }
                var options = JSONReadOptions.strict
                options.engine = engine
                return { [options] in
                    var growing = JSONGrowing<Model>(options: options)
                    for chunk in chunks { _ = try growing.append(chunk) }
                    _ = try growing.finish()
                }
            }
        }
    }

    static func list(_ count: Int, _ element: (Int) -> String) -> String { "[" + (0..<count).map(element).joined(separator: ",") + "]" }

    static var growing: [Feature] {
        growing("elements", [Item].self, size: 200) { list($0) { #"{"id":\#($0),"name":"a name of some length \#($0)"}"# } }
            + growing("elements in elements", [[[Item]]].self, size: 200) { "[[[],[]],[[],\(list($0) { #"{"id":\#($0),"name":"n"}"# })]]" }
            + growing("numbers", [Double].self, size: 400) { list($0) { "\(10_000 + $0).5" } }
            + growing("a string", String.self, size: 4_000) { "\"" + String(repeating: "aé\\n\\u0041", count: $0 / 10) + "\"" }
            + growing("strings in elements", [[Item]].self, size: 4_000) {
                #"[[{"name":"x"},{"id":1,"name":""# + String(repeating: "a\\u0041", count: $0 / 7) + "\"}]]"
            }
            + growing("entries", [String: Item].self, size: 200) {
                "{" + (0..<$0).map { #""key \#($0)":{"id":\#($0),"name":"some name"}"# }.joined(separator: ",") + "}"
            }
    }
}
