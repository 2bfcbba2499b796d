import ArgumentParser

/// Shows Yoke's main job, reading a large file into models, on real records. `scripts/demo` builds the demo and runs it.
@main
struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "yoke-demo",
        abstract: "Streams a large JSON file into models, and compares with Foundation.",
        subcommands: [Make.self, Stream.self, FoundationRun.self])
}
