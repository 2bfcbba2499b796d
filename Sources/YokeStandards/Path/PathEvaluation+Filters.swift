import Yoke

extension PathEvaluation {
    /// Returns true if a condition holds for a value (RFC 9535 section 2.3.5).
    func holds(_ filter: PathFilter, _ value: JSONValue) throws(JSONError) -> Bool {
        switch filter {
        case .or(let parts):
            for part in parts where try holds(part, value) { return true }
            return false
        case .and(let parts):
            for part in parts where try !holds(part, value) { return false }
            return true
        case .not(let part): return try !holds(part, value)
        case .exists(let query):
            var exists = false
            try runInner(query, value) { _, _ throws(JSONError) in
                exists = true
                return false
            }
            return exists
        case .test(let function): return try isMatch(function, value)
        case .comparison(let a, let comparison, let b):
            return try compare(self.value(of: a, value), comparison, self.value(of: b, value))
        }
    }

    /// Returns the value of an operand; nil for the special result Nothing (RFC 9535 section 2.4.1).
    private func value(of operand: PathOperand, _ current: JSONValue) throws(JSONError) -> JSONValue? {
        switch operand {
        case .literal(let value): return value
        case .query(let query):
            var found: JSONValue?
            try runInner(query, current) { value, _ throws(JSONError) in
                found = value
                return false
            }
            return found
        case .function(let function): return try result(of: function, current)
        }
    }

    // MARK: - Comparisons

    /// Compares two operands by RFC 9535 section 2.3.5.2.2. nil is the special result Nothing.
    private func compare(_ a: JSONValue?, _ comparison: PathComparison, _ b: JSONValue?) throws(JSONError) -> Bool {
        switch comparison {
        case .equal: try areEqual(a, b)
        case .notEqual: try !areEqual(a, b)
        case .less: try isLess(a, b)
        case .greater: try isLess(b, a)
        case .lessOrEqual: try isLess(a, b) ? true : areEqual(a, b)
        case .greaterOrEqual: try isLess(b, a) ? true : areEqual(a, b)
        }
    }

    private func areEqual(_ a: JSONValue?, _ b: JSONValue?) throws(JSONError) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        return try a.isSame(as: b, &work)
    }

    private func isLess(_ a: JSONValue?, _ b: JSONValue?) throws(JSONError) -> Bool {
        switch (a, b) {
        case (.number(let a), .number(let b)):
            try work.spend(1 + a.costOfComparison(with: b))
            return a.isLess(than: b)
        case (.string(let a), .string(let b)):
            try work.spend(bytes: min(a.utf8.count, b.utf8.count))
            // RFC 9535 orders strings by code points. Comparing their UTF-8 bytes gives the same order.
            return borrow(a) { a in borrow(b) { b in a.lexicographicallyPrecedes(b) } }
        default: return false
        }
    }

    // MARK: - Functions (RFC 9535 section 2.4)

    private func result(of function: PathFunction, _ current: JSONValue) throws(JSONError) -> JSONValue? {
        switch function.name {
        case .length:
            switch try value(of: function.arguments[0], current) {
            case .string(let text):
                try work.spend(bytes: text.utf8.count)
                return JSONValue(text.unicodeScalars.count)
            case .array(let array): return JSONValue(array.count)
            case .object(let object): return JSONValue(object.count)
            default: return nil
            }
        case .count:
            var count = 0
            try nodes(of: function.arguments[0], current) { _, _ throws(JSONError) in
                count += 1
                return true
            }
            return JSONValue(count)
        case .value:
            var count = 0
            var found: JSONValue?
            try nodes(of: function.arguments[0], current) { value, _ throws(JSONError) in
                count += 1
                found = value
                return count < 2
            }
            return count == 1 ? found : nil
        case .match, .search: return nil
        }
    }

    private func nodes(of operand: PathOperand, _ current: JSONValue, _ receive: Receiver) throws(JSONError) {
        if case .query(let query) = operand { try runInner(query, current, receive) }
    }

    private func isMatch(_ function: PathFunction, _ current: JSONValue) throws(JSONError) -> Bool {
        guard case .string(let text)? = try value(of: function.arguments[0], current) else { return false }
        let compiled: IRegexp.Compiled
        if let pattern = function.pattern {
            compiled = pattern
        } else {
            guard case .string(let pattern)? = try value(of: function.arguments[1], current) else { return false }
            compiled = try self.compiled(pattern)
        }
        switch compiled {
        case .program(let program): return try program.matches(text, anywhere: function.name == .search, &work)
        case .notValid: return false
        case .tooLarge: throw IRegexp.sizeFailure
        }
    }
}
