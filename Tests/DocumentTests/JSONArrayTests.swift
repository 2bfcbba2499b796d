import TestSupport
import Testing

@testable import Yoke

@Suite struct JSONArrayTests {
    @Test func isUsedAsAnArrayIs() {
        var array: JSONArray = [1, "a", nil]
        array.append(true)
        array += [2.5]
        array.insert([], at: 0)
        array.remove(at: 1)
        array.swapAt(0, 1)
        array.removeLast()
        array[2] = "c"
        array.reserveCapacity(100)
        array.append(contentsOf: AnySequence([1, 2]))
        #expect(array.description == #"["a",[],"c",true,1,2]"#)
        #expect(Array(array.reversed())[0] == 2)
        #expect(JSONArray().isEmpty)
        #expect(JSONArray(repeating: 1, count: 3) == [1, 1, 1])
        array.removeAll()
        #expect(array == [])
    }

    @Test func copiesAreIndependent() {
        let original: JSONArray = [1, [2]]
        var copy = original
        #expect(copy.storage === original.storage)
        copy[1] = [3]
        copy.append(4)
        #expect(original == [1, [2]])
        #expect(copy == [1, [3], 4])
        weak var storage: Container?
        storage = copy.storage
        copy.append(5)
        #expect(storage != nil && copy.storage === storage)
    }

    @Test func emptyArraysShareAndDoNotChange() {
        var a = JSONArray()
        let b = JSONArray()
        a.append(1)
        #expect(b.isEmpty)
        #expect(JSONArray().isEmpty)
    }

    @Test func followsAnArrayThroughRandomChanges() {
        for seed in 0..<50 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            var model: [JSONValue] = []
            var array = JSONArray()
            var kept = array
            var keptModel = model
            for step in 0..<60 {
                let value = JSONValue(step)
                let place = Int.random(in: 0...model.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0, 1:
                    model.append(value)
                    array.append(value)
                case 2:
                    model.insert(value, at: place)
                    array.insert(value, at: place)
                case 3:
                    let range = place..<Int.random(in: place...model.count, using: &random)
                    model.replaceSubrange(range, with: [value, value])
                    array.replaceSubrange(range, with: [value, value])
                default:
                    kept = array
                    keptModel = model
                }
                #expect(array.elementsEqual(model), "seed \(seed)")
                #expect(kept.elementsEqual(keptModel), "seed \(seed)")
            }
        }
    }
}
