import Testing

@testable import Yoke

@Suite struct JSONValueTests {
    private let document: JSONValue = [
        "statuses": [["id": 505_874_924_095_815_681, "ratio": 1.0, "ok": true, "user": nil, "text": "caf\u{e9}"]], "empty": [:],
    ]

    @Test func literalsReadLikeJSON() {
        #expect(
            document.description
                == #"{"statuses":[{"id":505874924095815681,"ratio":1.0,"ok":true,"user":null,"text":"café"}],"empty":{}}"#)
        let twice: JSONValue = ["a": 1, "b": [], "a": 2]
        #expect(twice.description == #"{"a":1,"b":[],"a":2}"#)
        #expect(("n is \(1 + 1)" as JSONValue).string == "n is 2")
        #expect((nil as JSONValue).isNull)
        #expect(String(reflecting: twice) == twice.description)
    }

    @Test func chainsReadOrGiveNil() {
        #expect(document["statuses"]?[0]?["id"]?.uint64 == 505_874_924_095_815_681)
        #expect(document["statuses"]?[0]?["user"] == .some(.null))
        #expect(document["statuses"]?[1] == nil)
        #expect(document["statuses"]?[-1] == nil)
        #expect(document["statuses"]?["id"] == nil)
        #expect(document[0] == nil)
        #expect(document["statuses"]?[0]?["id"]?[0]?["x"] == nil)
    }

    @Test func gettersConvertNothing() {
        let values: [JSONValue] = [.null, true, 1, 1.0, "1", "true", [1], ["a": 1]]
        #expect(values.map(\.isNull) == [true, false, false, false, false, false, false, false])
        #expect(values.map(\.bool) == [nil, true, nil, nil, nil, nil, nil, nil])
        #expect(values.map(\.int) == [nil, nil, 1, nil, nil, nil, nil, nil])
        #expect(values.map(\.int64) == [nil, nil, 1, nil, nil, nil, nil, nil])
        #expect(values.map(\.uint64) == [nil, nil, 1, nil, nil, nil, nil, nil])
        #expect(values.map(\.double) == [nil, nil, 1, 1, nil, nil, nil, nil])
        #expect(values.map(\.number?.text) == [nil, nil, "1", "1.0", nil, nil, nil, nil])
        #expect(values.map(\.string) == [nil, nil, nil, nil, "1", "true", nil, nil])
        #expect(values.map(\.array) == [nil, nil, nil, nil, nil, nil, [1], nil])
        #expect(values.map(\.object) == [nil, nil, nil, nil, nil, nil, nil, ["a": 1]])
    }

    @Test func valuesAreMadeFromSwiftTypes() {
        #expect(JSONValue(UInt64.max).description == "18446744073709551615")
        #expect(JSONValue(true) == true)
        let text = "x"
        #expect(JSONValue(text) == "x")
        let half = 0.5
        #expect(JSONValue(half) == 0.5)
        #expect(JSONValue(Double.nan) == nil)
    }

    @Test func oneIsNotTrueAndNotOnePointZero() {
        let kinds: [JSONValue] = [.null, false, true, 0, 1, 0.0, 1.0, "", "1", "true", [], [:], [1], ["1": 1]]
        #expect(Set(kinds).count == kinds.count)
        for (i, a) in kinds.enumerated() { for (j, b) in kinds.enumerated() { #expect((a == b) == (i == j)) } }
    }

    @Test func stringsAreEqualByBytes() {
        #expect(("\u{e9}" as JSONValue) != ("e\u{301}" as JSONValue))
        #expect((["\u{e9}": 1] as JSONValue) != (["e\u{301}": 1] as JSONValue))
    }

    @Test func chainsWrite() {
        var value = document
        value["statuses"]?[0]?["id"] = 1
        value["statuses"]?[0]?["user"]?["name"] = "Ada"  // null becomes an object
        value["statuses"]?[0]?["ok"] = nil
        value["statuses"]?.array?.append("end")
        value["empty"]?.object?["x"] = [1, 2, 3]
        value["empty"]?["x"]?[1] = nil
        #expect(
            value.description
                == #"{"statuses":[{"id":1,"ratio":1.0,"user":{"name":"Ada"},"text":"café"},"end"],"empty":{"x":[1,3]}}"#)
        #expect(document["statuses"]?[0]?["id"] == 505_874_924_095_815_681)
    }

    @Test func writingWhereNothingIsDoesNothing() {
        var value = document
        value["statuses"]?[5] = 1
        value["statuses"]?[-1] = 1
        value["statuses"]?["x"] = 1
        value["nowhere"]?["x"] = 1
        value[0] = 1
        value["statuses"]?[0]?["text"]?["x"] = 1
        value["statuses"]?[0]?["text"]?.array?.append(1)
        value["statuses"]?[0]?["text"]?.object = nil
        #expect(value == document)
        #expect(value.description == document.description)
        var null = JSONValue.null
        null["x"] = nil
        #expect(null.isNull)
    }

    @Test func containersAreReplacedAndTurnedToNull() {
        var value: JSONValue = "text"
        value.array = [1]
        #expect(value == [1])
        value.object = ["a": 1]
        #expect(value == ["a": 1])
        value.object = nil
        #expect(value.isNull)
        value = [1]
        value.array = nil
        #expect(value.isNull)
    }

    @Test func changesAreMadeInPlace() {
        var value: JSONValue = ["list": [[1, 2, 3]]]
        // The test holds weak references, because addresses do not show a copy: the copy may get the address of the freed original.
        weak var outer: Container?
        weak var inner: Container?
        outer = value.container
        inner = value["list"]![0]!.container
        for i in 0..<100 {
            value["list"]?[0]?.array?.append(JSONValue(i))
            value["list"]?[0]?[1] = "x"
        }
        #expect(outer != nil && value.container === outer)
        #expect(inner != nil && value["list"]![0]!.container === inner)
        #expect(value["list"]?[0]?.array?.count == 103)
    }
}
