import Testing

@testable import Yoke

@Suite struct EqualityTests {
    @Test func orderOfMembersDoesNotCountButOrderOfDuplicatesDoes() {
        func equal(_ a: JSONObject, _ b: JSONObject) -> Bool {
            if a == b { #expect(a.hashValue == b.hashValue) }
            return a == b
        }
        #expect(equal(["a": 1, "b": 2], ["b": 2, "a": 1]))
        #expect(!equal(["a": 1, "b": 2], ["a": 2, "b": 1]))
        #expect(!equal(["a": 1], ["a": 1, "a": 1]))
        #expect(equal(["a": 1, "b": 0, "a": 2], ["a": 1, "a": 2, "b": 0]))
        #expect(!equal(["a": 1, "b": 0, "a": 2], ["a": 2, "a": 1, "b": 0]))
        #expect(!equal(["a": 1, "a": 1, "b": 1], ["a": 1, "b": 1, "b": 1]))
        #expect(!equal(["a": 1, "b": 1, "b": 1], ["a": 1, "a": 1, "b": 1]))
        #expect(!equal(["a": 1, "b": 2], ["a": 1, "c": 2]))
    }

    @Test func agreesWithThePlainOne() {
        for seed in 0..<400 as Range<UInt64> {
            var samples = Samples(seed: seed)
            let a = samples.value()
            let same = samples.respelled(a)
            #expect(a == same, "seed \(seed): \(a) \(same)")
            #expect(a.hashValue == same.hashValue, "seed \(seed): \(a) \(same)")
            let b = samples.value(depth: 2)
            #expect((a == b) == plainlyEqual(a, b), "seed \(seed): \(a) \(b)")
            #expect((b == a) == (a == b))
        }
    }

    @Test func agreesWithThePlainOneOnObjectsAlike() {
        for seed in 0..<400 as Range<UInt64> {
            var samples = Samples(seed: seed)
            func object() -> JSONObject {
                JSONObject((0..<4).map { _ in (key: samples.random.pick(["a", "b"]), value: samples.random.pick([1, 2])) })
            }
            let (a, b) = (object(), object())
            #expect((a == b) == plainlyEqual(.object(a), .object(b)), "seed \(seed): \(a) \(b)")
            if a == b { #expect(a.hashValue == b.hashValue) }
        }
    }

    @Test func sharedValuesAreEqualAtOnce() {
        // Written as text, this value would have 2^200 elements. So `==` must not compare the elements: arrays with the same storage are
        // equal.
        var value: JSONValue = [1]
        for _ in 0..<200 { value = [value, value] }
        let copy = value
        #expect(copy == value)
    }
}
