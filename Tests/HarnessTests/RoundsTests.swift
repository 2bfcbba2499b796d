import Testing

// The benchmarks are a package of their own, and building them takes minutes. This folder links only their arithmetic, to test it here.

@Suite struct RoundsTests {
    /// All contenders are slower in a slow round. Then all medians may change, but no ratio of two medians.
    @Test(arguments: [[1, 1, 1, 1, 1], [1, 3, 1, 2, 5], [9, 1, 1, 1, 1], [1, 2, 3, 4]])
    func aSlowRoundHitsAllAlike(paces: [Double]) {
        let own = [10.0, 30, 0.25]
        let rounds = Rounds(own.map { time in paces.map { time * $0 } })
        for (median, time) in zip(rounds.medians, own) { #expect(abs(median / (time * paces.median) - 1) < 1e-12) }
    }

    /// The plain median of the first contender falls into a slow round, and the median of the second does not, so their ratio is wrong. If
    /// each time is divided by the pace of its round, the medians have the right ratio.
    @Test func mediansAreTakenAtTheUsualPace() {
        let times = [[11.0, 10, 40, 36, 40], [20.0, 22, 80, 20, 80]]
        #expect(times.map(\.median) == [36, 22])
        let medians = Rounds(times).medians
        #expect(abs(medians[0] / medians[1] - 0.5) < 0.06)
    }

    @Test func mediansOfNumbers() {
        #expect([3.0, 1, 2].median == 2 && [4.0, 1, 2, 3].median == 2.5 && [7.0].median == 7)
        #expect([Double]().median.isNaN)
        #expect(Rounds([]).medians == [])
    }

    @Test(arguments: [1.0, 2, 0.5]) func aPowerLawHasItsExponent(exponent: Double) {
        let points = [10.0, 100, 1000].map { size in (size: size, time: 3 * (0..<3).reduce(1.0) { time, _ in time * root(size, exponent) })
        }
        #expect(abs(Slope.logarithmic(points) - 3 * exponent) < 1e-9)
    }

    private func root(_ size: Double, _ exponent: Double) -> Double {
        exponent == 0.5 ? size.squareRoot() : exponent == 2 ? size * size : size
    }
}
