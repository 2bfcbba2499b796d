import ArgumentParser

/// What the tool ends with; the numbers beyond 1 are those of sysexits.h.
enum ExitStatus {
    /// The text is not JSON, or has no such place.
    static let invalid = ExitCode(1)
    /// The command line cannot be understood. (ArgumentParser's own errors have the same number.)
    static let usage = ExitCode(64)
    /// Something could not be read or written.
    static let inputOutput = ExitCode(74)
    /// The reader of our output went away: what a shell reports of a program that SIGPIPE ended.
    static let closedPipe = ExitCode(141)
}
