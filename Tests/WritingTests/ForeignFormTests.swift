import CYoke
import TestSupport
import Testing

@testable import Yoke

/// On Apple's systems, an array, a string or a dictionary may be an Objective-C object, whose memory the writer cannot read. Then the
/// writer asks Swift for the contents. The written text is the same.
@Suite struct ForeignFormTests {
    private static let styles: [JSONWriteOptions] = [.compact, .pretty, JSONWriteOptions(indent: 3, sortsKeys: true, escapesSlashes: true)]

    // MARK: - Arrays

    /// An array whose elements lie in linked boxes. Its callbacks (thunks) can iterate over the elements, but cannot give C a block of
    /// elements.
    private struct Scattered<Element: JSONConvertible & Sendable>: JSONConvertible, Sequence, Sendable {
        final class Box: Sendable {
            let element: Element
            let next: Box?
            init(_ element: Element, _ next: Box?) { (self.element, self.next) = (element, next) }
        }
        struct Walk: IteratorProtocol {
            var box: Box?
            mutating func next() -> Element? {
                defer { box = box?.next }
                return box?.element
            }
        }
        let first: Box?
        init(_ elements: [Element]) { first = elements.reversed().reduce(nil) { Box($1, $0) } }
        func makeIterator() -> Walk { Walk(box: first) }

        static var jsonMapping: JSONMapping {
            let thunks = Thunks()
            thunks.array = { to, from, count in to.initializeMemory(as: Self.self, to: Self(takeElements(from, count))) }
            Thunks.addIteration(over: Self.self, to: thunks)
            return JSONMapping(Self.self, .array(element: JSONMapping.Child(Element.self), thunks, iterationSize: MemoryLayout<Walk>.size))
        }
    }

    /// Three classes: one is written as a text, one as a number, and one as an object.
    private final class Label: JSONConvertible, Sendable {
        let text: String
        init(_ text: String) { self.text = text }
        static var jsonMapping: JSONMapping { JSONMapping(text: Label.self, read: { Label($0) }, write: { $0.text }) }
    }
    private final class Amount: JSONConvertible, Sendable {
        let digits: String
        init(_ digits: String) { self.digits = digits }
        static var jsonMapping: JSONMapping { JSONMapping(number: Amount.self, read: { Amount($0) }, write: { $0.digits }) }
    }
    private final class Leaf: JSONConvertible, Sendable {
        struct Storage: JSONConvertible {
            var name: String, weight: Double
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("name", \.name)
                    $0.add("weight", \.weight)
                }
            }
        }
        let name: String, weight: Double
        init(_ name: String, _ weight: Double) { (self.name, self.weight) = (name, weight) }
        static var jsonMapping: JSONMapping {
            JSONMapping(
                Leaf.self, via: Storage.self, decode: { Leaf($0.name, $0.weight) },
                encode: { Storage(name: $0.name, weight: $0.weight) })
        }
    }

    @Test(arguments: [0, 1, 2, 17]) func elementsThatDoNotLieInARowAreIterated(count: Int) throws {
        func check<Element: JSONConvertible & Sendable>(_ element: (Int) -> Element) throws {
            let elements = (0..<count).map(element), scattered = Scattered(elements)
            for style in Self.styles {
                #expect(try scattered.jsonString(style) == elements.jsonString(style))
                #expect(try [[scattered], []].jsonString(style) == [[elements], []].jsonString(style))
                #expect(try ["key": scattered].jsonString(style) == ["key": elements].jsonString(style))
            }
            let read = try Scattered<Element>(json: elements.jsonString())
            #expect(try read.jsonString() == elements.jsonString())
        }
        try check { $0 - 1 }
        try check { Double($0) / 4 }
        try check { $0 % 3 == 0 ? nil : "a / string of element \($0)" }
        try check { [$0, $0] }
        try check { Label("a / label of element \($0)") }
        try check { Amount("\($0).50") }
        try check { Leaf("\($0)", 0.5) }
    }

    /// On Apple's systems, `nsArray as! [Leaf]` has no block of elements, so the writer needs an iterator. On other systems,
    /// `Thunks.iterationSize` is 0 (no iterator). To test iteration there, too, the test sets the size itself.
    @Test func arraysOfClassInstancesAreIterated() throws {
        func check<Element: JSONConvertible>(_ elements: [Element]) throws {
            let child = JSONMapping.Child([Element].self) {
                let thunks = Thunks.array(of: Element.self)
                thunks.elements = { _ in unusedThunk() }
                let size = MemoryLayout<[Element].Iterator>.size
                return JSONMapping([Element].self, .array(element: JSONMapping.Child(Element.self), thunks, iterationSize: size))
            }
            let coders = JSONCoders(name: "iterated \(Element.self)", children: [ObjectIdentifier([Element].self): child])
            for style in Self.styles {
                var iterated = style
                iterated.coders = coders
                #expect(try elements.jsonString(iterated) == elements.jsonString(style))
                #expect(try ["key": elements].jsonString(iterated) == ["key": elements].jsonString(style))
            }
        }
        try check([Leaf("b", 1), Leaf("a", 2)])
        try check([Label("z"), Label("y")])
        try check([Amount("2"), Amount("1.0")])
        try check([Leaf]())
    }

    /// Arrays of class instances, or of `AnyObject`, may be Objective-C arrays. A coder can make an array of `AnyObject`.
    @Test func arraysThatMayBeObjectiveCsAreKnown() {
        #expect(Thunks.areObjects(Leaf.self) && Thunks.areObjects(AnyObject.self))
        #expect(!Thunks.areObjects(Int.self) && !Thunks.areObjects([Leaf].self) && !Thunks.areObjects(Leaf?.self))
        #expect(!Thunks.areObjects(String.self) && !Thunks.areObjects((any Sequence).self))
    }

    @Test func anErrorInAnIteratedArrayNamesItsElement() {
        let leaves = [Leaf("a", 1), Leaf("b", .nan)]
        let error = #expect(throws: JSONError.self) { try ["key": Scattered(leaves)].jsonString() }
        #expect(error?.path == "$.key[1].weight")
    }

    // MARK: - Strings and dictionaries

    #if os(Linux) && (arch(x86_64) || arch(arm64)) && compiler(<6.4)
    /// An object with the same layout as the standard library's object for a String whose bytes lie in other memory. Compare both layouts
    /// before you raise the version in the `#if` above.
    private final class SharedStorage {
        let owner: AnyObject?
        let bytes: UnsafePointer<UInt8>
        let countAndFlags: UInt64
        init(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
            (owner, self.bytes) = (nil, bytes.baseAddress!)
            countAndFlags = UInt64(bytes.count) | (isASCII ? 3 << 62 : 0)
        }
    }

    /// All objects that were made. A String retains its object once too often, so the object is never freed. This list refers to it, so the
    /// sanitizer reports no leak.
    nonisolated(unsafe) private static var storages: [SharedStorage] = []

    @Test func stringsInOtherMemoryAreAskedFor() throws {
        for text in [
            "twenty letters in it", "a \"quoted\" text / with a line feed\n", "Umlaute: äöü, und ein 𝄞",
            String(repeating: "long ", count: 40),
        ] {
            let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
            defer { bytes.deallocate() }
            _ = bytes.initialize(from: text.utf8)
            let storage = SharedStorage(UnsafeBufferPointer(bytes), isASCII: text.utf8.allSatisfy { $0 < 0x80 })
            Self.storages.append(storage)
            let words = (storage.countAndFlags, UInt64(UInt(bitPattern: Unmanaged.passRetained(storage).toOpaque())))
            var foreign = unsafeBitCast(words, to: String.self)
            var count = 0
            #expect(foreign == text && yoke_string_large(&foreign, &count) == nil)
            for style in Self.styles {
                #expect(try foreign.jsonString(style) == text.jsonString(style))
                #expect(try [foreign: [foreign, nil]].jsonString(style) == [text: [text, nil]].jsonString(style))
            }
            var reader = try JSONReader<[String]>(), read = [foreign]
            try reader.read(into: &read, from: [text].jsonString())
            #expect(read == [text])
            try reader.read(into: &read, from: ["another text of the same kind"].jsonString())
            #expect(read == ["another text of the same kind"])
        }
    }
    #endif

    /// A Swift dictionary is one word. If one of its top 4 bits is set, the dictionary is an Objective-C object; the other bits are its
    /// address. C must not read such an object.
    @Test func dictionariesWithMarksAreAskedFor() {
        var words: [UInt64] = Array(repeating: 0, count: 16)
        words.withUnsafeMutableBytes { memory in
            let address = UInt64(UInt(bitPattern: memory.baseAddress))
            var buckets = yoke_buckets()
            for bit in 60..<64 {
                var marked = address | 1 << bit
                #expect(!yoke_dictionary_buckets(&marked, &buckets))
            }
            var plain = address
            #expect(yoke_dictionary_buckets(&plain, &buckets) && buckets.count == 0)
        }
    }
}
