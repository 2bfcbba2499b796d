import TestSupport
import Testing
import Yoke

private struct Tree: JSONConvertible, Equatable {
    var name: String
    var children: [Tree]
    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("name", \.name)
            $0.add("children", \.children, literal: [])
        }
    }
}

/// A box around a value. It is a class, because a struct cannot contain itself. The JSON form of the box is the JSON form of the value.
private final class Held<Value: JSONConvertible & Sendable>: JSONConvertible, Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
    static var jsonMapping: JSONMapping {
        JSONMapping(Held.self, via: Value.self, decode: { Held($0) }, encode: { $0.value })
    }
}

private struct Link: JSONConvertible, Sendable {
    var n: Int
    var next: Held<Link>?
    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("n", \.n)
            $0.add("next", \.next)
        }
    }
    var all: [Int] {
        var numbers: [Int] = []
        var link: Link? = self
        while let here = link {
            numbers.append(here.n)
            link = here.next?.value
        }
        return numbers
    }
}

// Two types that contain each other.
private struct Ping: JSONConvertible {
    var pongs: [Pong]; static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("pongs", \.pongs) } }
}
private struct Pong: JSONConvertible {
    var ping: [String: Ping]?; static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("ping", \.ping) } }
}

@Suite struct RecursionTests {
    @Test func aTreeOfStructsIsReadAndWritten() throws {
        let text = #"{"name":"a","children":[{"name":"b"},{"name":"c","children":[{"name":"d","children":[]}]}]}"#
        let tree = try read(Tree.self, text)
        #expect(tree.children.map(\.name) == ["b", "c"] && tree.children[1].children[0].name == "d")
        #expect(try Tree(json: tree.jsonString()) == tree)
        expect(.missingKeys, "$.children[1].children[0]", reading: Tree.self, text.replacingOccurrence(of: #"name":"d"#, with: #"n":"d"#))
    }

    @Test func linkedLists() throws {
        let text = #"{"n":1,"next":{"n":2,"next":{"n":3,"next":null}}}"#
        #expect(try Link(json: text).all == [1, 2, 3])
        #expect(try chunked(Link.self, Array(text.utf8)).all == [1, 2, 3])
        #expect(try Link(json: text).jsonString() == #"{"n":1,"next":{"n":2,"next":{"n":3}}}"#)
        expect(.typeMismatch, "$.next.next.n", reading: Link.self, #"{"n":1,"next":{"n":2,"next":{"n":"3"}}}"#)
    }

    @Test func mutualRecursion() throws {
        let ping = try Ping(json: #"{"pongs":[{},{"ping":{"a":{"pongs":[]},"b":{"pongs":[{}]}}}]}"#)
        #expect(ping.pongs.count == 2 && ping.pongs[1].ping?["b"]?.pongs.count == 1)
    }

    @Test func depthLimitInASmallStack() {
        @Sendable func nested(_ depth: Int) -> String {
            String(repeating: #"{"n":1,"next":"#, count: depth - 1) + #"{"n":1}"# + String(repeating: "}", count: depth - 1)
        }
        let counts = onStack(ofBytes: 256 << 10) { () -> [Int] in
            let good = (try? Link(json: nested(512)))?.all.count ?? -1
            do throws(JSONError) {
                _ = try Link(json: nested(513))
                return [good, -1]
            } catch { return [good, error.kind == .depthExceeded ? error.offset ?? -1 : -2] }
        }
        #expect(counts == [512, 512 * 14])
        let tree = onStack(ofBytes: 256 << 10) {
            let open = String(repeating: #"{"name":"x","children":["#, count: 256)
            let tree = try? Tree(json: open + String(repeating: "]}", count: 256))
            let text = try? tree?.jsonString()
            return text?.utf8.count ?? -1
        }
        #expect(tree > 256 * 20)
    }

    /// A tree whose text is read again at each level, because hooks see it.
    private struct Hooked: JSONConvertible, Equatable {
        var n = 0
        var inner: [Hooked] = []
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("n", \.n, literal: 0)
                $0.add("inner", \.inner, literal: [])
            }.beforeReading { $0["n"] = 1 }.afterWriting { _ in }
        }
        static func text(_ levels: Int) -> String {
            String(repeating: #"{"inner":["#, count: levels) + "{}" + String(repeating: "]}", count: levels)
        }
    }

    /// Each call either succeeds, or throws an error about the depth.
    @Test(arguments: [128, 256, 512]) func hooksAndUpdatesInASmallStack(_ kilobytes: Int) {
        let wrong = onStack(ofBytes: kilobytes << 10) { () -> [String] in
            var wrong: [String] = []
            func attempt(_ what: String, _ body: () throws(JSONError) -> Void) {
                do throws(JSONError) { try body() } catch {
                    if error.kind != .depthExceeded { wrong.append("\(what): \(error)") }
                }
            }
            for levels in [10, 60, 127] {
                let text = Hooked.text(levels)
                var value = Hooked()
                for _ in 0..<levels { value = Hooked(inner: [value]) }
                attempt("read") { () throws(JSONError) in _ = try Hooked(json: text) }
                attempt("write") { () throws(JSONError) in _ = try value.jsonString() }
                attempt("copy") { () throws(JSONError) in _ = try value.jsonCopy() }
                attempt("update") { () throws(JSONError) in try value.update(json: text) }
            }
            let open = String(repeating: #"{"name":"x","children":["#, count: 127), tree = open + String(repeating: "]}", count: 127)
            attempt("tree") { () throws(JSONError) in
                var value = try Tree(json: tree)
                try value.update(json: tree)
            }
            return wrong
        }
        #expect(wrong.isEmpty)
    }

    @Test func endlessMappingsAreErrors() {
        struct Snake: JSONReadable {
            static var jsonMapping: JSONMapping { JSONMapping(Snake.self, via: Snake.self, decode: { $0 }, encode: { copy $0 }) }
        }
        struct Leftward: JSONReadable {
            static var jsonMapping: JSONMapping {
                JSONMapping(Leftward.self, via: Rightward?.self, decode: { _ in Leftward() }, encode: { _ in nil })
            }
        }
        struct Rightward: JSONMapped {
            static var jsonMapping: JSONMapping {
                JSONMapping(Rightward.self, via: Leftward.self, decode: { _ in Rightward() }, encode: { _ in Leftward() })
            }
        }
        #expect(throws: JSONError.self) { try Snake(json: "1") }
        #expect(throws: JSONError.self) { try Leftward(json: "1") }
        #expect(throws: JSONError.self) { try [Leftward](json: "[1]") }
    }
}

extension String {
    fileprivate func replacingOccurrence(of old: String, with new: String) -> String {
        guard let range = firstRange(of: old) else { return self }
        return String(self[..<range.lowerBound]) + new + self[range.upperBound...]
    }
}
