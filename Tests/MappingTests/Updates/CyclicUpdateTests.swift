import Testing
import Yoke

/// Updates instances that refer to each other in a cycle.
@Suite struct CyclicUpdateTests {
    private struct Refused: Error {}

    private final class Node: JSONConvertible, @unchecked Sendable {
        struct Storage: JSONConvertible {
            var name = ""
            var next: Node?
            var limit = 0
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("name", \.name, literal: "")
                    $0.add("next", \.next)
                    $0.add("limit", \.limit, literal: 0)
                }
            }
        }
        var storage: Storage
        init(_ storage: Storage) { self.storage = storage }
        static var jsonMapping: JSONMapping {
            JSONMapping(
                Node.self, via: Storage.self, decode: { Node($0) }, encode: { $0.storage },
                assign: { node, storage, changed in
                    if changed.contains("name") { node.storage.name = storage.name }
                    if changed.contains("next") { node.storage.next = storage.next }
                    if changed.contains("limit") { node.storage.limit = storage.limit }
                    if node.storage.limit > 10 { throw Refused() }
                })
        }
    }

    /// A class like Node without `assign:`, so that an update replaces its instances.
    private final class Constant: JSONConvertible, @unchecked Sendable {
        struct Storage: JSONConvertible {
            var name = ""
            var next: Constant?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("name", \.name, literal: ""); $0.add("next", \.next)
                }
            }
        }
        var storage: Storage
        init(_ storage: Storage) { self.storage = storage }
        static var jsonMapping: JSONMapping {
            JSONMapping(Constant.self, via: Storage.self, decode: { Constant($0) }, encode: { $0.storage })
        }
    }

    private struct Holder: JSONConvertible {
        var node: Node
        var constant: Constant?
        var named: [String: Node] = [:]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("node", \.node); $0.add("constant", \.constant); $0.add("named", \.named, literal: [:])
            }
        }
    }

    private let strict = engines.map { engine in
        var options = JSONReadOptions.strict
        options.engine = engine
        return options
    }

    /// Calls `body` with instances that form a cycle, and breaks the cycle afterwards.
    private func withCycle(_ count: Int, _ body: ([Node]) throws -> Void) rethrows {
        let nodes = (0..<count).map { Node(Node.Storage(name: "\($0)")) }
        for (i, node) in nodes.enumerated() { node.storage.next = nodes[(i + 1) % count] }
        defer { for node in nodes { node.storage.next = nil } }
        try body(nodes)
    }

    /// Returns `depth` objects `{"next":{"next":...}}` around an object with the given members.
    private func text(_ depth: Int, _ members: String) -> String {
        String(repeating: #"{"next":"#, count: depth) + "{\(members)}" + String(repeating: "}", count: depth)
    }

    @Test(arguments: [JSONUpdatePolicy.standard, .mergePatch, JSONUpdatePolicy(nulls: .keep)])
    func anUpdateLeadsThroughTheCycleToTheInstanceItBeganAt(_ policy: JSONUpdatePolicy) throws {
        for options in strict {
            for count in 1...3 {
                try withCycle(count) { nodes in
                    let names = try nodes[0].update(json: text(count, #""name":"x""#), policy: policy, options: options).names
                    #expect(nodes.map(\.storage.name) == ["x"] + (1..<count).map { "\($0)" })
                    #expect(names == ["name", "next"])
                    #expect(nodes.indices.allSatisfy { nodes[$0].storage.next === nodes[($0 + 1) % count] })
                    #expect(try nodes[0].update(json: text(100, #""name":"y""#), policy: policy, options: options).isEmpty == false)
                    #expect(nodes[100 % count].storage.name == "y")
                }
            }
        }
    }

    @Test func theOuterObjectCountsWhereAnInnerOneLeadsBackToItsInstance() throws {
        for options in strict {
            try withCycle(2) { nodes in
                try nodes[0].update(json: #"{"name":"first","next":{"next":{"name":"second"}}}"#, options: options)
                #expect(nodes[0].storage.name == "first")
                try nodes[0].update(json: #"{"next":{"next":{"name":"third"}},"name":"fourth"}"#, options: options)
                #expect(nodes[0].storage.name == "fourth")
            }
        }
    }

    @Test func aRefusedUpdateLeavesEveryInstanceOfTheCycleAsItWas() {
        for options in strict {
            withCycle(2) { nodes in
                for (text, kind) in [
                    (#"{"name":"a","next":{"name":"b","next":{"name":"c","next":{"limit":11}}}}"#, .refused),
                    (#"{"name":"a","next":{"name":"b","next":{"name":"c","next":{"limit":"x"}}}}"#, .typeMismatch),
                    (#"{"name":"a","next":{"name":"b","next":{"name":"c","limit":11}}}"#, .refused),
                    (#"{"next":{"next":{"name":"c"}},"limit":11}"#, .refused),
                    (#"{"next":{"next":{"name":"c"}},"limit":1"#, .unexpectedEnd),
                ] as [(String, JSONError.Kind)] {
                    let error = #expect(throws: JSONError.self) { try nodes[0].update(json: text, options: options) }
                    #expect(error?.kind == kind, "\(text)")
                    #expect(nodes.map(\.storage.name) == ["0", "1"] && nodes.map(\.storage.limit) == [0, 0], "\(text)")
                    #expect(nodes[0].storage.next === nodes[1] && nodes[1].storage.next === nodes[0])
                }
            }
        }
    }

    @Test func theCycleIsCutByNull() throws {
        for options in strict {
            try withCycle(2) { nodes in
                try nodes[0].update(json: #"{"next":{"next":{"next":null}}}"#, options: options)
                #expect(nodes[0].storage.next == nil && nodes[1].storage.next === nodes[0])
            }
        }
    }

    @Test(arguments: [JSONUpdatePolicy.standard, .mergePatch, JSONUpdatePolicy(models: .replace)])
    func instancesOfACycleInPropertiesAreChangedOrReplaced(_ policy: JSONUpdatePolicy) throws {
        for options in strict {
            try withCycle(2) { nodes in
                let a = Constant(.init(name: "a")), b = Constant(.init(name: "b", next: a))
                a.storage.next = b
                defer { a.storage.next = nil }
                var holder = Holder(node: nodes[0], constant: a, named: ["n": nodes[1]])
                let changes = Result { () throws(JSONError) in
                    try holder.update(
                        json:
                            #"{"node":{"next":{"next":{"name":"x"}}},"constant":{"next":{"next":{"name":"y"}}},"named":{"n":{"name":"z"}}}"#,
                        policy: policy, options: options)
                }
                switch changes {
                case .success(let changes): #expect(changes.names == ["node", "constant", "named"])
                case .failure(let error): #expect(error.kind == .depthExceeded, "\(error)")
                }
            }
        }
    }

    /// A class whose enum leads back to the class. The enum is compared by its text, which has no end.
    private final class Station: JSONConvertible, @unchecked Sendable {
        enum Line: JSONConvertible {
            case none(Nothing), to(Station)
            struct Nothing: JSONConvertible {
                static var jsonMapping: JSONMapping { JSONMapping(Self.self) { _ in } }
            }
            static var jsonMapping: JSONMapping {
                JSONMapping(cases: Self.self, tag: "kind") {
                    $0.add("none", Nothing.self, make: { .none($0) }, match: { if case .none(let nothing) = $0 { nothing } else { nil } })
                    $0.add("to", Station.self, make: { .to($0) }, match: { if case .to(let station) = $0 { station } else { nil } })
                }
            }
        }
        struct Storage: JSONConvertible {
            var line = Line.none(.init())
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("line", \.line) } }
        }
        var storage = Storage()
        static var jsonMapping: JSONMapping {
            JSONMapping(
                Station.self, via: Storage.self,
                decode: {
                    let station = Station()
                    station.storage = $0
                    return station
                }, encode: { $0.storage }, assign: { station, storage, _ in station.storage = storage })
        }
    }

    @Test(arguments: engines) func aCycleThroughAnEnum(engine: JSONEngine) throws {
        var options = JSONReadOptions.strict
        options.engine = engine
        for policy in [JSONUpdatePolicy.standard, .mergePatch] {
            let station = Station()
            station.storage.line = .to(station)
            defer { station.storage.line = .none(.init()) }
            do { try station.update(json: #"{"line":{"kind":"none"}}"#, policy: policy, options: options) } catch let error as JSONError {
                #expect(error.kind == .depthExceeded && policy == .mergePatch)
                continue
            }
            guard case .none = station.storage.line else {
                Issue.record("the line is still there")
                return
            }
        }
    }
}
