import Harness

/// The chart of README: the speed of reading into models, as an SVG that follows the reader's light or dark theme.
struct Chart {
    private let groups: [(corpus: String, bars: [(name: String, rate: Double)])]

    /// - Parameter records: the measurements of a run. Corpora and contenders that were not measured are left out.
    init(_ records: [Record]) {
        let contenders = [("yoke-native", "Yoke"), ("simdjson", "simdjson"), ("serde-json", "serde_json"), ("foundation", "JSONDecoder")]
        groups = ["twitter", "citm", "canada"].compactMap { corpus in
            let rows = records.filter { $0.workload == "read-typed" && $0.corpus == corpus }
            let bars = contenders.compactMap { id, name in rows.first(of: id).map { (name: name, rate: $0.megabytesPerSecond) } }
            return bars.isEmpty ? nil : (corpus, bars)
        }
    }

    var svg: String {
        let most = groups.flatMap(\.bars).map(\.rate).max() ?? 1, left = 200.0, width = 420.0, bar = 18.0
        var y = 44.0
        var body = #"<text x="10" y="22" class="title">Read JSON into models: MB/s of one core (more is better)</text>"# + "\n"
        for group in groups {
            body += #"<text x="10" y="\#(y + 13)" class="corpus">\#(group.corpus).json</text>"# + "\n"
            for (name, rate) in group.bars {
                let length = max(1, (rate / most * width).rounded())
                body += """
                    <text x="\(left - 8)" y="\(y + 13)" class="name">\(name)</text>\
                    <rect x="\(left)" y="\(y)" width="\(length)" height="\(bar - 4)" class="\(name == "Yoke" ? "own" : "peer")"/>\
                    <text x="\(left + length + 6)" y="\(y + 12)" class="rate">\(Int(rate.rounded()))</text>

                    """
                y += bar
            }
            y += 12
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 \(y)" width="700" height="\(y)" role="img" aria-label="Speed of reading JSON into models">
            <style>
            text { font: 12px system-ui, sans-serif; fill: #24292f } .title, .corpus { font-weight: 600 } .name { text-anchor: end }
            .own { fill: #0969da } .peer { fill: #afb8c1 }
            @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .own { fill: #58a6ff } .peer { fill: #6e7681 } }
            </style>
            \(body)</svg>

            """
    }
}
