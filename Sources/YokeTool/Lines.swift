import Yoke

/// The result of reading a text in which each line is a JSON text (NDJSON). Reading goes on after bad lines, which `bad` shows and counts.
struct Lines {
    /// The lines that are not JSON or cannot be read as the options ask.
    let bad: BadLines
    /// Number of lines without a value at the path.
    private(set) var empty = 0
    /// Number of values found at the path. Each value was passed to `use`.
    private(set) var values = 0

    /// Reads all lines, and calls `use` with the value at the path in each line. Counts the lines without such a value.
    init(
        of input: borrowing Input, at path: String = "$", _ reading: ReadingOptions, besideOutput: Bool = false,
        _ use: (JSONValue) throws -> Void
    ) throws {
        bad = BadLines(of: input.name)
        var stream = try JSONStream<JSONValue>(descriptor: input.descriptor, at: path, format: .lines, options: reading.options)
        let bar = ProgressBar(total: input.size, besideOutput: besideOutput)
        while true {
            switch Result(catching: { () throws(JSONError) in try stream.next() }) {
            case .success(let value?):
                do {
                    try use(value)
                    values += 1
                } catch let error as JSONError where error.kind == .nonFiniteNumber {  // JSON5 reads such numbers, and JSON has none
                    bar.clear()
                    bad.add(JSONError(kind: error.kind, message: "value \(values + bad.count + 1) is not written: \(error.message)"))
                }
            case .success(nil):
                bar.clear()
                return
            case .failure(let error) where error.kind == .pathNotFound: empty += 1
            case .failure(let error):
                if error.kind == .io || error.isAboutEncoding { throw error }
                bar.clear()
                bad.add(error)
            }
            bar.move(to: stream.progress.bytes)
        }
    }

    /// Reports the number of lines without a value at the path, if there are any.
    func reportEmpty(_ name: String, at path: String) {
        if empty == 0 { return }
        let lines = empty == 1 ? "line has" : "lines have"
        Report.say("\(Report.visible(name)): \(Figures.grouped(empty)) \(lines) nothing at the path \"\(Report.visible(path))\"")
    }

}

/// The bad lines of an input. `add` counts each bad line, and shows the first ones on standard error.
final class BadLines {
    /// The most bad lines that are shown.
    static let maxShown = 20

    private let name: String
    private(set) var count = 0

    init(of name: String) { self.name = name }

    func add(_ error: JSONError) {
        count += 1
        if count <= Self.maxShown { _ = Report.say(error, in: name, isOfLine: true) }
    }

    /// If there are bad lines, reports their number and throws `ExitStatus.invalid`.
    ///
    /// - Parameters:
    ///   - all: number of all lines, if known.
    ///   - what: what the message says about one bad line, and about several.
    func report(of all: Int? = nil, _ what: (one: String, several: String) = ("could not be read", "could not be read")) throws {
        if count == 0 { return }
        let of = all.map { " of \(Figures.grouped($0))" } ?? ""
        let lines = (all ?? count) == 1 ? "line" : "lines"
        let shown = count > Self.maxShown ? "; the first \(Self.maxShown) are shown" : ""
        Report.say("\(Report.visible(name)): \(Figures.grouped(count))\(of) \(lines) \(count == 1 ? what.one : what.several)\(shown)")
        throw ExitStatus.invalid
    }
}
