import Foundation
import Testing
@testable import YokeFoundation

// The types in this file use the coders in ways in which code that the compiler makes never uses them.

private struct Encoded: Encodable {
    let body: (any Encoder) throws -> Void
    init(_ body: @escaping (any Encoder) throws -> Void) { self.body = body }
    func encode(to encoder: any Encoder) throws { try body(encoder) }
}

private struct Key: CodingKey, ExpressibleByStringLiteral {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringLiteral value: String) { stringValue = value }
    init(_ value: String) { stringValue = value }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

private struct Keeper: Decodable {
    let decoder: any Decoder
    let container: KeyedDecodingContainer<Key>
    init(from decoder: any Decoder) throws {
        self.decoder = decoder
        container = try decoder.container(keyedBy: Key.self)
    }
}

/// Runs a closure on a thread with a stack of 512 KiB.
private func onSmallStack(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
        body()
        done.signal()
    }
    thread.stackSize = 512 * 1024
    thread.start()
    done.wait()
}

private func text(_ value: some Encodable, _ formatting: YokeEncoder.OutputFormatting = []) throws -> String {
    let encoder = YokeEncoder()
    encoder.outputFormatting = formatting
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// A Codable class and a mapped struct that contain each other.
private final class Link: Codable, @unchecked Sendable {
    var mapped: MappedLink?
    var n = 0
}

private struct MappedLink: Codable, JSONConvertible {
    var link: Link?

    static let coder: JSONCodableCoder<Link> = {
        let decoder = YokeDecoder(), encoder = YokeEncoder()
        (decoder.prefersMapping, encoder.prefersMapping) = (true, true)
        return JSONCodableCoder(decoder: decoder, encoder: encoder)
    }()
    static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("link", \.link, by: coder.optional) } }
}

@Suite struct HardUseTests {
    @Test func typesThatAlternateNeedNoMoreThanTheStack() {
        onSmallStack {
            let decoder = YokeDecoder(), encoder = YokeEncoder()
            (decoder.prefersMapping, encoder.prefersMapping) = (true, true)
            for pairs in [5, 40, 120, 250, 2000] {
                let text =
                    String(repeating: #"{"n":1,"mapped":{"link":"#, count: pairs) + #"{"n":1}"# + String(repeating: "}}", count: pairs)
                do {
                    _ = try decoder.decode(Link.self, from: text)
                    #expect(pairs < 250)
                } catch {
                    #expect(pairs > 5 && error is DecodingError)
                }
                let value = (0..<pairs).reduce(Link()) { inner, _ in
                    let outer = Link()
                    outer.mapped = MappedLink(link: inner)
                    return outer
                }
                do {
                    _ = try encoder.encode(value)
                    #expect(pairs < 250)
                } catch {
                    #expect(pairs > 5 && error is EncodingError)
                }
                // Releases the values one by one, because Swift would need the stack for it.
                var next: Link? = value
                while let link = next { (next, link.mapped) = (link.mapped?.link, nil) }
            }
        }
    }

    /// The limit counts the levels of Codable types and of mapped types together.
    @Test func mappedValuesCountToTheLimitOfDepth() throws {
        struct Outer: Codable { var rows: [[[[MappedRows]]]] }
        struct MappedRows: Codable, JSONConvertible {
            var rows: JSONValue
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("rows", \.rows) } }
        }
        let encoder = YokeEncoder(), decoder = YokeDecoder()
        (encoder.prefersMapping, decoder.prefersMapping) = (true, true)
        for (levels, fits) in [(505, true), (506, false)] {
            let deep = (0..<levels).reduce(JSONValue(1)) { inner, _ in [inner] }
            let data = try? encoder.encode(Outer(rows: [[[[MappedRows(rows: deep)]]]]))
            #expect((data != nil) == fits, "\(levels)")
            if let data { _ = try decoder.decode(Outer.self, from: data) }
        }
    }

    @Test func untypedValuesNeedNoMoreThanTheStack() {
        onSmallStack {
            for levels in [100, 400, 512, 3000] {
                let value = (0..<levels).reduce(JSONValue(1)) { inner, _ in [inner] }
                do {
                    let untyped = try value.anyValue(depth: .max)
                    #expect(try JSONValue(any: untyped, depth: .max) == value)
                } catch let error as JSONError {
                    #expect(error.kind == .depthExceeded && levels > 100)
                } catch {
                    Issue.record(error)
                }
            }
        }
    }

    @Test func aKeptContainerDecodesStructsWithErrorsThatEnd() throws {
        struct Number: Decodable { var n: Int }
        let last = try YokeDecoder().decode([Keeper].self, from: #"[{"x": {"n": "no"}}]"#)[0]
        #expect(throws: DecodingError.self) { try last.container.decode(Number.self, forKey: "x") }
        let kept = try YokeDecoder().decode([Keeper].self, from: #"[{"x": {"n": "no"}}, {"x": {"n": 5}, "y": [[{"n": 6}]]}]"#)
        for _ in 0..<3 {
            #expect(throws: DecodingError.self) { try kept[0].container.decode(Number.self, forKey: "x") }
            #expect(try kept[1].container.decode(Number.self, forKey: "x").n == 5)
            #expect(try kept[1].container.decode([[Number]].self, forKey: "y")[0][0].n == 6)
            var list = try kept[1].container.nestedUnkeyedContainer(forKey: "y")
            #expect(throws: DecodingError.self) { try list.decode(Number.self) }
            var inner = try list.nestedUnkeyedContainer()
            #expect(try inner.decode(Number.self).n == 6 && kept[1].container.codingPath.isEmpty)
        }
    }

    @Test func aKeptDecoderIsFreedAfterItsLastUse() throws {
        weak var session: AnyObject?
        do {
            let kept = try YokeDecoder().decode([Keeper].self, from: #"[{"x": {"y": 1}}]"#)[0]
            session = kept.decoder as AnyObject
            let inner = try kept.container.nestedContainer(keyedBy: Key.self, forKey: "x")
            #expect(try inner.decode(Int.self, forKey: "y") == 1 && session != nil)
            _ = try kept.container.decode([String: Int].self, forKey: "x")
        }
        #expect(session == nil)
        do {
            var kept: (any Encoder)?
            _ = try YokeEncoder().encode(["a": Encoded { kept = $0 }])
            session = kept as AnyObject
            _ = kept?.container(keyedBy: Key.self)
            kept = nil
        }
        #expect(session == nil)
    }

    @Test func aTypeMayOpenManyNestedContainers() throws {
        struct Many: Decodable, Equatable {
            var log: [String] = []
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                var kept: [KeyedDecodingContainer<Key>] = []
                while !list.isAtEnd {
                    let object = try list.nestedContainer(keyedBy: Key.self)
                    let inner = try object.nestedContainer(keyedBy: Key.self, forKey: "b")
                    var last = try object.nestedUnkeyedContainer(forKey: "c")
                    log.append("\(try inner.decode(Int.self, forKey: "n")) \(try object.decode(Int.self, forKey: "a"))")
                    log.append("\(try last.decode([Int].self)) \((last.codingPath + inner.codingPath).map(\.stringValue))")
                    kept.append(object)
                }
                for object in kept {
                    log.append("\(try object.decode([String: Int].self, forKey: "b")) \(try object.decode(Int.self, forKey: "a"))")
                }
                _ = try kept[kept.count - 1].decode(String.self, forKey: "a")
            }
        }
        for count in [3, 33, 34, 100] {
            let elements = (0..<count).map { #"{"a": \#($0), "b": {"n": -\#($0)}, "c": [[\#($0)]]}"# }
            expectSame(Many.self, "[\(elements.joined(separator: ","))]")
            let texts = (0..<count).map { #"{"a": "\#($0)", "b": {"n": 1}, "c": [[]]}"# }
            expectSame(Many.self, "[\((elements + texts).joined(separator: ","))]")
        }
    }

    @Test func aReplacedMemberStaysReplacedAfterAnError() throws {
        let failing = Encoded { _ in throw CancellationError() }
        #expect(
            try text(
                Encoded { encoder in
                    var c = encoder.container(keyedBy: Key.self)
                    try c.encode(1, forKey: "a")
                    try c.encode(2, forKey: "a")
                    try? c.encode(failing, forKey: "b")
                }) == #"{"a":2}"#)
        #expect(
            try text(
                Encoded { encoder in
                    var c = encoder.container(keyedBy: Key.self)
                    try c.encode(1, forKey: "a")
                    try c.encode(2, forKey: "a")
                    try? c.encode(["a": failing], forKey: "a")
                    try? c.encode(
                        [
                            Encoded { encoder in
                                var inner = encoder.container(keyedBy: Key.self)
                                try inner.encode(1, forKey: "a")
                                try inner.encode(failing, forKey: "a")
                            }
                        ], forKey: "a")
                    try c.encode(3, forKey: "b")
                }) == #"{"a":2,"b":3}"#)
        // If encoding a member a second time fails, the member keeps its first value, also in an object with many members.
        let many = try text(
            Encoded { encoder in
                var c = encoder.container(keyedBy: Key.self)
                for i in 0..<200 { try c.encode(i, forKey: Key("k\(i % 100)")) }
                for i in 0..<100 { try? c.encode(failing, forKey: Key("k\(i)")) }
                try? c.encode(failing, forKey: "new")
                try c.encode(-1, forKey: "new")
                for i in 0..<50 { try c.encode(-i, forKey: Key("k\(i)")) }
            })
        let expected = (50..<100).map { "\"k\($0)\":\($0 + 100)" } + ["\"new\":-1"] + (0..<50).map { "\"k\($0)\":\(-$0)" }
        #expect(many == "{\(expected.joined(separator: ","))}")
    }

    @Test func oneKeyMayBeEncodedVeryOften() throws {
        let value = try text(
            Encoded { encoder in
                var c = encoder.container(keyedBy: Key.self)
                for i in 0..<20_000 { try c.encode(i, forKey: i % 2 == 0 ? "even" : "odd") }
            })
        #expect(value == #"{"even":19998,"odd":19999}"#)
    }

    @Test func nestedContainersMoveWithTheirSortedMembers() {
        let object = Encoded { encoder in
            var c = encoder.container(keyedBy: Key.self)
            var z = c.nestedUnkeyedContainer(forKey: "z")
            try c.encode(1, forKey: "m")
            var a = c.nestedContainer(keyedBy: Key.self, forKey: "a")
            try a.encode("x", forKey: "q")
            var deep = a.nestedContainer(keyedBy: Key.self, forKey: "b")
            try deep.encode(2, forKey: "n")
            try z.encode("last")
            try c.superEncoder(forKey: "k").singleValueContainer().encodeOne()
        }
        expectSameText(object)
        expectSameText(Array(repeating: object, count: 40))
        expectSameText(["y": ["c": object, "b": object], "x": ["e": object]])
    }

    @Test func singleValuesInEachOtherAreAnErrorAndNoCrash() {
        struct Deep: Encodable {
            var count: Int
            func encode(to encoder: any Encoder) throws {
                var single = encoder.singleValueContainer()
                if count > 0 { try single.encode(Deep(count: count - 1)) } else { try single.encode(1) }
            }
        }
        expectSameText(Deep(count: 100))
        onSmallStack { #expect(throws: EncodingError.self) { try YokeEncoder().encode(Deep(count: 1_000_000)) } }
    }

    @Test func superDecodersInEachOtherAreAnErrorAndNoCrash() {
        struct Deep: Decodable, Equatable {
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                if !list.isAtEnd { _ = try Deep(from: list.superDecoder()) }
            }
        }
        expectSame(Deep.self, String(repeating: "[", count: 100) + String(repeating: "]", count: 100))
        onSmallStack {
            let decoder = YokeDecoder()
            decoder.readOptions.limits.depth = .max
            let text = String(repeating: "[", count: 20_000) + String(repeating: "]", count: 20_000)
            #expect(throws: DecodingError.self) { try decoder.decode(Deep.self, from: text) }
        }
    }

    @Test func placesAreThoseOfTheCallersText() {
        struct Age: Decodable { var age: Int }
        func message(_ data: Data, _ change: (YokeDecoder) -> Void) -> String {
            let decoder = YokeDecoder()
            change(decoder)
            do {
                _ = try decoder.decode(Age.self, from: data)
                return "no error"
            } catch DecodingError.typeMismatch(_, let context) { return context.debugDescription } catch { return "\(error)" }
        }
        let bare = message(Data("\"x\": 1,\n\"age\": [2]".utf8)) { $0.assumesTopLevelDictionary = true }
        #expect(bare.hasSuffix("(line 2, column 8, byte 15)"))
        let braced = message(Data("{\"age\": [2]}".utf8)) { $0.assumesTopLevelDictionary = true }
        #expect(braced.hasSuffix("(line 1, column 9, byte 8)"))
        let comment = message(Data("{/*/ \"age\": 1 */ \"age\": [2]}".utf8)) { $0.readOptions.allowsComments = true }
        #expect(comment.hasSuffix("(line 1, column 25, byte 24)"))
        for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf32BigEndian] {
            let wide = message("{\"\u{2222}\u{5B7B}\": 1, \"age\": [2]}".data(using: encoding) ?? Data()) { _ in }
            #expect(wide.hasPrefix("Expected to decode") && !wide.contains("line"))
        }
    }

    /// Nested containers of containers that were kept reuse the frames of earlier ones.
    @Test func containersOfKeptContainersReuseTheirFrames() throws {
        let kept = try YokeDecoder().decode([Keeper].self, from: #"[{"x":{"n":1}},{"x":{"n":2}},{"x":{"n":3}}]"#)
        let session = try #require(kept[0].decoder as? DecodingSession)
        for i in 0..<10_000 {
            let inner = try kept[i % 3].container.nestedContainer(keyedBy: Key.self, forKey: "x")
            if i % 1000 == 0 { #expect(try inner.decode(Int.self, forKey: "n") == i % 3 + 1) }
        }
        var frames = 1, frame = session.root
        while let next = frame.pointee.next { (frame, frames) = (next, frames + 1) }
        #expect(frames <= 1100)
    }

    /// A frame has the state of the key lookups. With one spare frame for all containers, each change from one to the other would begin the
    /// lookups anew.
    @Test(arguments: [2, 16, 20]) func containersThatWereKeptAreReadInTurn(count: Int) throws {
        let objects = (0..<count).map { number in
            "{" + (0..<50).map { "\"x\($0)\":\(number * 100 + $0)" }.joined(separator: ",") + "}"
        }
        let kept = try YokeDecoder().decode([Keeper].self, from: "[" + objects.joined(separator: ",") + "]")
        let session = try #require(kept[0].decoder as? DecodingSession)
        for i in 0..<50 {
            for (number, keeper) in kept.enumerated() {
                #expect(try keeper.container.decode(Int.self, forKey: #require(Key(stringValue: "x\(i)"))) == number * 100 + i)
            }
        }
        #expect(session.detached.count == min(count, 16))
    }

    /// Two rows of the table of differences.
    @Test func longNumbersNeedALimitAndSuperEncodersCount() throws {
        let text = Data("0.\(String(repeating: "1", count: 5000))".utf8)
        let decoder = YokeDecoder()
        #expect(throws: DecodingError.self) { try decoder.decode(Double.self, from: text) }
        decoder.readOptions.limits.numberDigits = 10_000
        #expect(try decoder.decode(Double.self, from: text) == JSONDecoder().decode(Double.self, from: text))
        let list = Encoded { encoder in
            var list = encoder.unkeyedContainer()
            let inner = list.superEncoder()
            try list.encode(list.count)
            try 7.encode(to: inner)
        }
        #expect(try YokeEncoder().encode(list) == Data("[7,1]".utf8) && JSONEncoder().encode(list) == Data("[7,0]".utf8))
    }
}

extension SingleValueEncodingContainer {
    fileprivate func encodeOne() throws {
        var container = self
        try container.encode(1)
    }
}
