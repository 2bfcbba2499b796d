import ArgumentParser

/// Shows Yoke's main job on real input. `scripts/demo` builds and runs it from nothing.
@main
struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "yoke-demo",
        abstract: "Streams a large JSON file into models, and compares with Foundation.",
        subcommands: [Make.self, Stream.self, FoundationRun.self])
}
