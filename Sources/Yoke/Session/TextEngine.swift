/// What the binder asks of an engine: chunks of text in, events out to the binder's C side, faults with their exact places.
protocol TextEngine: AnyObject {
    /// The most bytes that `feed` takes at once.
    var largestChunk: Int { get }
    /// Makes ready for a new text, or for the next record of one.
    func start() throws(JSONError)
    /// The text goes on at `offset`: at its start, behind a byte order mark, or behind a bad record.
    func restart(at offset: UInt64)
    /// Gives the next bytes, at most `largestChunk`. nil: all is well.
    func feed(_ chunk: UnsafeBufferPointer<UInt8>) -> EngineFault?
    /// Says that the text ends here. A number at its very end becomes an event now, if no container is open.
    func finish() -> EngineFault?
    /// The engine stopped somewhere in a text, and begins anew with the next one.
    func abandon()
    /// The token that has begun, if it may not stand where it does.
    func misplacedPendingToken() -> EngineFault?
    /// The text so far ends after a key that has no value yet; the value may have begun as a token that is not complete.
    var isAfterKey: Bool { get }
}
