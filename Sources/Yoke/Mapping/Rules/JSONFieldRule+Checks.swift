extension JSONFieldRule {
    /// Checks the value without changing it. An error that `body` throws becomes the `underlying` error of a `.refused` error.
    public static func ensure(_ body: @escaping @Sendable (Value) throws -> Void) -> JSONFieldRule {
        JSONFieldRule(form: .check { try body($0) })
    }

    /// Refuses each value for which `holds` returns false.
    ///
    /// ```swift
    /// fields.add("age", \.age, rules: [.ensure({ $0 >= 18 }, message: "has to be 18 or more")])
    /// ```
    /// - Parameter message: the text of the `underlying` error. nil: the text says that the value is not valid.
    public static func ensure(_ holds: @escaping @Sendable (Value) throws -> Bool, message: String? = nil) -> JSONFieldRule {
        check({ try holds($0) }, message: message)
    }

    /// Passes the value to `holds`, which may change it. Refuses the value if `holds` returns false.
    public static func check(_ holds: @escaping @Sendable (inout Value) throws -> Bool, message: String? = nil) -> JSONFieldRule {
        JSONFieldRule(
            form: .check { value in
                guard try !holds(&value) else { return }
                throw Refusal(description: message ?? "\(value) is not valid")
            })
    }

    /// Refuses a value outside the range.
    public static func range<Range: RangeExpression & Sendable>(_ range: Range) -> JSONFieldRule
    where Range.Bound == Value, Value: SendableMetatype {
        ensure { value in
            guard range.contains(value) else { throw OutOfRange(what: "\(value)", range: text(of: range)) }
        }.allowing(RuleBounds(range, isCount: false))
    }

    /// Refuses a value outside the range. nil is allowed.
    public static func range<Range: RangeExpression & Sendable>(_ range: Range) -> JSONFieldRule
    where Value == Range.Bound?, Range.Bound: SendableMetatype {
        ensure { value in
            guard let value, !range.contains(value) else { return }
            throw OutOfRange(what: "\(value)", range: text(of: range))
        }.allowing(RuleBounds(range, isCount: false))
    }

    /// As `range`, for a range that `@JSONValidate` does not recognise as a range, such as a constant.
    public static func ensure<Range: RangeExpression & Sendable>(_ range: Range) -> JSONFieldRule
    where Range.Bound == Value, Value: SendableMetatype { self.range(range) }

    /// As `range`, for a range that `@JSONValidate` does not recognise as a range, such as a constant.
    public static func ensure<Range: RangeExpression & Sendable>(_ range: Range) -> JSONFieldRule
    where Value == Range.Bound?, Range.Bound: SendableMetatype { self.range(range) }

    /// Refuses a collection if the number of elements is outside the range. A String counts characters.
    public static func count<Range: RangeExpression & Sendable>(_ range: Range) -> JSONFieldRule
    where Value: Collection & SendableMetatype, Range.Bound == Int {
        ensure { value in
            guard range.contains(value.count) else { throw OutOfRange(what: "the count \(value.count)", range: text(of: range)) }
        }.allowing(RuleBounds(range, isCount: true))
    }

    /// Refuses a collection if the number of elements is outside the range. nil is allowed.
    public static func count<Range: RangeExpression & Sendable, Elements: Collection & SendableMetatype>(_ range: Range) -> JSONFieldRule
    where Value == Elements?, Range.Bound == Int {
        ensure { value in
            guard let count = value?.count, !range.contains(count) else { return }
            throw OutOfRange(what: "the count \(count)", range: text(of: range))
        }.allowing(RuleBounds(range, isCount: true))
    }

    private func allowing(_ bounds: RuleBounds?) -> JSONFieldRule {
        var rule = self
        rule.bounds = bounds
        return rule
    }
}

extension JSONFieldRule<Any> {
    @available(*, unavailable, message: "write @JSONValidate(0...150)")
    public static func range<Range: RangeExpression>(_ range: Range) -> JSONFieldRule { fatalError() }

    @available(*, unavailable, message: "write @JSONValidate(count: 1...20)")
    public static func count<Range: RangeExpression>(_ range: Range) -> JSONFieldRule { fatalError() }
}

/// The bounds of a rule `.range` or `.count`, as number literals; nil for a side without a bound.
package struct RuleBounds: Sendable {
    /// True if the bounds are for the number of elements, false if they are for the value.
    package let isCount: Bool
    package private(set) var lower: String?
    package private(set) var upper: String?
    /// True if the upper bound itself is not allowed, as in `0..<10`.
    package private(set) var excludesUpper = false

    /// Makes the bounds of a range; nil if the range's bounds are not numbers.
    init?<Range: RangeExpression>(_ range: Range, isCount: Bool) {
        guard Range.Bound.self is any Numeric.Type else { return nil }
        self.isCount = isCount
        switch range {
        case let range as ClosedRange<Range.Bound>: (lower, upper) = ("\(range.lowerBound)", "\(range.upperBound)")
        case let range as Swift.Range<Range.Bound>: (lower, upper, excludesUpper) = ("\(range.lowerBound)", "\(range.upperBound)", true)
        case let range as PartialRangeFrom<Range.Bound>: lower = "\(range.lowerBound)"
        case let range as PartialRangeThrough<Range.Bound>: upper = "\(range.upperBound)"
        case let range as PartialRangeUpTo<Range.Bound>: (upper, excludesUpper) = ("\(range.upperBound)", true)
        default: return nil
        }
    }
}

/// The error for a value for which the function `holds` of a rule returns false.
private struct Refusal: Error, CustomStringConvertible { let description: String }

/// The error for a value or a number of elements outside of the range of `.range` or `.count`.
private struct OutOfRange: Error, CustomStringConvertible {
    let what: String
    let range: String
    var description: String { "\(what) is not in \(range)" }
}

/// Returns the range as Swift source.
private func text<Range: RangeExpression>(of range: Range) -> String {
    switch range {
    case let from as PartialRangeFrom<Range.Bound>: "\(from.lowerBound)..."
    case let through as PartialRangeThrough<Range.Bound>: "...\(through.upperBound)"
    case let upTo as PartialRangeUpTo<Range.Bound>: "..<\(upTo.upperBound)"
    default: "\(range)"
    }
}
