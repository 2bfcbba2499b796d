import Yoke

// The parsed form of a JSONPath. The parser has checked the entire path. So an evaluation throws only if it exceeds a limit.

/// A query: where it begins, and its segments.
struct PathQuery: Sendable {
    /// True if the query begins with `@`, the value to which a filter is applied; false if it begins with `$`, the entire document.
    var isRelative = false
    var segments: [PathSegment] = []

    /// True if the query selects at most one value (RFC 9535 section 2.3.5.1).
    var isSingular: Bool { segments.allSatisfy { $0.single != nil } }
    /// True if a filter in this query has an inner query that begins with `$`, the entire document.
    var readsRoot: Bool {
        segments.contains { $0.selectors.contains { if case .filter(let filter) = $0 { filter.readsRoot } else { false } } }
    }
}

/// A segment: `[…]`, or `..[…]` for all descendants.
struct PathSegment: Sendable {
    let isDescendant: Bool
    let selectors: [PathSelector]
    /// The segment's only selector, if it is a name or an index, which selects at most one value. nil for any other segment.
    let single: PathSelector?

    init(isDescendant: Bool = false, selectors: [PathSelector]) {
        (self.isDescendant, self.selectors) = (isDescendant, selectors)
        switch selectors.count == 1 && !isDescendant ? selectors.first : nil {
        case .name?, .index?: single = selectors[0]
        default: single = nil
        }
    }
}

enum PathSelector: Sendable {
    case name(String)
    case wildcard
    case index(Int)
    case slice(PathSlice)
    case filter(PathFilter)
}

/// `start:end:step` (RFC 9535 section 2.3.4).
struct PathSlice: Sendable {
    var start: Int?
    var end: Int?
    var step = 1

    /// Returns the bounds of the slice in an array with `count` elements, as RFC 9535 section 2.3.4.2.2 computes them.
    func bounds(count: Int) -> (lower: Int, upper: Int) {
        func normal(_ index: Int) -> Int { index >= 0 ? index : count + index }
        if step > 0 {
            return (min(max(normal(start ?? 0), 0), count), min(max(normal(end ?? count), 0), count))
        }
        let upper = min(max(start.map(normal) ?? count - 1, -1), count - 1)
        let lower = min(max(end.map(normal) ?? -1, -1), count - 1)
        return (lower, upper)
    }

    /// Returns the selected indices, in the order of the slice; none if the step is 0.
    func indices(count: Int) -> StrideTo<Int> {
        let (lower, upper) = bounds(count: count)
        if step > 0 { return stride(from: lower, to: upper, by: min(step, Int.max / 2)) }
        if step < 0 { return stride(from: upper, to: lower, by: max(step, -Int.max / 2)) }
        return stride(from: 0, to: 0, by: 1)
    }
}

/// A condition in a filter.
indirect enum PathFilter: Sendable {
    case or([PathFilter])
    case and([PathFilter])
    case not(PathFilter)
    /// The condition is true if the query selects at least one value.
    case exists(PathQuery)
    /// A call of a function whose result is true or false.
    case test(PathFunction)
    case comparison(PathOperand, PathComparison, PathOperand)

    var readsRoot: Bool {
        switch self {
        case .or(let parts), .and(let parts): parts.contains(where: \.readsRoot)
        case .not(let part): part.readsRoot
        case .exists(let query): !query.isRelative || query.readsRoot
        case .test(let function): function.readsRoot
        case .comparison(let a, _, let b): a.readsRoot || b.readsRoot
        }
    }
}

enum PathComparison: String, Sendable, CaseIterable {
    case equal = "==", notEqual = "!=", lessOrEqual = "<=", greaterOrEqual = ">=", less = "<", greater = ">"
}

/// A side of a comparison, or an argument of a function.
indirect enum PathOperand: Sendable {
    case literal(JSONValue)
    /// A query. Where RFC 9535 asks for a value, the query selects at most one value. Where it asks for nodes, any query is allowed.
    case query(PathQuery)
    case function(PathFunction)

    var readsRoot: Bool {
        switch self {
        case .literal: false
        case .query(let query): !query.isRelative || query.readsRoot
        case .function(let function): function.readsRoot
        }
    }
}

/// A call of one of the functions of RFC 9535 section 2.4.
struct PathFunction: Sendable {
    enum Name: String, Sendable { case length, count, value, match, search }

    let name: Name
    let arguments: [PathOperand]
    /// The compiled pattern of `match` or `search` if the pattern is a literal; else nil.
    let pattern: IRegexp.Compiled?

    var readsRoot: Bool { arguments.contains(where: \.readsRoot) }
}
