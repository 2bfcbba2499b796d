import ArgumentParser
import Yoke

/// Writes messages to standard error, and returns the exit codes that belong to them.
enum Report {
    /// Writes a line. If the write fails, the tool can do nothing about it.
    static func say(_ line: String) {
        var text = line + "\n"
        text.withUTF8 { try? Platform.writeAll(UnsafeRawBufferPointer($0), to: Platform.standardError) }
    }

    /// Writes an error of a text, in the form that compilers use: position, message, the line with a caret, a hint.
    ///
    /// ```
    /// users.json:3:23: expected a number, found a string
    ///     { "name": "Bo", "age": "old" }
    ///                            ^
    /// ```
    ///
    /// - Parameter isOfLine: true if each line is read as a text.
    static func say(_ error: JSONError, in name: String, isOfLine: Bool = false) -> ExitCode {
        var text = visible(name)
        if let line = error.line, let column = error.column { text += ":\(line):\(column)" }
        text += ": "
        if error.path != "$" { text += "\(error.shownPath): " }
        text += error.message
        if let snippet = error.snippet, let caret = error.caret, snippet.contains(where: { $0 != " " }) {
            text += "\n    \(snippet)\n    \(String(repeating: " ", count: caret))^"
        }
        if let hint = hint(for: error), !isOfLine || error.kind != .trailingContent { text += "\n  hint: \(hint)" }
        say(text)
        return switch error.kind {
        case .io: ExitStatus.inputOutput
        case .invalidPath: ExitStatus.usage
        default: ExitStatus.invalid
        }
    }

    /// Returns the library's hint. If the hint names Swift symbols, returns one that names the tool's options instead; nil if no option
    /// helps.
    private static func hint(for error: JSONError) -> String? {
        if error.isAboutEncoding { return "convert it first: iconv -f UTF-16 -t UTF-8, or -f UTF-32 if each character takes four bytes" }
        if let advice = error.hint?.prefix(while: { $0 != ";" }), let hint = error.hint {
            if hint.contains("allowsTrailingCommas") { return "\(advice); --allow-trailing-commas allows it" }
            if hint.contains("JSONReadOptions.json5") { return "\(advice); --json5 reads the text" }
            if hint.contains("JSONPointer") { return String(advice) }
            if hint.contains("the format .lines") { return hint.replacing("the format .lines", with: "--lines") }
        }
        guard let hint = error.hint, ["JSONReadOptions", "JSONWriteOptions", "JSONLimits", "JSONStream"].contains(where: hint.contains)
        else { return error.hint }
        if hint.contains("allowsComments") { return "use --allow-comments for a text with comments" }
        return switch error.kind {
        case .depthExceeded: "--depth allows deeper nesting"
        case .invalidUnicode: "--replace-bad-utf8 reads it as U+FFFD"
        case .trailingContent: "--lines reads each line as a separate text"
        default: nil
        }
    }

    /// Writes why an input cannot be read.
    static func say(_ problem: Input.Problem) -> ExitCode {
        say("\(visible(problem.name)): \(problem.message)")
        return ExitStatus.inputOutput
    }

    /// Writes why no more output can be written. Writes nothing if the reader of the output has closed the pipe.
    static func say(_ problem: Output.Problem) -> ExitCode {
        if problem.failure.isClosedPipe { return ExitStatus.closedPipe }
        var text = "yoke: cannot write the output: \(problem.failure.message)"
        if problem.failure.isFull { text += ". Free some space there, or write to another place" }
        say(text)
        return ExitStatus.inputOutput
    }

    /// Returns a name, such as a file's name, with escapes for characters that could change what the terminal shows.
    static func visible(_ name: String) -> String {
        var shown = ""
        for scalar in name.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: shown += scalar.escaped(asASCII: true)
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }
}

/// Runs the work of a command. Turns an error into a message and an exit code.
func reporting(_ name: String, _ work: () throws -> Void) throws {
    do {
        try work()
    } catch let error as JSONError {
        throw Report.say(error, in: name)
    } catch let problem as Input.Problem {
        throw Report.say(problem)
    } catch let problem as Output.Problem {
        throw Report.say(problem)
    }
}
