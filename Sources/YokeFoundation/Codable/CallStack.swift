internal import CYokeCodable

/// The stack of the current thread. Functions that call themselves for each level of a value look at it before they go deeper.
enum CallStack {
    /// True if little room is left, see `yoke_stack_is_low`.
    static var isLow: Bool { yoke_stack_is_low() }
}
