import CRivals
import Harness

/// libyajl with callbacks that do nothing, numbers as text: what Yoke's yajl engine is built on.
public enum YajlNoOp: Rival {
    public static let name = "yajl-noop"

    public static func typedRead<Model: BenchmarkModel>(_ input: TypedInput<Model>) throws -> Contender? {
        try Yajl(numbersAsText: true).contender(name, input.text)
    }

    public static func smallRead<Model: BenchmarkModel>(_ input: TypedInput<Model>) throws -> Contender? {
        let yajl = try Yajl(numbersAsText: true)
        return Contender(small: name, isRight: { try yajl.sees(input.text) }, make: { try yajl.parse(input.text) })
    }

    public static func documentRead(_ input: DocumentInput) throws -> Contender? {
        try Yajl(numbersAsText: true).contender(name, input.text)
    }

    public static func stream<Element: BenchmarkModel>(_ input: StreamInput, of type: Element.Type) throws -> Int? {
        let yajl = try Yajl(numbersAsText: true)
        try readFile(input.path, chunk: Int(CRIVALS_CHUNK)) { try yajl.feed($0) }
        try yajl.finish()
        return nil
    }

    public static func canStream(_ layout: StreamInput.Layout) -> Bool { true }
}

/// The same with yajl's own integers and doubles, which go through `strtoll` and `strtod`.
public enum YajlNoOpDouble: Rival {
    public static let name = "yajl-noop-double"

    public static func typedRead<Model: BenchmarkModel>(_ input: TypedInput<Model>) throws -> Contender? {
        try Yajl(numbersAsText: false).contender(name, input.text)
    }
}

/// A parser that is used for one text after the other.
private final class Yajl {
    private let parser: OpaquePointer

    init(numbersAsText: Bool) throws {
        guard let parser = crivals_yajl_make(numbersAsText) else { throw Refused() }
        self.parser = parser
    }

    deinit { crivals_yajl_free(parser) }

    func contender(_ name: String, _ text: [UInt8]) -> Contender {
        Contender(name, isRight: { try self.sees(text) }, make: { try self.parse(text) })
    }

    func parse(_ text: [UInt8]) throws {
        try text.withUnsafeBufferPointer { try feed($0) }
        try finish()
    }

    func feed(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        guard crivals_yajl_feed(parser, bytes.baseAddress, bytes.count) else { throw Refused() }
    }

    func finish() throws {
        guard crivals_yajl_finish(parser) else { throw Refused() }
    }

    /// Whether yajl finds as many values and keys in a text as Yoke.
    func sees(_ text: [UInt8]) throws -> Bool {
        try crivals_yajl_count(text, text.count) == YokeCounts.events(in: text)
    }

    struct Refused: Error, CustomStringConvertible {
        var description: String { "yajl refuses the text" }
    }
}
