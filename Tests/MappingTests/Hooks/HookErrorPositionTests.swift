import Testing
import Yoke

/// Positions of errors in an object that a hook has changed:
/// - in members that the hook did not change: the member's own position;
/// - in other members: the beginning of the object.
@Suite struct HookErrorPositionTests {
    private struct Item: JSONConvertible, Equatable {
        var id: Int
        var name = ""
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id); $0.add("name", \.name, literal: "")
            }
        }
    }

    /// A model with a hook that changes the object before it is read: it renames `name` to `title`, and wraps a string `count` in an array.
    private struct Box: JSONConvertible, Equatable {
        var title: String
        var items: [Item] = []
        var boxes: [Box] = []
        var count = 0
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("title", \.title)
                $0.add("items", \.items, literal: [])
                $0.add("boxes", \.boxes, literal: [])
                $0.add("count", \.count, literal: 0)
            }
            .beforeReading { object in
                if let name = object.removeValue(forKey: "name") { object["title"] = name }
                if let count = object["count"]?.string { object["count"] = .array([.string(count)]) }
            }
        }
    }

    /// Removes the mark `@` from the text. Returns the text without the mark, and the mark's offset.
    private func marked(_ text: String) -> (text: String, offset: Int) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return (parts.joined(), parts[0].utf8.count)
    }

    private func expect(
        _ text: String, _ path: String, _ kind: JSONError.Kind = .typeMismatch, _ location: SourceLocation = #_sourceLocation
    ) {
        let (text, offset) = marked(text)
        let error = failure([Box].self, text, .strict, location)
        #expect(
            error?.path == path && error?.kind == kind && error?.offset == offset, "\(error.map { "\($0)" } ?? "")",
            sourceLocation: location)
        #expect(error?.line == text.utf8.prefix(offset).count { $0 == 0x0A } + 1, sourceLocation: location)
    }

    @Test func errorsInMembersThatTheHookLeftAsTheyWere() {
        expect(#"[{"name":"n","items":[{"id":1},{"id":@"x"}]}]"#, "$[0].items[1].id")
        expect("[{\"name\" : \"n\",\n \"items\" : [ {\"id\" : 1} ,\n  {\"id\" : @\"x\"} ] }]", "$[0].items[1].id")
        expect(#"[{"items":[{"id":1},@{"name":"é"}],"name":"n"}]"#, "$[0].items[1]", .missingKeys)
        expect(#"[{"\u0069tems":[{"i\u0064":@[1,2],"name":"\u00e9\/"}],"name":"n"}]"#, "$[0].items[0].id")
        expect(#"[{"items":[{"name":"\u00e9\/\u0041","id":@1.5}],"name":"n"}]"#, "$[0].items[0].id", .notAnInteger)
        expect(#"[{"title":"t"},{"x":[1,2],"name":"n","items":@1}]"#, "$[1].items")
        // If a member repeats, the last one counts. The error's position is inside this last member.
        expect(#"[{"name":"n","items":[],"items":[@1]}]"#, "$[0].items[0]")
    }

    @Test func errorsInMembersThatTheHookHasChanged() {
        expect(#"[{"title":"t"},@{"count":"3","name":"n"}]"#, "$[1].count")
        expect(#"[{"title":"t"},@{"items":[],"name":3}]"#, "$[1].title")
        expect(#"[@{"count":"3"}]"#, "$[0].count")
    }

    @Test func errorsInObjectsOfHooksInEachOther() {
        expect(#"[{"name":"n","boxes":[{"name":"m","items":[{"id":1},{"id":@null}]}]}]"#, "$[0].boxes[0].items[1].id")
        expect(#"[{"name":"n","boxes":[@{"name":3}]}]"#, "$[0].boxes[0].title")
        expect(#"[{"name":"n","boxes":[{"title":"t"},{"title":"t","boxes":[{"name":"m"},@{}]}]}]"#, "$[0].boxes[1].boxes[1]", .missingKeys)
    }

    @Test func collectedErrorsAndReports() throws {
        let (first, offset) = marked(#"[{"name":"n","items":[{"id":@"x"},{"id":1},{"id":"y"}],"count":"3"}]"#)
        let second = offset + #""x"},{"id":1},{"id":"#.utf8.count
        #expect(failures([Box].self, first) == ["$[0].count 1:2", "$[0].items[0].id 1:\(offset + 1)", "$[0].items[2].id 1:\(second + 1)"])
        for engine in engines {
            var options = JSONReadOptions.lenient, report = JSONReport()
            options.engine = engine
            let text = #"[{"name":"n", "items": [{"id": "1"}, {"id": "2" , "name": 3}]}]"#
            _ = try [Box](json: text, options: options, report: &report)
            let reported = report.entries.map { String(decoding: Array(text.utf8)[$0.bytes], as: UTF8.self) }
            #expect(reported == [#""1""#, #""2""#, "3"])
        }
    }
}
