import CTestSupport
import CorpusModels
import Foundation
import TestSupport
import Testing
import Yoke

/// Reading allocates the memory that the values themselves need, and almost nothing else: no dictionary, no boxes, no tree.
@Suite(.enabled(if: SharedData.isUsable && yoke_test_counts_allocations(), "allocations are not counted here"))
struct AllocationTests {
    /// Returns the number of heap objects of a value: Strings of more than 15 bytes, arrays and dictionaries that are not empty, class
    /// instances.
    private func heapObjects(_ value: Any) -> Int {
        if let text = value as? String { return text.utf8.count > 15 ? 1 : 0 }
        let mirror = Mirror(reflecting: value)
        let inside = mirror.children.reduce(0) { $0 + heapObjects($1.value) }
        switch mirror.displayStyle {
        case .collection, .set, .dictionary: return inside + (mirror.children.isEmpty ? 0 : 1)
        case .class: return inside + 1
        default: return inside + (value is JSONBox<Twitter.Status> ? 1 : 0)
        }
    }

    /// Reads a text twice with one reader. Returns the allocations of the second reading, minus the heap objects of its value.
    private func surplus<Model: JSONReadable>(
        _ type: Model.Type, _ file: String, _ read: (inout JSONReader<Model>, [UInt8]) throws -> Model
    ) throws -> Int {
        let text = try SharedData.bytes("corpora/\(file).json")
        var reader = try JSONReader<Model>()
        _ = try read(&reader, text)
        let before = yoke_test_allocations()
        let value = try read(&reader, text)
        let allocations = Int(yoke_test_allocations() - before)
        return allocations - heapObjects(value)
    }

    /// A reading must need fewer allocations than the heap objects of its value plus this limit. The limit is 16. A debug build adds 60 for
    /// each chunk, because closures and copies then cost heap objects.
    private func most(chunks: Int) -> Int { _isDebugAssertConfiguration() ? 16 + 60 * chunks : 16 }

    private func chunked<Model>(_ reader: inout JSONReader<Model>, _ text: [UInt8]) throws -> Model {
        try text.withUnsafeBufferPointer { text in
            for start in stride(from: 0, to: text.count, by: 65536) {
                try reader.feed(UnsafeBufferPointer(rebasing: text[start..<min(start + 65536, text.count)]))
            }
            return try reader.finish()
        }
    }

    @Test func secondTextAtOnce() throws {
        // The yajl engine cuts a text into chunks even if the reader gets it as a whole.
        let isYajl = ProcessInfo.processInfo.environment["YOKE_ENGINE"] == "yajl"
        func limit(chunks: Int) -> Int { isYajl ? most(chunks: chunks) : 16 }
        #expect(try surplus(Twitter.SearchResult.self, "twitter") { try $0.read($1) } < limit(chunks: 10))
        #expect(try surplus(Citm.Catalog.self, "citm_catalog") { try $0.read($1) } < limit(chunks: 27))
        #expect(try surplus(GeoJSON.FeatureCollection.self, "canada") { try $0.read($1) } < limit(chunks: 35))
    }

    @Test func secondTextInChunks() throws {
        #expect(try surplus(Twitter.SearchResult.self, "twitter") { try chunked(&$0, $1) } < most(chunks: 10))
        #expect(try surplus(Citm.Catalog.self, "citm_catalog") { try chunked(&$0, $1) } < most(chunks: 27))
        #expect(try surplus(GeoJSON.FeatureCollection.self, "canada") { try chunked(&$0, $1) } < most(chunks: 35))
    }

    @Test func writingAllocatesNothingTheSecondTime() throws {
        let value = try Twitter.SearchResult(json: try SharedData.bytes("corpora/twitter.json"))
        #expect(try allocations { _ = try value.withJSONBytes { $0.count } } <= surplusOfDebugBuilds)
    }

    private struct Account: JSONConvertible {
        var id: Int, name: String, ok: Bool

        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) { fields in
                fields.add("id", \.id)
                fields.add("name", \.name)
                fields.add("ok", \.ok)
            }
        }
    }

    /// The number of further allocations that the tests allow in a debug build, because closures and copies cost heap objects there.
    private var surplusOfDebugBuilds: Int64 { _isDebugAssertConfiguration() ? 8 : 0 }

    /// Returns the smallest number of allocations in ten calls. Concurrent tests take binders and writers from the same pools, so a single
    /// call may find its pool empty.
    private func allocations(_ body: () throws -> Void) rethrows -> Int64 {
        var least = Int64.max
        for _ in 0..<10 {
            let before = yoke_test_allocations()
            try body()
            least = min(least, yoke_test_allocations() - before)
        }
        return least
    }

    /// The objects that read and write (binders and writers) come from pools. So a small text allocates only what its result needs.
    @Test func smallTextsAllocateOnlyTheirResult() throws {
        let text = Array(#"{"id":1234567,"name":"Mia","ok":true}"#.utf8)
        let account = try Account(json: text)
        #expect(try allocations { _ = try Account(json: text) } <= surplusOfDebugBuilds)
        #expect(try allocations { _ = try account.withJSONBytes { $0.count } } <= surplusOfDebugBuilds)
        #expect(try allocations { _ = try account.jsonBytes() } <= 1 + surplusOfDebugBuilds)
        #expect(try allocations { _ = try account.jsonString() } <= 1 + surplusOfDebugBuilds)
    }

    /// Returns the sum of the numbers and of the lengths of strings in a view. Makes no `JSONValue`.
    private func sum(_ view: borrowing JSONView) -> Double {
        switch view.kind {
        case .number: return view.double ?? 0
        case .string: return Double(view.withUTF8 { $0.count } ?? 0) + (view == "en" ? 1 : 0)
        case .array:
            var elements = view.elements, sum = 0.0
            while let element = elements.next() { sum += self.sum(element) }
            return sum
        case .object:
            var members = view.members, sum = view["id"]?.double ?? 0
            while let member = members.next() { sum += self.sum(member.key) + self.sum(member.value) }
            return sum
        case .bool, .null: return 0
        }
    }

    @Test func viewsAllocateNothing() throws {
        let text = try SharedData.bytes("corpora/github_events.json")
        var sum = 0.0
        let most: Int64 = _isDebugAssertConfiguration() ? 100 : 0
        // The yajl engine allocates some objects for a text of this length.
        let isYajl = ProcessInfo.processInfo.environment["YOKE_ENGINE"] == "yajl"
        #expect(try allocations { sum = try JSONView.read(text) { $0.count > 0 ? 1 : 0 } } <= (isYajl ? 60 : surplusOfDebugBuilds))
        try JSONView.read(text) { view in
            let before = yoke_test_allocations()
            sum = self.sum(view)
            #expect(yoke_test_allocations() - before <= most)
        }
        #expect(sum > 0)
    }

    /// A plan for a path is compiled once. So a second reading at the same path allocates little.
    @Test func secondTextAtAPath() throws {
        let text = #"{"status":{"code":200},"data":{"items":[{"id":1},{"id":2}]}}"#
        for options in [JSONReadOptions.strict, .lenient] {
            let paths = ["$.status.code", "$.data.items[1].id", "$.data.items[0].id"]
            for path in paths { _ = try Int(json: text, at: path, options: options) }
            for path in paths {
                let count = try allocations { _ = try Int(json: text, at: path, options: options) }
                #expect(count <= (_isDebugAssertConfiguration() ? 24 : 8), "\(path)")
            }
        }
    }
}
