#if Macros
import SwiftDiagnostics
import SwiftSyntax

extension Model {
    /// Reports each property that cannot be written together with an earlier property, because their paths conflict. For example, one path
    /// leads into the value of the other property. Properties whose key is an expression or follows from a key style are not checked.
    var blockedPaths: [Diagnostic] {
        guard !options.isArray else { return [] }
        let written = properties.withClauses().compactMap { property, clauses in
            property.writtenPath(named: !options.has("keys")).map { (property: property, steps: $0, clauses: clauses) }
        }
        return written.enumerated().compactMap { index, entry in
            let other = written[..<index].first { !entry.clauses.excludes($0.clauses) && entry.steps.isBlocked(by: $0.steps) }
            return other.map { Problem.blockedPath(entry.property, by: $0.property.plainName) }
        }
    }
}

extension Property {
    /// Returns the keys and indices of the path at which the property is written; nil if it is not written, or if the source does not show
    /// the path.
    ///
    /// - Parameter named: true if a property without a key is written under its own name.
    fileprivate func writtenPath(named: Bool) -> [PathStep]? {
        guard isWritten, !isWhole else { return nil }
        guard let attribute = attributes("JSONKey").first, !attribute.list.isEmpty else {
            return (codingKey ?? (named ? plainName : nil)).map { [.key($0)] }
        }
        let names = KeyNames(attribute)
        switch (names.isApart ? names.write : names.read.first)?.form {
        case .literal(let key): return [.key(key)]
        case .path(let path):
            let check = PathCheck(path)
            return check.reason == nil ? check.steps : nil
        case .expression, nil: return nil
        }
    }
}

enum PathStep: Equatable {
    case key(String)
    case index(String)
}

extension [PathStep] {
    /// Returns true if two values at these paths cannot both be written. Either one value would be inside the other, or a container would
    /// have to be both an object and an array.
    fileprivate func isBlocked(by other: [PathStep]) -> Bool {
        let same = zip(self, other).prefix { $0 == $1 }.count
        if same == 0 || (same == count && same == other.count) { return false }
        guard same < count, same < other.count else { return true }
        switch (self[same], other[same]) {
        case (.key, .index), (.index, .key): return true
        default: return false
        }
    }
}

extension Problem {
    static func blockedPath(_ property: Property, by other: String) -> Diagnostic {
        let node: any SyntaxProtocol = property.attributes("JSONKey").first.map { Syntax($0) } ?? Syntax(property.binding.pattern)
        return error(
            "blockedPath", at: Syntax(node),
            "'\(property.plainName)' is written on a path that '\(other)' blocks: write one of them only, the other one is '@JSONKey(read: ..., write: nil)'"
        )
    }
}
#endif
