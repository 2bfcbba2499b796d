import TestSupport
import Testing
import Yoke

/// A generic model: each instantiation has its own plan.
private struct Boxed<T: JSONConvertible>: JSONConvertible {
    var value: T
    var rest: [T] = []
    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("value", \.value)
            $0.add("rest", \.rest, default: [])
        }
    }
}
extension Boxed: Equatable where T: Equatable {}

// Two types that contain each other. Each new type for `Mark` makes two new types, whose plans are not compiled yet.
private struct Leftward<Mark>: JSONConvertible {
    var rights: [Rightward<Mark>]
    static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("rights", \.rights) } }
}
private struct Rightward<Mark>: JSONConvertible {
    var left: [String: Leftward<Mark>]?
    var box: Boxed<Int>?
    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("left", \.left)
            $0.add("box", \.box)
        }
    }
}
private enum Mark<Inner> {}

@Suite struct GenericTests {
    @Test func genericModelsAreReadForEachArgument() throws {
        #expect(try read([Boxed<Int>].self, #"[{"value":1},{"value":2,"rest":[3]}]"#) == [Boxed(value: 1), Boxed(value: 2, rest: [3])])
        let nested = #"[{"value":[{"value":"long enough for the heap"}],"rest":[[],[{"value":"y","rest":["z"]}]]}]"#
        let boxes = try read([Boxed<[Boxed<String>]>].self, nested)
        #expect(boxes[0].rest[1][0].rest == ["z"])
        #expect(try read(Boxed<Bool?>.self, #"{"value":null,"rest":[true,null]}"#) == Boxed(value: nil, rest: [true, nil]))
        #expect(try read([String: Boxed<UInt8>].self, #"{"a":{"value":255}}"#) == ["a": Boxed(value: 255)])
        expect(.numberOutOfRange, "$[0].rest[1]", reading: [Boxed<UInt8>].self, #"[{"value":1,"rest":[1,256]}]"#)
    }

    /// Several threads compile the plans of two types that need each other. Half of the threads begin with one type, and half with the
    /// other type. All threads get the same result, and there is no deadlock.
    @Test func firstUseFromManyThreads() {
        use(Mark<Never>.self, rounds: 60)
    }

    private func use<M>(_ mark: M.Type, rounds: Int) {
        let text = #"{"rights":[{},{"left":{"a":{"rights":[{"box":{"value":1,"rest":[2]}}]}}}]}"#
        let good = ThreadedCount()
        onThreads(8) { i in
            if i % 2 == 0 {
                if let left = try? Leftward<M>(json: text), left.rights[1].left?["a"]?.rights[0].box?.rest == [2] { good.add() }
            } else {
                let right = try? Rightward<M>(json: #"{"left":{"x":"# + text + "}}")
                if right?.left?["x"]?.rights.count == 2, (try? right.jsonString()) != nil { good.add() }
            }
        }
        #expect(good.value == 8)
        if rounds > 1 { use(Mark<M>.self, rounds: rounds - 1) }
    }
}
