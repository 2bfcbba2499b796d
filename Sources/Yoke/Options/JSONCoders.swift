/// A list of coders for one call, each for all values of one type.
///
/// A coder converts every value of its type: in properties, arrays, dictionaries and Optionals.
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
/// - A property with its own coder keeps that coder.
/// - The coders do not convert keys of dictionaries.
/// - The coders do not convert a coder's `Storage`, so `Storage` may be the type that the coder converts. But they do convert the
///   properties or elements of `Storage`.
///
/// Cost: the first use compiles the coders into plans. Afterwards they cost as much as coders of properties. Calls without coders pay
/// nothing.
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

    /// - Parameter children: the mapping of each type that a coder of the list converts, as a `JSONMapping.Child`. They are declared as
    ///   `any Sendable`, because the code in `Options` does not use the types in `Mapping`.
    init(name: String, children: [ObjectIdentifier: any Sendable]) { coders = Coders(name: name, children: children) }

    /// Returns the `JSONMapping.Child` that replaces the mapping of the type; nil if no coder of the list converts the type.
    func child(for type: ObjectIdentifier) -> (any Sendable)? { coders.children[type] }

    /// Returns true if the two lists have the same name.
    public static func == (a: JSONCoders, b: JSONCoders) -> Bool { a.coders === b.coders || a.coders.name == b.coders.name }
    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(coders.name) }
}

extension JSONCoders: CustomStringConvertible {
    /// The type and the name of the list: `JSONCoders("old server")`.
    public var description: String { "JSONCoders(\(coders.name.debugDescription))" }
}
