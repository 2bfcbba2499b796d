/// One step of turning an old array into a new array. If a step has two positions, the first is in the old array, the second in the new.
enum ArrayStep: Equatable {
    /// The elements at the old and the new position are equal.
    case keep(Int, Int)
    /// The element at the old position becomes the element at the new position.
    case change(Int, Int)
    case remove(Int)
    case insert(Int)
}

/// Compares two lists of hashes. First it finds the equal elements at both ends. Then Myers' algorithm finds the longest common subsequence
/// of the other elements, up to a limit of work. Elements between two common elements are paired in their order.
struct ArrayDiff {
    /// The search for common elements gives up after this many differences. Its memory grows with the square of this number.
    private static let maxDifferences = 512

    private let a: [Int], b: [Int]
    private(set) var steps: [ArrayStep] = []

    init(_ a: [Int], _ b: [Int]) {
        (self.a, self.b) = (a, b)
        var front = 0
        while front < a.count, front < b.count, a[front] == b[front] { front += 1 }
        var back = 0
        while back < a.count - front, back < b.count - front, a[a.count - 1 - back] == b[b.count - 1 - back] { back += 1 }
        for i in 0..<front { steps.append(.keep(i, i)) }
        var i = front, j = front
        for (oldIndex, newIndex) in common(front..<a.count - back, front..<b.count - back) {
            fill(i..<oldIndex, j..<newIndex)
            steps.append(.keep(oldIndex, newIndex))
            (i, j) = (oldIndex + 1, newIndex + 1)
        }
        fill(i..<a.count - back, j..<b.count - back)
        for k in 0..<back { steps.append(.keep(a.count - back + k, b.count - back + k)) }
    }

    /// Pairs the elements of two ranges without common elements, in their order. Elements without a partner are removed or inserted.
    private mutating func fill(_ old: Range<Int>, _ new: Range<Int>) {
        let pairs = min(old.count, new.count)
        for k in 0..<pairs { steps.append(.change(old.lowerBound + k, new.lowerBound + k)) }
        for i in old.dropFirst(pairs) { steps.append(.remove(i)) }
        for j in new.dropFirst(pairs) { steps.append(.insert(j)) }
    }

    /// Returns the elements that both ranges contain, in order, each by its position in `old` and in `new`. Returns an empty list if the
    /// search reaches a limit, because the ranges differ too much.
    private func common(_ old: Range<Int>, _ new: Range<Int>) -> [(Int, Int)] {
        let n = old.count, m = new.count
        if n == 0 || m == 0 { return [] }
        let most = min(n + m, Self.maxDifferences)
        var work = 8 * (n + m) + 1_000_000
        var furthest = [Int](repeating: 0, count: 2 * most + 3)
        var history: [[Int]] = []
        for d in 0...most {
            history.append(Array(furthest[(most - d)...(most + d + 2)]))
            for k in stride(from: -d, through: d, by: 2) {
                let goesDown = k == -d || (k != d && furthest[most + k] < furthest[most + k + 2])
                var x = goesDown ? furthest[most + k + 2] : furthest[most + k] + 1
                var y = x - k
                while x < n, y < m, a[old.lowerBound + x] == b[new.lowerBound + y] {
                    x += 1
                    y += 1
                    work -= 1
                }
                work -= 1
                furthest[most + k + 1] = x
                if x >= n, y >= m { return trace(history, n, m, old.lowerBound, new.lowerBound) }
            }
            if work < 0 { return [] }
        }
        return []
    }

    /// Goes back over the steps of the search to find the common elements. `history[d]` is the state before step d. A diagonal is an old
    /// position minus a new position. For each diagonal from -d-1 to d+1, the state has the largest old position that the search has
    /// reached.
    private func trace(_ history: [[Int]], _ n: Int, _ m: Int, _ oldStart: Int, _ newStart: Int) -> [(Int, Int)] {
        var found: [(Int, Int)] = []
        var x = n, y = m
        for d in history.indices.reversed() {
            let furthest = history[d]
            let k = x - y
            let goesDown = k == -d || (k != d && furthest[k + d] < furthest[k + d + 2])
            let from = goesDown ? furthest[k + d + 2] : furthest[k + d]
            let start = d == 0 ? 0 : goesDown ? from : from + 1
            while x > start {
                x -= 1
                y -= 1
                found.append((oldStart + x, newStart + y))
            }
            (x, y) = (from, from - (goesDown ? k + 1 : k - 1))
        }
        return found.reversed()
    }
}
