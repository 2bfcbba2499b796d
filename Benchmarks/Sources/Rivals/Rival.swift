import CorpusModels
import Harness
import Yoke

/// A model that every contender can bind.
public typealias BenchmarkModel = Codable & Equatable & JSONConvertible & Sendable

/// A library, or a bound, that does some of the jobs. What it cannot do it leaves out.
///
/// A new one is one file, and one line in `Rivals.all`.
public protocol Rival {
    /// Its name in tables and files.
    static var name: String { get }

    /// Text to model.
    static func typedRead<Model: BenchmarkModel>(_ input: TypedInput<Model>) throws -> Contender?
    /// Model to text.
    static func typedWrite<Model: BenchmarkModel>(_ input: TypedInput<Model>) throws -> Contender?
    /// A text of some bytes to a model, freeing included.
    static func smallRead<Model: BenchmarkModel>(_ input: TypedInput<Model>) throws -> Contender?
    /// Text to dynamic values.
    static func documentRead(_ input: DocumentInput) throws -> Contender?
    /// Dynamic values to text.
    static func documentWrite(_ input: DocumentInput) throws -> Contender?
    /// Goes through a file once, in this process, and gives the count of its elements, or nil if it cannot.
    static func stream<Element: BenchmarkModel>(_ input: StreamInput, of type: Element.Type) throws -> Int?
    /// Whether `stream` is worth a process.
    static func canStream(_ layout: StreamInput.Layout) -> Bool
}

extension Rival {
    public static func typedRead<Model: BenchmarkModel>(_ input: TypedInput<Model>) throws -> Contender? { nil }
    public static func typedWrite<Model: BenchmarkModel>(_ input: TypedInput<Model>) throws -> Contender? { nil }
    public static func smallRead<Model: BenchmarkModel>(_ input: TypedInput<Model>) throws -> Contender? { nil }
    public static func documentRead(_ input: DocumentInput) throws -> Contender? { nil }
    public static func documentWrite(_ input: DocumentInput) throws -> Contender? { nil }
    public static func stream<Element: BenchmarkModel>(_ input: StreamInput, of type: Element.Type) throws -> Int? { nil }
    public static func canStream(_ layout: StreamInput.Layout) -> Bool { false }
}

/// All contenders.
public enum Rivals {
    public static let all: [any Rival.Type] = [
        YokeYajl.self, YokeReader.self, YajlNoOp.self, YajlNoOpDouble.self, Floor.self, FoundationCodable.self,
        FoundationSerialization.self,
    ]
}

/// A text, and the model that Foundation makes of it, which is what the others are compared with.
public struct TypedInput<Model: BenchmarkModel> {
    public let text: [UInt8]
    public let value: Model

    public init(text: [UInt8], as type: Model.Type) throws {
        self.text = text
        value = try FoundationCodable.decode(text)
    }
}

/// A text that is read without a model.
public struct DocumentInput {
    public let text: [UInt8]

    public init(text: [UInt8]) { self.text = text }
}

/// A file that is gone through element by element.
public struct StreamInput {
    /// How the elements lie in it.
    public enum Layout: String, CaseIterable, Sendable {
        /// One a line.
        case lines
        /// `{"statuses":[...]}`
        case array
    }

    public let path: String
    public let layout: Layout

    public init(path: String, layout: Layout) { (self.path, self.layout) = (path, layout) }
}
