import ArgumentParser
import Yoke

/// How texts are read: the options that every command has.
struct ReadingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Read with this engine: \(engineNames).", valueName: "name"),
        completion: .list(JSONEngine.all.map(\.description)),
        transform: Self.engine)
    var engine: JSONEngine?

    @Flag(help: "Take // and /* */ comments for white space.")
    var allowComments = false

    /// The options in the library's terms.
    var options: JSONReadOptions {
        var options = JSONReadOptions.strict
        if let engine { options.engine = engine }
        options.allowsComments = allowComments
        return options
    }

    private static func engine(named name: String) throws -> JSONEngine {
        guard let engine = JSONEngine(named: name) else {
            throw ValidationError("there is no engine \"\(Report.visible(name))\"; this build has \(engineNames)")
        }
        return engine
    }
}

private let engineNames = JSONEngine.all.map(\.description).joined(separator: ", ")
