/// Parses a regular expression by the grammar of RFC 9485 section 3.
struct RegexpParser {
    /// The most levels of parentheses inside each other.
    static let deepest = 64
    /// A larger number in a counted repeat, such as `a{2000000}`, is read as this number, so that no number overflows. Both numbers need
    /// too many states, so the error is the same.
    private static let largestCount = 1_000_000

    private let text: [Unicode.Scalar]
    private(set) var position = 0
    private var depth = 0
    /// True if parsing stopped because too many parentheses are inside each other.
    private(set) var isTooDeep = false

    init(_ pattern: String) { text = Array(pattern.unicodeScalars) }

    /// Returns the parsed expression; nil if the text is not valid or too deep. Then `position` is where parsing stopped.
    mutating func parse() -> RegexpTree? {
        guard let tree = choice(), position == text.count else { return nil }
        return tree
    }

    private var next: Unicode.Scalar? { position < text.count ? text[position] : nil }

    private mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    /// Parses one or more branches with `|` between them; nil if a branch is not valid.
    private mutating func choice() -> RegexpTree? {
        var branches: [RegexpTree] = []
        repeat {
            guard let branch = branch() else { return nil }
            branches.append(branch)
        } while consume("|")
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func branch() -> RegexpTree? {
        var pieces: [RegexpTree] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            guard let piece = piece() else { return nil }
            pieces.append(piece)
        }
        return pieces.isEmpty ? .empty : pieces.count == 1 ? pieces[0] : .sequence(pieces)
    }

    private mutating func piece() -> RegexpTree? {
        let start = position
        guard let atom = atom() else { return nil }
        switch next {
        case "*", "+", "?":
            let quantifier = text[position]
            position += 1
            return .repeated(atom, minimum: quantifier == "+" ? 1 : 0, maximum: quantifier == "?" ? 1 : nil)
        case "{":
            let brace = position
            position += 1
            guard let minimum = count() else { return nil }
            var maximum: Int? = minimum
            if consume(",") { maximum = next == "}" ? nil : count() }
            let isOpen = position > 0 && text[position - 1] == ","
            guard consume("}"), isOpen || maximum != nil else { return nil }
            if let maximum, maximum < minimum {
                position = brace
                return nil
            }
            return .repeated(atom, minimum: minimum, maximum: maximum)
        default: return anchored(atom, start)
        }
    }

    private mutating func count() -> Int? {
        var value: Int?
        while let scalar = next, scalar >= "0", scalar <= "9" {
            value = min((value ?? 0) * 10 + Int(scalar.value - 48), Self.largestCount)
            position += 1
        }
        return value
    }

    /// Lets `^` at the beginning and `$` at the end of the expression also match the beginning and the end of the text; see `IRegexp`.
    /// `start` is the position of the atom in the expression.
    private func anchored(_ atom: RegexpTree, _ start: Int) -> RegexpTree {
        if text[start] == "^", start == 0 { return .choice([.textStart, atom]) }
        if text[start] == "$", start == text.count - 1 { return .choice([.textEnd, atom]) }
        return atom
    }

    private mutating func atom() -> RegexpTree? {
        guard let scalar = next else { return nil }
        switch scalar {
        case "(":
            depth += 1
            defer { depth -= 1 }
            isTooDeep = depth > Self.deepest
            if isTooDeep { return nil }
            position += 1
            guard let inner = choice(), consume(")") else { return nil }
            return inner
        case ".":
            position += 1
            return .characters(.dot)
        case "\\":
            switch escape() {
            case .character(let single): return .characters(RegexpClass(single))
            case .category(let category): return .characters(RegexpClass([], [category]))
            case nil: return nil
            }
        case "[": return classExpression().map(RegexpTree.characters)
        case "*", "+", "?", "{", "}", "]", ")", "|": return nil
        default:
            position += 1
            return .characters(RegexpClass(scalar))
        }
    }

    private enum Escape {
        case character(Unicode.Scalar)
        case category(RegexpClass.Category)
    }

    /// Parses an escape: SingleCharEsc of the grammar, such as `\n`, or a category such as `\p{L}`. nil if the escape is not valid.
    private mutating func escape() -> Escape? {
        position += 1
        guard let scalar = next else { return nil }
        switch scalar {
        case "p", "P":
            position += 1
            guard consume("{") else { return nil }
            let start = position
            var name = ""
            while let letter = next, letter != "}", name.utf8.count < 3 {
                name.unicodeScalars.append(letter)
                position += 1
            }
            guard next == "}", RegexpClass.names.contains(name) else {
                position = start
                return nil
            }
            position += 1
            return .category(RegexpClass.Category(name: name, isIn: scalar == "p"))
        default:
            guard let single = Self.single(scalar) else { return nil }
            position += 1
            return .character(single)
        }
    }

    /// Returns the character that a SingleCharEsc stands for; nil if `scalar`, the character after the backslash, is not part of an escape.
    private static func single(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar {
        case "n": "\n"
        case "r": "\r"
        case "t": "\t"
        case "(", ")", "*", "+", "-", ".", "?", "[", "\\", "]", "^", "{", "|", "}": scalar
        default: nil
        }
    }

    /// Parses charClassExpr of the grammar: a set of characters in brackets.
    private mutating func classExpression() -> RegexpClass? {
        position += 1
        var ranges: [ClosedRange<UInt32>] = []
        var categories: [RegexpClass.Category] = []
        let isNegated = consume("^")
        var isFirst = true
        while let scalar = next, scalar != "]" {
            if scalar == "-" {
                // A hyphen without a backslash is allowed only as the first or last character in the brackets.
                position += 1
                guard isFirst || next == "]" else { return nil }
                ranges.append(0x2D...0x2D)
                isFirst = false
                continue
            }
            isFirst = false
            if scalar == "\\", position + 1 < text.count, text[position + 1] == "p" || text[position + 1] == "P" {
                guard case .category(let category) = escape() else { return nil }
                categories.append(category)
                continue
            }
            let start = position
            guard let low = classCharacter() else { return nil }
            var high = low
            if next == "-", position + 1 < text.count, text[position + 1] != "]" {
                position += 1
                guard let end = classCharacter() else { return nil }
                high = end
            }
            guard low.value <= high.value else {
                position = start
                return nil
            }
            ranges.append(low.value...high.value)
        }
        guard !isFirst, consume("]") else { return nil }
        return RegexpClass(ranges, categories, isNegated: isNegated)
    }

    private mutating func classCharacter() -> Unicode.Scalar? {
        guard let scalar = next, scalar != "[", scalar != "]", scalar != "-" else { return nil }
        position += 1
        guard scalar == "\\" else { return scalar }
        guard let escaped = next, let single = Self.single(escaped) else { return nil }
        position += 1
        return single
    }
}
