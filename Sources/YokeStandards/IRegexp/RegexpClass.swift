/// A set of characters.
struct RegexpClass: Sendable {
    /// Sorted ranges of code points. Ranges that overlap or adjoin are merged.
    private let ranges: [ClosedRange<UInt32>]
    /// Unicode categories, and complements of categories, whose characters the set also contains.
    private let categories: [Category]
    private let isNegated: Bool
    /// Bit i is set if the set contains the ASCII character i.
    private var ascii = SIMD2<UInt64>()

    /// A Unicode category by its name; the complement of the category if `isIn` is false.
    struct Category: Sendable, Hashable {
        let name: String
        let isIn: Bool
    }

    /// Making a set takes near-linear time in the number of ranges. Testing a character then takes logarithmic time.
    init(_ ranges: [ClosedRange<UInt32>], _ categories: [Category] = [], isNegated: Bool = false) {
        self.ranges = Self.merged(ranges)
        self.categories = Array(Set(categories))
        self.isNegated = isNegated
        for range in self.ranges where range.lowerBound < 128 {
            for value in range.lowerBound...min(range.upperBound, 127) { ascii[Int(value / 64)] |= 1 << UInt64(value % 64) }
        }
        for category in self.categories {
            let members = Self.asciiMembers[category.name] ?? SIMD2()
            ascii |= category.isIn ? members : ~members
        }
        if isNegated { ascii = ~ascii }
    }

    init(_ scalar: Unicode.Scalar) { self.init([scalar.value...scalar.value]) }

    /// The set for `.`: all characters except line feed and carriage return.
    static let dot = RegexpClass([0x0A...0x0A, 0x0D...0x0D], isNegated: true)

    private static func merged(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
        if ranges.count < 2 { return ranges }
        var merged: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        if value < 128 { return ascii[Int(value / 64)] >> UInt64(value % 64) & 1 == 1 }
        if isInRange(value) { return !isNegated }
        if categories.isEmpty { return isNegated }
        let category = scalar.properties.generalCategory
        return categories.contains { Self.isOf(category, $0.name) == $0.isIn } != isNegated
    }

    private func isInRange(_ value: UInt32) -> Bool {
        var low = 0, high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(value)
    }

    /// The ASCII characters of each category.
    private static let asciiMembers = Dictionary(
        uniqueKeysWithValues: names.map { name in
            var members = SIMD2<UInt64>()
            for value in 0..<128 where isOf(Unicode.Scalar(UInt8(value)).properties.generalCategory, name) {
                members[value / 64] |= 1 << UInt64(value % 64)
            }
            return (name, members)
        })

    /// The names of categories in RFC 9485: groups such as `L`, and categories such as `Lu`.
    static let names: Set<String> = [
        "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps",
        "Z", "Zl", "Zp", "Zs", "S", "Sc", "Sk", "Sm", "So", "C", "Cc", "Cf", "Cn", "Co",
    ]

    private static func isOf(_ category: Unicode.GeneralCategory, _ name: String) -> Bool {
        let own = abbreviation(category)
        return name.utf8.count == 1 ? own.utf8.first == name.utf8.first : own == name
    }

    private static func abbreviation(_ category: Unicode.GeneralCategory) -> String {
        switch category {
        case .uppercaseLetter: "Lu"
        case .lowercaseLetter: "Ll"
        case .titlecaseLetter: "Lt"
        case .modifierLetter: "Lm"
        case .otherLetter: "Lo"
        case .nonspacingMark: "Mn"
        case .spacingMark: "Mc"
        case .enclosingMark: "Me"
        case .decimalNumber: "Nd"
        case .letterNumber: "Nl"
        case .otherNumber: "No"
        case .connectorPunctuation: "Pc"
        case .dashPunctuation: "Pd"
        case .openPunctuation: "Ps"
        case .closePunctuation: "Pe"
        case .initialPunctuation: "Pi"
        case .finalPunctuation: "Pf"
        case .otherPunctuation: "Po"
        case .mathSymbol: "Sm"
        case .currencySymbol: "Sc"
        case .modifierSymbol: "Sk"
        case .otherSymbol: "So"
        case .spaceSeparator: "Zs"
        case .lineSeparator: "Zl"
        case .paragraphSeparator: "Zp"
        case .control: "Cc"
        case .format: "Cf"
        case .surrogate: "Cs"
        case .privateUse: "Co"
        case .unassigned: "Cn"
        @unknown default: "Cn"
        }
    }
}
