import Foundation
import Harness
import Rivals

/// The goals of the project as ratios within one run. Each line has a required limit (`must`), usually a stricter limit (`goal`), and the
/// measurement of this run.
struct Goals {
    private let figures: Figures

    init(_ records: [Record]) { figures = Figures(records) }

    /// Returns the lines as text. Lines that this run has not measured are left out unless `withUnmeasured` is true.
    func text(withUnmeasured: Bool) -> String {
        let lines = self.lines.filter { withUnmeasured || $0.value != nil }
        guard !lines.isEmpty else { return "" }
        var rows = [["least times of this run", "here", "must", "goal", ""]]
        var met = 0, known = 0
        for line in lines {
            guard let value = line.value else {
                rows.append(["  " + line.what, "-", line.bound(line.must), line.goal.map(line.bound) ?? "-", "not measured"])
                continue
            }
            known += 1
            met += line.holds(value) ? 1 : 0
            rows.append([
                "  " + line.what, line.number(value), line.bound(line.must), line.goal.map(line.bound) ?? "-", line.verdict(value),
            ])
        }
        let text = rows.map { row in
            zip(row, [62, 9, 10, 10]).map { cell, width in
                let blanks = String(repeating: " ", count: max(1, width - cell.count))
                return width == 62 ? cell + blanks : blanks + cell
            }.joined() + "  " + row[4] + "\n"
        }
        return text.joined() + "  \(met) of \(known) met; \(lines.count - known) not measured\n"
    }

    private static let corpora = ["twitter", "citm", "canada"]
    private let native = YokeEngine.native.name

    private var lines: [Line] {
        reading + otherTexts + overwriting + yajl + writing + documents + walks + values + codable + streaming + small + concurrent
            + slowSpots + options + rivals
    }

    /// Returns a line for each corpus, with its `must` and its `goal`.
    private func each(_ bounds: [(Double, Double)], _ line: (String, (Double, Double?)) -> Line) -> [Line] {
        zip(Self.corpora, bounds).map { line($0, ($1.0, $1.1)) }
    }

    private var reading: [Line] {
        each([(2.15, 1.8), (3.4, 2.7), (1.5, 1.3)]) { corpus, bound in
            Line("read-typed \(corpus): time over floor", atMost: bound) { time("read-typed", corpus, native, over: FloorMaker.name) }
        }
            + each([(0.65, 0.55), (0.6, 0.5), (0.45, 0.35)]) { corpus, bound in
                Line("read-typed \(corpus): time over \(Foreign.simdjson)", atMost: bound) {
                    time("read-typed", corpus, native, over: Foreign.simdjson)
                }
            }
            + each([(20, 25), (30, 40), (20, 25)]) { corpus, bound in
                Line("read-typed \(corpus): speed over JSONDecoder", atLeast: bound) {
                    time("read-typed", corpus, FoundationDecoder.name, over: native)
                }
            } + [
                Line("cold twitter: time over \(Foreign.simdjson)", atMost: (1, 0.6)) {
                    time("cold", "twitter", native, over: Foreign.simdjson)
                },
                Line("size line: exponent of the growth, distance from 1", atMost: (0.05, nil)) {
                    SizeLine.exponent(figures.records, of: native).map { abs($0 - 1) }
                },
            ]
    }

    private var otherTexts: [Line] {
        func overNoop(_ corpus: String) -> Double? { time("read-typed", corpus, YajlNoop.name, over: native) }
        return [
            Line("read-typed escaped: speed over yajl-noop", atLeast: (3, 3.3)) { overNoop("escaped") },
            Line("read-typed shuffled: speed over yajl-noop", atLeast: (1.8, 2)) { overNoop("shuffled") },
            Line("read-typed varied: time over floor", atMost: (2.2, 1.9)) {
                time("read-typed", "varied", native, over: FloorMaker.name)
            },
        ]
    }

    /// Goals for reading in place, compared with reading a new value and freeing the old value.
    private var overwriting: [Line] {
        Self.corpora.map { corpus in
            Line("over \(corpus): time over reading and freeing", atMost: (0.75, 0.6)) {
                guard let over = figures.record("over", corpus, native + "-over"), let new = figures.record("over", corpus, native),
                    let freeing = new.freeNanoseconds
                else { return nil }
                return over.leastNanoseconds / (new.leastNanoseconds + freeing)
            }
        } + [
            Line("records: rate of lines read over each other", atLeast: (1.2, 1.35)) {
                time("records", "twitter", "stream", over: "stream-over")
            },
            Line("records: time of a stream over a reader", atMost: (1.03, 1.01)) { time("records", "twitter", "stream", over: "reader") },
        ]
    }

    private var yajl: [Line] {
        let yajl = YokeEngine.yajl.name
        return [("twitter", 1.3, 1.15), ("citm", 1.2, 1.0)].map { corpus, must, goal in
            Line("yajl engine, \(corpus): time over \(YajlNoop.name)", atMost: (must, goal)) {
                time("read-typed", corpus, yajl, over: YajlNoop.name)
            }
        } + [
            Line("yajl engine, canada: time over \(YajlNoop.name) and floor", atMost: (1.25, 1.1)) {
                guard let own = figures.record("read-typed", "canada", yajl),
                    let noop = figures.record("read-typed", "canada", YajlNoop.name),
                    let floor = figures.record("read-typed", "canada", FloorMaker.name)
                else { return nil }
                return own.leastNanoseconds / (noop.leastNanoseconds + floor.leastNanoseconds)
            }
        ]
    }

    private var writing: [Line] {
        each([(60, 75), (130, 150), (45, 55)]) { corpus, bound in
            Line("write-typed \(corpus): speed over JSONEncoder", atLeast: bound) {
                time("write-typed", corpus, FoundationEncoder.name, over: YokeWriter.name)
            }
        }
    }

    private var documents: [Line] {
        Self.corpora.map { corpus in
            Line("read-document \(corpus): speed over simdjson-dom", atLeast: (1, nil)) {
                time("read-document", corpus, "simdjson-dom", over: native)
            }
        }
    }

    private var walks: [Line] {
        each([(3, 2), (3, 2), (3, 2)]) { corpus, bound in
            Line("walk-value \(corpus): time over simdjson-dom, with freeing", atMost: bound) { walk("walk-value", corpus) }
        }
            + each([(1.3, 0.9), (1.3, 0.9), (1.3, 0.9)]) { corpus, bound in
                Line("walk-view \(corpus): time over simdjson-dom", atMost: bound) { walk("walk-view", corpus) }
            }
    }

    private var values: [Line] {
        each([(1.5, 2.5), (1.5, 2.5), (1.5, 2.5)]) { corpus, bound in
            Line("write-edited-value \(corpus): speed over serde-json-value", atLeast: bound) {
                time("write-edited-value", corpus, "serde-json-value", over: YokeWriter.name)
            }
        } + [
            Line("stream-values: time of values over that of models", atMost: (1, 0.6)) {
                time("stream-values", "lines", native, over: "yoke-native-model")
            }
        ]
    }

    /// Returns Yoke's time divided by the time of simdjson-dom. Both include freeing the document.
    private func walk(_ workload: String, _ corpus: String) -> Double? { time(workload, corpus, native, over: "simdjson-dom") }

    /// Goals for reading and writing Codable types, compared with Foundation's coders.
    private var codable: [Line] {
        Self.corpora.flatMap { corpus in
            [
                Line("read-codable \(corpus): speed over JSONDecoder", atLeast: (5, 8)) {
                    time("read-codable", corpus, FoundationDecoder.name, over: YokeCoder.name)
                },
                Line("write-codable \(corpus): speed over JSONEncoder", atLeast: (8, 12)) {
                    time("write-codable", corpus, FoundationEncoder.name, over: YokeCoder.name)
                },
            ]
        }
    }

    private var streaming: [Line] {
        Streaming.all.flatMap { stream in
            [
                Line("\(stream.workload) whole tweets: rate over \(Foreign.simdjson)", atLeast: (1, nil)) {
                    time(stream.workload, StreamPiece.tweets.rawValue, Foreign.simdjson, over: native)
                },
                // The limits for Yoke's speed relative to simdjson are below 1, because Yoke checks skipped values and simdjson does not.
                Line("\(stream.workload) seven fields: rate over \(Foreign.simdjson)", atLeast: (0.75, 0.9)) {
                    time(stream.workload, StreamPiece.headlines.rawValue, Foreign.simdjson, over: native)
                },
                Line("\(stream.workload) seven fields, structure only: rate over \(Foreign.simdjson)", atLeast: (1, 1.2)) {
                    time(stream.workload, StreamPiece.headlines.rawValue, Foreign.simdjson, over: YokeEngine.structureOnly.name)
                },
            ]
        }
    }

    /// Goals for a text of 37 bytes. Most lines compare a call with a reused reader that reads the same text.
    private var small: [Line] {
        func overReader(_ workload: String, _ contender: String) -> Double? {
            guard let own = figures.record(workload, "37-bytes", contender), let reader = figures.record("small", "37-bytes", native)
            else { return nil }
            return own.leastNanoseconds / reader.leastNanoseconds
        }
        return [
            Line("37 bytes: time over \(Foreign.simdjson)", atMost: (0.55, 0.45)) {
                time("small", "37-bytes", native, over: Foreign.simdjson)
            },
            Line("37 bytes: Value(json:) over a kept reader", atMost: (1.4, 1.2)) { overReader("small", YokeVerb.name) },
            Line("37 bytes: a generic caller over a kept reader", atMost: (1.8, 1.4)) { overReader("small", YokeVerb.generic) },
            Line("37 bytes: jsonBytes over a kept reader", atMost: (2.2, 1.2)) { overReader("small-write", YokeWriter.name) },
            Line("37 bytes: withJSONBytes over a kept reader", atMost: (1.2, 0.7)) { overReader("small-write", YokeWriter.lending) },
        ]
    }

    /// Work of tasks on several cores; not measured on a machine with one core.
    private var concurrent: [Line] {
        func ratio(_ work: Concurrent) -> Double? {
            let cores = ProcessInfo.processInfo.processorCount
            guard cores > 1, let ratio = time(Concurrent.workload, work.corpus, work.contender, over: Concurrent.alone) else { return nil }
            return ratio * Double(min(cores, work.tasks)) / 2
        }
        return [
            Line("100 MB of 1,000-byte objects in two tasks: time over one task", atMost: (0.55, 0.51)) { ratio(.halves) },
            Line("1,000 concurrent tasks: time over one task, times cores / 2", atMost: (0.55, 0.51)) { ratio(.thousand) },
        ]
    }

    private var slowSpots: [Line] {
        func slow(_ spot: String, _ bound: (Double, Double?)) -> Line {
            Line("\(spot): time over the plain value", atMost: bound) { time(Suite.slowSpots, spot, "slow", over: "plain") }
        }
        return ["url", "data", "date-by-format", "decimal"].map { slow($0, (2.5, 1.5)) }
            + [slow("array-layout", (1.5, 1.1)), slow("float", (1.3, 1.1)), slow("extras", (4, 2)), slow("write-extras", (4, 2))]
    }

    private var options: [Line] {
        [
            Line("snake_case: rate over that of the properties' names", atLeast: (1, 1)) {
                guard let styled = figures.rate("options", "snake-case", native),
                    let plain = figures.rate("options", "property-names", native)
                else { return nil }
                return styled / plain
            }
        ]
    }

    /// Goals for reading and writing models, compared with serde_json.
    private var rivals: [Line] {
        Self.corpora.map { corpus in
            Line("read-typed \(corpus): speed over \(Foreign.serde)", atLeast: (1, nil)) {
                time("read-typed", corpus, Foreign.serde, over: native)
            }
        }
            + Self.corpora.map { corpus in
                Line("write-typed \(corpus): speed over \(Foreign.serde)", atLeast: (1, nil)) {
                    time("write-typed", corpus, Foreign.serde, over: YokeWriter.name)
                }
            }
    }

    private func time(_ workload: String, _ corpus: String, _ contender: String, over other: String) -> Double? {
        figures.time(workload, corpus, contender, over: other)
    }
}

/// A figure of the run with its limits: `must` is required, and `goal` is stricter. Both are upper limits, or both are lower limits.
private struct Line {
    let what: String
    let value: Double?
    let must: Double
    let goal: Double?
    private let isUpperBound: Bool

    init(_ what: String, atMost line: (must: Double, goal: Double?), _ value: () -> Double?) {
        (self.what, self.value, must, goal, isUpperBound) = (what, value(), line.must, line.goal, true)
    }

    init(_ what: String, atLeast line: (must: Double, goal: Double?), _ value: () -> Double?) {
        (self.what, self.value, must, goal, isUpperBound) = (what, value(), line.must, line.goal, false)
    }

    func holds(_ value: Double) -> Bool { isBeyond(value, must) }

    func verdict(_ value: Double) -> String {
        if let goal, isBeyond(value, goal) { return "met, goal too" }
        return holds(value) ? "met" : "NOT MET"
    }

    private func isBeyond(_ value: Double, _ bound: Double) -> Bool { isUpperBound ? value <= bound : value >= bound }

    func number(_ value: Double) -> String { Table.number(value, value < 1 ? 3 : value < 100 ? 2 : 0) }

    func bound(_ bound: Double) -> String { (isUpperBound ? "<= " : ">= ") + number(bound) }
}

/// The records of this run, which are looked up by the names of workload, corpus and contender.
private struct Figures {
    let records: [Record]

    init(_ records: [Record]) { self.records = records }

    func record(_ workload: String, _ corpus: String, _ contender: String) -> Record? {
        records.first { $0.workload == workload && $0.corpus == corpus && $0.contender == contender }
    }

    /// Returns the speed in millions of bytes a second; nil if it was not measured.
    func rate(_ workload: String, _ corpus: String, _ contender: String) -> Double? {
        record(workload, corpus, contender)?.megabytesPerSecond
    }

    /// Returns the contender's time divided by the other contender's time; nil if one of them was not measured.
    func time(_ workload: String, _ corpus: String, _ contender: String, over other: String) -> Double? {
        guard let own = record(workload, corpus, contender), let other = record(workload, corpus, other) else { return nil }
        return own.leastNanoseconds / other.leastNanoseconds
    }
}
