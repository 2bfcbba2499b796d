import TestSupport
import Testing
import Yoke

/// A value that cannot be written gives an error with its path. The writer keeps nothing of the unfinished text.
@Suite struct FailureTests {
    private func failure(_ value: some JSONWritable, _ options: JSONWriteOptions = .compact) -> JSONError? {
        do throws(JSONError) { _ = try value.jsonString(options) } catch { return error }
        return nil
    }

    @Test func numbersThatJSONDoesNotHave() {
        for value in [Double.nan, .infinity, -.infinity, .signalingNaN] {
            #expect(failure(value)?.kind == .nonFiniteNumber)
            #expect(failure(value)?.path == "$")
            #expect(failure([0, value])?.path == "$[1]")
            #expect(failure([[1, 2], [3, value], [4, 5]])?.path == "$[1][1]")
            #expect(failure([[1, 2], [value, 3, 4]])?.path == "$[1][0]")
            #expect(failure(["a b": [0, value]])?.kind == .nonFiniteNumber)
            let tree = Tree(children: [Tree(), Tree(weights: [1, 2, value])])
            #expect(failure(tree)?.path == "$.children[1].weights[2]")
            #expect(failure(tree, JSONWriteOptions(sortsKeys: true))?.path == "$.children[1].weights[2]")
        }
        #expect(failure(Float.infinity)?.kind == .nonFiniteNumber)
        #expect(failure([Double?.some(.nan)])?.path == "$[0]")
    }

    @Test func pathsThroughDictionariesAndClasses() {
        #expect(failure(["a b": [0, Double.nan]])?.path == "$['a b'][1]")
        #expect(failure(["x": ["y": Double.nan]], JSONWriteOptions(sortsKeys: true))?.path == "$.x.y")
        #expect(failure(Tree(by: ["k": Tree(weights: [.nan])]))?.path == "$.by.k.weights[0]")
        #expect(failure(Set([Double.infinity]))?.path == "$[0]")
        #expect(failure([Payment(amount: Money(cents: -1))])?.path == "$[0].amount")
    }

    /// Tests the paths of errors in nested objects and arrays. Some objects have only scalars, and others also have containers.
    @Test func placesInObjects() {
        for sortsKeys in [false, true] {
            let options = JSONWriteOptions(sortsKeys: sortsKeys)
            for i in 0..<5 {
                var points = [Point](repeating: Point(), count: 5)
                points[i].y = .nan
                #expect(failure(points, options)?.path == "$[\(i)].y")
                #expect(failure(Path(points: points), options)?.path == "$.points[\(i)].y")
                #expect(failure([Path(), Path(points: points)], options)?.path == "$[1].points[\(i)].y")
                var paths = [Path](repeating: Path(), count: 5)
                paths[i].last.x = .infinity
                #expect(failure(paths, options)?.path == "$[\(i)].last.x")
                paths[i] = Path(width: .nan)
                #expect(failure(paths, options)?.path == "$[\(i)].width")
                paths[i] = Path(dashes: [1, .nan])
                #expect(failure(paths, options)?.path == "$[\(i)].dashes[1]")
                #expect(failure(["k": paths], options)?.path == "$.k[\(i)].dashes[1]")
            }
            // An empty array is a container, too. So it counts for the depth.
            #expect(failure([Path()], JSONWriteOptions(sortsKeys: sortsKeys, depth: 3)) == nil)
            #expect(failure([Path()], JSONWriteOptions(sortsKeys: sortsKeys, depth: 2))?.kind == .depthExceeded)
            #expect(failure([Path(points: [Point()])], JSONWriteOptions(sortsKeys: sortsKeys, depth: 3))?.path == "$[0].points[0]")
            #expect(failure(Dashes(), JSONWriteOptions(sortsKeys: sortsKeys, depth: 1))?.path == "$.dashes")
        }
    }

    @Test func aScalarThatRefuses() {
        let error = failure(Tree(children: [Tree(amount: Money(cents: -1))]))
        #expect(error?.kind == .refused)
        #expect(error?.path == "$.children[0].amount")
        #expect(error?.underlying is Money.Overdrawn)
        #expect(error?.offset == nil && error?.line == nil)
        let noNumber = failure([Money(cents: 13)])
        #expect(noNumber?.path == "$[0]")
        #expect(noNumber?.message.contains("thirteen") == true)
    }

    @Test func theDepthLimitHoldsForWriting() throws {
        func nested(_ depth: Int) -> Tree { (1..<depth / 2 + 1).reduce(Tree()) { inner, _ in Tree(children: [inner]) } }
        #expect(failure([[[1]]], JSONWriteOptions(depth: 3)) == nil)
        let error = failure([[[1]]], JSONWriteOptions(depth: 2))
        #expect(error?.kind == .depthExceeded)
        #expect(error?.path == "$[0][0]")
        #expect(failure(1, JSONWriteOptions(depth: 0)) == nil)
        #expect(failure([Int](), JSONWriteOptions(depth: 0))?.kind == .depthExceeded)
        #expect(failure(["a": 1], JSONWriteOptions(depth: 0))?.kind == .depthExceeded)
        // A tree of n levels has 2n - 1 nested containers. The innermost tree has empty containers, one level deeper.
        #expect(failure(nested(510)) == nil)
        #expect(failure(nested(514))?.kind == .depthExceeded)
        var value: JSONValue = 1
        for _ in 0..<512 { value = [value] }
        #expect(failure(value) == nil)
        #expect(failure([value])?.kind == .depthExceeded)
        #expect(failure(["k": value])?.path.hasPrefix("$.k") == true)
    }

    /// An object that contains itself has no finite text. The depth limit ends the writing with an error.
    @Test func aCycleOfObjectsExceedsTheDepthLimit() {
        let person = Person(name: "a")
        person.boss = person
        #expect(failure(person)?.kind == .depthExceeded)
        person.boss = nil
    }

    @Test func writingUsesNoStackForDepth() {
        let length = onStack(ofBytes: 256 * 1024) {
            var person = Person(name: "0")
            for i in 1..<500 { person = Person(name: "\(i)", boss: person) }
            return (try? person.jsonBytes(.pretty).count) ?? 0
        }
        #expect(length > 100_000)
        let deep = onStack(ofBytes: 256 * 1024) {
            var value: JSONValue = 1
            for _ in 0..<100_000 { value = [value] }
            return (try? [value].jsonBytes(JSONWriteOptions(depth: 1_000_000)).count) ?? 0
        }
        #expect(deep == 200_003)
    }

    @Test func nothingIsLeftBehind() {
        for _ in 0..<1000 {
            let text = String(repeating: "long enough for the heap ", count: 3)
            let tree = Tree(
                name: text, by: ["k": Tree(name: text, marks: [text, text + text], by: [text: Tree(weights: [.nan])])])
            _ = failure(tree)
            _ = failure(tree, JSONWriteOptions(sortsKeys: true, depth: 2))
        }
    }
}

private struct Payment: JSONWritable {
    var amount: Money
    static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("amount", \.amount) } }
}

private struct Point: JSONWritable {
    var x = 0.5
    var y = 1.5
    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("x", \.x)
            $0.add("y", \.y)
        }
    }
}

private struct Path: JSONWritable {
    var first = Point()
    var points: [Point] = []
    var last = Point()
    var dashes: [Double] = []
    var width = 1.0
    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("first", \.first)
            $0.add("points", \.points)
            $0.add("last", \.last)
            $0.add("dashes", \.dashes)
            $0.add("width", \.width)
        }
    }
}

private struct Dashes: JSONWritable {
    var dashes: [Double] = []
    static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("dashes", \.dashes) } }
}
