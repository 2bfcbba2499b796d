internal import CYokeCodable

/// The call stack of the current thread. A function that calls itself for each nested container checks `isLow` first, and throws instead of
/// overflowing the stack.
enum CallStack {
    /// The number of levels that a session opens without a check, which costs time. The number is small: mapped types and Codable types can
    /// contain each other, and at each change a new session opens.
    static var uncheckedLevels: Int { 8 }

    /// True if at most 128 KiB of the thread's stack are left (a quarter, if the stack is small). False if the stack's size is not known.
    static var isLow: Bool { yoke_stack_is_low() }
}
