/// Coders for types, for one call: each is for every value of its type, wherever that stands in a model, in arrays, dictionaries and
/// Optionals too.
///
/// ```swift
/// extension JSONCoders {
///     static let oldServer = JSONCoders("old server", HexUUID(), MinorUnits())
/// }
///
/// var options = JSONReadOptions.strict
/// options.coders = .oldServer
/// let order = try Order(json: text, options: options)
/// let same = try order.jsonString(JSONWriteOptions(coders: .oldServer))
/// ```
/// A property with a coder of its own keeps that; keys of dictionaries stay as they are. The `Storage` of these coders is not coded itself,
/// so that it may be the coder's own type; what it is made of is.
///
/// The coders are compiled into plans when they are first used, and cost what those of properties cost; calls without any cost nothing.
public struct JSONCoders: Sendable, Hashable {
    private final class Coders: Sendable {
        let name: String
        let children: [ObjectIdentifier: any Sendable]

        init(name: String, children: [ObjectIdentifier: any Sendable]) {
            self.name = name
            self.children = children
        }
    }
    private let coders: Coders

    /// - Parameter children: by the type, `JSONMapping.Child`s.
    init(name: String, children: [ObjectIdentifier: any Sendable]) { coders = Coders(name: name, children: children) }

    /// What stands in the place of a type: a `JSONMapping.Child`. nil: the type itself.
    func child(for type: ObjectIdentifier) -> (any Sendable)? { coders.children[type] }

    /// Whether both have one name.
    public static func == (a: JSONCoders, b: JSONCoders) -> Bool { a.coders === b.coders || a.coders.name == b.coders.name }
    /// Feeds the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(coders.name) }
}

extension JSONCoders: CustomStringConvertible {
    /// By their name: `JSONCoders("old server")`.
    public var description: String { "JSONCoders(\(coders.name.debugDescription))" }
}
