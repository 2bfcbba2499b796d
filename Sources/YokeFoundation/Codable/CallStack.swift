internal import CYokeCodable

/// The call stack of the current thread. A function that calls itself for each nested container checks `isLow` first, and throws instead of
/// overflowing the stack.
enum CallStack {
    /// True if little of the stack is left, or false if its size is not known: see `yoke_stack_is_low`.
    static var isLow: Bool { yoke_stack_is_low() }
}
