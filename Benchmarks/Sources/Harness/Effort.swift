/// How long to measure.
public struct Effort: Sendable {
    /// Turns that each contender gets.
    public let rounds: Int
    /// Nanoseconds that a turn is filled up to by repeating short work; long work is done once a turn.
    public let turn: UInt64

    public init(rounds: Int, turn: UInt64) {
        self.rounds = rounds
        self.turn = turn
    }

    /// For figures that are quoted.
    public static let full = Effort(rounds: 31, turn: 8_000_000)
    /// For a look, and for CI.
    public static let quick = Effort(rounds: 7, turn: 4_000_000)
}
