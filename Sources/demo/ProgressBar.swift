import Foundation

/// Shows the progress of a run on one line of standard error. Shows nothing if standard error is not a terminal.
struct ProgressBar {
    private let title: String
    private let isVisible = isatty(2) == 1
    private var nextDrawing = Date.distantPast

    init(_ title: String) { self.title = title }

    mutating func move(to bytes: Int64, of total: Int64, records: Int) {
        guard isVisible, Date.now >= nextDrawing else { return }
        nextDrawing = Date.now + 0.1
        let share = total > 0 ? min(1, Double(bytes) / Double(total)) : 0
        let full = Int(share * 30)
        let bar = String(repeating: "#", count: full) + String(repeating: ".", count: 30 - full)
        draw(
            "\r\u{1B}[K\(title) [\(bar)] \(Int(share * 100)) %  \(Figures.megabytes(bytes))  \(Figures.grouped(records)) records")
    }

    func clear() {
        if isVisible { draw("\r\u{1B}[K") }
    }

    private func draw(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
