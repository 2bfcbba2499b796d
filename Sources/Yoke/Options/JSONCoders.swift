/// Coders for types, for one call.
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
/// - The coders do not convert a coder's `Storage`, so `Storage` may be the coder's own type. They do convert the parts of `Storage`.
///
/// Cost: the first use compiles the coders into plans. Afterwards they cost as much as coders of properties. Calls without coders pay
/// nothing.
public struct JSONCoders: Sendable, Hashable {
    private final class Coders: Sendable {
        let name: String
        let children: [ObjectIdentifier: JSONMapping.Child]

        init(name: String, children: [ObjectIdentifier: JSONMapping.Child]) {
            self.name = name
            self.children = children
        }
    }
    private let coders: Coders

    /// Makes a list of coders.
    ///
    /// - Parameters:
    ///   - name: the identity of the list. Two lists with one name are equal, and the plans of the first list also serve the second. So
    ///     the name must include everything that the coders depend on. Yoke keeps the plans of the last 64 names that calls used.
    ///   - coders: the coders. If two coders are for one type, the first one counts.
    public init(_ name: String, _ coders: any JSONCoder...) {
        func child(_ coder: some JSONCoder) -> JSONMapping.Child { coder.childOfCall }
        let children = coders.map { child($0) }
        self.coders = Coders(name: name, children: Dictionary(children.map { (ObjectIdentifier($0.type), $0) }) { first, _ in first })
    }

    /// The mapping that replaces the mapping of `type`; nil if the list has no coder for the type.
    func child(for type: ObjectIdentifier) -> JSONMapping.Child? { coders.children[type] }

    /// True if both lists have the same name.
    public static func == (a: JSONCoders, b: JSONCoders) -> Bool { a.coders === b.coders || a.coders.name == b.coders.name }
    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(coders.name) }
}

extension JSONCoders: CustomStringConvertible {
    /// The list with its name: `JSONCoders("old server")`.
    public var description: String { "JSONCoders(\(coders.name.debugDescription))" }
}

extension JSONCoder {
    /// The mapping for every value of the coder's type. The JSON holds the storage as it is: no coder of the call applies to it.
    fileprivate var childOfCall: JSONMapping.Child {
        JSONMapping.Child(Value.self) {
            let mapping = jsonMapping
            guard case .via(let storage, let thunks) = mapping.shape else { return mapping }
            return mapping.with(shape: .via(JSONMapping.Child(storage.type, isShared: false, storage.mapping), thunks))
        }
    }
}
