import CForeign
import CorpusModels
import Harness
import Workloads

/// The contenders `simdjson-ondemand` and `serde-json`, which are written in other languages and called by the table in foreign.h.
public struct Foreign {
    public let name: String
    let table: foreign_table

    /// simdjson's On-Demand API, with a hand-written reader for each struct.
    public static let simdjson = "simdjson-ondemand"
    /// serde_json with derived readers and writers.
    public static let serde = "serde-json"

    /// The contenders in other languages, if they were built.
    public static var all: [Foreign] {
        [(simdjson, foreign_simdjson()), (serde, foreign_serde())].compactMap { name, table in
            table.map { Foreign(name: name, table: $0.pointee) }
        }
    }

    /// Returns the contender with this name; nil if it was not built.
    public static func named(_ name: String) -> Foreign? { all.first { $0.name == name } }

    /// The contender's name in contests of documents without a model.
    public var documentName: String { name == Self.simdjson ? "simdjson-dom" : "serde-json-value" }

    /// The library's version, the compiler and its flags, as text.
    public var version: String { String(cString: table.version) }

    /// True if the contender can write.
    public var writes: Bool { table.write != nil }

    /// Reads a text into the contender's own structs.
    public func reading(_ model: any ForeignModel.Type, _ text: [UInt8]) throws -> ForeignReading {
        try ForeignReading(self, model.foreignModel, text)
    }

    /// Reads a text `times` times, because a single reading is too short to be timed.
    public func reading(_ model: any ForeignModel.Type, _ text: [UInt8], times: Int) throws -> Repeating {
        let reader = try ForeignReader(self), padded = padded(text), number = model.foreignModel
        return Repeating {
            guard reader.table.repeat(reader.state, number, padded, text.count, times) else { throw reader.failure }
        }
    }

    /// Reads a text into the contender's own structs, and returns a trial that writes them.
    public func writing(_ model: any ForeignModel.Type, _ text: [UInt8]) throws -> ForeignWriting {
        let reading = try reading(model, text)
        try reading.run()
        return ForeignWriting(reading)
    }

    /// Reads a document, sums up every value, and frees the document.
    public func walking(_ text: [UInt8]) throws -> Making<Walk> {
        let reader = try ForeignReader(self), padded = padded(text)
        return Making {
            var sum = foreign_walk()
            guard reader.table.walk(reader.state, padded, text.count, &sum) else { throw reader.failure }
            return Walk(sum)
        }
    }

    /// Reads the tweets of a file one at a time.
    public func stream(_ file: String, _ layout: StreamFile.Layout, _ piece: StreamPiece) throws -> StreamOutcome {
        let reader = try ForeignReader(self)
        var found = foreign_stream()
        let read: (UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafeMutablePointer<foreign_stream>?) -> Bool
        switch layout {
        case .lines: read = { table.lines($0, $1, $2, $3) }
        case .array: read = { table.array($0, $1, $2, $3) }
        }
        let model = piece == .tweets ? Twitter.Status.foreignModel : Headline.foreignModel
        guard read(reader.state, model, file, &found) else { throw reader.failure }
        var outcome = StreamOutcome()
        outcome.elements = Int(found.elements)
        outcome.sum = found.ids
        return outcome
    }

    /// Returns the text, with the bytes that must be readable after it.
    fileprivate func padded(_ text: [UInt8]) -> [UInt8] { text + [UInt8](repeating: 0, count: table.padding) }
}

/// A reader that belongs to a contender.
final class ForeignReader {
    let name: String
    let table: foreign_table
    let state: UnsafeMutableRawPointer

    init(_ contender: Foreign) throws {
        name = contender.name
        table = contender.table
        guard let state = table.start() else { throw RivalFailure("\(name) has no memory for a reader") }
        self.state = state
    }

    deinit { table.stop(state) }

    var failure: RivalFailure { RivalFailure("\(name) refuses the text") }
}

public final class ForeignReading: Trial {
    fileprivate let reader: ForeignReader
    fileprivate let model: Int32
    fileprivate var value: UnsafeMutableRawPointer?
    private let text: [UInt8]
    private let count: Int

    fileprivate init(_ contender: Foreign, _ model: Int32, _ text: [UInt8]) throws {
        reader = try ForeignReader(contender)
        self.model = model
        self.text = contender.padded(text)
        count = text.count
    }

    deinit { release() }

    public func run() throws {
        value = reader.table.read(reader.state, model, text, count)
        if value == nil { throw reader.failure }
    }

    public func release() {
        if let value { reader.table.release(model, value) }
        value = nil
    }

    /// Checksum of the value that was read.
    public func checksum() throws -> Checksum {
        try run()
        defer { release() }
        var sum = foreign_sum()
        reader.table.sum(model, value, &sum)
        return Checksum(sum)
    }
}

public final class ForeignWriting: Trial {
    private let source: ForeignReading
    private var text: UnsafeMutablePointer<UInt8>?
    private var count = 0, capacity = 0

    fileprivate init(_ source: ForeignReading) { self.source = source }

    deinit { release() }

    public func run() throws {
        text = source.reader.table.write(source.model, source.value, &count, &capacity)
        if text == nil { throw RivalFailure("\(source.reader.name) cannot write its value") }
    }

    public func release() {
        if let text { source.reader.table.release_text(text, capacity) }
        text = nil
    }

    /// Writes the value once, and returns the written text.
    public func outcome() throws -> [UInt8] {
        try run()
        defer { release() }
        return Array(UnsafeBufferPointer(start: text, count: count))
    }
}
