import Yoke

/// A text, and the way to read it with both engines.
public struct Trial: Sendable {
    public let subject: Subject
    public var text: [UInt8]
    public var way: Way
    public var options: JSONReadOptions
    /// Offsets at which the text is cut, in ascending order.
    public var cuts: [Int]

    public init(_ subject: Subject, _ text: [UInt8], _ way: Way, _ options: JSONReadOptions = .strict, cuts: [Int] = []) {
        (self.subject, self.text, self.way, self.options, self.cuts) = (subject, text, way, options, cuts)
    }

    private var chunks: [ArraySlice<UInt8>] {
        let ends = cuts.filter { $0 <= text.count } + [text.count]
        return zip([0] + ends, ends).map { text[$0..<$1] }
    }

    /// The engine that is compared with the native engine; nil in a build without libyajl.
    public static let other = JSONEngine(named: "yajl")

    private func run(_ engine: JSONEngine) -> Transcript {
        var options = options
        options.engine = engine
        return subject.run(way, text, chunks, options)
    }

    /// Reads the text with both engines. Returns the two results if they differ; otherwise nil.
    public func difference() -> Difference? {
        guard let other = Self.other else { return nil }
        let (native, yajl) = (run(.native), run(other))
        return native == yajl ? nil : Difference(trial: self, native: native, yajl: yajl)
    }

    /// Removes bytes, cuts and options while the engines still differ. Returns the smallest trial.
    public func shrunk() -> Trial {
        var best = self
        func keep(_ trial: Trial) -> Bool {
            guard trial.difference() != nil else { return false }
            best = trial
            return true
        }
        var changed = true
        while changed {
            changed = false
            var size = max(1, best.text.count / 2)
            while size > 0 {
                var at = 0
                while at < best.text.count {
                    var next = best
                    let end = min(at + size, next.text.count)
                    next.text.removeSubrange(at..<end)
                    next.cuts = next.cuts.map { $0 < at ? $0 : $0 < end ? at : $0 - (end - at) }
                    if keep(next) { changed = true } else { at += size }
                }
                size /= 2
            }
            for index in best.cuts.indices.reversed() {
                var next = best
                next.cuts.remove(at: index)
                if keep(next) { changed = true }
            }
            var plain = best
            plain.options = .strict
            if plain.options != best.options, keep(plain) { changed = true }
        }
        return best
    }
}

/// Two different results of a trial.
public struct Difference: CustomStringConvertible, Sendable {
    public let trial: Trial
    public let native: Transcript
    public let yajl: Transcript

    public var description: String {
        let text = trial.text.prefix(2000).map { byte in
            byte == 0x5C ? "\\" : byte >= 0x20 && byte < 0x7F ? String(Unicode.Scalar(byte)) : "<\(String(byte, radix: 16))>"
        }.joined()
        return """
            \(trial.subject.name), \(trial.way), cuts \(trial.cuts.prefix(40)), \(trial.text.count) bytes: \(text)
              options: \(trial.options == .strict ? "strict" : "\(trial.options)")
              native, then yajl: \(native.difference(to: yajl))
            """
    }
}
