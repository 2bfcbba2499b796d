import Yoke

/// A text of which each line is one of its own (NDJSON). Reading goes on behind bad lines; the first of them are shown, and all are counted.
struct Lines {
    /// How many bad lines are shown of an input.
    static let mostShown = 20

    /// How many were bad.
    private(set) var bad = 0
    /// In how many there was nothing at the path.
    private(set) var empty = 0
    /// How many values were handed over.
    private(set) var values = 0

    /// Hands over what stands at the path in each line; lines in which nothing stands there are counted.
    init(
        of input: borrowing Input, at path: String = "$", _ reading: ReadingOptions, besideOutput: Bool = false,
        _ use: (JSONValue) throws -> Void
    ) throws {
        var stream = try JSONStream<JSONValue>(descriptor: input.descriptor, at: path, format: .lines, options: reading.options)
        let bar = ProgressBar(total: input.size, besideOutput: besideOutput)
        while true {
            switch Result(catching: { () throws(JSONError) in try stream.next() }) {
            case .success(let value?):
                values += 1
                try use(value)
            case .success(nil):
                bar.clear()
                return
            case .failure(let error) where error.kind == .pathNotFound: empty += 1
            case .failure(let error):
                if error.kind == .io || error.isAboutEncoding { throw error }
                bad += 1
                bar.clear()
                if bad <= Self.mostShown { _ = Report.say(error, in: input.name) }
            }
            bar.move(to: stream.progress.bytes)
        }
    }

    /// Says in how many lines nothing stood at the path, if there were any.
    func reportEmpty(_ name: String, at path: String) {
        if empty == 0 { return }
        let lines = empty == 1 ? "line has" : "lines have"
        Report.say("\(Report.visible(name)): \(Figures.grouped(empty)) \(lines) nothing at the path \"\(Report.visible(path))\"")
    }

    /// Says how many lines were bad, and ends with that, if any was.
    ///
    /// - Parameter count: how many lines there are, if that is known.
    func report(_ name: String, of count: Int? = nil) throws {
        if bad == 0 { return }
        let of = count.map { " of \(Figures.grouped($0))" } ?? ""
        let lines = (count ?? bad) == 1 ? "line" : "lines"
        let shown = bad > Self.mostShown ? "; the first \(Self.mostShown) are shown" : ""
        let what = count == nil ? "could not be read" : bad == 1 ? "is not JSON" : "are not JSON"
        Report.say("\(Report.visible(name)): \(Figures.grouped(bad))\(of) \(lines) \(what)\(shown)")
        throw ExitStatus.invalid
    }
}
