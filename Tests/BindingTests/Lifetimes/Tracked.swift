import TestSupport
import Testing
import Yoke

/// A value that counts how many instances were made and destroyed. It is read from a string; the string "throw" is refused.
final class Tracked: JSONConvertible, Hashable, Sendable {
    let text: String

    init(_ text: String) {
        self.text = text
        Self.made.add()
    }
    deinit { Self.destroyed.add() }

    private static let made = ThreadedCount()
    private static let destroyed = ThreadedCount()

    struct Refused: Error {}

    static var jsonMapping: JSONMapping {
        JSONMapping(
            text: Tracked.self,
            read: { text in
                if text == "throw" { throw Refused() }
                return Tracked(text)
            },
            write: { $0.text })
    }

    static func == (a: Tracked, b: Tracked) -> Bool { a.text == b.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// Number of living instances.
    static var alive: Int { made.value - destroyed.value }

    /// Expects that every instance made by `body` is destroyed when `body` returns. Only one test at a time may call it, because the count
    /// is global.
    static func expectBalance<Result>(
        _ comment: @autoclosure () -> Comment? = nil, _ location: SourceLocation = #_sourceLocation,
        _ body: () throws -> Result
    ) rethrows -> Result {
        let before = alive
        let result = try body()
        #expect(alive == before, comment(), sourceLocation: location)
        return result
    }
}

/// The suites that count `Tracked` values run one test at a time.
@Suite(.serialized) enum Lifetimes {}

// MARK: - Models of tracked values

/// A class that is read via a storage struct. Its initialiser refuses negative numbers.
final class Holder: JSONConvertible, Sendable {
    let tracked: Tracked
    let more: [Tracked]
    let n: Int

    init(_ storage: Storage) {
        (tracked, more, n) = (storage.tracked, storage.more, storage.n)
    }

    struct Storage: JSONConvertible {
        var tracked: Tracked
        var more: [Tracked]
        var n: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("tracked", \.tracked)
                $0.add("more", \.more, default: [Tracked("default of more")])
                $0.add("n", \.n, literal: 0)
            }
        }
    }

    static var jsonMapping: JSONMapping {
        JSONMapping(
            Holder.self, via: Storage.self,
            decode: { storage in
                if storage.n < 0 { throw Tracked.Refused() }
                return Holder(storage)
            },
            encode: { Storage(tracked: $0.tracked, more: $0.more, n: $0.n) })
    }
}

/// A model that holds `Tracked` values in properties, Optionals, arrays, sets, dictionaries and other models.
struct Everything: JSONConvertible {
    var a: Tracked
    var b: Tracked?
    var list: [Tracked]
    var sets: [Set<Tracked>]
    var map: [String: Tracked?]
    var deep: [String: [[String: Tracked]]]
    var holder: Holder?
    var holders: [Holder]
    var inner: Inner?
    var fallback: Tracked
    var hidden = Tracked("hidden")

    struct Inner: JSONConvertible {
        var x: Tracked
        var y: Tracked
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("x", \.x)
                $0.add("y", \.y)
            }
        }
    }

    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("a", \.a)
            $0.add("b", \.b)
            $0.add("list", \.list)
            $0.add("sets", \.sets)
            $0.add("map", \.map)
            $0.add("deep", \.deep)
            $0.add("holder", \.holder)
            $0.add("holders", \.holders)
            $0.add("inner", \.inner)
            $0.add("fallback", \.fallback, default: Tracked("fallback"))
            $0.ignore(\.hidden, initial: Tracked("hidden"))
        }
    }

    /// A model with paths to array elements: `values[0]` and `values[1]`.
    struct OnTheWay: JSONConvertible {
        var before: [Bool?]
        var first: Int?
        var second: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("before", \.before)
                $0.add("first", \.first, key: [.path("values[0]")])
                $0.add("second", \.second, key: [.path("values[1]")])
            }
        }
    }

    static let text = """
        {"a":"1","b":"2","list":["3","4"],"sets":[["5","5"],["6"]],"map":{"k":"7","l":null,"k":"8"},\
        "deep":{"p":[{"q":"9","r":"10"},{}]},"holder":{"tracked":"11","n":1},\
        "holders":[{"tracked":"12","more":["13"]},{"more":[],"tracked":"14"}],"u":["15",{"v":"16"}],\
        "inner":{"x":"17","y":"18"},"fallback":"19","b":"20","inner":{"y":"21","x":"22"},"list":["23"]}
        """
}
