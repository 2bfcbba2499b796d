/// How long to measure.
public struct Effort: Sendable {
    /// Number of rounds. In each round, every contender has one turn.
    public let rounds: Int
    /// Length of a turn in nanoseconds. Short work is repeated until the turn is full; long work is done once in a turn.
    public let turn: UInt64

    public init(rounds: Int, turn: UInt64) {
        self.rounds = rounds
        self.turn = turn
    }

    /// The effort of a run whose figures are published.
    public static let full = Effort(rounds: 31, turn: 8_000_000)
    /// The effort of a quick run, for a first look and for CI.
    public static let quick = Effort(rounds: 7, turn: 4_000_000)
}
