/// A name of an enum case in JSON: a string, an integer, a Bool, or any number of a range.
public struct JSONCaseName: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    fileprivate enum Form: Sendable {
        case text(String), integer(Int), bool(Bool), integers(ClosedRange<Int>), numbers(ClosedRange<Double>)
    }
    fileprivate let form: Form

    /// A string.
    public init(stringLiteral value: String) { form = .text(value) }
    /// An integer.
    public init(integerLiteral value: Int) { form = .integer(value) }
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { form = .bool(value) }
    private init(_ form: Form) { self.form = form }

    /// Any integer of a range. Writing uses the lower bound.
    public static func range(_ range: ClosedRange<Int>) -> JSONCaseName { JSONCaseName(.integers(range)) }
    /// Any number of a range. Writing uses the lower bound, or the upper bound if the lower one is infinite.
    public static func range(_ range: ClosedRange<Double>) -> JSONCaseName { JSONCaseName(.numbers(range)) }

    fileprivate func matches(_ value: JSONValue) -> Bool {
        switch (form, value) {
        case (.text(let name), .string(let text)): sameBytes(name, text)
        case (.integer(let name), .number(let number)): number.integer(Int.self) == name
        case (.bool(let name), .bool(let value)): name == value
        case (.integers(let range), .number(let number)): number.integer(Int.self).map(range.contains) ?? false
        case (.numbers(let range), .number(let number)): number.double.map(range.contains) ?? false
        default: false
        }
    }

    /// The value to write: the name, or the lower bound of a range. If the lower bound is infinite, the upper bound is written; nil if both
    /// bounds are infinite.
    fileprivate var written: JSONValue? {
        switch form {
        case .text(let name): .string(name)
        case .integer(let name): JSONValue(name)
        case .bool(let name): .bool(name)
        case .integers(let range): JSONValue(range.lowerBound)
        case .numbers(let range): JSONValue(range.lowerBound) ?? JSONValue(range.upperBound)
        }
    }

    fileprivate var text: String {
        switch form {
        case .text(let name): name
        case .integer(let name): "\(name)"
        case .bool(let name): "\(name)"
        case .integers(let range): "\(range)"
        case .numbers(let range): "\(range)"
        }
    }
}

/// The cases of an enum, each with all its names in JSON; see `JSONMapping(caseNames:_:)`.
public struct JSONCaseNames<Model> {
    fileprivate var cases: [(value: Model, names: [JSONCaseName])] = []

    /// Adds a case. The first name is written; all names are read.
    public mutating func add(_ value: Model, _ name: JSONCaseName, _ others: JSONCaseName...) { cases.append((value, [name] + others)) }
}

extension JSONMapping {
    /// Describes an enum without payloads whose cases have several names in JSON: strings, numbers, Bools or ranges.
    ///
    /// ```swift
    /// enum Grade { case good, fair, poor }
    ///
    /// JSONMapping(caseNames: Grade.self) {
    ///     $0.add(.good, "good", "great", 1)          // writes "good"
    ///     $0.add(.fair, "fair", .range(2...4))
    ///     $0.add(.poor, .range(5...6), false)        // writes 5
    /// }
    /// ```
    /// The first case with a matching name counts. A JSON value that matches no name is an error of kind `.unknownCase`. A case that is not
    /// in the list cannot be written.
    ///
    /// Cost: one dynamic value, and a comparison with each name. An enum whose cases have one name each is faster with
    /// `init(rawValues:_:)`.
    public init<Model: Sendable & Equatable>(caseNames type: Model.Type, _ list: (inout JSONCaseNames<Model>) -> Void) {
        var names = JSONCaseNames<Model>()
        list(&names)
        let cases = names.cases
        self.init(
            type, via: JSONValue.self,
            decode: { (value: consuming JSONValue) in
                let value = value
                if let found = cases.first(where: { $0.names.contains { $0.matches(value) } }) { return found.value }
                throw UnknownRawValue(raw: value.string ?? value.description, known: cases.flatMap { $0.names.map(\.text) })
            },
            encode: { (model: borrowing Model) in
                let model = copy model
                if let name = cases.first(where: { $0.value == model })?.names[0].written { return name }
                throw JSONError(.refused, "\(model) has no name that can be written", hint: "add the case to the list of its mapping")
            })
    }
}
