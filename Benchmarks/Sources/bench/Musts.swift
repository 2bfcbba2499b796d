import Harness
import Rivals

/// The requirements of the specification (performance.md: "The goals"), with the measurements of this run beside them.
struct Musts {
    private let figures: Figures

    init(_ records: [Record]) { figures = Figures(records) }

    /// All requirements, or only those that this run can judge.
    func text(withUnmeasured: Bool) -> String {
        let lines = self.lines.filter { withUnmeasured || $0.value != nil }
        guard !lines.isEmpty else { return "" }
        var rows = [["performance.md's musts", "here", "must", "goal", ""]]
        var met = 0, known = 0
        for line in lines {
            guard let value = line.value else {
                rows.append(["  " + line.what, "-", line.bound(line.must), line.goal.map(line.bound) ?? "-", "not measured"])
                continue
            }
            known += 1
            let holds = line.holds(value)
            met += holds ? 1 : 0
            let verdict = (holds ? line.verdict(value) : "NOT MET") + (line.note.map { "; \($0)" } ?? "")
            rows.append(["  " + line.what, line.number(value), line.bound(line.must), line.goal.map(line.bound) ?? "-", verdict])
        }
        let text = rows.map { row in
            zip(row, [62, 9, 10, 10]).map { cell, width in
                let blanks = String(repeating: " ", count: max(1, width - cell.count))
                return width == 62 ? cell + blanks : blanks + cell
            }.joined() + "  " + row[4] + "\n"
        }
        return text.joined() + "  \(met) of \(known) met; \(lines.count - known) not measured\n"
    }

    private var lines: [Line] {
        reading + otherTexts + yajl + writing + documents + streaming + small + options + codable + rivals
    }

    private var reading: [Line] {
        let corpora = ["twitter", "citm", "canada"], native = YokeEngine.native.name
        let floor = zip(corpora, [(2.3, 2.0), (3.6, 3.0), (1.9, 1.5)]).map { corpus, line in
            Line("read-typed \(corpus): time over floor", atMost: line) {
                figures.time("read-typed", corpus, native, over: FloorMaker.name)
            }
        }
        let foundation = zip(corpora, [(20.0, 25.0), (30, 40), (20, 25)]).map { corpus, line in
            Line("read-typed \(corpus): speed over JSONDecoder", atLeast: line) {
                figures.time("read-typed", corpus, FoundationDecoder.name, over: native)
            }
        }
        return floor + foundation
    }

    private var otherTexts: [Line] {
        let native = YokeEngine.native.name
        func overNoop(_ corpus: String) -> Double? { figures.time("read-typed", corpus, YajlNoop.name, over: native) }
        func variedOverTwitter(_ who: String) -> Double? {
            guard let varied = figures.rate("read-typed", "varied", who), let twitter = figures.rate("read-typed", "twitter", who)
            else { return nil }
            return varied / twitter
        }
        return [
            Line("read-typed escaped: speed over yajl-noop", atLeast: (3, 3.3)) { overNoop("escaped") },
            Line("read-typed shuffled: speed over yajl-noop", atLeast: (1.8, 2)) { overNoop("shuffled") },
            Line("read-typed varied: rate over twitter's rate", atLeast: (0.85, 0.9)) { variedOverTwitter(native) }
                // The additional cost of making the values themselves.
                .noting(variedOverTwitter(FloorMaker.name).map { "the floor: \(Table.number($0, 3))" }),
            Line("size line: exponent of the growth, distance from 1", atMost: (0.05, nil)) {
                SizeLine.exponent(figures.records, of: native).map { abs($0 - 1) }
            },
        ]
    }

    private var yajl: [Line] {
        [
            ("twitter", YajlNoop.name, (1.4, 1.25)), ("citm", YajlNoop.name, (1.2, 1.1)),
            ("canada", YajlNoopDouble.name, (0.45, 0.4)),
        ]
        .map { corpus, rival, line in
            Line("yajl engine, \(corpus): time over \(rival)", atMost: line) {
                figures.time("read-typed", corpus, YokeEngine.yajl.name, over: rival)
            }
        }
    }

    private var writing: [Line] {
        zip(["twitter", "citm", "canada"], [(50.0, 60.0), (90, 112), (35, 45)]).map { corpus, line in
            Line("write-typed \(corpus): speed over JSONEncoder", atLeast: line) {
                figures.time("write-typed", corpus, FoundationEncoder.name, over: YokeWriter.name)
            }
        }
    }

    /// performance.md names yyjson and simdjson. Debian 12 has no yyjson. In its place simdjson's DOM is measured, which is the goal.
    private var documents: [Line] {
        ["twitter", "citm", "canada"].map { corpus in
            Line("read-document \(corpus): speed over simdjson-dom", atLeast: (1, nil)) {
                figures.time("read-document", corpus, "simdjson-dom", over: YokeEngine.native.name)
            }
        } + [unmeasured("document parse and write: speed over yyjson", atLeast: 1)]
    }

    /// Codable types, beside Foundation's coders.
    private var codable: [Line] {
        ["twitter", "citm", "canada"].flatMap { corpus in [
            Line("read-codable \(corpus): speed over JSONDecoder", atLeast: (5, 8)) {
                figures.time("read-codable", corpus, FoundationDecoder.name, over: YokeCoder.name)
            },
            Line("write-codable \(corpus): speed over JSONEncoder", atLeast: (8, 12)) {
                figures.time("write-codable", corpus, FoundationEncoder.name, over: YokeCoder.name)
            },
        ] }
    }

    private var options: [Line] {
        let native = YokeEngine.native.name
        return [
            Line("snake_case: rate over that of the properties' names", atLeast: (1, 1)) {
                guard let styled = figures.rate("options", "snake-case", native),
                    let plain = figures.rate("options", "property-names", native)
                else { return nil }
                return styled / plain
            },
            Line("ISO dates: MB/s", atLeast: (300, 500)) { figures.rate("options", "iso-dates", native) },
        ]
    }

    private func unmeasured(_ what: String, atLeast must: Double) -> Line { Line(what, atLeast: (must, nil)) { nil } }

    private var streaming: [Line] {
        let native = YokeEngine.native.name
        return Streaming.all.flatMap { stream -> [Line] in
            let rate = { (piece: StreamPiece, who: String) in figures.rate(stream.workload, piece.rawValue, who) }
            // Being faster than Foundation alone proves nothing.
            let peers = Foreign.all.compactMap { rate(.tweets, $0.name) }
            return [
                Line("\(stream.workload) whole tweets: MB/s, or ahead of every peer", atLeast: (1800, 2200)) {
                    rate(.tweets, native)
                }
                .or { !peers.isEmpty && $0 > (peers.max() ?? 0) },
                Line("\(stream.workload) seven fields: rate over that of whole tweets", atLeast: (2, nil)) {
                    guard let seven = rate(.headlines, native), let whole = rate(.tweets, native) else { return nil }
                    return seven / whole
                },
                Line("\(stream.workload) seven fields: MB/s", atLeast: (3600, 4600)) { rate(.headlines, native) },
            ]
        }
    }

    private var small: [Line] {
        let native = YokeEngine.native.name
        return [
            Line("37-byte object, with freeing: ns", atMost: (40, 30)) {
                figures.record("small", "37-bytes", native)?.medianNanoseconds
            },
            Line("5 KB document, with freeing: us", atMost: (4, 3.3)) {
                figures.record("small", "one-tweet", native).map { $0.medianNanoseconds / 1000 }
            },
        ]
    }

    /// Not requirements of the table, but of its claim "first in the world": compares with every measured library that claims the same.
    private var rivals: [Line] {
        let native = YokeEngine.native.name
        let reading = ["twitter", "citm", "canada"].flatMap { corpus in
            [Foreign.simdjson, Foreign.serde].map { rival in
                Line("read-typed \(corpus): speed over \(rival)", atLeast: (1, nil)) {
                    figures.time("read-typed", corpus, rival, over: native)
                }
            }
        }
        let writing = ["twitter", "citm", "canada"].map { corpus in
            Line("write-typed \(corpus): speed over \(Foreign.serde)", atLeast: (1, nil)) {
                figures.time("write-typed", corpus, Foreign.serde, over: YokeWriter.name)
            }
        }
        return reading + writing
    }
}

/// A figure that must be on one side of a limit.
private struct Line {
    let what: String
    let value: Double?
    let must: Double
    let goal: Double?
    private let isUpperBound: Bool
    private var otherWay: (Double) -> Bool = { _ in false }
    /// A note that helps to judge the figure.
    private(set) var note: String?

    init(_ what: String, atMost line: (must: Double, goal: Double?), _ value: () -> Double?) {
        (self.what, self.value, must, goal, isUpperBound) = (what, value(), line.must, line.goal, true)
    }

    init(_ what: String, atLeast line: (must: Double, goal: Double?), _ value: () -> Double?) {
        (self.what, self.value, must, goal, isUpperBound) = (what, value(), line.must, line.goal, false)
    }

    /// Adds another way to meet the requirement.
    func or(_ otherWay: @escaping (Double) -> Bool) -> Line {
        var line = self
        line.otherWay = otherWay
        return line
    }

    func noting(_ note: String?) -> Line {
        var line = self
        line.note = note
        return line
    }

    func holds(_ value: Double) -> Bool {
        isBeyond(value, must) || otherWay(value)
    }

    /// How the figure meets the requirement.
    func verdict(_ value: Double) -> String {
        if let goal, isBeyond(value, goal) { return "met, goal too" }
        return isBeyond(value, must) ? "met" : "met, the other way"
    }

    private func isBeyond(_ value: Double, _ bound: Double) -> Bool { isUpperBound ? value <= bound : value >= bound }

    func number(_ value: Double) -> String { Table.number(value, value < 1 ? 3 : value < 100 ? 2 : 0) }

    func bound(_ bound: Double) -> String { (isUpperBound ? "<= " : ">= ") + number(bound) }
}

/// The measurements, by name.
private struct Figures {
    let records: [Record]

    init(_ records: [Record]) { self.records = records }

    func record(_ workload: String, _ corpus: String, _ contender: String) -> Record? {
        records.first { $0.workload == workload && $0.corpus == corpus && $0.contender == contender }
    }

    /// Speed in millions of bytes a second.
    func rate(_ workload: String, _ corpus: String, _ contender: String) -> Double? {
        record(workload, corpus, contender)?.megabytesPerSecond
    }

    /// The contender's time divided by the other contender's time.
    func time(_ workload: String, _ corpus: String, _ contender: String, over other: String) -> Double? {
        guard let own = record(workload, corpus, contender), let other = record(workload, corpus, other) else { return nil }
        return own.medianNanoseconds / other.medianNanoseconds
    }
}
