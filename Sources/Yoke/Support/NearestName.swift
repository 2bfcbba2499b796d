/// Finds the most likely meaning of a misspelled name: the nearest name in a list.
enum NearestName {
    /// Returns the nearest of `names` by edit distance; nil if all names need more than one change for every three characters of `wrong`.
    /// The distance is Damerau's: a swap of two neighbouring characters counts as one change. If `wrong` has fewer than three characters,
    /// the names must be equal except for case, because every short name is near to every other.
    static func of(_ wrong: String, among names: some Sequence<String>) -> String? {
        let wanted = Array(wrong.lowercased().unicodeScalars.prefix(64))
        let enough = wanted.count < 3 ? 0 : wanted.count / 3
        var nearest: (name: String, distance: Int)?
        for name in names {
            let scalars = Array(name.lowercased().unicodeScalars.prefix(64))
            guard abs(scalars.count - wanted.count) <= enough else { continue }
            let distance = distance(wanted, scalars)
            if distance <= enough, distance < nearest?.distance ?? .max { nearest = (name, distance) }
        }
        return nearest?.name
    }

    private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        for i in 1...a.count {
            var row = [i] + [Int](repeating: 0, count: b.count)
            for j in 1...b.count {
                let cost = a[i - 1] == b[j - 1] ? 0 : 1
                row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost)
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                    row[j] = min(row[j], beforeLast[j - 2] + 1)
                }
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }
}
