import Yoke

/// Parses a JSONPath by the grammar of RFC 9535 and checks that it is well-typed.
struct PathParser {
    /// The most levels of parentheses, functions and filters inside each other that a path may have.
    static let deepest = 64
    /// The most segments that are not a single name or index. Evaluating such a segment is a recursive call, which needs some of the call
    /// stack.
    static let maxBranchingSegments = 64

    private var scanner: PathScanner
    private var depth = 0
    private var branchingSegments = 0

    static func parse(_ text: String) throws(JSONError) -> PathQuery {
        var parser = PathParser(scanner: PathScanner(text))
        guard parser.scanner.consume("$") else { throw parser.scanner.failure("expected '$'") }
        let query = try parser.segments(of: PathQuery())
        guard parser.scanner.isAtEnd else { throw parser.scanner.failure("expected '.' or '['") }
        return query
    }

    // MARK: - Segments and selectors

    private mutating func segments(of start: PathQuery) throws(JSONError) -> PathQuery {
        var query = start
        while true {
            let end = scanner.position
            scanner.skipBlanks()
            let start = scanner.position
            guard let segment = try segment() else {
                scanner.goBack(to: end)  // the blanks do not belong to the query
                return query
            }
            if segment.single == nil {
                branchingSegments += 1
                guard branchingSegments <= Self.maxBranchingSegments else {
                    throw scanner.failure(
                        "a path has at most \(Self.maxBranchingSegments) segments that can select several values", at: start)
                }
            }
            query.segments.append(segment)
        }
    }

    /// Reads a segment; nil if none comes next.
    private mutating func segment() throws(JSONError) -> PathSegment? {
        if scanner.consume("..") {
            if scanner.consume("*") { return PathSegment(isDescendant: true, selectors: [.wildcard]) }
            if scanner.consume("[") { return PathSegment(isDescendant: true, selectors: try bracket()) }
            return PathSegment(isDescendant: true, selectors: [.name(try scanner.name())])
        }
        if scanner.consume(".") {
            if scanner.consume("*") { return PathSegment(selectors: [.wildcard]) }
            return PathSegment(selectors: [.name(try scanner.name())])
        }
        return scanner.consume("[") ? PathSegment(selectors: try bracket()) : nil
    }

    /// Reads the selectors after `[`.
    private mutating func bracket() throws(JSONError) -> [PathSelector] {
        var selectors: [PathSelector] = []
        repeat {
            scanner.skipBlanks()
            selectors.append(try selector())
            scanner.skipBlanks()
        } while scanner.consume(",")
        try scanner.expect("]")
        return selectors
    }

    private mutating func selector() throws(JSONError) -> PathSelector {
        switch scanner.next {
        case UInt8(ascii: "'"), UInt8(ascii: "\""): return .name(try scanner.string())
        case UInt8(ascii: "*"):
            scanner.advance()
            return .wildcard
        case UInt8(ascii: "?"):
            scanner.advance()
            scanner.skipBlanks()
            return .filter(try condition())
        case UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try indexOrSlice()
        default: throw scanner.failure("expected a name in quotes, an index, a slice, '*' or '?'")
        }
    }

    private mutating func indexOrSlice() throws(JSONError) -> PathSelector {
        var slice = PathSlice()
        if scanner.next != UInt8(ascii: ":") {
            let index = try scanner.integer()
            let end = scanner.position
            scanner.skipBlanks()
            guard scanner.next == UInt8(ascii: ":") else {
                scanner.goBack(to: end)
                return .index(index)
            }
            slice.start = index
        }
        scanner.advance()
        scanner.skipBlanks()
        if isAtInteger { slice.end = try scanner.integer() }
        scanner.skipBlanks()
        if scanner.consume(":") {
            scanner.skipBlanks()
            if isAtInteger { slice.step = try scanner.integer() }
        }
        return .slice(slice)
    }

    private var isAtInteger: Bool { scanner.next == UInt8(ascii: "-") || scanner.next.isASCIIDigit }

    // MARK: - Conditions

    private mutating func enter() throws(JSONError) {
        depth += 1
        if depth > Self.deepest { throw scanner.failure("nested deeper than \(Self.deepest) levels") }
    }

    /// Reads logical-expr of the grammar: conditions joined by `||`.
    private mutating func condition() throws(JSONError) -> PathFilter {
        try enter()
        defer { depth -= 1 }
        var parts: [PathFilter] = []
        repeat {
            scanner.skipBlanks()
            parts.append(try conjunction())
            scanner.skipBlanks()
        } while scanner.consume("||")
        return parts.count == 1 ? parts[0] : .or(parts)
    }

    private mutating func conjunction() throws(JSONError) -> PathFilter {
        var parts: [PathFilter] = []
        var end: Int
        repeat {
            scanner.skipBlanks()
            parts.append(try basic())
            end = scanner.position
            scanner.skipBlanks()
        } while scanner.consume("&&")
        scanner.goBack(to: end)
        return parts.count == 1 ? parts[0] : .and(parts)
    }

    /// Reads basic-expr of the grammar: parentheses, a comparison, or a test.
    private mutating func basic() throws(JSONError) -> PathFilter {
        let start = scanner.position
        if scanner.next == UInt8(ascii: "!"), scanner.byte(after: 1) != UInt8(ascii: "=") {
            scanner.advance()
            scanner.skipBlanks()
            if scanner.next == UInt8(ascii: "(") { return .not(try parentheses()) }
            let operandStart = scanner.position
            return .not(try test(try operand(), operandStart))
        }
        if scanner.next == UInt8(ascii: "(") { return try parentheses() }
        let left = try operand()
        let end = scanner.position
        scanner.skipBlanks()
        guard let comparison = comparisonOperator() else {
            scanner.goBack(to: end)
            return try test(left, start)
        }
        try checkComparable(left, start)
        scanner.skipBlanks()
        let rightStart = scanner.position
        let right = try operand()
        try checkComparable(right, rightStart)
        return .comparison(left, comparison, right)
    }

    private mutating func parentheses() throws(JSONError) -> PathFilter {
        scanner.advance()
        let inner = try condition()
        scanner.skipBlanks()
        try scanner.expect(")")
        return inner
    }

    private mutating func comparisonOperator() -> PathComparison? {
        if scanner.consume("==") { return .equal }
        if scanner.consume("!=") { return .notEqual }
        if scanner.consume("<=") { return .lessOrEqual }
        if scanner.consume(">=") { return .greaterOrEqual }
        if scanner.consume("<") { return .less }
        return scanner.consume(">") ? .greater : nil
    }

    /// Reads an operand: a literal, a query or a call of a function.
    private mutating func operand() throws(JSONError) -> PathOperand {
        switch scanner.next {
        case UInt8(ascii: "$"), UInt8(ascii: "@"):
            let isRelative = scanner.next == UInt8(ascii: "@")
            scanner.advance()
            return .query(try segments(of: PathQuery(isRelative: isRelative)))
        case UInt8(ascii: "'"), UInt8(ascii: "\""): return .literal(.string(try scanner.string()))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .literal(.number(try scanner.number()))
        default: break
        }
        let start = scanner.position
        if let name = scanner.functionName() { return .function(try function(name, start)) }
        for (word, value) in [("true", JSONValue.bool(true)), ("false", .bool(false)), ("null", .null)] as [(StaticString, JSONValue)]
        where scanner.consume(word) {
            if scanner.isAtNameStart || scanner.next.isASCIIDigit { break }
            return .literal(value)
        }
        throw scanner.failure("expected a query ('@' or '$'), a literal, a function, '!' or '('", at: start)
    }

    private func test(_ operand: PathOperand, _ start: Int) throws(JSONError) -> PathFilter {
        switch operand {
        case .literal: throw scanner.failure("a literal alone is not a condition: compare it", at: start)
        case .query(let query): return .exists(query)
        case .function(let function):
            guard function.name.result == .logical else {
                throw scanner.failure("\(function.name.rawValue)() gives a value, which is not a condition: compare it", at: start)
            }
            return .test(function)
        }
    }

    private func checkComparable(_ operand: PathOperand, _ start: Int) throws(JSONError) {
        switch operand {
        case .literal: return
        case .query(let query):
            if !query.isSingular { throw scanner.failure("a compared query has only names and indices", at: start) }
        case .function(let function):
            if function.name.result != .value {
                throw scanner.failure("\(function.name.rawValue)() is true or false, and cannot be compared", at: start)
            }
        }
    }

    // MARK: - Functions

    private mutating func function(_ text: String, _ start: Int) throws(JSONError) -> PathFunction {
        guard let name = PathFunction.Name(rawValue: text) else {
            throw scanner.failure(
                "there is no function \(VisibleText.of(text))(): there are length, count, value, match and search", at: start)
        }
        try enter()
        defer { depth -= 1 }
        var arguments: [PathOperand] = []
        scanner.skipBlanks()
        if scanner.next != UInt8(ascii: ")") {
            repeat {
                scanner.skipBlanks()
                arguments.append(try argument(arguments.count, of: name))
                scanner.skipBlanks()
            } while scanner.consume(",")
        }
        let isComplete = arguments.count == name.parameters.count
        guard scanner.consume(")") else { throw scanner.failure("expected ',' or ')'") }
        guard isComplete else {
            throw scanner.failure("\(text)() has \(name.parameters.count == 1 ? "1 argument" : "2 arguments")", at: start)
        }
        var pattern: IRegexp.Compiled?
        if name == .match || name == .search, case .literal(.string(let text)) = arguments[1] { pattern = IRegexp.compile(text) }
        return PathFunction(name: name, arguments: arguments, pattern: pattern)
    }

    private mutating func argument(_ index: Int, of name: PathFunction.Name) throws(JSONError) -> PathOperand {
        let start = scanner.position
        let argument = try operand()
        guard index < name.parameters.count else {
            throw scanner.failure("\(name.rawValue)() has no further argument", at: start)
        }
        let isRight =
            switch (name.parameters[index], argument) {
            case (.value, .literal): true
            case (.value, .query(let query)): query.isSingular
            case (.value, .function(let function)): function.name.result == .value
            case (.nodes, .query): true
            default: false
            }
        guard isRight else {
            let isValue = name.parameters[index] == .value
            let what = isValue ? "a value: a literal, a query of names and indices, or a function with a value" : "a query"
            throw scanner.failure("this argument of \(name.rawValue)() has to be \(what)", at: start)
        }
        return argument
    }
}

extension PathFunction.Name {
    /// The types of parameters and results (RFC 9535 section 2.4.1).
    enum ParameterType { case value, logical, nodes }

    var parameters: [ParameterType] {
        switch self {
        case .length: [.value]
        case .count, .value: [.nodes]
        case .match, .search: [.value, .value]
        }
    }

    var result: ParameterType {
        switch self {
        case .length, .count, .value: .value
        case .match, .search: .logical
        }
    }
}
