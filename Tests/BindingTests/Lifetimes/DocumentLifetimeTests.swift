import Testing

@testable import Yoke

/// The storage of dynamic values is released with the last value that uses it.
@Suite struct DocumentLifetimeTests {
    @Test func everyStorageIsReleased() throws {
        weak var outer: Container?
        weak var inner: Container?
        weak var deepest: Container?
        do {
            let value = try JSONValue(json: #"{"a":[[1,{"x":"y"}]],"b":{}}"#)
            outer = value.container
            inner = value["a"]!.container
            deepest = value["a"]![0]![1]!.container
            #expect(outer != nil && inner != nil && deepest != nil)
            #expect(value.description == #"{"a":[[1,{"x":"y"}]],"b":{}}"#)
        }
        #expect(outer == nil && inner == nil && deepest == nil)
    }

    @Test func whatIsStillHeldSurvives() {
        var value: JSONValue = ["list": [[1], [2], ["k": [3]]]]
        let kept = value["list"]![2]!
        weak var list: Container?
        list = value["list"]!.container
        value = .null
        #expect(list == nil)
        #expect(kept == ["k": [3]])
    }

    @Test func changedCopiesReleaseTheirShare() {
        weak var first: Container?
        weak var second: Container?
        do {
            let original: JSONValue = ["a": [1, 2], "b": 3]
            var copy = original
            copy["a"]?.array?.append(3)
            first = original["a"]!.container
            second = copy["a"]!.container
            #expect(first !== second)
            copy["a"] = nil
            #expect(second == nil && first != nil)
        }
        #expect(first == nil)
    }

    @Test func indexedObjectsAreReleased() {
        weak var storage: Container?
        do {
            var object = JSONObject((0..<100).map { (key: "k\($0)", value: [JSONValue($0)]) })
            storage = object["k7"]!.container
            object["k8"] = nil
            #expect(object["k9"] != nil)
            object.append([], forKey: "x")
            #expect(storage != nil)
        }
        #expect(storage == nil)
    }
}
