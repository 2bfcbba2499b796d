import Testing
import Yoke

/// What errors of mapped types name: the member that is wrong, the limit that was passed, the user's own type.
@Suite struct ErrorWordsTests {
    private struct Circle: JSONConvertible, Equatable {
        var radius: Double
        static var jsonSchema: JSONSchema { JSONSchema(Self.self, unknownKeys: .reject) { $0.add("radius", \.radius) } }
    }

    private enum Shape: JSONConvertible, Equatable {
        case circle(Circle), point
        static var jsonSchema: JSONSchema {
            JSONSchema(cases: Self.self, tag: "kind") {
                $0.add("circle", Circle.self, make: { .circle($0) }, match: { if case .circle(let circle) = $0 { circle } else { nil } })
                $0.add("point", .point)
            }
        }
    }

    private enum Wrapped: JSONConvertible, Equatable {
        case circle(Circle), point
        static var jsonSchema: JSONSchema {
            JSONSchema(cases: Self.self) {
                $0.add("circle", Circle.self, make: { .circle($0) }, match: { if case .circle(let circle) = $0 { circle } else { nil } })
                $0.add("point", .point)
            }
        }
    }

    @Test func anUnknownTagIsNamedItself() {
        let start = #"[{"kind":"circle","radius":1},{"é":"#, far = String(repeating: "é", count: 50)
        for (type, text, path, tag) in [
            ([Shape].self, start + #"[], "kind" : "cirle","radius":1,"\#(far)":1}]"#, "$[1].kind", "\"cirle"),
            ([Shape].self, start + #"{"kind":0},"kind":7}]"#, "$[1].kind", "7}"), ([Wrapped].self, #"["point",{"cirle":{"radius":1}}]"#, "$[1].cirle", "\"cirle"),
            ([Wrapped].self, #"["point","pint"]"#, "$[1]", "\"pint"),
        ] as [(any JSONReadable.Type, String, String, String)] {
            let error = failure(type, text)
            #expect(error?.path == path)
            let offset = text.range(of: tag).map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) }
            #expect(error?.offset == offset)
        }
        var hidden = JSONReadOptions.strict
        hidden.showsSnippets = false
        expect(.unknownCase, "$[0][*]", reading: [Wrapped].self, #"[{"secret":1}]"#, hidden)
        expect(.unknownCase, "$[0].kind", reading: [Shape].self, #"[{"kind":"secret"}]"#, hidden)
        expect(.missingKeys, "$[0]", reading: [Shape].self, #"[{"radius":1}]"#)
    }

    @Test func columnsBehindComments() {
        var options = JSONReadOptions.strict
        options.allowsComments = true
        options.allowsTrailingCommas = true
        let text = "/*é*/[{\"kind\":/*ü*/\"circle\",\"radius\":/*é\nöä*/ {\"x\":/*éé*/1},}, //é\n"
        #expect(failure([Shape].self, text + "7]", options)?.column == 6)
        #expect(failure([Shape].self, text.replacing("{\"x\":", with: "[").replacing("1}", with: "1]") + "]", options)?.line == 2)
        #expect(failure([Tree].self, "[1,/*é*/[2]/*é*/]]", options)?.column == 18)
        #expect(failure([Tree].self, "[1,[/*é*/[2, //é\n /*é*/{}]]]", options)?.column == 7)
        options.collectsErrors = true
        #expect(failure([Shape].self, text + "7]", options)?.column == 6)
    }

    private indirect enum Tree: JSONReadable {
        case leaf(Int), kids([Tree])
        static var jsonSchema: JSONSchema {
            JSONSchema(cases: Self.self, untagged: true) {
                $0.add("leaf", Int.self, make: { .leaf($0) }, match: { _ in nil })
                $0.add("kids", [Tree].self, make: { .kids($0) }, match: { _ in nil })
            }
        }
    }

    @Test func theLimitOfValuesThatAreReadAgain() throws {
        func text(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        _ = try Tree(json: text(127))
        let error = #expect(throws: JSONError.self) { try Tree(json: text(200)) }
        #expect(error?.kind == .depthExceeded)
        #expect(error?.message == "nested deeper than 128 values of which the text is read again")
        #expect(error?.hint?.contains("see JSONLimits.depth") == false)
    }

    private struct Nothing: JSONReadable {
        static var jsonSchema: JSONSchema { JSONSchema(Self.self, unknownKeys: .reject) { _ in } }
    }

    /// What `@JSONModel` makes for a class.
    private final class Account: JSONReadable {
        let id: Int
        private init(_ storage: _JSONStorage) { id = storage.id }
        private struct _JSONStorage: JSONReadable {
            var id: Int
            static var jsonSchema: JSONSchema {
                JSONSchema(Self.self) {
                    $0.add("id", \.id)
                    $0.afterReading { if $0.id < 0 { throw CancellationError() } }
                }
            }
        }
        static var jsonSchema: JSONSchema { JSONSchema(Account.self, through: _JSONStorage.self, make: { Account($0) }, store: { _ in fatalError() }) }
    }

    @Test func names() {
        #expect(failure(Nothing.self, #"{"a":1}"#)?.hint == nil)
        #expect(failure(Account.self, #"{"id":-1}"#)?.message == "Account refused the value: CancellationError()")
        #expect(failure([Account].self, #"[7]"#)?.message == "expected an object (Account), found a number")
    }
}
