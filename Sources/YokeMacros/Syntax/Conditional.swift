#if Macros
import SwiftSyntax

/// A member, or an `#if` with members. Code that is emitted for a member stands inside the same `#if`.
indirect enum Conditional<Item> {
    case item(Item)
    case region([Clause])

    struct Clause {
        /// The line that begins the clause: `#if DEBUG`, `#elseif os(Linux)` or `#else`.
        let head: String
        let body: [Conditional]
    }
}

/// The clauses of `#if` in which an item stands: for each region, the number of the clause.
struct Clauses {
    private var byRegion: [Int: Int] = [:]
    /// The conditions of the clauses as source. A clause's condition includes the conditions of the clauses before it.
    private var conditions: Set<String> = []

    func adding(_ clause: Int, of region: Int, _ condition: String) -> Clauses {
        var clauses = self
        clauses.byRegion[region] = clause
        clauses.conditions.insert(condition)
        return clauses
    }

    /// True if the items stand outside of all `#if`.
    var isEmpty: Bool { byRegion.isEmpty }

    /// Returns true if the source shows that items in these clauses are compiled only if items in `other` are.
    func implies(_ other: Clauses) -> Bool { conditions.isSuperset(of: other.conditions) }

    /// True if two items are never compiled together, because they stand in different clauses of one `#if`.
    func excludes(_ other: Clauses) -> Bool { byRegion.contains { other.byRegion[$0.key, default: $0.value] != $0.value } }
}

extension Array {
    /// All items, including items inside `#if`.
    func items<Item>() -> [Item] where Element == Conditional<Item> {
        flatMap { member -> [Item] in
            switch member {
            case .item(let item): [item]
            case .region(let clauses): clauses.flatMap { $0.body.items() }
            }
        }
    }

    /// All items, each with the clauses around it.
    func withClauses<Item>() -> [(item: Item, clauses: Clauses)] where Element == Conditional<Item> {
        var regions = 0
        func walk(_ members: [Conditional<Item>], _ clauses: Clauses) -> [(item: Item, clauses: Clauses)] {
            members.flatMap { member -> [(item: Item, clauses: Clauses)] in
                switch member {
                case .item(let item): return [(item, clauses)]
                case .region(let bodies):
                    regions += 1
                    let region = regions
                    return bodies.indices.flatMap { clause in
                        let condition = bodies[...clause].map(\.head).joined(separator: "\n")
                        return walk(bodies[clause].body, clauses.adding(clause, of: region, condition))
                    }
                }
            }
        }
        return walk(self, Clauses())
    }

    /// Returns true if an item for which `matches` is true is always compiled: it stands outside of `#if`, or each clause of an `#if` with
    /// `#else` has such an item.
    func always<Item>(_ matches: (Item) -> Bool) -> Bool where Element == Conditional<Item> {
        contains { member in
            switch member {
            case .item(let item): matches(item)
            case .region(let clauses): clauses.last?.head == "#else" && clauses.allSatisfy { $0.body.always(matches) }
            }
        }
    }

    /// Transforms each item. The `#if` regions stay the same.
    func mapItems<Item, New>(_ transform: (Item) -> New) -> [Conditional<New>] where Element == Conditional<Item> {
        map { member in
            switch member {
            case .item(let item): .item(transform(item))
            case .region(let clauses): .region(clauses.map { .init(head: $0.head, body: $0.body.mapItems(transform)) })
            }
        }
    }

    /// Returns the lines that `line` makes for the items. Lines of items inside `#if` stand inside the same `#if`. A region without lines
    /// is left out.
    func lines<Item>(_ line: (Item) -> [String]) -> [String] where Element == Conditional<Item> {
        flatMap { member -> [String] in
            switch member {
            case .item(let item):
                return line(item)
            case .region(let clauses):
                var bodies = clauses.map { $0.body.lines(line) }
                while bodies.last?.isEmpty == true { bodies.removeLast() }
                return bodies.isEmpty ? [] : zip(clauses, bodies).flatMap { [$0.head] + $1 } + ["#endif"]
            }
        }
    }

    /// Reads the members of a type, including members inside `#if`. `read` returns the items in a member.
    static func parsing<Item>(_ members: MemberBlockItemListSyntax, _ read: (DeclSyntax) -> [Item]) -> [Conditional<Item>]
    where Element == Conditional<Item> {
        members.flatMap { member -> [Conditional<Item>] in
            guard let region = member.decl.as(IfConfigDeclSyntax.self) else {
                return read(member.decl).map { .item($0) }
            }
            return [
                .region(
                    region.clauses.map { clause in
                        let condition = clause.condition.map { " " + $0.trimmedDescription } ?? ""
                        let nested = clause.elements?.as(MemberBlockItemListSyntax.self).map { parsing($0, read) }
                        return .init(head: clause.poundKeyword.text + condition, body: nested ?? [])
                    }
                )
            ]
        }
    }
}
#endif
