import ArgumentParser
import Yoke

/// The options for reading texts. Every command has them.
struct ReadingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Read with this engine: \(engineNames).", valueName: "name"),
        completion: .list(JSONEngine.all.map(\.description)),
        transform: Self.engine)
    var engine: JSONEngine?

    @Flag(help: "Allow // and /* */ comments.")
    var allowComments = false

    @Flag(help: "Allow a comma after the last element or member.")
    var allowTrailingCommas = false

    @Flag(name: .customLong("jsonc"), help: "Allow comments and trailing commas, as in the settings files of editors.")
    var isJSONC = false

    @Flag(name: .customLong("json5"), help: "Read JSON5 (spec.json5.org).")
    var isJSON5 = false

    @Flag(name: .customLong("replace-bad-utf8"), help: "Read bytes that are not UTF-8, and half surrogate pairs, as U+FFFD.")
    var replacesBadUnicode = false

    @Option(
        help: ArgumentHelp(
            "Allow this many levels of nested arrays and objects (default: \(JSONLimits.standard.depth)).", valueName: "levels"))
    var depth: Int?

    func validate() throws {
        if let depth, depth < 1 { throw ValidationError("--depth takes at least 1 level") }
    }

    /// These options as the library's type.
    var options: JSONReadOptions {
        var options = JSONReadOptions.strict
        if let engine { options.engine = engine }
        options.allowsComments = allowComments || isJSONC
        options.allowsTrailingCommas = allowTrailingCommas || isJSONC
        options.allowsJSON5 = isJSON5
        if replacesBadUnicode { options.invalidUnicode = .replace }
        if let depth { options.limits.depth = depth }
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
