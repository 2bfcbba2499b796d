import Yoke

/// Facts that a run found in the records. The demo prints some of them, and checks that Yoke and Foundation find the same facts.
struct Findings: Equatable {
    var records = 0
    var parts = 0
    /// The sum of all ids. A lost or repeated record changes this sum.
    var idSum = 0
    /// Total bytes of all names.
    var nameBytes = 0
    /// Number of parts of each kind: Province, Canton, Parish, ...
    var kinds: [String: Int] = [:]
    /// The country with the most parts.
    var largest = ""
    var largestParts = 0

    mutating func add(_ country: Country) {
        records += 1
        parts += country.subdivisions.count
        idSum &+= country.id
        nameBytes += country.name.utf8.count
        for part in country.subdivisions {
            kinds[part.type, default: 0] += 1
            nameBytes += part.name.utf8.count
        }
        if country.subdivisions.count > largestParts {
            largestParts = country.subdivisions.count
            largest = "\(country.flag) \(country.commonName ?? country.name)"
        }
    }

    /// The findings as lines for a person.
    var lines: [String] {
        let most = kinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(4)
        return [
            "\(Figures.grouped(records)) countries with \(Figures.grouped(parts)) parts of \(kinds.count) kinds",
            "most frequent: " + most.map { "\($0.key) \(Figures.grouped($0.value))" }.joined(separator: ", "),
            "most parts: \(largest), \(Figures.grouped(largestParts))",
        ]
    }
}

extension Findings: JSONConvertible {
    static var jsonMapping: JSONMapping {
        JSONMapping(Findings.self) { fields in
            fields.add("records", \.records)
            fields.add("parts", \.parts)
            fields.add("idSum", \.idSum)
            fields.add("nameBytes", \.nameBytes)
            fields.add("kinds", \.kinds)
            fields.add("largest", \.largest)
            fields.add("largestParts", \.largestParts)
        }
    }
}

/// Facts that a run found in a user's own file.
struct ValueFindings {
    private(set) var elements = 0
    private(set) var kinds: [String: Int] = [:]
    /// How often each member's name occurs in the elements (without nested objects). Has at most `maxNames` names, so that a file with ever
    /// new names cannot fill the memory.
    private(set) var names: [String: Int] = [:]
    private static let maxNames = 1000

    mutating func add(_ value: JSONValue) {
        elements += 1
        let kind: String
        switch value {
        case .null: kind = "nulls"
        case .bool: kind = "booleans"
        case .number: kind = "numbers"
        case .string: kind = "strings"
        case .array: kind = "arrays"
        case .object(let members):
            kind = "objects"
            for (name, _) in members where names[name] != nil || names.count < Self.maxNames {
                names[name, default: 0] += 1
            }
        }
        kinds[kind, default: 0] += 1
    }

    var lines: [String] {
        func listed(_ counts: [String: Int]) -> String {
            counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(8)
                .map { "\(Figures.grouped($0.value)) \($0.key)" }.joined(separator: ", ")
        }
        var lines = ["\(Figures.grouped(elements)) elements: \(listed(kinds))"]
        if !names.isEmpty { lines.append("most frequent members: \(listed(names))") }
        return lines
    }
}
