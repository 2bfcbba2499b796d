/// A value whose text is still arriving. After each chunk, `append` returns the model as far as it is known. Use this type for the
/// structured output of language models, which comes in small pieces.
///
/// ```swift
/// var answer = JSONGrowing<Recipe>()
/// for try await piece in model.reply {
///     if let recipe = try answer.append(piece) { show(recipe) }
/// }
/// let recipe = try answer.finish()
/// ```
/// The model contains these parts of an unfinished text:
///
/// - An unfinished string counts with its complete characters, as with `JSONReadOptions.keepsPartialStrings`. A number, a literal, a date
///   or an enum counts when it is complete, and an enum with payloads when its tag is complete.
/// - A property whose value has not begun has its default or nil. An element or property is left out while one of its own required
///   properties is missing. The entire value is nil while one of its required properties is missing.
/// - All rules, checks and hooks hold for each value. A value that a check refuses is left out until it is valid. A value that is complete
///   and still invalid is an error.
/// - Suppose you call `Model(json:options:)` with the text so far, `allowsPartialValue` and `keepsPartialStrings`. If that call throws no
///   error, its result equals this value. Exception: a text that is only a number has no value until white space follows, because digits
///   may be missing.
///
/// Cost: Yoke reads each byte of the text once. Making a model also copies the properties of all open objects. The new model shares
/// complete elements, and the start of an open string, with the last model. If you still hold the last model, Swift must copy the open
/// arrays and strings. So release the last model before you append. Open dynamic JSON, open Sets, and open values that are read from their
/// raw text are copied for each model.
public struct JSONGrowing<Model: JSONReadable>: ~Copyable {
    let core: GrowingCore<Model>

    /// Makes an empty text.
    ///
    /// - Parameter options: options for reading. `allowsPartialValue` and `allowsSeveralValues` have no effect.
    public init(options: JSONReadOptions = .strict) { core = GrowingCore(options) }

    /// Takes the next chunk of the text, in UTF-8, and returns the model as far as it is known. A chunk may end anywhere.
    ///
    /// - Throws: the first error in the text so far. All later calls throw this error again.
    public mutating func append(_ chunk: some Sequence<UInt8>) throws(JSONError) -> Model? {
        try core.feed(chunk)
        return core.model()
    }

    /// Takes the next chunk of the text as a String, and returns the model as far as it is known.
    public mutating func append(_ chunk: String) throws(JSONError) -> Model? { try append(chunk.utf8) }

    /// Takes the next chunk and makes no model. If your display is slower than the text, call `feed` for each chunk, and ask for `model`
    /// only when you show it.
    public mutating func feed(_ chunk: some Sequence<UInt8>) throws(JSONError) { try core.feed(chunk) }

    /// Takes the next chunk of the text as a String, and makes no model.
    public mutating func feed(_ chunk: String) throws(JSONError) { try feed(chunk.utf8) }

    /// The model as far as it is known; nil while required properties are missing, and after an error. Cost: as for `append`, see
    /// `JSONGrowing`.
    public var model: Model? { core.model() }

    /// Ends the text and returns the entire model. The next chunk begins a new text.
    ///
    /// - Throws: the same errors as `T(json:)` for the entire text. All later calls throw this error again.
    public mutating func finish() throws(JSONError) -> Model { try core.finish() }

    /// Returns the models of a text that arrives from an `AsyncSequence`: one model after each chunk, from the chunk on that completes the
    /// required properties. The last model is the entire model.
    ///
    /// ```swift
    /// for try await recipe in JSONGrowing<Recipe>.models(of: response.chunks) { show(recipe) }
    /// ```
    /// Back-pressure: the next chunk is asked for only after the last model was used.
    public static func models<Chunks: AsyncSequence>(
        of chunks: Chunks, options: JSONReadOptions = .strict
    ) -> JSONGrowingModels<Model, Chunks> where Chunks.Element: Sequence<UInt8> {
        JSONGrowingModels(chunks: chunks, options: options)
    }
}

/// The models of a text that arrives in chunks; see `JSONGrowing.models(of:)`.
public struct JSONGrowingModels<Model: JSONReadable, Chunks: AsyncSequence>: AsyncSequence where Chunks.Element: Sequence<UInt8> {
    fileprivate let chunks: Chunks
    fileprivate let options: JSONReadOptions

    /// Returns the iterator that a `for try await` loop uses.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: chunks.makeAsyncIterator(), core: GrowingCore(options)) }

    /// Iterates over the models.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var chunks: Chunks.AsyncIterator
        fileprivate var core: GrowingCore<Model>?

        /// Returns the model after the next chunk; nil at the end.
        ///
        /// - Throws: a `JSONError`, the error of the chunks' sequence, or `CancellationError`. After an error, this iterator has ended.
        public mutating func next() async throws -> Model? {
            guard let core else { return nil }
            self.core = nil
            try Task.checkCancellation()
            while let chunk = try await chunks.next() {
                try Task.checkCancellation()
                try core.feed(chunk)
                guard let model = core.model() else { continue }
                self.core = core
                return model
            }
            // If the task is cancelled, some sequences end early. The text is then incomplete, so throw the error of the cancellation.
            try Task.checkCancellation()
            return try core.finish()
        }
    }
}

@available(*, unavailable, message: "an iterator stands at one place in its text: use it from one task")
extension JSONGrowingModels.AsyncIterator: Sendable {}

extension JSONGrowingModels: Sendable where Chunks: Sendable {}

/// The state of a `JSONGrowing`, or of an iterator over its models.
final class GrowingCore<Model: JSONReadable> {
    private let value: GrowingValue
    private var target: ReaderTarget<Model>?
    private var failure: JSONError?
    /// True while a chunk is read or a model is made. If a hook that runs meanwhile asks for a model, the hook gets nil. If the hook passes
    /// a chunk, the call throws an error.
    private var isBusy = false

    init(_ options: JSONReadOptions) { value = GrowingValue(options: options) }

    deinit { value.clear() }

    func feed(_ chunk: some Sequence<UInt8>) throws(JSONError) {
        if let failure { throw failure }
        if isBusy { throw JSONError(.reentered, "the next chunk is given while the last one is read") }
        isBusy = true
        defer { isBusy = false }
        do throws(JSONError) {
            _ = try started()
            try withBytes(of: chunk) { bytes throws(JSONError) in try value.binder.feed(bytes) }
        } catch {
            throw fail(error)
        }
    }

    private func started() throws(JSONError) -> ReaderTarget<Model> {
        if let target { return target }
        let made = try ReaderTarget<Model>(path: "$", value.binder.variant)
        try made.start(value.binder)
        value.keepAlive(made.plan)
        target = made
        return made
    }

    func model() -> Model? {
        guard target != nil, failure == nil, !isBusy else { return nil }
        isBusy = true
        defer { isBusy = false }
        let memory = UnsafeMutablePointer<Model>.allocate(capacity: 1)
        defer { memory.deallocate() }
        return value.take(to: memory) ? memory.move() : nil
    }

    func finish() throws(JSONError) -> Model {
        if let failure { throw failure }
        if isBusy { throw JSONError(.reentered, "the text ends while it is read") }
        isBusy = true
        defer { isBusy = false }
        do throws(JSONError) {
            let target = try started()
            value.clear()
            try value.binder.finish()
            self.target = nil
            return try target.take(from: value.binder)
        } catch {
            throw fail(error)
        }
    }

    private func fail(_ error: JSONError) -> JSONError {
        value.clear()
        value.binder.abandon()
        failure = error
        return error
    }
}
