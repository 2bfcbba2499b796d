import ArgumentParser

/// The command line. Each subcommand has a file in `Commands/`.
struct Tool: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "yoke",
        abstract: "Checks, formats, searches and measures JSON texts of any size.",
        discussion: """
            Files are read in chunks, so a file may be larger than the memory. The file - is standard input, which is also read \
            if no file is given.

            Exit codes: 0 all is well; 1 the text is not JSON, or nothing stands at the path; 64 the command line is wrong; \
            74 something could not be read or written; 141 the program that reads the output has ended.
            """,
        version: "0.1.0",
        subcommands: [Validate.self, Format.self, Get.self, Stats.self])
}
