import Testing
import TestSupport
import YokeFoundation
import YokeStandards

@Suite struct PatchTests {
    private func patch(_ text: String) throws -> JSONPatch { try JSONPatch(json: text) }

    @Test func aFailureLeavesTheDocumentAndNamesTheOperation() throws {
        var document = try json(#"{"a":[1,2]}"#)
        let patch = try patch(#"[{"op":"add","path":"/a/0","value":0},{"op":"test","path":"/a/1","value":9}]"#)
        expectError(.refused, "operation 1", "test", "/a/1") { try document.apply(patch) }
        #expect(document == ["a": [1, 2]])
        expectError(.pathNotFound, "operation 0 (remove \"/b/c\")", "no member \"b\"") {
            try document.apply(JSONPatch(json: #"[{"op":"remove","path":"/b/c"}]"#))
        }
    }

    @Test(arguments: [
        (#"[{"op":"add","path":"/a"}]"#, JSONError.Kind.missingKeys, "value"), (#"[{"path":"/a"}]"#, .missingKeys, "op"),
        (#"[{"op":"nope","path":""}]"#, .unknownCase, "nope"), (#"{}"#, .typeMismatch, "array"), (#"[1]"#, .typeMismatch, "object"),
        (#"[{"op":"remove","path":"a"}]"#, .invalidPath, "operation 0"), (#"[{"op":"move","path":"/a"}]"#, .missingKeys, "from"),
        (#"[{"op":"test","op":"test","path":"","value":1}]"#, .duplicateKey, "op"), (#"[{"op":1,"path":""}]"#, .typeMismatch, "string"),
    ])
    func aTextThatIsNoPatchIsAClearError(_ text: String, _ kind: JSONError.Kind, _ word: String) {
        expectError(kind, word) { _ = try JSONPatch(json: text) }
    }

    @Test func everyOperationDoesWhatTheRFCSays() throws {
        var document = try json(#"{"list":[1,2,3],"o":{"x":1}}"#)
        try document.apply(
            patch(
                #"""
                [{"op":"move","from":"/list/0","path":"/list/2"},{"op":"copy","from":"/o","path":"/p"},{"op":"replace","path":"/o/x","value":5},
                 {"op":"add","path":"/list/-","value":[]},{"op":"test","path":"/p/x","value":1.0},{"op":"remove","path":"/list/1"}]
                """#))
        #expect(document == (try json(#"{"list":[2,1,[]],"o":{"x":5},"p":{"x":1}}"#)))
        expectError(.refused, "into itself") { try document.apply([.move(from: JSONPointer("/o"), to: JSONPointer("/o/y"))]) }
        expectError(.refused, "entire document") { try document.apply([.remove(JSONPointer())]) }
        try document.apply([.move(from: JSONPointer("/o"), to: JSONPointer("/o"))])
    }

    @Test func copiesOfCopiesStopAtALimit() throws {
        let doubling = JSONPatch(try (0..<60).map { _ in .copy(from: JSONPointer(), to: try JSONPointer("/-")) })
        var document: JSONValue = [1]
        expectError(.limitExceeded, "copies", "operation") { try document.apply(doubling, limits: .untrusted) }
        #expect(document == [1])
    }

    @Test func manyOperationsOnOneContainerAreNearLinear() throws {
        let count = 3_000
        var list = JSONValue.array(JSONArray((0..<count).map { JSONValue($0) }))
        let front = JSONPatch(try (0..<count).map { _ in .add(try JSONPointer("/0"), .null) })
        try list.apply(front)
        #expect(list.array?.count == 2 * count)
        try list.apply(JSONPatch(try (0..<count).map { _ in .remove(try JSONPointer("/0")) }))
        #expect(list.array?.count == count && list[0] == 0)
        var object = JSONValue.object(JSONObject((0..<count).map { (key: "k\($0)", value: JSONValue($0)) }))
        try object.apply(JSONPatch(try (0..<count - 1).map { .remove(try JSONPointer("/k\($0)")) }))
        #expect(object == [("k\(count - 1)"): JSONValue(count - 1)])
    }

    @Test func repeatedKeysAreRemovedTogether() throws {
        var document = try json(#"{"a":1,"b":2,"a":3}"#)
        try document.apply([.replace(JSONPointer("/a"), 4)])
        #expect(document == (try json(#"{"a":1,"b":2,"a":4}"#)))
        try document.apply([.remove(JSONPointer("/a"))])
        #expect(document == ["b": 2])
    }

    // MARK: - Diff

    @Test func aDiffIsSmall() throws {
        func diff(_ a: String, _ b: String) throws -> String { JSONPatch(from: try json(a), to: try json(b)).description }
        #expect(try diff("[1,2,3]", "[1,2,3]") == "[]")
        #expect(try diff("[1,2,3,4]", "[1,3,4]") == #"[{"op":"remove","path":"/1"}]"#)
        #expect(try diff("[1,2,3]", "[0,1,2,3]") == #"[{"op":"add","path":"/0","value":0}]"#)
        #expect(
            try diff(#"{"a":{"b":1,"c":[1,2,3,4,5]}}"#, #"{"a":{"b":2,"c":[1,2,3,4,5]}}"#) == #"[{"op":"replace","path":"/a/b","value":2}]"#
        )
        #expect(try diff("[1.0]", "[1]") == #"[{"op":"replace","path":"/0","value":1}]"#)
        #expect(try diff(#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#) == "[]")
        #expect(try diff(#"{"a":1}"#, "3") == #"[{"op":"replace","path":"","value":3}]"#)
        #expect(
            try diff(
                #"[{"id":1,"n":"x","t":[1,2]},{"id":2,"n":"y","t":[]}]"#, #"[{"id":0},{"id":1,"n":"z","t":[1,2]},{"id":2,"n":"y","t":[]}]"#
            ).utf8.count < 130)
    }

    @Test func aDiffTurnsEveryDocumentIntoEveryOther() throws {
        var random = SeededGenerator(seed: 22)
        for _ in 0..<150 {
            let a = Self.document(&random, depth: 4), b = Self.change(a, &random)
            #expect(try JSONPatch(from: a, to: b).applied(to: a) == b, "\(a) \(b)")
            let c = Self.document(&random, depth: 4)
            #expect(try JSONPatch(from: a, to: c).applied(to: a) == c, "\(a) \(c)")
            if let patch = try? JSONValue.mergePatch(from: a, to: b) {
                var merged = a
                merged.merge(patch: patch)
                #expect(merged == b, "\(a) \(b) \(patch)")
            }
        }
    }

    static func document(_ random: inout SeededGenerator, depth: Int) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 4), using: &random) {
        case 0: return .null
        case 1: return JSONValue(Int.random(in: 0..<4, using: &random))
        case 2: return JSONValue(random.pick(["", "a", "é", "~/"]))
        case 3: return true
        case 4, 5: return .array(JSONArray((0..<Int.random(in: 0..<7, using: &random)).map { _ in document(&random, depth: depth - 1) }))
        default:
            let keys = ["a", "b", "", "c/d", "e~f", "0"].prefix(Int.random(in: 0..<7, using: &random))
            return .object(JSONObject(keys.map { (key: $0, value: document(&random, depth: depth - 1)) }))
        }
    }

    static func change(_ value: JSONValue, _ random: inout SeededGenerator) -> JSONValue {
        switch value {
        case .array(let array):
            var changed = JSONArray(array.map { Int.random(in: 0..<4, using: &random) == 0 ? change($0, &random) : $0 })
            if Bool.random(using: &random) {
                changed.insert(document(&random, depth: 1), at: Int.random(in: 0...changed.count, using: &random))
            }
            if !changed.isEmpty, Bool.random(using: &random) { changed.remove(at: Int.random(in: 0..<changed.count, using: &random)) }
            return .array(changed)
        case .object(let object):
            var changed = JSONObject(
                object.map { (key: $0.key, value: Bool.random(using: &random) ? change($0.value, &random) : $0.value) })
            if Bool.random(using: &random) { changed[random.pick(["a", "x", "~"])] = document(&random, depth: 1) }
            if Bool.random(using: &random) { changed["b"] = nil }
            return .object(changed)
        default: return document(&random, depth: 2)
        }
    }

    @Test func diffsOfLongAndDeepDocumentsEnd() throws {
        let a = JSONValue.array(JSONArray((0..<5_000).map { JSONValue($0) }))
        let b = JSONValue.array(JSONArray((0..<5_000).map { JSONValue($0 * 7 % 5_000) }))
        #expect(try JSONPatch(from: a, to: b).applied(to: a) == b)
        var some = JSONArray((0..<5_000).map { JSONValue($0) })
        for i in stride(from: 4_900, to: 0, by: -250) { some.remove(at: i) }
        let patch = JSONPatch(from: a, to: .array(some))
        #expect(patch.operations.count == 20)
        #expect(
            onStack(ofBytes: 512 * 1024) {
                func nested(_ inner: String) -> JSONValue {
                    let depth = 5_000
                    return (try? json(String(repeating: #"{"a":["#, count: depth) + inner + String(repeating: "]}", count: depth))) ?? .null
                }
                let a = nested("1"), b = nested("2")
                let patch = JSONPatch(from: a, to: b)
                guard patch.operations.count == 1, let result = try? patch.applied(to: a) else { return false }
                guard let merge = try? JSONValue.mergePatch(from: a, to: b) else { return false }
                var merged = a
                merged.merge(patch: merge)
                return result == b && merged == b
            })
    }

    @Test func repeatedKeysAreReplacedAsAWhole() throws {
        let a = try json(#"{"x":{"k":1,"k":2}}"#), b = try json(#"{"x":{"k":1,"k":3}}"#)
        #expect(try JSONPatch(from: a, to: b).applied(to: a) == b)
        #expect(try JSONPatch(from: b, to: ["x": ["k": 3]]).applied(to: b) == ["x": ["k": 3]])
    }

    @Test func modelsAreComparedByTheirJSON() throws {
        let old = Account(name: "Ada", mail: "a@b", tags: ["x"]), new = Account(name: "Ada", mail: nil, tags: ["x", "y"])
        #expect(
            try JSONPatch(from: old, to: new).description == #"[{"op":"remove","path":"/mail"},{"op":"add","path":"/tags/1","value":"y"}]"#)
        #expect(try JSONValue.mergePatch(from: old, to: new) == ["mail": nil, "tags": ["x", "y"]])
    }

    @Test func aMergePatchCannotSetNull() throws {
        expectError(.refused, "$.a.b", "JSONPatch") { _ = try JSONValue.mergePatch(from: ["a": [:]], to: ["a": ["b": nil]]) }
        #expect(try JSONValue.mergePatch(from: ["a": nil], to: ["a": nil, "b": [nil]]) == ["b": [nil]])
        #expect(try JSONValue.mergePatch(from: ["a": 1], to: ["a": [:]]) == ["a": [:]])
        #expect(try JSONValue.mergePatch(from: ["a": 1], to: nil) == nil)
        #expect(try JSONValue.mergePatch(from: ["a": ["b": 1]], to: ["a": ["b": 1]]) == [:])
    }

    @Test func anObjectWhoseMembersComeAndGoKeepsTheirOrder() throws {
        var document = try json(#"{"a":1,"x":0,"b":2,"x":1,"c":3}"#)
        var operations: [JSONPatch.Operation] = [.remove(JSONPointer(tokens: ["a"])), .remove(JSONPointer(tokens: ["b"]))]
        for i in 0..<500 {
            operations.append(.add(JSONPointer(tokens: ["k\(i)"]), JSONValue(i)))
            if i > 1 { operations.append(.remove(JSONPointer(tokens: ["k\(i - 2)"]))) }
        }
        try document.apply(JSONPatch(operations))
        #expect(try document.jsonString() == #"{"x":0,"x":1,"c":3,"k498":498,"k499":499}"#)
        try document.apply([.remove(JSONPointer(tokens: ["x"])), .add(JSONPointer(tokens: ["c"]), 4)])
        #expect(try document.jsonString() == #"{"c":4,"k498":498,"k499":499}"#)
    }

    @Test func aPatchOfADeepDocumentHasShortPointers() throws {
        var a: JSONValue = 1, b: JSONValue = 1
        for i in 0..<2000 { (a, b) = (["in": a, "v": JSONValue(i)], ["in": b, "v": JSONValue(-i)]) }
        let patch = JSONPatch(from: a, to: b)
        #expect(patch.operations.reduce(0) { $0 + $1.path.tokens.count } < 10_000)
        try a.apply(patch)
        #expect(a == b)
    }
}

extension JSONValue {
    fileprivate mutating func apply(_ operations: [JSONPatch.Operation]) throws { try apply(JSONPatch(operations)) }
}

struct Account: JSONConvertible {
    var name: String
    var mail: String?
    var tags: [String]

    static var jsonMapping: JSONMapping {
        JSONMapping(Account.self) { fields in
            fields.add("name", \.name)
            fields.add("mail", \.mail)
            fields.add("tags", \.tags)
        }
    }
}
