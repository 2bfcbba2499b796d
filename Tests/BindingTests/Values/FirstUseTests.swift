import TestSupport
import Testing
import Yoke

/// The first use of a type evaluates its mapping, which is code of the user. No lock of Yoke may be held meanwhile.
@Suite struct FirstUseTests {
    private static let readers = ThreadedCount(), mappings = ThreadedCount()

    private struct Bounds: JSONConvertible {
        var most: Int
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("most", \.most) } }

        /// Reads JSON only when the other thread evaluates the mapping of `Order`.
        static let shared: Bounds? = {
            readers.add()
            while mappings.value == 0 {}
            return try? Bounds(json: #"{"most":10}"#)
        }()
    }

    private struct Order: JSONConvertible {
        var count: Int
        static var jsonMapping: JSONMapping {
            mappings.add()
            let most = Bounds.shared?.most ?? 0
            return JSONMapping(Self.self) { $0.add("count", \.count, rules: [.range(0...most)]) }
        }
    }

    @Test func aMappingMayWaitForAThreadThatReadsJSON() {
        let counts = ThreadedCount()
        onThreads(2) { i in
            if i == 0 {
                counts.add(Bounds.shared?.most ?? 0)
            } else {
                while Self.readers.value == 0 {}
                counts.add((try? Order(json: #"{"count":3}"#))?.count ?? 0)
            }
        }
        #expect(counts.value == 13)
    }
}
