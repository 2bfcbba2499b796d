/// Generates texts with the structure of the corpora, the same texts each time, for machines without the corpora.
enum Generator {
    static func text(_ name: Corpora.Name) -> [UInt8]? {
        var random = SeededRandom(seed: 0x594f_4b45)
        switch name {
        case .twitter: return twitter(&random)
        case .citm: return citm(&random)
        case .canada: return canada(&random)
        case .escaped: return Escaping.ascii(twitter(&random))
        case .github, .gsoc, .shuffled, .varied: return nil
        }
    }
}

/// The random generator SplitMix64.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    mutating func isTrue(in hundred: Int) -> Bool { Int.random(in: 0..<100, using: &self) < hundred }

    /// Random digits. The first digit is not zero.
    mutating func digits(_ count: Int) -> String {
        var digits = String(Int.random(in: 1...9, using: &self))
        while digits.count < count { digits += String(Int.random(in: 0...9, using: &self)) }
        return digits
    }

    /// Random letters. `japanese` is the percentage of Japanese letters.
    mutating func letters(_ count: ClosedRange<Int>, japanese: Int = 0) -> String {
        var text = ""
        for _ in 0..<Int.random(in: count, using: &self) {
            let scalar =
                isTrue(in: japanese)
                ? UInt32.random(in: 0x3041...0x3096, using: &self) : UInt32.random(in: 97...122, using: &self)
            text.unicodeScalars.append(Unicode.Scalar(scalar) ?? " ")
        }
        return text
    }
}
