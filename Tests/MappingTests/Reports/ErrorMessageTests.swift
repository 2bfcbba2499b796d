import Testing
import Yoke

/// An error of a mapped type names the invalid member, the exceeded limit, or the user's type.
@Suite struct ErrorMessageTests {
    private struct Circle: JSONConvertible, Equatable {
        var radius: Double
        static var jsonMapping: JSONMapping { JSONMapping(Self.self, unknownKeys: .reject) { $0.add("radius", \.radius) } }
    }

    private enum Shape: JSONConvertible, Equatable {
        case circle(Circle), point
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "kind") {
                $0.add("circle", Circle.self, make: { .circle($0) }, match: { if case .circle(let circle) = $0 { circle } else { nil } })
                $0.add("point", .point)
            }
        }
    }

    private enum Wrapped: JSONConvertible, Equatable {
        case circle(Circle), point
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self) {
                $0.add("circle", Circle.self, make: { .circle($0) }, match: { if case .circle(let circle) = $0 { circle } else { nil } })
                $0.add("point", .point)
            }
        }
    }

    @Test func anUnknownTagIsNamedItself() {
        let start = #"[{"kind":"circle","radius":1},{"é":"#, far = String(repeating: "é", count: 50)
        for (type, text, path, tag) in [
            ([Shape].self, start + #"[], "kind" : "cirle","radius":1,"\#(far)":1}]"#, "$[1].kind", "\"cirle"),
            ([Shape].self, start + #"{"kind":0},"kind":7}]"#, "$[1].kind", "7}"),
            ([Wrapped].self, #"["point",{"cirle":{"radius":1}}]"#, "$[1].cirle", "\"cirle"),
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

    @Test func placesBehindCommasThatAreNone() {
        var options = JSONReadOptions.strict
        options.allowsTrailingCommas = true
        let error = failure([Shape].self, "[{\"z\":[\"a\",\n],\"kind\":\"two\",\n},]", options)
        #expect(error?.line == 2 && error?.column == 10)
    }

    private indirect enum Tree: JSONReadable {
        case leaf(Int), kids([Tree])
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, untagged: true) {
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
        #expect(error?.message == "more than 128 nested values whose text is read again")
        #expect(error?.hint?.contains("see JSONLimits.depth") == false)
    }

    private struct Person: JSONConvertible {
        var name: String
        var userID: Int
        var tags: [String]
        var x: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name)
                $0.add("userID", \.userID)
                $0.add("tags", \.tags)
                $0.add("x", \.x)
            }
        }
    }

    private struct Names: JSONReadable {
        var name: String
        var names: String
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name)
                $0.add("names", \.names)
            }
        }
    }

    @Test func whatWasMeantByUnknownKeys() {
        func hint(_ text: String, _ options: JSONReadOptions = .strict) -> String? { failure(Person.self, text, options)?.hint }
        #expect(
            hint(#"{"nmae":"n","user_id":5,"tgs":{"name":1},"y":1}"#)
                == #"did you mean "name" instead of "nmae", "userID" instead of "user_id", "tags" instead of "tgs"?"#)
        #expect(hint(#"{"name":"n","userID":5,"t\u0061g":[{"tags":1}],"x":1}"#) == #"did you mean "tags" instead of "tag"?"#)
        #expect(hint(#"{"name":"n","userID":5,"tags":[],"X":1}"#) == #"did you mean "x" instead of "X"?"#)
        // A key of one or two letters is similar to many keys, so the error has no hint. The key of a property is not taken for a
        // misspelling.
        #expect(hint(#"{"name":"n","userID":5,"tags":[],"y":1,"names":2}"#)?.hasPrefix("give the property") == true)
        #expect(hint(#"{"tags":[],"x":1,"names":2}"#) == #"did you mean "name" instead of "names"?"#)
        #expect(hint(#"{"name":"n","userID":5,"x":1,"q":{"tagz":[{"tugs":2}]}}"#)?.hasPrefix("give the property") == true)
        #expect(failure(Names.self, #"{"name":"n"}"#)?.hint?.hasPrefix("give the property") == true)
        #expect(hint(#"{"x":[],"y":1}"#.replacing("[]", with: "1")) == nil)
        var options = JSONReadOptions.strict
        options.allowsComments = true
        let commented = "{/*{\"*/\"name\":\"n\", // \"\n \"userID\" /* , \"tagz\" */ : 5, \"x\":1, \"tugs\":[]}"
        #expect(hint(commented, options) == #"did you mean "tags" instead of "tugs"?"#)
        options.showsSnippets = false
        #expect(hint(#"{"nmae":"n"}"#, options) == nil)
        // If the call leaves out a property, the hint for its key says so, and suggests no similar key.
        options = .strict
        options.excluding = ["name"]
        #expect(
            hint(#"{"nam":"n","name":"n","userID":5,"tags":[],"x":1}"#, options)
                == #"this call leaves "name" out (only:, excluding: or view:), and it has no initial value"#)
        for engine in engines {
            var options = JSONReadOptions.strict
            (options.engine, options.collectsErrors) = (engine, true)
            let error = #expect(throws: JSONError.self) {
                try [Person](json: #"[{"nmae":1,"x":1}, {"name":"","userID":1,"x":1,"tagz":0}]"#, options: options)
            }
            #expect(
                (error?.all ?? []).map(\.hint) == [#"did you mean "name" instead of "nmae"?"#, #"did you mean "tags" instead of "tagz"?"#])
        }
    }

    private struct Weather: JSONReadable {
        var speed: Double
        var gusts: Double
        var place: String
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("speed", \.speed, key: .path("wind.now.speed"))
                $0.add("gusts", \.gusts, key: .path("wind.now.gusts"))
                $0.add("place", \.place, key: .path("at[0].place"))
            }
        }
    }

    @Test func whatWasMeantByAKeyAtAPath() {
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            func hint(_ text: String) -> String? { failure(Weather.self, text, options)?.hint }
            let at = #""at":[{"place":"x"}]"#
            #expect(
                hint(#"{"wind" : {"x":{"sped":1}, "now": {"sped":1,"gusts":2}},\#(at)}"#)
                    == #"did you mean "wind.now.speed" instead of "wind.now.sped"?"#)
            #expect(
                hint(#"{"wind":{"nwo":{"speed":1,"gusts":2}},\#(at)}"#)
                    == #"did you mean "wind.now" instead of "wind.nwo"?"#)
            #expect(
                hint(#"{"wnd":{"now":{"speed":1,"gusts":2}},\#(at)}"#)
                    == #"did you mean "wind" instead of "wnd"?"#)
            // The hint names neither a key of another path nor a key of another object.
            #expect(hint(#"{"wind":{"now":{"gusts":1,"spe":1}},"sped":1,\#(at)}"#)?.hasPrefix("give the property") == true)
            #expect(hint(#"{"wind":{"now":{"speed":1,"gusts":1}},"at":[{"plac":1}]}"#)?.hasPrefix("give the property") == true)
            #expect(hint(#"{"wind":{"now":null,"sped":1},\#(at)}"#) == nil)
        }
    }

    private enum Beside: JSONConvertible, Equatable {
        case circle(Circle), point
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "kind", content: "data") {
                $0.add("circle", Circle.self, make: { .circle($0) }, match: { if case .circle(let circle) = $0 { circle } else { nil } })
                $0.add("point", .point)
            }
        }
    }

    private enum Chosen: JSONConvertible, Equatable {
        case circle(Circle)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, choose: { $0["radius"] == nil ? nil : "circle" }) {
                $0.add("circle", Circle.self, make: { .circle($0) }, match: { if case .circle(let circle) = $0 { circle } else { nil } })
            }
        }
    }

    @Test func valuesThatAreNoCase() {
        let cases = #"the cases are "circle", "point""#
        for (type, text, path, message, hint) in [
            ([Shape].self, "[5]", "$[0]", #"expected an object with the key "kind", which names the case of Shape, found a number"#, nil),
            (
                [Shape].self, #"[{"knd":1}]"#, "$[0]", #"the key "kind", which names the case of Shape, is missing"#,
                #"did you mean "kind" instead of "knd"?"#
            ),
            ([Shape].self, #"[{"radius":1}]"#, "$[0]", #"the key "kind", which names the case of Shape, is missing"#, cases),
            ([Shape].self, #"[{"kind":null}]"#, "$[0].kind", "expected a string that names the case of Shape, found null", nil),
            (
                [Beside].self, #"[[]]"#, "$[0]", #"expected an object with the key "kind", which names the case of Beside, found an array"#,
                nil
            ),
            ([Beside].self, #"[{"kind":"circle"}]"#, "$[0]", #"the key "data" is missing"#, "it holds the payload of the case \"circle\""),
            (
                [Beside].self, #"[{"kind":"circle","dat":{}}]"#, "$[0]", #"the key "data" is missing"#,
                #"did you mean "data" instead of "dat"?"#
            ),
            ([Beside].self, #"[{"kind":"circle","data":"x"}]"#, "$[0].data", "expected an object (Circle), found a string", nil),
            (
                [Wrapped].self, "[{ }]", "$[0]",
                "expected the name of a case of Wrapped, or an object with it as its one key, found an empty object", nil
            ),
            (
                [Wrapped].self, "[true]", "$[0]",
                "expected the name of a case of Wrapped, or an object with it as its one key, found a Bool", nil
            ),
            (
                [Wrapped].self, #"["circle"]"#, "$[0]", #"the case "circle" of Wrapped has a payload, found only its name"#,
                #"it is written {"circle": ...}"#
            ),
            (
                [Wrapped].self, #"[{"circle":{"radius":1},"b":1}]"#, "$[0].b",
                #"the key "b" is not allowed beside the one key that names the case of Wrapped"#, nil
            ),
            ([Chosen].self, "[{}]", "$[0]", "the object is no case of Chosen", #"the cases are "circle""#),
            ([Chosen].self, #"["circle"]"#, "$[0]", "expected an object, found a string", nil),
            (
                [Tree].self, #"["x"]"#, "$[0]", "expected an integer (Int) or an array, found a string", "none of the 2 cases of Tree fits"
            ),
            (
                [Tree].self, "[1.5]", "$[0]", "expected an array, found a number",
                "none of the 2 cases of Tree fits; this error is about the last one"
            ),
            (
                [Tree].self, "[[{}]]", "$[0][0]", "expected an integer (Int) or an array, found an object",
                "none of the 2 cases of Tree fits"
            ),
        ] as [(any JSONReadable.Type, String, String, String, String?)] {
            let error = failure(type, text)
            #expect(error?.path == path && error?.message == message && error?.hint == hint, "\(error.map { "\($0)" } ?? "")")
        }
    }

    private struct Open: JSONReadable {
        var id: Int
        var rest = JSONObject()
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.extras("rest", \.rest)
            }
        }
    }

    @Test func pathsToMembersThatExtrasKeep() {
        for (text, path) in [
            (#"[{"id":1,"a b""#, "$[0]['a b']"), (#"[{"id":1,"key":"#, "$[0].key"), (#"[{"key":[1,{"x":"#, "$[0].key[1].x"),
            (#"[{"key":[1],"ot"#, "$[0].key"),
        ] { expect(.unexpectedEnd, path, reading: [Open].self, text) }
        expect(.unexpectedCharacter, "$[0].key[1]", reading: [Open].self, #"[{"key":[1,}]"#)
    }

    @Test func elementsThatAreTooManyOrTooFew() {
        #expect(failure(Single.self, "[1,2]")?.message == "Single has 1 property, and none for this element")
        #expect(failure(Single.self, "[]")?.found == "an array")
        var options = JSONReadOptions.strict
        options.duplicateKeys = .reject
        #expect(failure([String: Int].self, "{\"\u{E9}\":1,\"e\u{301}\":2}", options)?.message == "two keys are equal as Swift strings")
    }

    private struct Single: JSONReadable {
        var x: Int
        static var jsonMapping: JSONMapping { JSONMapping(Self.self, unknownKeys: .reject, layout: .array) { $0.add("x", \.x) } }
    }

    private struct Nothing: JSONReadable {
        static var jsonMapping: JSONMapping { JSONMapping(Self.self, unknownKeys: .reject) { _ in } }
    }

    /// The code that `@JSONModel` makes for a class.
    private final class Account: JSONReadable {
        let id: Int
        private init(_ storage: _JSONStorage) { id = storage.id }
        private struct _JSONStorage: JSONReadable {
            var id: Int
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("id", \.id)
                    $0.afterReading { if $0.id < 0 { throw CancellationError() } }
                }
            }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(Account.self, via: _JSONStorage.self, decode: { Account($0) }, encode: { _ in fatalError() })
        }
    }

    @Test func messagesNameTheType() {
        #expect(failure(Nothing.self, #"{"a":1}"#)?.hint == nil)
        #expect(failure(Account.self, #"{"id":-1}"#)?.message == "Account refused the value: CancellationError()")
        #expect(failure([Account].self, #"[7]"#)?.message == "expected an object (Account), found a number")
    }
}
