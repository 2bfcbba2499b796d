import Foundation
import Yoke

/// The elements of a long text, decoded one at a time: a `JSONStream` for Codable types.
///
/// ```swift
/// var tweets = try YokeDecoder().stream(Tweet.self, path: "dump.json", at: "$.statuses[*]")
/// while let tweet = try tweets.next() { use(tweet) }
/// ```
/// Memory is bounded as in `JSONStream`. Only one thread at a time may use a stream.
public struct YokeDecoderStream<Element: Decodable> {
    private var texts: JSONStream<ParsedText>
    private let type: Element.Type
    private let decoder: YokeDecoder
    private var decoded = 0

    fileprivate init(_ type: Element.Type, _ texts: JSONStream<ParsedText>, _ decoder: YokeDecoder) {
        self.type = type
        self.texts = texts
        self.decoder = decoder
    }

    /// Returns the next element; nil at the end.
    ///
    /// - Throws: `JSONError` if the text is not JSON or cannot be read, as `JSONStream.next()` does. `DecodingError` if the element cannot
    ///   be decoded as `Element`, or any error that an `init(from:)` throws; then the next call goes on with the next element.
    public mutating func next() throws -> Element? {
        guard let text = try texts.next() else { return nil }
        let element = try decoder.decode(type, from: text)
        decoded += 1
        return element
    }

    /// The progress of the stream.
    public var progress: JSONProgress {
        let progress = texts.progress
        return JSONProgress(
            bytes: progress.bytes, total: progress.total, elements: decoded, resumeOffset: progress.resumeOffset)
    }
}

@available(*, unavailable, message: "a stream stands at one place in its text: use it from one task")
extension YokeDecoderStream: Sendable {}

extension YokeDecoder {
    /// Makes a stream of the elements of a file.
    ///
    /// The stream copies `readOptions` and `allowsJSON5` now, and reads the text with them. It takes the decoder's other options at each
    /// element. Two exceptions: `assumesTopLevelDictionary` has no effect. A type that is read by its mapping (`prefersMapping`) is read
    /// with the `readOptions` that the decoder has at this element.
    ///
    /// - Parameters:
    ///   - file: path of the file, which is in UTF-8.
    ///   - path: the path of the elements. The default is `$[*]` in a document, and the entire record in the other formats.
    ///   - format: the form of the text.
    /// - Throws: `.io` for files that cannot be opened, `.invalidPath` if `path` is not a path.
    public func stream<Element: Decodable>(
        _ type: Element.Type, path file: String, at path: String? = nil, format: JSONStreamFormat = .document
    ) throws(JSONError) -> YokeDecoderStream<Element> {
        YokeDecoderStream(
            type, try JSONStream<ParsedText>(path: file, at: path, format: format, options: streamOptions(path, format)), self)
    }

    /// Makes a stream of the elements of a text in chunks of UTF-8. A chunk may end anywhere.
    public func stream<Element: Decodable, Chunks: Sequence>(
        _ type: Element.Type, chunks: Chunks, at path: String? = nil, format: JSONStreamFormat = .document
    ) throws(JSONError) -> YokeDecoderStream<Element> where Chunks.Element: Sequence<UInt8> {
        YokeDecoderStream(
            type, try JSONStream<ParsedText>(chunks: chunks, at: path, format: format, options: streamOptions(path, format)), self)
    }

    /// The read options. If the elements are entire records, with `.last` in place of `.first` for repeated keys, so that the stream need
    /// not search for repeated keys. The result is the same: a parsed element keeps all members, and the decoder takes the first member
    /// with a key.
    private func streamOptions(_ path: String?, _ format: JSONStreamFormat) -> JSONReadOptions {
        var options = readOptions.withoutPlanOptions
        if allowsJSON5 { options.allowsJSON5 = true }
        if options.duplicateKeys == .first, path == nil, format != .document { options.duplicateKeys = .last }
        return options
    }
}
