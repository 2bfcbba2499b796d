import Testing
import Yoke

/// Tests the descriptions of public types, as `print` and string interpolation show them.
@Suite struct PrintingTests {
    private struct Comment: JSONConvertible, Equatable {
        var id: Int
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("id", \.id) } }
    }
    private struct Page: JSONConvertible {
        var comments: JSONLazy<[Comment]>
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("comments", \.comments) } }
    }

    @Test func aLazyValueIsNotReadForIt() throws {
        let lazy = try Page(json: #"{"comments":[{"id":1}]}"#).comments
        #expect("\(lazy)" == #"JSONLazy(unread: [{"id":1}])"#)
        #expect(Mirror(reflecting: lazy).children.map(\.label) == ["unread"])
        let broken = try Page(json: #"{"comments":["\#(String(repeating: "x", count: 100))"]}"#).comments
        #expect("\([broken])" == #"[JSONLazy(unread: ["\#(String(repeating: "x", count: 78))...)]"#)
        _ = try lazy.value()
        #expect("\(lazy)" == "JSONLazy(\([Comment(id: 1)]))")
        #expect(Mirror(reflecting: lazy).children.map(\.label) == ["value"])
        #expect("\(JSONLazy(5))" == "JSONLazy(5)")
    }

    @Test func jsonIsItsText() throws {
        #expect("\(try JSONRawText("[1, 2]"))" == "[1, 2]")
        #expect("\([try JSONRawText("[1, 2]")])" == "[[1, 2]]")
        #expect("\(try JSONValue(json: #"{"a":[1.50,null]}"#))" == #"{"a":[1.50,null]}"#)
        #expect("\(JSONNullable.value(3)) \(JSONNullable<Int>.null) \(JSONNullable<Int>.missing)" == "value(3) null missing")
    }

    @Test func keysAndStyles() {
        #expect("\(JSONKeys("id"))" == #""id""#)
        #expect("\(["id", .path("data.id")] as JSONKeys)" == #"["id", .path("data.id")]"#)
        #expect("\(JSONKeys(read: ["a"], write: nil))" == #"JSONKeys(read: ["a"], write: nil)"#)
        #expect("\(JSONKeys(read: [], write: "b"))" == #"JSONKeys(read: [], write: "b")"#)
        #expect(
            "\(JSONKeyStyle.kebabCase(splitsDigits: true)) \(JSONKeyStyle.custom("p") { $0 })"
                == #"kebabCase(splitsDigits: true) custom("p")"#)
        #expect("\(JSONDateStyle.iso8601) \(JSONDateStyle.format("dd.MM"))" == #"rfc3339 format("dd.MM")"#)
        #expect("\(JSONOverride.key("k").default(1)) \(JSONOverride.ignored)" == #".key("k").default(Int) .ignored"#)
        #expect("\(Comment.jsonMapping) \(JSONFieldRule<Int>.views("a"))" == #"JSONMapping(Comment) views(["a"])"#)
    }

    @Test func optionsSayWhatIsAskedFor() {
        #expect("\(JSONReadOptions.strict)" == "JSONReadOptions()")
        var options = JSONReadOptions(mode: .lenient.withDecimalComma)
        (options.only, options.keyStyle, options.view) = (["b", "a"], .snakeCase, "admin")
        options.context = JSONContext("a secret", 5)
        let text =
            #"JSONReadOptions(mode: lenient.withDecimalComma, keyStyle: snakeCase, only: ["a", "b"], view: "admin", context: JSONContext(String, Int))"#
        #expect("\(options)" == text)
        #expect("\(JSONWriteOptions.compact) \(JSONWriteOptions(depth: 512))" == "JSONWriteOptions() JSONWriteOptions()")
        let written = JSONWriteOptions(indent: 2, fractionDigits: 3, view: "admin", nonFiniteNumbers: .null)
        #expect("\(written)" == #"JSONWriteOptions(indent: 2, fractionDigits: 3, nonFiniteNumbers: null, view: "admin")"#)
        var changed = written
        (changed.indent, changed.fractionDigits, changed.view, changed.nonFiniteNumbers) = (0, nil, nil, .reject)
        #expect(changed == .compact && written != .compact && Set([changed, .compact, written]).count == 2)
        #expect("\(JSONCoders("old server"))" == #"JSONCoders("old server")"#)
    }
}
