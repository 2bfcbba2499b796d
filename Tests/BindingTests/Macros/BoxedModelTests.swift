#if Macros
import Testing
import Yoke

// Generic indirect enums, such as `JSONBox`, in types that are made from a storage struct.

@JSONModel
private final class Chain {
    var n = 1
    var next: JSONBox<Chain>?
    var weight: JSONBox<Int>?
}

@JSONModel
private struct Link {
    lazy var n: Int = 1
    var next: JSONBox<Link>?
    var weight: JSONBox<Int>? = nil
}

@JSONModel
private indirect enum Tree<Leaf> {
    case leaf(Leaf)
    case node(Tree<Leaf>, Tree<Leaf>)
}

@JSONModel
private struct Roots { var main: Tree<Int> }

@JSONModel
private class Forest {
    var roots: Roots
    var spare: Tree<Int>?
    init(roots: Roots) { self.roots = roots }
}

@JSONModel(subclassOf: Forest.self)
private final class Park: Forest {
    var tree: JSONBox<Int>
    init(tree: JSONBox<Int>) {
        self.tree = tree
        super.init(roots: Roots(main: .leaf(1)))
    }
}

@Suite struct BoxedModelTests {
    @Test func aClass() throws {
        let text = #"{"n":2,"next":{"n":3,"next":{"n":1},"weight":4}}"#
        let chain = try Chain(json: text)
        #expect(try chain.jsonString() == text)
        try chain.update(json: #"{"weight":5,"next":{"n":6}}"#)
        #expect(try chain.jsonString() == #"{"n":2,"next":{"n":6,"next":{"n":1},"weight":4},"weight":5}"#)
    }

    @Test func aStructWithALazyProperty() throws {
        let text = #"{"n":2,"next":{"n":3,"weight":4}}"#
        var link = try Link(json: text)
        #expect(try link.jsonString() == text)
        try link.update(json: #"{"weight":5}"#)
        #expect(try link.jsonString() == #"{"n":2,"next":{"n":3,"weight":4},"weight":5}"#)
    }

    @Test func anEnumOfTheUserInAStruct() throws {
        let text = #"{"roots":{"main":{"node":{"_0":{"leaf":1},"_1":{"leaf":2}}}},"spare":{"leaf":3}}"#
        #expect(try Forest(json: text).jsonString() == text)
        let park = #"{"roots":{"main":{"leaf":1}},"tree":7}"#
        #expect(try Park(json: park).jsonString() == park)
    }
}
#endif
