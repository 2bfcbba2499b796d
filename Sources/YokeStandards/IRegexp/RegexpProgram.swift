import Yoke

/// A regular expression as a list of states (Thompson's construction). A match keeps the set of all states that it can be in, so it never
/// goes back in the text.
struct RegexpProgram: Sendable {
    static let maxStates = 10_000
    /// The most calls of `add` for one expression. Parts such as `a{0}` add no states, so `maxStates` does not bound the work for them.
    private static let maxVisits = 10 * maxStates

    private enum State {
        case characters(RegexpClass)
        /// The match continues at both states with these indices, without reading a character.
        case split(Int, Int)
        case jump(Int)
        case textStart, textEnd
        case match
    }

    private var states: [State] = []
    private var visits = 0
    /// The number of states.
    var size: Int { states.count }

    /// Compiles an expression; nil if it needs too many states.
    init?(_ tree: RegexpTree) {
        guard add(tree) else { return nil }
        states.append(.match)
    }

    private mutating func append(_ state: State) -> Bool {
        states.append(state)
        return states.count <= Self.maxStates
    }

    /// Adds the states of an expression; false if it is too large. The recursion is as deep as the parentheses of the expression.
    private mutating func add(_ tree: RegexpTree) -> Bool {
        visits += 1
        guard visits <= Self.maxVisits else { return false }
        switch tree {
        case .empty: return true
        case .characters(let set): return append(.characters(set))
        case .sequence(let parts): return parts.allSatisfy { add($0) }
        case .choice(let branches):
            var ends: [Int] = []
            for (i, branch) in branches.enumerated() {
                let split = states.count
                let isLast = i == branches.count - 1
                if !isLast, !append(.split(split + 1, 0)) { return false }
                guard add(branch) else { return false }
                if isLast { break }
                ends.append(states.count)
                guard append(.jump(0)) else { return false }
                states[split] = .split(split + 1, states.count)
            }
            for end in ends { states[end] = .jump(states.count) }
            return true
        case .repeated(let inner, let minimum, let maximum):
            for _ in 0..<minimum where !addCopy(inner) { return false }
            guard let maximum else { return addLoop(inner) }
            var splits: [Int] = []
            for _ in minimum..<maximum {
                splits.append(states.count)
                guard append(.split(states.count + 1, 0)), addCopy(inner) else { return false }
            }
            for split in splits { states[split] = .split(split + 1, states.count) }
            return true
        case .textStart: return append(.textStart)
        case .textEnd: return append(.textEnd)
        }
    }

    /// Adds one copy of a repeated expression. A copy without states gets one state, so that `(){1000000}` soon reaches `maxStates`.
    private mutating func addCopy(_ tree: RegexpTree) -> Bool {
        let before = states.count
        guard add(tree) else { return false }
        return states.count > before || append(.jump(before + 1))
    }

    private mutating func addLoop(_ inner: RegexpTree) -> Bool {
        let split = states.count
        guard append(.split(split + 1, 0)), add(inner), append(.jump(split)) else { return false }
        states[split] = .split(split + 1, states.count)
        return true
    }

    /// Returns true if the entire text matches, or, with `anywhere`, a part of it.
    ///
    /// - Parameter work: counts one step for each state at each character, and at the start one step for each 16 states of the expression.
    func matches(_ text: String, anywhere: Bool, _ work: inout WorkLimit) throws(JSONError) -> Bool {
        try work.spend(1 + states.count / 16)
        var now = RegexpStates(capacity: states.count), then = RegexpStates(capacity: states.count)
        var stack: [Int] = []
        var rest = text.unicodeScalars[...]
        var isAtStart = true
        add(0, to: &now, &stack, isAtStart: true, isAtEnd: rest.isEmpty)
        try work.spend(now.members.count)
        while true {
            if anywhere || rest.isEmpty, now.contains(states.count - 1) { return true }
            guard let scalar = rest.popFirst() else { return false }
            isAtStart = false
            try work.spend(1 + now.members.count)
            then.removeAll()
            for state in now.members {
                guard case .characters(let set) = states[state] else { continue }
                if set.contains(scalar) { add(state + 1, to: &then, &stack, isAtStart: isAtStart, isAtEnd: rest.isEmpty) }
            }
            if anywhere { add(0, to: &then, &stack, isAtStart: isAtStart, isAtEnd: rest.isEmpty) }
            if then.members.isEmpty { return false }
            swap(&now, &then)
        }
    }

    /// Adds to `set` a state and all states that follow it without reading a character.
    private func add(_ state: Int, to set: inout RegexpStates, _ stack: inout [Int], isAtStart: Bool, isAtEnd: Bool) {
        stack.append(state)
        while let state = stack.popLast() {
            guard set.insert(state) else { continue }
            switch states[state] {
            case .split(let a, let b):
                stack.append(b)
                stack.append(a)
            case .jump(let next): stack.append(next)
            case .textStart: if isAtStart { stack.append(state + 1) }
            case .textEnd: if isAtEnd { stack.append(state + 1) }
            case .characters, .match: break
            }
        }
    }
}

/// A set of states that is emptied in constant time. Emptying leaves old entries in `memberIndices`. So `contains` also checks that
/// `members` has this state at the index in `memberIndices`.
private struct RegexpStates {
    private(set) var members: [Int] = []
    private var memberIndices: [Int]

    init(capacity: Int) { memberIndices = Array(repeating: 0, count: capacity) }

    func contains(_ state: Int) -> Bool { memberIndices[state] < members.count && members[memberIndices[state]] == state }

    mutating func insert(_ state: Int) -> Bool {
        if contains(state) { return false }
        memberIndices[state] = members.count
        members.append(state)
        return true
    }

    mutating func removeAll() { members.removeAll(keepingCapacity: true) }
}
