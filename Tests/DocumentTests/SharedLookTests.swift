import TestSupport
import Testing

@testable import Yoke

/// Many threads access one value for the first time. The thread sanitizer checks the accesses, and the test checks the results.
@Suite struct SharedLookTests {
    private static let text: String = {
        let user = #"{"name":"\#(String(repeating: "n", count: 300))","a key that is held once":1,"tags":["a","b"],"é\n":"é\n"}"#
        let users = Array(repeating: user, count: 60).joined(separator: ",")
        return #"{"users":[\#(users)],"meta":{"count":60,"all":[\#(user),\#(user)]}}"#
    }()

    @Test func elementsAreMadeOnce() throws {
        let threads = 8
        for _ in 0..<20 {
            let value = try JSONValue(json: Self.text)
            let seen = Places(count: threads)
            onThreads(threads) { thread in
                var sum = 0
                // Each thread begins with another element.
                for i in 0..<60 {
                    let user = value["users"]?[(i + thread * 7) % 60]
                    sum += user?["a key that is held once"]?.int ?? -1000
                    sum += user?["tags"]?.array?.count ?? -1000
                    sum += user?["é\n"]?.string?.utf8.count ?? -1000
                }
                sum += value["meta"]?["all"]?[1]?["a key that is held once"]?.int ?? -1000
                if thread % 2 == 0 { sum += value.description.utf8.count - Self.text.utf8.count }
                if thread % 3 == 0 { sum += value.hashValue == value.hashValue ? 0 : -1000 }
                let storage = value["users"]?[thread]?.container
                seen.set(thread, sum, storage.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0)
            }
            for thread in 0..<threads {
                let storage = value["users"]?[thread]?.container
                #expect(seen.sum(thread) == 60 * (1 + 2 + 3) + 1)
                #expect(seen.storage(thread) == storage.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) })
            }
        }
    }

    @Test func copiesAreChangedApart() throws {
        for _ in 0..<20 {
            let value = try JSONValue(json: Self.text)
            let seen = Places(count: 6)
            onThreads(6) { thread in
                var copy = value
                copy["users"]?[thread]?["id"] = .number(JSONNumber(thread))
                copy["users"]?.array?.removeLast()
                let isRight = copy["users"]?[thread]?["id"]?.int == thread && copy["users"]?.array?.count == 59
                seen.set(thread, isRight ? 1 : 0, 0)
            }
            for thread in 0..<6 { #expect(seen.sum(thread) == 1) }
            #expect(value.description == Self.text)
        }
    }
}

/// The results of the threads: a sum and an address for each thread.
private final class Places: @unchecked Sendable {
    private let places: UnsafeMutablePointer<(Int, UInt)>
    init(count: Int) {
        places = .allocate(capacity: count)
        places.initialize(repeating: (0, 0), count: count)
    }
    deinit { places.deallocate() }
    func set(_ thread: Int, _ sum: Int, _ storage: UInt) { places[thread] = (sum, storage) }
    func sum(_ thread: Int) -> Int { places[thread].0 }
    func storage(_ thread: Int) -> UInt { places[thread].1 }
}
