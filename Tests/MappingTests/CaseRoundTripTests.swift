import Testing
import Yoke

/// Values of several cases come back as they were, those that hold nothing too.
@Suite struct CaseRoundTripTests {
    private enum Keyed: JSONConvertible, Equatable {
        case number(Int?), list([Int]?), other
        static var jsonSchema: JSONSchema {
            JSONSchema(cases: Self.self) {
                $0.add("number", Int?.self, make: { .number($0) }, match: { if case .number(let value) = $0 { value } else { nil } })
                $0.add("list", [Int]?.self, make: { .list($0) }, match: { if case .list(let value) = $0 { value } else { nil } })
                $0.fallback(.other)
            }
        }
    }
    private enum Beside: JSONConvertible, Equatable {
        case number(Int?), list([Int]?), other
        static var jsonSchema: JSONSchema {
            JSONSchema(cases: Self.self, tag: "type", content: "value") {
                $0.add("number", Int?.self, make: { .number($0) }, match: { if case .number(let value) = $0 { value } else { nil } })
                $0.add("list", [Int]?.self, make: { .list($0) }, match: { if case .list(let value) = $0 { value } else { nil } })
                $0.fallback(.other)
            }
        }
    }

    @Test func payloadsThatAreNil() throws {
        let keyed: [Keyed] = [.number(nil), .list(nil), .number(1), .list([]), .other]
        #expect(try read([Keyed].self, written(keyed)) == keyed)
        #expect(try keyed.jsonString() == #"[{"number":null},{"list":null},{"number":1},{"list":[]},""]"#)
        let beside: [Beside] = [.number(nil), .list(nil), .number(1), .list([]), .other]
        #expect(try read([Beside].self, written(beside)) == beside)
        #expect(
            try beside.jsonString()
                == #"[{"type":"number","value":null},{"type":"list","value":null},{"type":"number","value":1},{"type":"list","value":[]},{}]"#)
    }

    private enum Absent: JSONConvertible {
        case some(JSONNullable<Int>)
        static var jsonSchema: JSONSchema {
            JSONSchema(cases: Self.self) {
                $0.add("some", JSONNullable<Int>.self, make: { .some($0) }, match: { if case .some(let value) = copy $0 { value } else { nil } })
            }
        }
    }

    @Test func aPayloadIsThere() { expect(.invalidSchema, "$", reading: Absent.self, #"{"some":1}"#) }
}
