import Foundation
import YokeFoundation
import YokeStandards

let usage = """
    usage: config FILE                  checks the file, and prints all settings with their defaults
           config FILE get PATH         prints one setting, as in `config FILE get server.port`
           config FILE set PATH VALUE   changes one setting, and writes the file back

    VALUE is JSON; text that is no JSON is taken for a string. Comments and white space of the file stay.
    Exit codes: 0; 1: a setting is wrong, or the file could not be read or written; 64: usage.
    """

do {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch (arguments.count, arguments.dropFirst().first) {
    case (1, _) where ["-h", "--help"].contains(arguments[0]): print(usage)
    case (1, _): print(try read(arguments[0]).settings.jsonString(.pretty))
    case (3, "get"):
        let effective = try read(arguments[0]).settings.jsonString()
        print(try JSONValue(json: effective, at: "$.\(arguments[2])").jsonString(.pretty))
    case (4, "set"): try change(arguments[0], path: arguments[2], value: arguments[3])
    default: fail(usage, code: 64)
    }
} catch let error as JSONError {
    // With `collectsErrors`, `error.all` has every error of the file.
    fail(error.all.map(describe).joined(separator: "\n"))
} catch {
    fail("config: \(error.localizedDescription)")
}

func read(_ file: String) throws -> (text: String, settings: Settings) {
    let text = try String(contentsOf: URL(filePath: file), encoding: .utf8)
    return (text, try Settings(json: text, options: .configuration))
}

/// Changes one value in the text. The rest of the file stays byte for byte.
func change(_ file: String, path: String, value: String) throws {
    var editor = try JSONEditor(path: file, options: .configuration)
    try editor.set((try? JSONValue(json: value)) ?? .string(value), at: path)
    // Check the new text like any edited file, before it replaces the old file.
    _ = try Settings(json: editor.bytes, options: .configuration)
    try editor.write(path: file)
    print("\(path) is now \(value)")
}

/// Returns `config: line 4, column 11: server.port: ...`, and the hint in a second line.
func describe(_ error: JSONError) -> String {
    var line = "config: "
    if let number = error.line, let column = error.column { line += "line \(number), column \(column): " }
    line += error.path == "$" ? error.message : "\(error.path.dropFirst(2)): \(error.message)"
    if let hint = error.hint { line += "\n  \(hint)" }
    return line
}

func fail(_ message: String, code: Int32 = 1) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(code)
}
