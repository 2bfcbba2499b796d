import TestSupport
import Testing

@testable import Yoke

/// Values of 100,000 levels on a stack of 512 KiB. No operation on a value may recurse, because so many stack frames would not fit.
@Suite struct DepthTests {
    private static let depth = Sample.size(100_000, full: 1_000_000)
    private static let stack = 512 << 10

    @Test func buildCompareHashWriteAndDrop() {
        let failures = onStack(ofBytes: Self.stack) { () -> [String] in
            var failures: [String] = []
            var value: JSONValue? = Tape.nested(Self.depth)
            var other: JSONValue? = Tape.nested(Self.depth)
            if value != other { failures.append("equality") }
            if value.hashValue != other.hashValue { failures.append("hash") }
            let text = value!.description
            if text.utf8.count != 4 * Self.depth + 4 || !text.hasPrefix(#"[{"k":[{"k":"#) { failures.append("text") }
            var sorted = TextStyle()
            sorted.sortsKeys = true
            if DocumentWriter.text(of: value!, style: sorted) != text { failures.append("sorted text") }
            if other == Tape.nested(Self.depth - 2) { failures.append("inequality") }
            other = nil
            value = nil
            return failures
        }
        #expect(failures == [])
    }

    @Test func dropWhatWasBuiltByHand() {
        onStack(ofBytes: Self.stack) {
            var value: JSONValue = 1
            for level in 0..<Self.depth {
                switch level % 3 {
                case 0: value = [value]
                case 1: value = ["a": 1, "b": value, "c": []]
                default: value = [1, value, "x", [2], ["y": [3]]]
                }
            }
            value = .null
        }
    }

    @Test func dropFromTheMiddle() {
        onStack(ofBytes: Self.stack) {
            // A deep value is destroyed in four ways: with its last variable, in an array, as a member, and by an assignment.
            if case .array(let array) = Tape.nested(Self.depth) { _ = array.count }
            var list = [Tape.nested(Self.depth), .null, Tape.nested(Self.depth)]
            list.removeAll()
            var object: JSONObject = ["deep": Tape.nested(Self.depth), "other": 1]
            object["deep"] = nil
            var replaced: JSONValue = ["deep": Tape.nested(Self.depth)]
            replaced["deep"] = 1
        }
    }

    @Test func dropWhatIsSharedHalfWay() {
        let text = onStack(ofBytes: Self.stack) { () -> String in
            var shared: JSONValue = ["core"]
            for _ in 0..<Self.depth / 2 { shared = [shared] }
            var outer = shared
            for _ in 0..<Self.depth / 2 { outer = ["x": outer] }
            var third: JSONValue = [outer, shared, shared]
            outer = .null
            third = .null
            // Now only `shared` refers to the inner value, which must still be complete.
            let text = shared.description
            shared = third
            return text
        }
        #expect(text.utf8.count == Self.depth + 8)
    }

    @Test func dropManyReferencesIntoOneChain() {
        onStack(ofBytes: Self.stack) {
            var value: JSONValue = 1
            var levels: [JSONValue] = []
            for level in 0..<Self.depth {
                value = [value]
                if level % 2 == 0 { levels.append(value) }
            }
            value = .null
            levels.reverse()
            levels.removeAll()
        }
    }

    @Test func changeDeepInside() {
        let depth = onStack(ofBytes: Self.stack) { () -> Int in
            var value = Tape.nested(Self.depth)
            value[0]?["k"]?[0]?["k"] = "cut"
            return value.description.utf8.count
        }
        #expect(depth == 21)
    }
}
