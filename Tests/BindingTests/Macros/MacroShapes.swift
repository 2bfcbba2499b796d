#if Macros
import Observation
import Testing
import Yoke

// The expansion of a macro must compile next to other macros, other conformances, and names that the expansion itself uses.

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@Observable @JSONModel
final class Watched {
    var x = 0
    var y: Int
    @ObservationIgnored var z = 4

    init(y: Int) { self.y = y }
}

@JSONModel
struct Conforming: Codable, Hashable, Identifiable, Sendable {
    var id: Int
    var list = [1]
    var forced: Int!
}

@JSONModel
final class Coded: Codable {
    var id = 5
}

@JSONModel @frozen
public struct Frozen {
    public var x: Int
    @usableFromInline var y: Int
}

@JSONModel
nonisolated struct Nonisolated {
    var x: Int
}

@JSONModel
struct Declared: JSONConvertible {
    var x: Int
}

@JSONModel
struct OwnNames {
    var fields = 1
    var storage = 2 {
        didSet {}
    }
    var owner = 3
    var value: Int
    var _fields = 4
}

@JSONModel
struct Spelled {
    var a: Array<Int> = .init()
    var b: Optional<Int>, c: Swift.Dictionary<String, Int>
    var d: Int? = .none
    var e: [[[Double]]], f: [String: [Int?]]
}

protocol Tagging { associatedtype Tag }

@JSONModel
struct Associated<T: Tagging> where T.Tag: Hashable {
    var tag: T.Tag
    var all: Set<T.Tag>
}

@JSONModel
struct Outermost<A> {
    var a: [A]

    @JSONModel
    struct Inner<B> {
        var b: B
        var a: A
        var c = [Int]() {
            didSet {}
        }
    }
}

@JSONModel
class Convenient {
    var a = 1

    convenience init(a: Int) {
        self.init()
        self.a = a
    }
}

@JSONModel
struct Constants {
    static let base = 4
    var x = Self.base
    var y = Constants.base
}

@Suite("Expansions compile beside anything")
struct MacroShapes {
    @Test("a type keeps its own conformances and initialisers")
    func ownParts() throws {
        #expect(Convenient(a: 2).a == 2)
        #expect(Coded().id == 5)
        #expect(try Conforming(json: #"{"id":1}"#) == Conforming(id: 1))
        #expect(try OwnNames(json: #"{"value":9}"#).jsonString() == #"{"fields":1,"storage":2,"owner":3,"value":9,"_fields":4}"#)
        #expect(try Constants(json: "{}").y == 4)
        let inner = try Outermost<Int>.Inner<String>(json: #"{"b":"b","a":1}"#)
        #expect((inner.b, inner.a, inner.c) == ("b", 1, []))
        #expect(try Declared(json: #"{"x":1}"#).x == 1)
    }

    @Test("@Observable")
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    func observable() throws {
        #expect(try Watched(json: #"{"y":2,"z":3}"#).jsonString() == #"{"x":0,"y":2,"z":3}"#)
    }
}
#endif
