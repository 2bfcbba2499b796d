import Testing
import Yoke

/// Extras of a flattened value.
@Suite struct FlattenedExtrasTests {
    /// A flattened Optional with extras, between members of the object around it.
    private struct Row: JSONConvertible, Equatable {
        struct Cell: JSONConvertible, Equatable {
            var value: Int?
            var rest: JSONObject = [:]
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("value", \.value)
                    $0.extras("rest", \.rest)
                }
            }
        }
        var id = 0
        var cell: Cell?
        var z: Int?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id, literal: 0)
                $0.flatten("cell", \.cell)
                $0.add("z", \.z)
            }
        }
    }

    /// Extras do not tell a flattened Optional from nil, so one of its own members is written beside them.
    @Test(arguments: [
        #"{"id":1,"value":null,"more":1}"#, #"{"id":1,"value":null,"more":{"a":[]},"other":2,"z":3}"#, #"{"id":1,"value":2,"more":1}"#,
        #"{"id":1,"value":null}"#, #"{"id":1,"more":1}"#,
    ])
    func extrasAreNoSignOfAValue(text: String) throws {
        let sheet = try read(Row.self, text)
        #expect((sheet.cell != nil) == text.contains("value"))
        for indent in [0, 2] {
            for sortsKeys in [false, true] {
                var options = JSONWriteOptions()
                options.indent = indent
                options.sortsKeys = sortsKeys
                #expect(try read(Row.self, sheet.jsonString(options)) == sheet)
                #expect(try read([Row].self, ([sheet, Row(id: 2), sheet] as [Row]).jsonString(options)) == [sheet, Row(id: 2), sheet])
            }
        }
    }

    /// A merge patch gives the value that the patched JSON has.
    @Test func mergePatchesGiveWhatThePatchedJSONSays() throws {
        let rows = [
            Row(id: 0, cell: Row.Cell(value: nil, rest: [:])), Row(id: 1, cell: Row.Cell(value: nil, rest: ["more": 1])),
            Row(id: 2, cell: Row.Cell(value: 3, rest: ["more": 1])), Row(id: 3, cell: Row.Cell(value: 3, rest: [:])), Row(id: 4),
        ]
        for old in rows { try checkMergePatches(old) }
    }

    private func checkMergePatches(_ old: Row) throws {
        for patch in [
            #"{"more":1}"#, #"{"more":null}"#, #"{"value":null}"#, #"{"value":5}"#, #"{"value":null,"more":null}"#, #"{"id":9}"#, "{}",
        ] {
            var document = try old.jsonValue()
            document.merge(patch: try JSONValue(json: patch))
            let expected = try Row(json: document)
            for engine in engines {
                var options = JSONReadOptions.strict, row = old
                options.engine = engine
                try row.update(json: patch, policy: .mergePatch, options: options)
                #expect(row == expected, "\(old) \(patch)")
            }
        }
    }
}
