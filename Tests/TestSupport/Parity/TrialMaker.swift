import Yoke

extension Trial {
    /// Returns trial number `number`: a damaged document, random options, and a random way to read. The trial depends only on the number
    /// and the seed.
    public static func mutant(_ number: Int, seed: UInt64) -> Trial {
        var mutator = Mutator(seed: seed &+ UInt64(truncatingIfNeeded: number) &* 0x2545_F491_4F6C_DD1D)
        let subject = mutator.random.pick(Subject.all)
        let text = mutator.mutate(
            mutator.random.pick(subject.documents), others: mutator.random.pick(Subject.all).documents.filter { !$0.isEmpty })
        let options = mutator.options()
        let way = mutator.way(subject)
        return Trial(subject, text, way, options, cuts: mutator.cuts(of: text.count))
    }
}

extension Mutator {
    fileprivate mutating func way(_ subject: Subject) -> Way {
        switch number(12) {
        case 0, 1: .whole
        case 2: .again
        case 3, 4, 5: .chunks
        case 6: .path(random.pick(subject.paths))
        case 7: .stream(.document, path: random.pick(subject.streamPaths))
        case 8: .stream(.lines, path: random.oneIn(4) ? random.pick(subject.streamPaths) : nil)
        case 9: .stream(.values, path: random.oneIn(4) ? random.pick(subject.streamPaths) : nil)
        case 10: random.pick(Way.validators)
        default: .formatter(indent: random.pick([0, 2]))
        }
    }

    /// Returns strict options, or `.untrusted`, in half of the calls. In the other half each option is chosen at random, and some limits
    /// are small.
    fileprivate mutating func options() -> JSONReadOptions {
        var options = random.oneIn(20) ? JSONReadOptions.untrusted : .strict
        if random.oneIn(2) { return options }
        options.allowsComments = random.oneIn(4)
        options.allowsTrailingCommas = random.oneIn(4)
        options.allowsTrailingGarbage = random.oneIn(6)
        options.allowsPartialValue = random.oneIn(5)
        options.keepsPartialStrings = random.oneIn(2)
        options.allowsSeveralValues = random.oneIn(5)
        options.allowsMissingPath = random.oneIn(3)
        options.showsSnippets = !random.oneIn(8)
        options.duplicateKeys = random.pick([.last, .last, .first, .reject])
        options.invalidUnicode = random.pick([.reject, .reject, .replace])
        options.mode = random.pick([.strict, .strict, .lenient, .salvage, .mjExtension, .yyModel, .jsonModel, .jdcJsonExtension])
        options.collectsErrors = random.oneIn(8)
        if random.oneIn(10) { options.keyStyle = .snakeCase }
        if random.oneIn(6) { options.limits.depth = number(5) }
        if random.oneIn(6) { options.limits.stringBytes = random.pick([0, 1, 3, 6, 20, 64]) }
        if random.oneIn(6) { options.limits.numberDigits = random.pick([0, 1, 2, 5, 16]) }
        if random.oneIn(6) { options.limits.members = number(5) }
        if random.oneIn(6) { options.limits.totalBytes = random.pick([0, 1, 2, 10, 40, 64, 65, 100, 200]) }
        return options
    }
}
