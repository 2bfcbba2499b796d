/// An engine parses JSON text. It takes chunks of text, sends events to the binder's C side, and returns faults with their exact positions.
protocol TextEngine: AnyObject {
    /// The most bytes that `feed` takes at once.
    var largestChunk: Int { get }
    /// Prepares for a new text, or for the next record of a text.
    func start() throws(JSONError)
    /// Tells the engine at which offset of the text the next bytes stand: at 0, after a byte order mark, or after a bad record.
    func restart(at offset: UInt64)
    /// Takes the next bytes, at most `largestChunk`. Returns nil if the engine has found no fault in them.
    func feed(_ chunk: UnsafeBufferPointer<UInt8>) -> EngineFault?
    /// Tells the engine that the text ends here. If all containers are closed, a number at the very end becomes an event now, because no
    /// more digits can follow.
    func finish() -> EngineFault?
    /// Tells the engine that the rest of a text, in which the engine stopped, will not come. The engine begins anew with the next text.
    func abandon()
    /// Returns a fault if the unfinished token is not allowed at its position.
    func misplacedPendingToken() -> EngineFault?
    /// True if the last byte that `feed` got is inside a comment.
    var isInComment: Bool { get }
    /// True if the last byte that `feed` got is inside a block comment.
    var isInBlockComment: Bool { get }
    /// True if the bytes that `feed` got end after a key whose value is missing, or has only begun as an unfinished token.
    var isAfterKey: Bool { get }
    /// The bytes of an unfinished string value after its opening quote. nil if the bytes that `feed` got end elsewhere, for example in a
    /// key. Valid until the next call. Needs a binder whose `source.captures` is true.
    var unfinishedString: UnsafeBufferPointer<UInt8>? { get }
}
