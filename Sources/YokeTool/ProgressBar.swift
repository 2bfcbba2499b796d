/// Shows the progress of a long read on one line of standard error. Shows nothing if standard error is not a terminal.
final class ProgressBar {
    private let total: Int64?
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var nextDrawing: ContinuousClock.Instant
    private var bytes: Int64 = 0
    private var isDrawn = false
    private let isVisible: Bool

    private static let width = 30

    /// - Parameters:
    ///   - total: number of all bytes, if known.
    ///   - besideOutput: true if the command writes output while it reads. If this output goes to a terminal, the bar stays hidden.
    init(total: Int64?, besideOutput: Bool = false) {
        self.total = total.flatMap { $0 > 0 ? $0 : nil }
        start = clock.now
        // The bar appears after 300 milliseconds, so a short read shows no bar.
        nextDrawing = start + .milliseconds(300)
        isVisible =
            Platform.isTerminal(Platform.standardError)
            && !(besideOutput && Platform.isTerminal(Platform.standardOutput))
    }

    deinit { clear() }

    /// Removes the bar from its line, so that a message can be written there.
    func clear() {
        if isDrawn { Self.draw("\r\u{1B}[K") }
        isDrawn = false
    }

    /// Adds the number of bytes read since the last call.
    func advance(by count: Int) {
        guard isVisible else { return }
        move(to: bytes + Int64(count))
    }

    /// Sets the number of all bytes read so far.
    func move(to position: Int64) {
        guard isVisible else { return }
        bytes = position
        let now = clock.now
        guard now >= nextDrawing else { return }
        nextDrawing = now + .milliseconds(100)
        isDrawn = true
        let seconds = (now - start) / .seconds(1)
        let figures = "\(Figures.size(bytes)), \(Figures.rate(bytes, seconds: seconds))"
        guard let total else { return Self.draw("\r\u{1B}[K\(figures)") }
        let share = min(1, Double(bytes) / Double(total))
        let full = Int(share * Double(Self.width))
        let bar = String(repeating: "#", count: full) + String(repeating: ".", count: Self.width - full)
        Self.draw("\r\u{1B}[K[\(bar)] \(Int(share * 100)) %  \(figures)")
    }

    private static func draw(_ text: String) {
        var text = text
        text.withUTF8 { try? Platform.writeAll(UnsafeRawBufferPointer($0), to: Platform.standardError) }
    }
}

/// Writes numbers in a form that people can read.
enum Figures {
    /// Returns a size such as `631.5 KB`, in decimal units.
    static func size(_ bytes: Int64) -> String {
        var amount = Double(bytes)
        for unit in ["bytes", "KB", "MB", "GB"] {
            if amount < 1000 { return unit == "bytes" ? "\(bytes) bytes" : "\(oneDigit(amount)) \(unit)" }
            amount /= 1000
        }
        return "\(oneDigit(amount)) TB"
    }

    /// Returns a speed such as `812.4 MB/s`.
    static func rate(_ bytes: Int64, seconds: Double) -> String {
        "\(oneDigit(Double(bytes) / 1e6 / max(seconds, 1e-9))) MB/s"
    }

    /// Returns a number such as `1,234,567`.
    static func grouped(_ count: Int) -> String {
        var text = ""
        let digits = String(count)
        for (i, digit) in digits.enumerated() {
            if i > 0, (digits.count - i) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return text
    }

    private static func oneDigit(_ value: Double) -> String {
        let tenths = Int64((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
