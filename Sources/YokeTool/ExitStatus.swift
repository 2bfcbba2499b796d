import ArgumentParser

/// The exit codes of the tool. 64 and 74 come from sysexits.h.
enum ExitStatus {
    /// The text is not JSON, or has no value at the path.
    static let invalid = ExitCode(1)
    /// The command line is wrong. (ArgumentParser uses the same number for its own errors.)
    static let usage = ExitCode(64)
    /// An input could not be read, or the output could not be written.
    static let inputOutput = ExitCode(74)
    /// The program that reads the tool's output has closed the pipe. A shell reports the same number for a program that SIGPIPE ended.
    static let closedPipe = ExitCode(141)
}
