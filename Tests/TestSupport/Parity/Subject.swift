import Foundation
import Yoke

/// A way to read a text.
public enum Way: Sendable, Hashable {
    /// Reads the text at once, with a new reader.
    case whole
    /// Reads the text at once, with a reader that has read other texts before, some of them invalid.
    case again
    case chunks
    /// Reads the text at once, and makes only the value at a path.
    case path(String)
    case stream(JSONStreamFormat, path: String?)
    case validator(counting: Bool)
    case formatter(indent: Int)

    public static let validators: [Way] = [.validator(counting: true), .validator(counting: false)]
}

/// A model, and documents that fit it.
public struct Subject: Sendable {
    public let name: String
    public let documents: [[UInt8]]
    /// Paths of values in the documents. `paths` is for readers and has no wildcards; `streamPaths` is for streams and may have wildcards.
    public let paths: [String]
    public let streamPaths: [String]
    public let run: @Sendable (Way, [UInt8], [ArraySlice<UInt8>], JSONReadOptions) -> Transcript

    /// - Parameter hasDictionaries: true if equal values may be written with their members in different orders.
    public init<Model: JSONConvertible>(
        _ type: Model.Type, _ documents: [String] = [], paths: [String] = ["$", "$.a[0].b"],
        streamPaths: [String] = ["$[*]", "$[*][*]"], hasDictionaries: Bool = false
    ) {
        let style = JSONWriteOptions(sortsKeys: hasDictionaries, nulls: .write)
        name = "\(type)"
        self.documents = documents.map { Array($0.utf8) }
        (self.paths, self.streamPaths) = (paths, streamPaths)
        let kept = KeptReaders<Model>()
        run = { way, text, chunks, options in
            switch way {
            case .whole: Self.value(style) { () throws(JSONError) -> Model in try Model(json: text, options: options) }
            case .again: Self.value(style) { () throws(JSONError) -> Model in try kept.read(text, options) }
            case .path(let path):
                Self.value(style) { () throws(JSONError) -> Model in try Model(json: text, at: path, options: options) }
            case .chunks:
                Self.value(style) { () throws(JSONError) -> Model in
                    var reader = try JSONReader<Model>(options: options)
                    for chunk in chunks { try reader.feed(chunk) }
                    return try reader.finish()
                }
            case .stream(let format, let path): Self.stream(Model.self, style, chunks, path, format, options)
            case .validator(let counting): Self.validate(chunks, counting, options)
            case .formatter(let indent): Self.format(chunks, indent, options)
            }
        }
    }

    private static func value<Model: JSONConvertible>(
        _ style: JSONWriteOptions, _ body: () throws(JSONError) -> Model
    ) -> Transcript {
        Transcript { transcript throws(JSONError) in transcript.append(try body(), style) }
    }

    private static func stream<Model: JSONConvertible>(
        _ type: Model.Type, _ style: JSONWriteOptions, _ chunks: [ArraySlice<UInt8>], _ path: String?, _ format: JSONStreamFormat,
        _ options: JSONReadOptions
    ) -> Transcript {
        Transcript { transcript throws(JSONError) in
            var stream = try JSONStream<Model>(chunks: chunks, at: path, format: format, options: options)
            var hasEnded = false
            while !hasEnded {
                do throws(JSONError) {
                    guard let element = try stream.next() else { break }
                    transcript.append(element, style)
                } catch {
                    transcript.failures.append(FullFailure(error))
                    // A stream may return errors without end. After 1000 errors the test stops reading.
                    hasEnded = transcript.failures.count > 1000
                }
                transcript.counts = [Int(stream.progress.bytes), stream.progress.elements]
            }
        }
    }

    private static func validate(_ chunks: [ArraySlice<UInt8>], _ counting: Bool, _ options: JSONReadOptions) -> Transcript {
        Transcript { transcript throws(JSONError) in
            var validator = try JSONValidator(counting: counting, options: options)
            var failure: JSONError?
            do throws(JSONError) {
                for chunk in chunks { try borrow(chunk) { bytes throws(JSONError) in try validator.feed(bytes) } }
                try validator.finish()
            } catch { failure = error }
            let counts = validator.statistics
            transcript.counts = [
                counts.objects, counts.keys, counts.arrays, counts.strings, counts.numbers, counts.booleans, counts.nulls,
                counts.stringBytes, counts.keyBytes, counts.maximumDepth, counts.bytes,
            ]
            if let failure { throw failure }
        }
    }

    private static func format(_ chunks: [ArraySlice<UInt8>], _ indent: Int, _ options: JSONReadOptions) -> Transcript {
        var out: [UInt8] = []
        var transcript = Transcript { _ throws(JSONError) in
            var formatter = try JSONFormatter(style: JSONWriteOptions(indent: indent), options: options)
            for chunk in chunks {
                try borrow(chunk) { bytes throws(JSONError) in try formatter.feed(bytes) { out += $0 } }
            }
            try formatter.finish { out += $0 }
        }
        transcript.values = [out]
        return transcript
    }

    private static func borrow(
        _ chunk: ArraySlice<UInt8>, _ body: (UnsafeRawBufferPointer) throws(JSONError) -> Void
    ) throws(JSONError) {
        try chunk.withUnsafeBytes { bytes in Result { () throws(JSONError) in try body(bytes) } }.get()
    }
}

/// Keeps a reader for each of the last eight sets of options. Concurrent tests share a subject, so a reader is taken out while it reads.
private final class KeptReaders<Model: JSONConvertible>: @unchecked Sendable {  // the lock guards `boxes`
    private final class Box {
        var reader: JSONReader<Model>
        init(_ options: JSONReadOptions) throws(JSONError) { reader = try JSONReader(options: options) }
    }

    private let lock = NSLock()
    private var boxes: [(options: JSONReadOptions, box: Box)] = []

    func read(_ text: [UInt8], _ options: JSONReadOptions) throws(JSONError) -> Model {
        let kept = lock.withLock {
            boxes.firstIndex { $0.options == options }.map { boxes.remove(at: $0).box }
        }
        let box = if let kept { kept } else { try Box(options) }
        defer {
            lock.withLock {
                if boxes.count == 8 { boxes.removeFirst() }
                boxes.append((options, box))
            }
        }
        return try box.reader.read(text)
    }
}
