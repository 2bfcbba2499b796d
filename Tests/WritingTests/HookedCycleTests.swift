import TestSupport
import Testing
import Yoke

/// Values whose text is changed when it is written, and that stand in each other. Each has a writer of its own.
@Suite struct HookedCycleTests {
    private final class Ring: JSONConvertible, @unchecked Sendable {
        struct Link: JSONConvertible {
            var next: Ring?
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("next", \.next) } }
        }
        var next: Ring?
        init(_ next: Ring? = nil) { self.next = next }
        static var jsonMapping: JSONMapping {
            JSONMapping(Ring.self, via: Link.self, decode: { Ring($0.next) }, encode: { Link(next: $0.next) }).afterWriting { _ in }
        }
    }

    private func chain(_ count: Int) -> Ring {
        var ring = Ring()
        for _ in 1..<count { ring = Ring(ring) }
        return ring
    }

    @Test func aCycleIsAnError() {
        let ring = Ring()
        ring.next = ring
        defer { ring.next = nil }
        for depth in [16, 512, 1_000_000] {
            let error = #expect(throws: JSONError.self) { try ring.jsonString(JSONWriteOptions(depth: depth)) }
            #expect(error?.kind == .depthExceeded)
        }
    }

    /// The containers around a value count in its depth.
    @Test func theDepthIsThatOfTheWholeText() throws {
        #expect(try chain(20).jsonString(JSONWriteOptions(depth: 20)).count == 20 * 9 - 7)
        let error = #expect(throws: JSONError.self) { try chain(21).jsonString(JSONWriteOptions(depth: 20)) }
        #expect(error?.kind == .depthExceeded)
        #expect(try Ring(json: chain(100).jsonString()).next != nil)
    }
}
