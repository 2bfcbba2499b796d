internal import CYoke

/// The call stack of the current thread. A function that calls itself for each nested container checks `isLow` first, and throws instead of
/// overflowing the stack.
package enum CallStack {
    /// The number of levels that a session opens without a check, which costs time. The number is small: mapped types and Codable types can
    /// contain each other, and at each change a new session opens.
    @inlinable package static var uncheckedLevels: Int { 8 }

    /// True if at most 128 KiB of the thread's stack are left (three eighths, if the stack is small). False if the stack's size is not known.
    package static var isLow: Bool { yoke_stack_is_low() }

    /// The message of the error where `isLow` is true.
    package static var exceeded: String { "nested deeper than the stack of this thread allows" }
}
