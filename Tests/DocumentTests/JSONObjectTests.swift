import TestSupport
import Testing

@testable import Yoke

@Suite struct JSONObjectTests {
    private let twice: JSONObject = ["a": 1, "b": 2, "a": 3]

    @Test func keepsOrderAndDuplicates() {
        #expect(twice.map(\.key) == ["a", "b", "a"])
        #expect(Array(twice.keys) == ["a", "b", "a"])
        #expect(Array(twice.values) == [1, 2, 3])
        #expect(twice[0].value == 1)
        #expect(twice["a"] == 3)
        #expect(twice.values(forKey: "a") == [1, 3])
        #expect(twice.values(forKey: "x") == [])
        #expect(twice.lastIndex(forKey: "a") == 2)
        #expect(twice.contains(key: "b") && !twice.contains(key: "c"))
    }

    @Test func keysAreComparedByBytes() {
        let object: JSONObject = ["\u{e9}": 1, "e\u{301}": 2, "": 3, "a\u{0}": 4, "a": 5]
        #expect(object["\u{e9}"] == 1)
        #expect(object["e\u{301}"] == 2)
        #expect(object[""] == 3)
        #expect(object["a\u{0}"] == 4)
        #expect(object["a"] == 5)
        #expect(object["\u{0}"] == nil)
    }

    @Test func settingReplacesTheLastAndKeepsItsPlace() {
        var object = twice
        object["a"] = 4
        object["c"] = 5
        #expect(object.description == #"{"a":1,"b":2,"a":4,"c":5}"#)
        object["a"] = nil
        #expect(object.description == #"{"b":2,"c":5}"#)
        object["nowhere"] = nil
        #expect(object.updateValue(6, forKey: "b") == 2)
        #expect(object.updateValue(7, forKey: "d") == nil)
        #expect(object.updateValue(8, at: 1) == 5)
        #expect(object.description == #"{"b":6,"c":8,"d":7}"#)
        #expect(object.removeValue(forKey: "c") == 8)
        #expect(object.removeValue(forKey: "c") == nil)
        object.insert(9, forKey: "b", at: 0)
        #expect(object.remove(at: 1).value == 6)
        #expect(object.description == #"{"b":9,"d":7}"#)
        object.append(contentsOf: twice)
        object.removeAll { $0.value == 7 || $0.key == "a" }
        #expect(object.description == #"{"b":9,"b":2}"#)
        object.removeAll()
        #expect(object.isEmpty)
        #expect(twice.count == 3)
    }

    @Test func keysAndValuesHavePositions() {
        let object: JSONObject = ["b": 1, "a": [2], "b": 3]
        #expect(object.keys[1] == "a" && object.values[2] == 3 && object.keys.last == "b")
        #expect(object.keys.description == #"["b", "a", "b"]"# && object.values.description == "[1, [2], 3]")
        #expect(JSONValue.object(object).keys[0] == "b")
    }

    @Test func mergingTakesTheOtherOrCombines() {
        var object: JSONObject = ["a": 1, "b": ["x": 1]]
        object.merge(["b": ["y": 2], "c": 3, "c": 4])
        #expect(object.description == #"{"a":1,"b":{"y":2},"c":4}"#)
        object.merge(["a": 10, "d": 5]) { here, other in [here, other] }
        #expect(object.description == #"{"a":[1,10],"b":{"y":2},"c":4,"d":5}"#)
    }

    @Test func copiesAreIndependent() {
        let many = JSONObject((0..<100).map { (key: "k\($0)", value: JSONValue($0)) })
        #expect(many["k50"] == 50)  // builds the lookup table
        var copy = many
        #expect(copy.storage === many.storage)
        copy["k50"] = nil
        copy["new"] = 1
        copy["k99"] = "changed"
        #expect(copy["k50"] == nil && copy["k51"] == 51 && copy["new"] == 1 && copy["k99"] == "changed")
        #expect(many["k50"] == 50 && many["new"] == nil && many["k99"] == 99)
        #expect(many.count == 100 && copy.count == 100)
        weak var storage: Container?
        storage = copy.storage
        copy["new"] = 2
        copy.append(3, forKey: "newer")
        #expect(storage != nil && copy.storage === storage)
    }

    @Test(arguments: [true, false])
    func followsAListThroughRandomChanges(repeatsKeys: Bool) {
        for seed in 0..<60 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            var model: [(key: String, value: JSONValue)] = []
            var object = JSONObject()
            for step in 0..<120 {
                let key = "\(Int.random(in: 0..<40, using: &random))"
                let value = JSONValue(step)
                let last = model.lastIndex { $0.key == key }
                switch Int.random(in: 0..<10, using: &random) {
                case 0...2 where repeatsKeys || last == nil:
                    model.append((key, value))
                    object.append(value, forKey: key)
                case 3...6:
                    if let last { model[last].value = value } else { model.append((key, value)) }
                    object[key] = value
                case 7:
                    if random.oneIn(3) {
                        model.removeAll { $0.key == key }
                        object[key] = nil
                    }
                case 8 where repeatsKeys || last == nil:
                    let place = Int.random(in: 0...model.count, using: &random)
                    model.insert((key, value), at: place)
                    object.insert(value, forKey: key, at: place)
                default:
                    if let last {
                        model.remove(at: last)
                        object.remove(at: last)
                    }
                }
                let looked = "\(Int.random(in: 0..<40, using: &random))"
                #expect(object[looked] == model.last { $0.key == looked }?.value, "seed \(seed) step \(step)")
                #expect(object.values(forKey: looked) == model.filter { $0.key == looked }.map(\.value))
            }
            #expect(object.elementsEqual(model) { $0.key == $1.key && $0.value == $1.value }, "seed \(seed)")
        }
    }

    @Test func aRemovalKeepsTheLookupTable() {
        var object = JSONObject((0..<100).map { (key: "k\($0)", value: JSONValue($0)) })
        #expect(object["k50"] == 50)  // builds the lookup table
        object["k50"] = nil
        object.removeValue(forKey: "k99")
        object.remove(at: 0)
        object.insert(7, forKey: "new", at: object.count)
        #expect(object.storage.index.provesUniqueKeys)
        #expect(object["k50"] == nil && object["k99"] == nil && object["k0"] == nil && object["k98"] == 98 && object["new"] == 7)
        object.append(8, forKey: "k1")
        #expect(!object.storage.index.provesUniqueKeys && object["k1"] == 8)
        object["k1"] = nil
        #expect(object["k1"] == nil && object.count == 97)
    }

    /// With lookups in linear time, this test would not end in reasonable time.
    @Test func manyMembersAreFoundInConstantTime() {
        let count = Sample.size(150_000, full: 1_000_000)
        var object = JSONObject()
        for i in 0..<count { object["key \(i)"] = .bool(i % 2 == 0) }
        #expect(object.count == count)
        for i in stride(from: 0, to: count, by: 3) { #expect(object["key \(i)"]?.bool == (i % 2 == 0)) }
        #expect(object["key \(count)"] == nil)
        let backwards = JSONObject(object.reversed())
        #expect(backwards == object)
        #expect(backwards.hashValue == object.hashValue)
        object.removeAll { $0.value == true }
        #expect(object["key 1"] == false && object["key 2"] == nil && object.count == count / 2)
        #expect(backwards != object)
    }

    @Test func manyMembersOfOneKeyAreAppendedAndCompared() {
        let count = Sample.size(150_000, full: 1_000_000)
        let object = JSONObject((0..<count).map { (key: "same", value: JSONValue.bool($0 == count - 1)) })
        #expect(object["same"] == true)
        #expect(object.values(forKey: "same").count == count)
        var other = JSONObject([(key: "first", value: .null)])
        other.append(contentsOf: object)
        var shifted = JSONObject(object)
        shifted.append(.null, forKey: "first")
        #expect(other == shifted)
    }

    @Test func oneObjectIsReadFromManyTasks() async {
        for _ in 0..<20 {
            let object = JSONObject((0..<200).map { (key: "k\($0)", value: JSONValue($0)) })
            let sums = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask { (0..<200).reduce(0) { $0 + (object["k\($1)"]?.int ?? -1) } }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(sums == Array(repeating: 19_900, count: 8))
        }
    }
}
